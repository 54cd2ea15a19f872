#include "engine/rules/move_reader.h"

#include <ctype.h>
#include <string.h>

#include "engine/rules/attack.h"
#include "engine/rules/legality.h"
#include "engine/rules/move_text.h"
#include "engine/rules/movegen.h"
#include "engine/rules/outcome.h"
#include "engine/rules/san.h"

enum { MAX_LISTED = 12 };

/* ------------------------------------------------------------------------------------------------
 * Whether a text can mean a move
 */

/* How much of the text must agree: each step leaves one thing out, for finding what is wrong. */
typedef enum Strictness {
    MATCH_ALL,
    MATCH_BUT_PROMOTION,
    MATCH_BUT_WAY, /* only the piece and where it ends */
} Strictness;

/* Whether the squares from `first` on are the way and the end of the move. Squares that it passes
 * are understood only where they are due, and then to the letter: e3-e4 is a step from e3. */
static bool way_matches(const MoveText *text, int first, const MoveParts *parts,
                        Strictness strictness)
{
    int count = text->square_count - first, last = text->square_count - 1;
    Square end = text->squares[last];
    if (strictness == MATCH_BUT_WAY)
        return end == parts->to || (parts->shot && end == parts->from);
    if (parts->shot)
        return (count == 1 && end == parts->to && text->signs[last] != '-')
               || (count == 2 && text->squares[first] == parts->to && end == parts->from);
    if (text->signs[last] == 'x' && !parts->captures)
        return false;
    if (text->signs[last] == '*' && parts->take_count == 0)
        return false;
    return end == parts->to && count - 1 == parts->take_count
           && memcmp(&text->squares[first], parts->takes,
                     (size_t)parts->take_count * sizeof(Square))
                  == 0;
}

static bool letter_names(const Castling *castling, char letter)
{
    int upper = toupper((unsigned char)letter);
    return letter == '\0' || upper == toupper((unsigned char)castling->letter)
           || (castling->outer != 0 && upper == toupper((unsigned char)castling->outer));
}

/* The king's squares alone mean a castling only if they are its text. */
static bool castling_matches(const MoveText *text, const MoveParts *parts, Strictness strictness)
{
    const Castling *castling = parts->castling;
    if (!letter_names(castling, text->right))
        return false;
    if (text->castles)
        return text->castles_short == castling_is_short(castling);
    if (text->type != 0 || text->square_count != 2 || text->promotion != 0
        || text->squares[0] != castling->king_from)
        return false;
    bool enough = !parts->castling_lettered || text->right != '\0' || strictness == MATCH_BUT_WAY;
    return text->squares[1] == castling->rook_from
           || (enough && text->squares[1] == castling->king_to);
}

/* Whether the text gives the origin as a first square of its own. */
static bool names_origin(const MoveText *text, Square from)
{
    return text->square_count > 1 && text->squares[0] == from && text->signs[0] == '\0';
}

static bool origin_matches(const Variant *variant, const MoveText *text, const MoveParts *parts)
{
    bool type = text->type != 0
                    ? text->type == parts->type
                    : names_origin(text, parts->from) || variant->types[parts->type].pawn;
    return type && (text->file < 0 || text->file == variant_file(variant, parts->from))
           && (text->rank < 0 || text->rank == variant_rank(variant, parts->from));
}

static bool move_matches(const Position *position, const MoveText *text, Move move,
                         Strictness strictness)
{
    const MoveParts parts = move_parts(position, move);
    if (parts.castling != NULL)
        return castling_matches(text, &parts, strictness);
    if (parts.drop || text->drops)
        return parts.drop && text->drops && parts.to == text->squares[0]
               && (text->type != 0 ? text->type == parts.type
                                   : position->variant->types[parts.type].pawn);
    if (text->castles || text->right != '\0' || !origin_matches(position->variant, text, &parts))
        return false;
    if (strictness == MATCH_ALL && text->promotion != parts.promotion)
        return false;
    if (text->en_passant && !parts.en_passant)
        return false;
    /* A first square is the origin, or already one of the way. */
    return (names_origin(text, parts.from) && way_matches(text, 1, &parts, strictness))
           || way_matches(text, 0, &parts, strictness);
}

typedef struct MoveList {
    const Move *moves;
    int count;
} MoveList;

/* Writes those that match to `kept`; returns how many. */
static int keep_matching(const Position *position, const MoveText *text, Strictness strictness,
                         MoveList list, Move *kept)
{
    int kept_count = 0;
    for (int i = 0; i < list.count; i++)
        if (move_matches(position, text, list.moves[i], strictness))
            kept[kept_count++] = list.moves[i];
    return kept_count;
}

/* ------------------------------------------------------------------------------------------------
 * What is wrong
 */

/* "a1a2, a1a3 or a1a4" */
static void add_texts(const Position *position, const Move *moves, int count, Text *list)
{
    for (int i = 0; i < count && i < MAX_LISTED; i++) {
        char text[MAX_MOVE_TEXT];
        move_to_text(position, moves[i], text);
        text_add(list, "%s%s", i == 0 ? "" : i == count - 1 ? " or " : ", ", text);
    }
    if (count > MAX_LISTED)
        text_add(list, " or %d others", count - MAX_LISTED);
}

/* Sets the error to a message with the moves' texts behind it. */
static bool error_list(const Position *position, const Move *moves, int count, const char *message,
                       const char *text, Error *err)
{
    Text list;
    text_init(&list);
    add_texts(position, moves, count, &list);
    error_set(err, "\"%s\" %s: %s", text, message, list.data);
    text_release(&list);
    return false;
}

static const char *colour_name(Colour colour) { return colour == WHITE ? "White" : "Black"; }

/* Why a pseudo-legal move is not legal. */
static bool explain_illegal(Position *position, Move move, const char *text, Error *err)
{
    const Variant *variant = position->variant;
    Legality legality;
    legality_init(&legality, position);
    Colour mover = position->side;
    bool castles = move_parts(position, move).castling != NULL;
    position_make(position, move);
    unsigned king = position->king[mover];
    bool attacked =
        king != NO_SQUARE && square_attacked(position, (Square)king, colour_other(mover));
    position_undo(position);
    if (castles && (attacked || !legality.must_capture))
        return error_set(err, "\"%s\": the king would castle out of, over or into check", text);
    if (attacked && legality.in_check)
        return error_set(err, "\"%s\" leaves the king in check", text);
    if (attacked)
        return error_set(err, "\"%s\" leaves the king attacked", text);
    if (legality.must_capture && position_captured(position, move) == NO_PIECE)
        return error_set(err, "\"%s\" takes nothing, and %s must capture where it can", text,
                         colour_name(mover));
    if (move_parts(position, move).drop && (variant->features & FEATURE_NO_CHECKS) == 0)
        return error_set(err, "\"%s\": no %s may come in with %s", text,
                         variant->types[move_becomes(move)].name,
                         (variant->features & FEATURE_NO_DROP_CHECKS) != 0 ? "check" : "mate");
    if (variant->features & FEATURE_PSEUDO_ROYAL)
        return error_set(err, "\"%s\" leaves a piece attacked that is as good as a king", text);
    return error_set(err, "\"%s\" gives check, which the rules forbid", text);
}

/* Why nothing can come in so. */
static bool explain_drop(const Position *position, const MoveText *parsed, const char *text,
                         Error *err)
{
    const Variant *variant = position->variant;
    const Colour side = position->side;
    char square[4];
    square_to_text(variant, parsed->squares[0], square);
    if ((variant->features & FEATURE_DROPS) == 0)
        return error_set(err, "\"%s\": %s has no pieces in hand", text, variant->name);
    if (position->board[parsed->squares[0]] != NO_PIECE)
        return error_set(err, "\"%s\": %s is not empty", text, square);
    const char *name = parsed->type != 0 ? variant->types[parsed->type].name : "pawn";
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        if (position->pockets.count[side][type] > 0
            && (parsed->type != 0 ? parsed->type == type : variant->types[type].pawn))
            return error_set(err, "\"%s\": no %s of %s may come in on %s now", text, name,
                             colour_name(side), square);
    return error_set(err, "\"%s\": %s has no %s in hand", text, colour_name(side), name);
}

/* The rights among `rights` that a text could mean. */
static CastlingRights meant_rights(const Position *position, const MoveText *text,
                                   CastlingRights rights)
{
    const Variant *variant = position->variant;
    CastlingRights meant = 0;
    for (; rights != 0; rights &= rights - 1) {
        unsigned right = (unsigned)__builtin_ctz(rights);
        const Castling *castling =
            &variant->castlings[variant_castling(variant, right, position->king[position->side])];
        bool wing = !text->castles || text->castles_short == castling_is_short(castling);
        if (castling->king_type != 0 && wing && letter_names(castling, text->right))
            meant |= 1u << right;
    }
    return meant;
}

static bool explain_castling(const Position *position, const MoveText *parsed, const char *text,
                             Error *err)
{
    const Variant *variant = position->variant;
    const char *side = colour_name(position->side);
    CastlingRights all = meant_rights(position, parsed, variant->castling_rights[position->side]);
    if (all == 0)
        return error_set(err, "\"%s\": %s has no such castling", text, side);
    if ((all & position->castling) == 0)
        return error_set(err, "\"%s\": %s no longer has the right to castle so", text, side);
    if (position->move_number < variant->castling_from_move)
        return error_set(err, "\"%s\": castling is not allowed before move %u", text,
                         (unsigned)variant->castling_from_move);
    return error_set(err, "\"%s\": %s cannot castle over the pieces in between", text, side);
}

/* The square of origin, where the text gives it whole; else NO_SQUARE. */
static unsigned named_origin(const Variant *variant, const MoveText *parsed)
{
    if (parsed->file >= 0 && parsed->rank >= 0)
        return (unsigned)(parsed->rank * variant->files + parsed->file);
    bool first = parsed->square_count > 1 && parsed->signs[0] == '\0' && parsed->file < 0
                 && parsed->rank < 0;
    return first ? parsed->squares[0] : NO_SQUARE;
}

/* What is wrong with the piece that is to move. */
static bool check_origin(const Position *position, const MoveText *parsed, const char *text,
                         Error *err)
{
    const Variant *variant = position->variant;
    unsigned from = named_origin(variant, parsed);
    if (from == NO_SQUARE)
        return true;
    char square[4];
    square_to_text(variant, (Square)from, square);
    Piece piece = position->board[from];
    if (piece == NO_PIECE)
        return error_set(err, "\"%s\": there is no piece on %s", text, square);
    const char *name = variant->types[piece_type(piece)].name;
    if (piece_colour(piece) != position->side)
        return error_set(err, "\"%s\": the %s on %s is %s's, and %s is to move", text, name, square,
                         colour_name(piece_colour(piece)), colour_name(position->side));
    return parsed->type == 0 || parsed->type == piece_type(piece)
           || error_set(err, "\"%s\": the piece on %s is a %s, not a %s", text, square, name,
                        variant->types[parsed->type].name);
}

/* No piece goes there at all. */
static bool explain_unreachable(const Position *position, const MoveText *parsed, const char *text,
                                Error *err)
{
    const Variant *variant = position->variant;
    if (!check_origin(position, parsed, text, err))
        return false;
    unsigned from = named_origin(variant, parsed);
    char to[4], square[4];
    square_to_text(variant, parsed->squares[parsed->square_count - 1], to);
    if (from != NO_SQUARE) {
        square_to_text(variant, (Square)from, square);
        return error_set(err, "\"%s\": the %s on %s cannot go to %s", text,
                         variant->types[piece_type(position->board[from])].name, square, to);
    }
    const char *name = parsed->type != 0 ? variant->types[parsed->type].name : "pawn";
    bool part = parsed->file >= 0 || parsed->rank >= 0;
    return error_set(err, "\"%s\": no %s %s%s can go to %s", text,
                     position->side == WHITE ? "white" : "black", name,
                     part ? " that stands so" : "", to);
}

/* Nothing legal is meant: finds the first thing that is wrong. */
static bool explain_none(Position *position, const MoveText *parsed, MoveList legal,
                         const char *text, Error *err)
{
    Move moves[MAX_MOVES], all[MAX_MOVES];
    if (legal.count == 0 && outcome_ends_play(position))
        return error_set(err, "\"%s\": the game has ended (%s)", text,
                         end_reason_name(position_outcome_by_rule(position).reason));
    int found = keep_matching(position, parsed, MATCH_BUT_PROMOTION, legal, moves);
    if (found > 0)
        return error_list(position, moves, found,
                          parsed->promotion == 0 ? "does not say what it becomes; it can be"
                                                 : "cannot become that; it can be",
                          text, err);
    const MoveList pseudo_legal = {.moves = all, .count = generate_moves(position, all)};
    found = keep_matching(position, parsed, MATCH_BUT_PROMOTION, pseudo_legal, moves);
    if (found > 0)
        return explain_illegal(position, moves[0], text, err);
    if (parsed->drops)
        return explain_drop(position, parsed, text, err);
    if (parsed->castles || parsed->right != '\0')
        return explain_castling(position, parsed, text, err);
    found = keep_matching(position, parsed, MATCH_BUT_WAY, legal, moves);
    if (found > 0 && check_origin(position, parsed, text, err))
        return error_list(position, moves, found, "is no move; one to that square is", text, err);
    return explain_unreachable(position, parsed, text, err);
}

/* ------------------------------------------------------------------------------------------------
 * Reading
 */

/* Of the moves that a text may mean, the one that is written so to the letter. */
static Move written_so(const Position *position, MoveList legal, MoveList meant, const char *text)
{
    size_t length = strcspn(text, "+#!?");
    for (int i = 0; i < meant.count; i++) {
        char san[MAX_MOVE_TEXT];
        move_to_bare_san(position, legal.moves, legal.count, meant.moves[i], san);
        if (strlen(san) == length && memcmp(san, text, length) == 0)
            return meant.moves[i];
    }
    return NO_MOVE;
}

Move move_read(Position *position, const Move *moves, int count, const char *text, Error *err)
{
    MoveText parsed;
    Move kept[MAX_MOVES];
    const MoveList legal = {.moves = moves, .count = count};
    MoveList meant = {.moves = kept};
    if (!move_text_parse(position->variant, text, &parsed, err))
        return NO_MOVE;
    meant.count = keep_matching(position, &parsed, MATCH_BUT_WAY, legal, kept);
    Move move = written_so(position, legal, meant, text);
    if (move != NO_MOVE)
        return move;
    meant.count = keep_matching(position, &parsed, MATCH_ALL, legal, kept);
    if (meant.count == 1)
        return kept[0];
    if (meant.count == 0)
        explain_none(position, &parsed, legal, text, err);
    else
        error_list(position, kept, meant.count, "is ambiguous; it can be", text, err);
    return NO_MOVE;
}
