/* The table of all keys of variant files. */
#include <string.h>

#include "engine/rules/settings.h"

/* clang-format off */
static const KeyRow key_rows[KEY_COUNT] = {
    [KEY_MAX_FILE] = {"maxFile", KEY_TEXT, NULL, NULL, 0, 0,
        "The last file: a letter (h) or a number (8), up to p or 16.", KEY_SHARED},
    [KEY_MAX_RANK] = {"maxRank", KEY_NUMBER, NULL, NULL, 1, 16,
        "The number of ranks.", KEY_SHARED},
    [KEY_PIECE] = {"piece.", KEY_TEXT, NULL, NULL, 0, 0,
        "piece.NAME = LETTER:XBETZA gives a type of piece, its letter and its moves; - takes an "
        "inherited one away. Forward is the player's; left and right are White's for both sides: "
        "Black's moves are White's mirrored, not turned.", KEY_SHARED},
    [KEY_ROYAL] = {"royal", KEY_TYPES, "k", NULL, 0, 0,
        "The royal type: a side has one, and may neither leave it attacked nor take it "
        "itself.", KEY_OURS},
    [KEY_PAWN_TYPES] = {"pawnTypes", KEY_TYPES, "p", NULL, 0, 0,
        "Types that are pawns: their own moves reset the count of nMoveRule, and they promote. "
        "(What can be answered en passant is told by the moves: n and i, or nn.)", KEY_SHARED},
    [KEY_ZONE_MOVES] = {"zoneMoves.", KEY_TEXT, NULL, NULL, 0, 0,
        "zoneMoves.LETTER or LETTER1, LETTER2, ... = REGION : XBETZA gives a type more moves "
        "while it stands in a region (White's; Black's is mirrored).", KEY_SHARED},
    [KEY_DOUBLE_STEP_REGION] = {"doubleStepRegionWhite", KEY_REGION, NULL, NULL, 0, 0,
        "Where White's pawns have the moves marked i; Black's is mirrored. Without the key: the "
        "squares of the array's pawns, as for every other type.", KEY_SHARED},
    [KEY_MOBILITY] = {"mobilityRegion.", KEY_REGION, NULL, NULL, 0, 0,
        "mobilityRegion.LETTER: the only squares on which moves of White's pieces of the "
        "type may end (Black's are mirrored). Castling is free.", KEY_SHARED},
    [KEY_CROSSING] = {"crossing.", KEY_TEXT, NULL, NULL, 0, 0,
        "crossing.LETTER = RANK never: moves and captures of the type may not cross the line "
        "above that rank. RANK REGION: they may only if they start or end in the region. "
        "Line and region are the same for both sides; a capture en passant is where it ends.",
        KEY_SHARED},
    [KEY_MORPH] = {"morph.", KEY_REGION, NULL, NULL, 0, 0,
        "morph.LETTER = REGION: a piece that is not royal and ends its move there, on either "
        "side's account, becomes that type. What castles, is dragged or pushed does not; and where "
        "pieces promote none may morph.", KEY_SHARED},
    [KEY_DRAG] = {"drag.", KEY_CHOICE, NULL, "one any", 0, 0,
        "drag.LETTER: when the type moves k squares along a line, the nearest piece on the line "
        "behind its start is dragged k squares after it: only if k is one, or any k. "
        "Not for types that leap.", KEY_SHARED},
    [KEY_PUSH] = {"push.", KEY_BOOL, NULL, NULL, 0, 0,
        "push.LETTER: when the type moves k squares along a line and an enemy stands just "
        "ahead, the enemy is pushed on by k squares or as far as it can go.", KEY_SHARED},
    [KEY_PUSHED_PAWN_STOPS] = {"pushedPawnStops", KEY_BOOL, "true", NULL, 0, 0,
        "A pushed pawn stops short of its own first rank.", KEY_OURS},
    [KEY_PUSHED_PAWN_BECOMES] = {"pushedPawnBecomes", KEY_TYPES, "q", NULL, 0, 0,
        "What a pawn becomes that is pushed onto its last rank; - leaves it a pawn.", KEY_OURS},
    [KEY_START_FEN] = {"startFen", KEY_TEXT, NULL, NULL, 0, 0,
        "The array.", KEY_SHARED},
    [KEY_CASTLE] = {"castle.", KEY_TEXT, NULL, NULL, 0, 0,
        "castle.LETTER = KINGFROM KINGTO ROOKFROM ROOKTO, e.g. e1 g1 h1 f1: a way to castle, "
        "named by its letter in a FEN (capital for White). Black's is White's mirrored unless "
        "it is given too. The right ends with the first move of either piece, or when "
        "it is moved or taken.", KEY_SHARED},
    [KEY_PROMOTION_REGION] = {"promotionRegionWhite", KEY_REGION, NULL, NULL, 0, 0,
        "Where White's pawns promote by going there (Black's is mirrored). Without the key: the "
        "last rank.",
        KEY_SHARED},
    [KEY_PROMOTION_TYPES] = {"promotionPieceTypes", KEY_TYPES, "nbrq", NULL, 0, 0,
        "What pawns may become.", KEY_SHARED},
    [KEY_PROMOTION_LIMIT] = {"promotionLimit", KEY_TEXT, "0", NULL, 0, 0,
        "How many of a kind a side may have at most, a promotion to it counted; 0 is no "
        "limit. q:1 r:2 gives a limit for each type. A pawn that must promote and may become "
        "nothing has no such move, but attacks as if it had.", KEY_SHARED},
    [KEY_PROMOTION_MANDATORY] = {"mandatoryPawnPromotion", KEY_BOOL, "true", NULL, 0, 0,
        "Whether a pawn must promote where it can.", KEY_SHARED},
    [KEY_PROMOTION] = {"promotion.", KEY_TEXT, NULL, NULL, 0, 0,
        "promotion.NAME = REGION : TYPES [limit N] [overflow] [optional]: what White's pawns "
        "become in a region (Black's is mirrored), in place of the four keys above. limit is "
        "promotionLimit; overflow: where every one of the types has reached the limit, all may "
        "be made; optional: a pawn may stay.", KEY_SHARED},
    [KEY_LOST_PROMOTION] = {"lostPromotion", KEY_BOOL, "false", NULL, 0, 0,
        "Pawns become only what their side has lost (at the start less on the board). Where "
        "nothing is lost, a pawn waits on the last rank, and the next piece of its side that is "
        "captured, of a type that it may become, stands in its place at once; of several, in that "
        "of the pawn nearest to the a-file, then to the first rank.", KEY_OURS},
    [KEY_STALEMATE_VALUE] = {"stalemateValue", KEY_CHOICE, "draw", "draw loss win", 0, 0,
        "The result for the side that has no legal move and is not in check.", KEY_SHARED},
    [KEY_BARE_KING] = {"bareKing", KEY_CHOICE, "none", "none lose shatranj", 0, 0,
        "lose: a side left with its king alone loses at once. shatranj: it may first make one "
        "move, and draws if that bares the opponent.", KEY_OURS},
    [KEY_CUT_OFF_TYPES] = {"cutOffTypes", KEY_TYPES, NULL, NULL, 0, 0,
        "A side that has nothing but its king and these types is cut off, and loses, while the "
        "opponent's king stands in its own cutOffRegionWhite. If both sides are cut off the "
        "game is drawn.", KEY_OURS},
    [KEY_CUT_OFF_REGION] = {"cutOffRegionWhite", KEY_REGION, NULL, NULL, 0, 0,
        "Where White's king must stand for Black to be cut off (Black's is mirrored).", KEY_OURS},
    [KEY_N_FOLD_RULE] = {"nFoldRule", KEY_NUMBER, "3", NULL, 0, 100,
        "The game is drawn when a position has stood so many times; 0 is never.", KEY_SHARED},
    [KEY_N_MOVE_RULE] = {"nMoveRule", KEY_NUMBER, "50", NULL, 0, 1000,
        "The game is drawn after so many moves of each side without a capture or a pawn's own "
        "move; 0 is never.", KEY_SHARED},
    [KEY_CUSTOM_PIECE] = {"customPiece*", KEY_TEXT, NULL, NULL, 0, 0,
        "customPieceN = LETTER:BETZA gives a type its moves in the dialect of Fairy-Stockfish, "
        "as far as that program gives the string a meaning; - takes it away. A piece that had "
        "the letter goes.", KEY_FAIRY},
    [KEY_KINGLESS] = {"kingless", KEY_CHOICE, NULL, "none white black both", 0, 0,
        "The sides that have no royal piece, in the array and for good. [none] Files of Fairy-"
        "Stockfish: those without a king in the array.", KEY_OURS},
    [KEY_DOUBLE_STEP_REGION_BLACK] = {"doubleStepRegionBlack", KEY_REGION, NULL, NULL, 0, 0,
        "The same for Black.", KEY_FAIRY},
    [KEY_DOUBLE_STEP] = {"doubleStep", KEY_BOOL, NULL, NULL, 0, 0,
        "false: nothing has the moves marked i. [true]", KEY_FAIRY},
    [KEY_DIALECT] = {"dialect", KEY_CHOICE, NULL, "assay fairy-stockfish", 0, 0,
        "fairy-stockfish: what that program takes for granted holds: the type named king is "
        "royal, where the array has it; fields of the array's FEN may be left out; all moves "
        "marked i start in the doubleStepRegion; a type that could move straight back does not "
        "reset the count of nMoveRule; captures en passant do not promote; immobilityIllegal "
        "asks for moves without capture. Files that use no key of our own need not say it. [assay]",
        KEY_OURS},
    [KEY_TRIPLE_STEP_WHITE] = {"tripleStepRegionWhite", KEY_REGION, NULL, NULL, 0, 0,
        "Where White's pawn (the type of that name) may step three squares straight on, over "
        "empty squares. [-]", KEY_FAIRY},
    [KEY_TRIPLE_STEP_BLACK] = {"tripleStepRegionBlack", KEY_REGION, NULL, NULL, 0, 0,
        "The same for Black.", KEY_FAIRY},
    [KEY_SOLDIER_RANK] = {"soldierPromotionRank", KEY_NUMBER, NULL, NULL, 1, 16,
        "The rank, counted from its own side, from which the type named soldier has its moves "
        "sideways. [1]", KEY_FAIRY},
    [KEY_EN_PASSANT_REGION] = {"enPassantRegion", KEY_REGION, NULL, NULL, 0, 0,
        "The squares on which captures en passant may end. [*]", KEY_FAIRY},
    [KEY_EN_PASSANT_REGION_WHITE] = {"enPassantRegionWhite", KEY_REGION, NULL, NULL, 0, 0,
        "The same for White's captures.", KEY_FAIRY},
    [KEY_EN_PASSANT_REGION_BLACK] = {"enPassantRegionBlack", KEY_REGION, NULL, NULL, 0, 0,
        "The same for Black's captures.", KEY_FAIRY},
    [KEY_MOBILITY_WHITE] = {"mobilityRegionWhite*", KEY_REGION, NULL, NULL, 0, 0,
        "mobilityRegionWhiteNAME: the only squares that White's pieces of the type of that name "
        "(Rook, CustomPiece1) may go to; Black's are not mirrored.", KEY_FAIRY},
    [KEY_MOBILITY_BLACK] = {"mobilityRegionBlack*", KEY_REGION, NULL, NULL, 0, 0,
        "The same for Black.", KEY_FAIRY},
    [KEY_CASTLING] = {"castling", KEY_BOOL, NULL, NULL, 0, 0,
        "true: the castling field of the array names the rights, K and Q or the file of the "
        "partner. The king goes to castlingKingsideFile or castlingQueensideFile, its partner "
        "to the square beside it on the inner side. false: there is no castling, whatever the "
        "array says. [castle.LETTER]", KEY_FAIRY},
    [KEY_CASTLING_KINGSIDE] = {"castlingKingsideFile", KEY_TEXT, NULL, NULL, 0, 0,
        "The file that the king castles to with a partner on its right. [g]", KEY_FAIRY},
    [KEY_CASTLING_QUEENSIDE] = {"castlingQueensideFile", KEY_TEXT, NULL, NULL, 0, 0,
        "... on its left. [c]", KEY_FAIRY},
    [KEY_CASTLING_RANK] = {"castlingRank", KEY_NUMBER, NULL, NULL, 1, 16,
        "The rank to castle on, counted from each side. [1]", KEY_FAIRY},
    [KEY_CASTLING_KING_FILE] = {"castlingKingFile", KEY_TEXT, NULL, NULL, 0, 0,
        "The file of the king, where there are several. [e]", KEY_FAIRY},
    [KEY_CASTLING_KING_PIECE] = {"castlingKingPiece", KEY_TYPES, NULL, NULL, 0, 0,
        "The type that castles. [k]", KEY_FAIRY},
    [KEY_CASTLING_ROOK_PIECES] = {"castlingRookPieces", KEY_TYPES, NULL, NULL, 0, 0,
        "The types that it castles with. [r]", KEY_FAIRY},
    [KEY_CASTLING_ROOK_KINGSIDE] = {"castlingRookKingsideFile", KEY_TEXT, NULL, NULL, 0, 0,
        "The file from which the partner for the right K is looked for, towards the king. [the "
        "last]", KEY_FAIRY},
    [KEY_CASTLING_ROOK_QUEENSIDE] = {"castlingRookQueensideFile", KEY_TEXT, NULL, NULL, 0, 0,
        "... for the right Q. [a]", KEY_FAIRY},
    [KEY_CASTLING_ANY_FILE] = {"castlingAnyFile", KEY_BOOL, NULL, NULL, 0, 0,
        "true: king and partner castle from wherever they stand on their rank (Chess960), and land "
        "where the castle.LETTER key of that side says: the one whose partner stands on the same "
        "side of the king. All squares that either passes or lands on, save their own, must be "
        "empty. In a FEN that key's letter (K, Q) is the right with the outermost partner on that "
        "side, the letter of a file (H) the right with the partner on that file; FENs are written "
        "with the first where it serves. A side of the king has one right at most. [false]",
        KEY_OURS},
    [KEY_CASTLING_FROM_MOVE] = {"castlingFromMove", KEY_NUMBER, NULL, NULL, 1, 9999,
        "The first move number at which castling is allowed: 11 bars it from the first ten moves. "
        "While a side still has a right that waits, the number of the move is part of the "
        "position: none counts as repeated. [1]", KEY_OURS},
    [KEY_SHOT_KEEPS_CASTLING] = {"shotKeepsCastling", KEY_BOOL, NULL, NULL, 0, 0,
        "true: a king or its partner that captures from where it stands has not moved, and may "
        "still castle. [false]", KEY_OURS},
    [KEY_PROMOTION_REGION_BLACK] = {"promotionRegionBlack", KEY_REGION, NULL, NULL, 0, 0,
        "The same for Black.", KEY_FAIRY},
    [KEY_PROMOTION_TYPES_WHITE] = {"promotionPieceTypesWhite", KEY_TYPES, NULL, NULL, 0, 0,
        "The same for White's pawns only.", KEY_FAIRY},
    [KEY_PROMOTION_TYPES_BLACK] = {"promotionPieceTypesBlack", KEY_TYPES, NULL, NULL, 0, 0,
        "The same for Black's pawns only.", KEY_FAIRY},
    [KEY_PROMOTION_PAWNS] = {"promotionPawnTypes", KEY_TYPES, NULL, NULL, 0, 0,
        "The types that promote by promotionPieceTypes. [pawnTypes]", KEY_FAIRY},
    [KEY_PROMOTION_PAWNS_WHITE] = {"promotionPawnTypesWhite", KEY_TYPES, NULL, NULL, 0, 0,
        "The same for White only.", KEY_FAIRY},
    [KEY_PROMOTION_PAWNS_BLACK] = {"promotionPawnTypesBlack", KEY_TYPES, NULL, NULL, 0, 0,
        "The same for Black only.", KEY_FAIRY},
    [KEY_PROMOTED] = {"promotedPieceType", KEY_TEXT, NULL, NULL, 0, 0,
        "promotedPieceType = a:b c:d: a type that starts or ends its move in the promotion "
        "region becomes the other type; the type named pawn only where it ends its move there. "
        "It starts the count of nMoveRule anew.",
        KEY_FAIRY},
    [KEY_PIECE_PROMOTION_MANDATORY] = {"mandatoryPiecePromotion", KEY_BOOL, NULL, NULL, 0, 0,
        "Whether promotedPieceType is a must. [false]", KEY_FAIRY},
    [KEY_IMMOBILITY_ILLEGAL] = {"immobilityIllegal", KEY_BOOL, NULL, NULL, 0, 0,
        "true: no piece may go where it could never move from, even on an empty board. [false]",
        KEY_FAIRY},
    [KEY_MUST_CAPTURE] = {"mustCapture", KEY_BOOL, NULL, NULL, 0, 0,
        "true: who can capture must. [false]", KEY_FAIRY},
    [KEY_CHECKING] = {"checking", KEY_BOOL, NULL, NULL, 0, 0,
        "false: no move may give check. [true]", KEY_FAIRY},
    [KEY_CHECK_COUNTING] = {"checkCounting", KEY_BOOL, NULL, NULL, 0, 0,
        "true: who has given as many checks as the array says wins; a field such as 3+3 behind "
        "the en passant square has how many White and Black still have to give. [false]",
        KEY_FAIRY},
    [KEY_FLYING_GENERAL] = {"flyingGeneral", KEY_BOOL, NULL, NULL, 0, 0,
        "true: the royal pieces may not face each other along a file or rank with nothing "
        "between. [false]", KEY_FAIRY},
    [KEY_CHECKMATE_VALUE] = {"checkmateValue", KEY_CHOICE, NULL, "draw loss win", 0, 0,
        "The result for the side that is checkmated. [loss]", KEY_FAIRY},
    [KEY_N_FOLD_VALUE] = {"nFoldValue", KEY_CHOICE, NULL, "draw loss win", 0, 0,
        "The result for the side to move when nFoldRule ends the game. [draw]", KEY_FAIRY},
    [KEY_N_FOLD_ABSOLUTE] = {"nFoldValueAbsolute", KEY_BOOL, NULL, NULL, 0, 0,
        "true: nFoldValue is the result for White. [false]", KEY_FAIRY},
    [KEY_PERPETUAL_CHECK] = {"perpetualCheckIllegal", KEY_BOOL, NULL, NULL, 0, 0,
        "true: where nFoldRule ends the game, a side loses that has given check with each of its "
        "moves since the first of these positions; if both have, the game is drawn. [false]",
        KEY_FAIRY},
    [KEY_CHASING] = {"chasingRule", KEY_CHOICE, NULL, "none axf", 0, 0,
        "Whether repetitions are judged by who chases a piece for ever. Only none is supported: a "
        "chase is a repetition like any other. [none]", KEY_FAIRY},
    [KEY_N_MOVE_REVERSIBLE] = {"nMoveRuleReversible", KEY_BOOL, NULL, NULL, 0, 0,
        "Whether a move of a type that resets the count of nMoveRule does so even if, on an empty "
        "board, the piece could move straight back without a capture. [true; false in files of "
        "Fairy-Stockfish]", KEY_OURS},
    [KEY_N_MOVE_TYPES] = {"nMoveRuleTypes", KEY_TYPES, NULL, NULL, 0, 0,
        "The types whose moves reset the count of nMoveRule, as nMoveRuleReversible says. "
        "[pawnTypes]", KEY_FAIRY},
    [KEY_N_MOVE_TYPES_WHITE] = {"nMoveRuleTypesWhite", KEY_TYPES, NULL, NULL, 0, 0,
        "The same for White only.", KEY_FAIRY},
    [KEY_N_MOVE_TYPES_BLACK] = {"nMoveRuleTypesBlack", KEY_TYPES, NULL, NULL, 0, 0,
        "The same for Black only.", KEY_FAIRY},
    [KEY_COUNTING_RULE] = {"countingRule", KEY_CHOICE, NULL, "none makruk", 0, 0,
        "makruk: once there is no pawn on the board, moves are counted, and more of them than the "
        "limit are a draw. The board's honour: the count begins at 0 for who is to move when the "
        "last pawn has gone, and the limit is 64. The pieces' honour: when a side has its king "
        "alone, the count begins anew at the number of pieces on the board; countingLimits has "
        "the limit. What the lone king captures does not change the count; a capture or a "
        "promotion by its opponent begins it anew. While there is a count, a field such as 13/128 "
        "behind the en passant square has it and its limit, in plies. [none]",
        KEY_FAIRY},
    [KEY_COUNTING_LIMITS] = {"countingLimits", KEY_TEXT, NULL, NULL, 0, 0,
        "LETTERS:N and so on, e.g. rr:8 r:16: the limit of the pieces' honour is N moves at the "
        "first entry of which the opponent of the lone king has all pieces, and else 64. Files of "
        "Fairy-Stockfish: rr:8 r:16 ss:22 nn:32 s:44, with the letters of rook, silver and "
        "knight.", KEY_OURS},
    [KEY_EXTINCTION_VALUE] = {"extinctionValue", KEY_CHOICE, NULL, "none draw loss win", 0, 0,
        "The result for a side of which one of extinctionPieceTypes has no more than "
        "extinctionPieceCount pieces left. [none]", KEY_FAIRY},
    [KEY_EXTINCTION_TYPES] = {"extinctionPieceTypes", KEY_TYPES, NULL, NULL, 0, 0,
        "Each of these counts by itself; * counts all pieces together.", KEY_FAIRY},
    [KEY_EXTINCTION_COUNT] = {"extinctionPieceCount", KEY_NUMBER, NULL, NULL, 0, 255,
        "See extinctionValue. [0]", KEY_FAIRY},
    [KEY_EXTINCTION_OPPONENT] = {"extinctionOpponentPieceCount", KEY_NUMBER, NULL, NULL, 0, 255,
        "How many of the type the opponent must have for the rule to count. [0]", KEY_FAIRY},
    [KEY_EXTINCTION_PSEUDO_ROYAL] = {"extinctionPseudoRoyal", KEY_BOOL, NULL, NULL, 0, 0,
        "true: in place of ending the game by extinction, pieces of a type of "
        "extinctionPieceTypes are royal while their side has just one more than "
        "extinctionPieceCount of it: none of them may be left attacked, and to have no legal "
        "move while one is attacked is checkmate. [false]", KEY_FAIRY},
    [KEY_FLAG_PIECE] = {"flagPiece", KEY_TYPES, NULL, NULL, 0, 0,
        "The type with which either side wins by reaching its flagRegion; * is any. [*]",
        KEY_FAIRY},
    [KEY_FLAG_PIECE_WHITE] = {"flagPieceWhite", KEY_TYPES, NULL, NULL, 0, 0,
        "The type with which White wins by reaching its flagRegion; * is any. [*]", KEY_FAIRY},
    [KEY_FLAG_PIECE_BLACK] = {"flagPieceBlack", KEY_TYPES, NULL, NULL, 0, 0,
        "The type with which Black wins by reaching its flagRegion; * is any. [*]", KEY_FAIRY},
    [KEY_FLAG_REGION] = {"flagRegion", KEY_REGION, NULL, NULL, 0, 0,
        "Where either side wins. [-]", KEY_FAIRY},
    [KEY_FLAG_REGION_WHITE] = {"flagRegionWhite", KEY_REGION, NULL, NULL, 0, 0,
        "Where White wins. [-]", KEY_FAIRY},
    [KEY_FLAG_REGION_BLACK] = {"flagRegionBlack", KEY_REGION, NULL, NULL, 0, 0,
        "Where Black wins. [-]", KEY_FAIRY},
    [KEY_FLAG_COUNT] = {"flagPieceCount", KEY_NUMBER, NULL, NULL, 1, 255,
        "How many flag pieces must be in the region. [1]", KEY_FAIRY},
    [KEY_FLAG_BLOCKED] = {"flagPieceBlockedWin", KEY_BOOL, NULL, NULL, 0, 0,
        "true: one of them will do where the whole region is occupied. [false]", KEY_FAIRY},
    [KEY_FLAG_MOVE] = {"flagMove", KEY_BOOL, NULL, NULL, 0, 0,
        "true: the opponent of who has reached the region has one more move; who is to move and "
        "stands there wins. With a royal flag piece only Black has that move, and only if its "
        "royal piece can follow at once: then the game is drawn. [false]", KEY_FAIRY},
    [KEY_FLAG_SAFE] = {"flagPieceSafe", KEY_BOOL, NULL, NULL, 0, 0,
        "true: where a flag piece in the region is attacked, one less counts, until none is "
        "attacked; where both sides then have reached theirs, the game is drawn. [false]", KEY_FAIRY},
    [KEY_PIECE_DROPS] = {"pieceDrops", KEY_BOOL, NULL, NULL, 0, 0,
        "true: who has pieces in hand may put one on an empty square in place of a move. The array "
        "and FENs have the pieces in hand behind the board, [Qqp]; [] is none. [false]", KEY_FAIRY},
    [KEY_CAPTURES_TO_HAND] = {"capturesToHand", KEY_BOOL, NULL, NULL, 0, 0,
        "true: a captured piece changes its colour and goes to the hand of who took it; what has "
        "promoted goes there as what it was. A FEN marks promoted pieces: Q~ is a queen that was a "
        "pawn, +R what a rook becomes by promotedPieceType. [false]", KEY_FAIRY},
    [KEY_DROP_LOOP] = {"dropLoop", KEY_BOOL, NULL, NULL, 0, 0,
        "true: what has promoted goes to the hand as what it has become. [false]", KEY_FAIRY},
    [KEY_DROP_REGION_WHITE] = {"dropRegionWhite", KEY_REGION, NULL, NULL, 0, 0,
        "The squares that White's pieces in hand may come in on. [*]", KEY_FAIRY},
    [KEY_DROP_REGION_BLACK] = {"dropRegionBlack", KEY_REGION, NULL, NULL, 0, 0,
        "The same for Black. [White's mirrored; * in files of Fairy-Stockfish]", KEY_FAIRY},
    [KEY_FIRST_RANK_PAWN_DROPS] = {"firstRankPawnDrops", KEY_BOOL, NULL, NULL, 0, 0,
        "true: pawns may come in on their own first rank. (Pawns, here and below: pawnTypes; in "
        "files of Fairy-Stockfish the type named pawn.) [false]", KEY_FAIRY},
    [KEY_PROMOTION_ZONE_PAWN_DROPS] = {"promotionZonePawnDrops", KEY_BOOL, NULL, NULL, 0, 0,
        "true: pawns may come in where they would promote. [false]", KEY_FAIRY},
    [KEY_DROP_NO_DOUBLED] = {"dropNoDoubled", KEY_TYPES, NULL, NULL, 0, 0,
        "A type that may not come in on a file where its side has dropNoDoubledCount of it "
        "already. [-]", KEY_FAIRY},
    [KEY_DROP_NO_DOUBLED_COUNT] = {"dropNoDoubledCount", KEY_NUMBER, NULL, NULL, 0, 16,
        "See dropNoDoubled. [1]", KEY_FAIRY},
    [KEY_DROP_CHECKS] = {"dropChecks", KEY_BOOL, NULL, NULL, 0, 0,
        "false: no piece may come in with check. [true]", KEY_FAIRY},
    [KEY_PAWN_DROP_MATE] = {"shogiPawnDropMateIllegal", KEY_BOOL, NULL, NULL, 0, 0,
        "true: no pawn may come in with checkmate (in files of Fairy-Stockfish, none of the type "
        "named shogiPawn). [false]", KEY_FAIRY},
#define FAIRY_PIECE(id, name, moves)                                                            \
    [KEY_FAIRY_##id] = {name, KEY_FAIRY_PIECE, NULL, moves, 0, 0,                               \
                        name " = LETTER gives the type of that name its letter; - takes it away.", \
                        KEY_FAIRY},
#define FAIRY_REFUSED(id, name, off, why)                                                      \
    [KEY_REFUSED_##id] = {name, KEY_REFUSED, NULL, off, 0, 0, why, KEY_FAIRY},
#define FAIRY_IGNORED(id, name, why)                                                           \
    [KEY_IGNORED_##id] = {name, KEY_IGNORED, NULL, NULL, 0, 0, why, KEY_FAIRY},
#include "engine/rules/fairy_keys.def"
};
/* clang-format on */

const KeyRow *key_row(KeyId id) { return &key_rows[id]; }

KeyId key_id(const KeyRow *row) { return (KeyId)(row - key_rows); }

bool key_is_family(const KeyRow *row)
{
    char last = row->name[strlen(row->name) - 1];
    return last == '.' || last == '*';
}

size_t key_stem(const KeyRow *row)
{
    size_t length = strlen(row->name);
    return row->name[length - 1] == '*' ? length - 1 : length;
}

KeyOrigin key_origin(const KeyRow *row)
{
    return row->name[strlen(row->name) - 1] == '.' ? KEY_OURS : row->origin;
}
