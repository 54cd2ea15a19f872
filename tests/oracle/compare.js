// Compares our rules with those of Fairy-Stockfish (npm ffish) on random games: see oracle_games.c.
//
//     node compare.js FFISH PROGRAM FILE DEPTH GAMES SEED NAME...
//
// FILE is a variants.ini, or a folder with a NAME.ini for each of the variants that are built into ffish. NAME may
// be NAME=FILE:SECTION, where ours has another file and name.
// What the oracle is known to get wrong, or to write otherwise in SAN, is in faults.json. Exit 1 if anything differs.
'use strict';
delete globalThis.fetch; // ffish would load itself by it, and cannot
const {execFileSync} = require('child_process');
const fs = require('fs');
const [ffishPath, program, file, depth, games, seed, ...pairs] = process.argv.slice(2);
const ffish = require(require('path').resolve(ffishPath));

const isFolder = file.endsWith('/');
const names = pairs.map(pair => pair.split('=')[0]);
const own = Object.fromEntries(pairs.filter(pair => pair.includes('=')).map(pair => pair.split('=')));

// The file and the section that our program shall read for a name.
function ours(name) {
    if (own[name])
        return own[name].split(':');
    return [isFolder ? `${file}${name}.ini` : file, name];
}

// Differences that are the oracle's: each with its reason.
const faults = JSON.parse(fs.readFileSync(__dirname + '/faults.json', 'utf8'));

function hashText(text, seed) {
    let hash = (2166136261 ^ seed) >>> 0;
    for (let i = 0; i < text.length; i++)
        hash = Math.imul(hash ^ text.charCodeAt(i), 16777619) >>> 0;
    return hash;
}

// The placement, where a promoted piece bears the letter of what it has become, or where that matters the marks that
// say what it was; pieces in hand are sorted.
function placement(board, promoted) {
    const [places, hand] = board.fen().split(' ')[0].split(/[\[\]]/);
    const held = withPockets ? '[' + [...hand].sort().join('') + ']' : '';
    return (withOrigins ? places : unmarked(places, promoted)) + held;
}

function unmarked(places, promoted) {
    return places.replace(/~/g, '').replace(/\+(.)/g, (all, letter) => {
        const becomes = promoted[letter.toLowerCase()];
        return letter === letter.toLowerCase() ? becomes : becomes.toUpperCase();
    });
}

let withPockets = false, withOrigins = false;

function legalMoves(board) {
    const text = board.legalMoves();
    return text === '' ? [] : text.split(' ');
}

// Whether a rule of the variant has ended the game; a draw for want of material is none of ours.
function isOver(board) { return board.isGameOver() && !board.isInsufficientMaterial(); }

function perft(board, depth) {
    if (isOver(board))
        return 0;
    if (depth === 1)
        return board.numberLegalMoves();
    let count = 0;
    for (const move of legalMoves(board)) {
        board.push(move);
        count += perft(board, depth - 1);
        board.pop();
    }
    return count;
}

// The moves of a position that only one of the programs has, each with the board that it leads to; null where ours does
// not take the position.
function differences(name, fen, boards) {
    let text = '';
    try {
        text = execFileSync(program, ['moves', ...ours(name), fen], {encoding: 'utf8'});
    } catch (error) {
        return null;
    }
    const ourBoards = new Map(text.split('\n').filter(Boolean).map(line => line.split('\t').reverse()));
    return {
        theirs: [...boards].filter(([board]) => !ourBoards.has(board)),
        ours: [...ourBoards].filter(([board]) => !boards.has(board)),
    };
}

function explain(differ) {
    if (differ === null)
        return '    (our program does not take the position)';
    const lines = (who, list) => list.map(([board, move]) => `    only ${who}: ${move} -> ${board}`);
    return [...lines('ffish', differ.theirs), ...lines('assay', differ.ours)].slice(0, 12).join('\n');
}

// Whether all that differs is that ffish would take en passant.
function onlyTheirPassing(differ, fen) {
    const square = fen.split(' ')[3];
    return differ !== null && differ.ours.length === 0 && differ.theirs.every(([, move]) => move.endsWith(square));
}

// Whether all that differs is that ffish would let a pawn come in.
function onlyTheirDrops(differ) {
    return differ !== null && differ.ours.length === 0 && differ.theirs.every(([, move]) => move.startsWith('P@'));
}

// ffish has a + for attacked kings only, not for pieces that are as good as kings, and a # for mate only, not for other
// wins: signs are compared where mate is all there is.
function compareSan(theirs, ours, signs) {
    const list = text => (signs ? text : text.replace(/[+#]/g, '')).split(' ').sort();
    const [left, right] = [list(theirs), list(ours)];
    if (left.join(' ') === right.join(' '))
        return '';
    return `    only ffish: ${left.filter(san => !right.includes(san))}\n    only assay: ${right.filter(san => !left.includes(san))}`;
}

// Returns a text for the first difference, '' if there is none.
function compare(name) {
    const lines = execFileSync(program, ['games', ...ours(name), depth, games, seed],
                               {encoding: 'utf8', maxBuffer: 1 << 30}).split('\n');
    const known = faults[name] || {};
    const promoted = {};
    let board = new ffish.Board(name), plies = 0, played = 0;
    let boards = new Map(), onlyMate = false, skipSan = false;
    for (const line of lines) {
        const field = line.split('\t');
        if (field[0] === 'v') {
            onlyMate = field[3] === 'mate';
            withPockets = field[4] !== '';
            withOrigins = field[4] === 'origins';
            for (const pair of (field[2] || '').split(' ').filter(Boolean))
                promoted[pair[0]] = pair[2];
        } else if (field[0] === 'perft' && !known.perft) {
            const theirs = perft(board, Number(field[1]));
            if (theirs !== Number(field[2]))
                return `${name}: perft ${field[1]}: ffish ${theirs}, assay ${field[2]}`;
        } else if (field[0] === 'g') {
            board.delete();
            board = new ffish.Board(name);
            played++;
        } else if (field[0] === 'p') {
            const [, result, reason, count, first, second, fen] = field;
            const bare = board.isInsufficientMaterial();
            const theirs = bare && !board.isGameOver(false) ? '*' : board.result(true);
            if (!bare && theirs !== result && !(known.results || []).includes(reason))
                return `${name}: result: ffish ${theirs}, assay ${result} (${reason})\n    ${board.fen()}\n    ${fen}\n    ${board.moveStack()}`;
            if (reason !== 'none')
                continue; // over: whether moves are left to count is a matter of taste
            boards = new Map();
            let sum = 0, other = 0, moves = 0;
            for (const move of legalMoves(board)) {
                board.push(move);
                const text = placement(board, promoted);
                board.pop();
                boards.set(text, move);
                sum = (sum + hashText(text, 0)) >>> 0;
                other = (other + hashText(text, 77)) >>> 0;
                moves++;
            }
            plies++;
            skipSan = Boolean(known.san);
            if (moves !== Number(count) || sum !== Number(first) || other !== Number(second)) {
                const differ = differences(name, fen, boards);
                if (!(known.passing && onlyTheirPassing(differ, fen)) && !(known.mates && onlyTheirDrops(differ)))
                    return `${name}: moves: ffish ${moves}, assay ${count}\n    ${board.fen()}\n    ${fen}\n    ${board.moveStack()}\n`
                        + explain(differ);
                skipSan = true;
            }
        } else if (field[0] === 's' && !skipSan) {
            const difference = compareSan(board.legalMovesSan(), field[1], onlyMate);
            if (difference !== '')
                return `${name}: SAN: ${board.fen()}\n${difference}`;
        } else if (field[0] === 'm') {
            board.push(boards.get(field[1]));
        }
    }
    board.delete();
    console.log(`${name}: ${played} games, ${plies} positions agree`);
    return '';
}

ffish.onRuntimeInitialized = () => {
    new ffish.Board().delete(); // without one, it knows no variants yet
    if (!isFolder)
        ffish.loadVariantConfig(fs.readFileSync(file, 'latin1'));
    const there = new Set(ffish.variants().split(' '));
    let differ = 0;
    for (const name of names) {
        if (!there.has(name)) {
            console.log(`${name}: not known to ffish`);
            differ++;
            continue;
        }
        const known = faults[name] || {};
        if (known.skip) {
            console.log(`${name}: not compared: ${known.why}`);
            continue;
        }
        const difference = compare(name);
        if (difference !== '') {
            console.log(difference);
            differ++;
        }
    }
    console.log(`${names.length - differ} of ${names.length} variants agree`);
    process.exit(differ === 0 ? 0 : 1);
};
