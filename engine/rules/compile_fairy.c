/* Rules that Fairy-Stockfish has keys for: castling as the array says, promotion by colour and type, goals,
 * and what makes a move illegal or starts a count anew. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/betza.h"
#include "engine/rules/compile_internal.h"
#include "engine/rules/fairy.h"
#include "engine/rules/path.h"
#include "engine/rules/squares.h"

static const Setting *find(const Compiler *compiler, KeyId id) { return settings_find(compiler->settings, id, ""); }

static int number(const Compiler *compiler, KeyId id, int fallback)
{
    return settings_number_or(compiler->settings, id, fallback);
}

/* The setting for one colour, or else the one for both. */
static const Setting *find_coloured(const Compiler *compiler, KeyId one, KeyId both)
{
    const Setting *setting = find(compiler, one);
    return setting != NULL ? setting : find(compiler, both);
}

/* Types where '*' is all of them. */
static bool read_types_or_all(Compiler *compiler, const Setting *setting, uint32_t *types)
{
    *types = UINT32_MAX;
    return setting == NULL || strcmp(setting->value, "*") == 0 || compile_read_types(compiler, setting, types);
}

/* ------------------------------------------------------------------------------------------------
 * Castling
 */

/* The file (from 0) that a key names by its letter or number; `fallback` without the key, -1 if it is none. */
static int read_file(Compiler *compiler, KeyId id, int fallback)
{
    const Setting *setting = find(compiler, id);
    if (setting == NULL)
        return fallback;
    const char *value = setting->value;
    int file = islower((unsigned char)value[0]) && value[1] == '\0' ? value[0] - 'a'
               : strspn(value, "0123456789") == strlen(value)       ? (int)strtol(value, NULL, 10) - 1
                                                                    : -1;
    if (file < 0 || file >= MAX_FILES) {
        setting_error(setting, compiler->err, "\"%s\" is no file", value);
        return -1;
    }
    return file;
}

/* The keys of castling, read. */
typedef struct CastlingKeys {
    uint32_t king_types, rook_types;
    int kingside, queenside, rank, king_file, rook_kingside, rook_queenside;
} CastlingKeys;

static bool read_castling_keys(Compiler *compiler, CastlingKeys *keys)
{
    const Setting *king = find(compiler, KEY_CASTLING_KING_PIECE), *rooks = find(compiler, KEY_CASTLING_ROOK_PIECES);
    keys->kingside = read_file(compiler, KEY_CASTLING_KINGSIDE, 6);
    keys->queenside = read_file(compiler, KEY_CASTLING_QUEENSIDE, 2);
    keys->king_file = read_file(compiler, KEY_CASTLING_KING_FILE, 4);
    keys->rook_kingside = read_file(compiler, KEY_CASTLING_ROOK_KINGSIDE, compiler->variant->files - 1);
    keys->rook_queenside = read_file(compiler, KEY_CASTLING_ROOK_QUEENSIDE, 0);
    keys->rank = number(compiler, KEY_CASTLING_RANK, 1) - 1;
    keys->king_types = 1u << compiler->variant->royal_type;
    keys->rook_types = 1u << variant_type(compiler->variant, 'r');
    if (keys->kingside < 0 || keys->queenside < 0 || keys->king_file < 0 || keys->rook_kingside < 0
        || keys->rook_queenside < 0)
        return false;
    return (king == NULL || compile_read_types(compiler, king, &keys->king_types))
           && (rooks == NULL || compile_read_types(compiler, rooks, &keys->rook_types));
}

static bool array_has(const Compiler *compiler, int file, int rank, Colour colour, uint32_t types)
{
    const Variant *variant = compiler->variant;
    if (file < 0 || file >= variant->files || rank < 0 || rank >= variant->ranks)
        return false;
    Piece piece = compiler->array[rank * variant->files + file];
    return piece != NO_PIECE && piece_colour(piece) == colour && (types >> piece_type(piece) & 1) != 0;
}

/* The file of the king that castles; -1 if none stands on the rank. */
static int find_castling_king(const Compiler *compiler, const CastlingKeys *keys, Colour colour, int rank)
{
    const Variant *variant = compiler->variant;
    int count = 0, last = -1;
    for (int square = 0; square < variant->squares; square++)
        if (array_has(compiler, square % variant->files, square / variant->files, colour, keys->king_types)) {
            count++;
            last = square;
        }
    if (count == 1)
        return last / variant->files == rank ? last % variant->files : -1;
    return array_has(compiler, keys->king_file, rank, colour, keys->king_types) ? keys->king_file : -1;
}

/* The file of the partner that a right's letter names; -1 if there is none. */
static int find_partner(const Compiler *compiler, const CastlingKeys *keys, char letter, Colour colour, int rank)
{
    char upper = (char)toupper((unsigned char)letter);
    int file = upper == 'K' ? keys->rook_kingside : upper == 'Q' ? keys->rook_queenside : upper - 'A';
    int step = upper == 'K' ? -1 : upper == 'Q' ? 1 : 0;
    while (step != 0 && file >= 0 && file < compiler->variant->files
           && !array_has(compiler, file, rank, colour, keys->rook_types))
        file += step;
    return array_has(compiler, file, rank, colour, keys->rook_types) ? file : -1;
}

static bool add_array_castling(Compiler *compiler, const Setting *start, const CastlingKeys *keys, char letter)
{
    Variant *variant = compiler->variant;
    Colour colour = isupper((unsigned char)letter) ? WHITE : BLACK;
    int rank = colour == WHITE ? keys->rank : variant->ranks - 1 - keys->rank;
    int king = isalpha((unsigned char)letter) ? find_castling_king(compiler, keys, colour, rank) : -1;
    int rook = king >= 0 ? find_partner(compiler, keys, letter, colour, rank) : -1;
    if (rook < 0 || rook == king)
        return setting_error(start, compiler->err, "the castling right '%c' has no king and partner on rank %d",
                             letter, rank + 1);
    bool kingside = rook > king;
    int king_to = kingside ? keys->kingside : keys->queenside;
    int rook_to = kingside ? king_to - 1 : king_to + 1;
    if (king_to >= variant->files || rook_to < 0 || rook_to >= variant->files)
        return setting_error(start, compiler->err, "the castling right '%c' leads beyond the edge", letter);
    unsigned row = (unsigned)(rank * variant->files);
    const unsigned squares[4]
        = {row + (unsigned)king, row + (unsigned)king_to, row + (unsigned)rook, row + (unsigned)rook_to};
    return compile_add_castling(compiler, start, letter, squares);
}

bool compile_array_castling(Compiler *compiler)
{
    const Setting *castling = find(compiler, KEY_CASTLING), *start = find(compiler, KEY_START_FEN);
    CastlingKeys keys;
    if (castling == NULL)
        return true;
    if (compiler->variant->castling_count > 0)
        return setting_error(castling, compiler->err, "there are castle.LETTER keys, too: give one or the other");
    if (number(compiler, KEY_CASTLING, 1) == 0)
        return true;
    const char *at = start->value;
    for (int field = 0; field < 2; field++) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    if (*at == '-' || *at == '\0')
        return true;
    if (!read_castling_keys(compiler, &keys))
        return false;
    for (; *at != ' ' && *at != '\0'; at++)
        if (!add_array_castling(compiler, start, &keys, *at))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * Promotion
 */

/* The direction on the other side of straight ahead. */
static unsigned mirror_direction(const BetzaMove *move, int direction)
{
    int x, y, other_x, other_y;
    betza_leap(move, direction, &x, &y);
    for (int other = 0; other < 8; other++) {
        betza_leap(move, other, &other_x, &other_y);
        if (other_x == -x && other_y == y)
            return (unsigned)other;
    }
    return (unsigned)direction;
}

void compile_turn_moves(const Settings *settings, const PieceType *type, BetzaPiece *moves)
{
    if (!fairy_settings(settings) && strncmp(type->name, "customPiece", strlen("customPiece")) != 0)
        return;
    for (int i = 0; i < moves->move_count; i++) {
        BetzaMove *move = &moves->moves[i];
        unsigned turned = 0;
        for (int direction = 0; direction < 8; direction++)
            if (move->legs[0].directions >> direction & 1)
                turned |= 1u << mirror_direction(move, direction);
        move->legs[0].directions = (uint8_t)turned;
    }
}

static bool find_path(const Path *path, void *context)
{
    (void)path;
    (void)context;
    return false;
}

Set compile_stuck_squares(const Variant *variant, const Settings *settings, Colour colour, unsigned type)
{
    BetzaPiece moves = {0};
    Error err = {{0}};
    Board board = {.files = variant->files, .ranks = variant->ranks};
    long leaps = 1000000;
    Set stuck = set_empty();
    bool some = strcmp(variant->types[type].moves, "-") != 0 && betza_parse(&moves, variant->types[type].moves, &err);
    if (colour == BLACK)
        compile_turn_moves(settings, &variant->types[type], &moves);
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        bool leaves = false;
        for (int i = 0; some && i < moves.move_count && !leaves; i++)
            leaves = !path_visit(board, colour, square, &moves.moves[i], &leaps, find_path, NULL);
        if (!leaves)
            set_add(&stuck, square);
    }
    return stuck;
}

bool compile_knows_colours(const Compiler *compiler)
{
    static const KeyId keys[]
        = {KEY_PROMOTION_REGION_BLACK, KEY_PROMOTION_TYPES_WHITE, KEY_PROMOTION_TYPES_BLACK, KEY_PROMOTION_PAWNS,
           KEY_PROMOTION_PAWNS_WHITE,  KEY_PROMOTION_PAWNS_BLACK, KEY_PROMOTED};
    bool some = fairy_settings(compiler->settings) || strchr(find(compiler, KEY_PROMOTION_LIMIT)->value, ':') != NULL;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        some = some || find(compiler, keys[i]) != NULL;
    return some;
}

/* Adds a rule for one colour. A piece that would be stuck where it need not promote must. */
static bool push_promotion(Compiler *compiler, const Setting *setting, PromotionRule rule, Colour colour)
{
    Variant *variant = compiler->variant;
    if (rule.by == 0 || set_is_empty(&rule.squares[colour]))
        return true;
    if (variant->promotion_count == MAX_PROMOTIONS)
        return setting_error(setting, compiler->err, "more than %d kinds of promotion", MAX_PROMOTIONS - 1);
    if (rule.types >> variant->royal_type & 1 && variant->royal_type != 0)
        return setting_error(setting, compiler->err, "nothing can become royal");
    rule.waits = variant->lost_promotion && !rule.piece;
    variant->promotions[variant->promotion_count++] = rule;
    if (rule.waits)
        variant->waiting_types |= rule.types;
    if (!rule.piece)
        variant->promotion_squares[colour] = set_or(variant->promotion_squares[colour], rule.squares[colour]);
    return true;
}

static bool add_colour_promotion(Compiler *compiler, const Setting *setting, PromotionRule rule, Colour colour)
{
    Variant *variant = compiler->variant;
    if (!rule.optional || number(compiler, KEY_IMMOBILITY_ILLEGAL, 0) == 0)
        return push_promotion(compiler, setting, rule, colour);
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
        if ((rule.by >> type & 1) == 0)
            continue;
        Set stuck = compile_stuck_squares(variant, compiler->settings, colour, type);
        PromotionRule must = rule, may = rule;
        must.by = may.by = 1u << type;
        must.optional = must.from_too = false;
        must.squares[colour] = set_and(rule.squares[colour], stuck);
        may.squares[colour] = set_minus(rule.squares[colour], stuck);
        if (!push_promotion(compiler, setting, must, colour) || !push_promotion(compiler, setting, may, colour))
            return false;
    }
    return true;
}

/* "2", or "q:1 r:2" */
static bool read_limits(Compiler *compiler, uint8_t limits[MAX_TYPES])
{
    const Setting *setting = find(compiler, KEY_PROMOTION_LIMIT);
    const char *at = setting->value;
    memset(limits, 0, MAX_TYPES);
    while (*at != '\0') {
        bool pair = isalpha((unsigned char)at[0]) && at[1] == ':';
        unsigned type = pair ? variant_type(compiler->variant, *at) : 0;
        char *end;
        const char *digits = pair ? at + 2 : at;
        long limit = strtol(digits, &end, 10);
        if (end == digits || limit < 0 || limit > 99 || (*end != ' ' && *end != '\0') || (pair && type == 0)
            || (!pair && (at != setting->value || *end != '\0')))
            return setting_error(setting, compiler->err, "\"%s\" is neither a number from 0 to 99 nor such as q:1 r:2",
                                 setting->value);
        for (unsigned i = 1; i < MAX_TYPES; i++)
            if (!pair || i == type)
                limits[i] = (uint8_t)limit;
        at = end + strspn(end, " ");
    }
    return true;
}

/* What each type becomes by promotedPieceType, 0 for nothing. */
static bool read_promoted(Compiler *compiler, unsigned becomes[MAX_TYPES])
{
    const Setting *setting = find(compiler, KEY_PROMOTED);
    memset(becomes, 0, MAX_TYPES * sizeof *becomes);
    if (setting == NULL || strcmp(setting->value, "-") == 0)
        return true;
    for (const char *at = setting->value; *at != '\0'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        unsigned from = length == 3 && at[1] == ':' ? variant_type(compiler->variant, at[0]) : 0;
        unsigned to = from != 0 ? variant_type(compiler->variant, at[2]) : 0;
        if (to == 0)
            return setting_error(setting, compiler->err, "\"%.*s\" is not two pieces' letters, such as p:g",
                                 (int)length, at);
        becomes[from] = to;
        at += length;
    }
    return true;
}

static bool read_promotion_region(Compiler *compiler, Set region[2])
{
    const Variant *variant = compiler->variant;
    const Setting *white = find(compiler, KEY_PROMOTION_REGION), *black = find(compiler, KEY_PROMOTION_REGION_BLACK);
    region[WHITE] = variant->first_rank[BLACK];
    if (white != NULL && !compile_read_region(compiler, white, white->value, &region[WHITE]))
        return false;
    region[BLACK] = set_mirror(variant->files, variant->ranks, region[WHITE]);
    if (black == NULL)
        return true;
    Set given;
    if (!compile_read_region(compiler, black, black->value, &given))
        return false;
    /* In files of Fairy-Stockfish, White's region alone does not move Black's: a reader of ours would expect
     * it to. */
    if (white != NULL && !white->inherited && black->inherited && !set_equal(&given, &region[BLACK]))
        return setting_error(white, compiler->err, "promotionRegionBlack is inherited and is not its mirror: give both");
    region[BLACK] = given;
    return true;
}

/* The rule of promotionPieceTypes, and for each type the one of promotedPieceType. */
static bool compile_one_colour(Compiler *compiler, Colour colour, Set region, const uint8_t limits[MAX_TYPES],
                               const unsigned becomes[MAX_TYPES])
{
    const Variant *variant = compiler->variant;
    bool white = colour == WHITE;
    const Setting *types = find_coloured(compiler, white ? KEY_PROMOTION_TYPES_WHITE : KEY_PROMOTION_TYPES_BLACK,
                                         KEY_PROMOTION_TYPES);
    const Setting *pawns = find_coloured(compiler, white ? KEY_PROMOTION_PAWNS_WHITE : KEY_PROMOTION_PAWNS_BLACK,
                                         KEY_PROMOTION_PAWNS);
    PromotionRule pawn_rule = {.optional = settings_number(compiler->settings, KEY_PROMOTION_MANDATORY) == 0};
    pawn_rule.squares[colour] = region;
    memcpy(pawn_rule.limit, limits, sizeof pawn_rule.limit);
    for (int type = 1; type <= variant->type_count; type++)
        pawn_rule.by |= variant->types[type].pawn ? 1u << type : 0;
    if (!compile_read_types(compiler, types, &pawn_rule.types)
        || (pawns != NULL && !compile_read_types(compiler, pawns, &pawn_rule.by)))
        return false;
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
        bool pawn = strcmp(variant->types[type].name, "pawn") == 0;
        if (becomes[type] == 0)
            continue;
        if ((pawn_rule.by >> type & 1) != 0 && !pawn)
            return setting_error(find(compiler, KEY_PROMOTED), compiler->err, "'%c' promotes by promotionPieceTypes, too",
                                 variant->types[type].letter);
        PromotionRule rule = {.types = 1u << becomes[type],
                              .by = 1u << type,
                              .piece = true,
                              .from_too = !pawn,
                              .optional = number(compiler, KEY_PIECE_PROMOTION_MANDATORY, 0) == 0};
        rule.squares[colour] = region;
        memcpy(rule.limit, limits, sizeof rule.limit);
        if (pawn) {
            /* Its choices are those of both keys. */
            rule.piece = pawn_rule.types == 0;
            rule.types |= pawn_rule.types;
            rule.optional = pawn_rule.optional;
            pawn_rule.by &= ~rule.by;
        }
        if (!add_colour_promotion(compiler, find(compiler, KEY_PROMOTED), rule, colour))
            return false;
    }
    return add_colour_promotion(compiler, types, pawn_rule, colour);
}

bool compile_colour_promotions(Compiler *compiler)
{
    Set region[2];
    uint8_t limits[MAX_TYPES];
    unsigned becomes[MAX_TYPES];
    for (size_t i = 0; i < compiler->settings->count; i++)
        if (compiler->settings->items[i].id == KEY_PROMOTION)
            return setting_error(&compiler->settings->items[i], compiler->err,
                                 "there are keys of promotion by colour or type, too: give one or the other");
    return read_promotion_region(compiler, region) && read_limits(compiler, limits) && read_promoted(compiler, becomes)
           && compile_one_colour(compiler, WHITE, region[WHITE], limits, becomes)
           && compile_one_colour(compiler, BLACK, region[BLACK], limits, becomes);
}

/* ------------------------------------------------------------------------------------------------
 * Goals
 */

static bool compile_extinction(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    Goals *goals = &variant->goals;
    const Setting *types = find(compiler, KEY_EXTINCTION_TYPES);
    int value = number(compiler, KEY_EXTINCTION_VALUE, 0); /* none draw loss win */
    bool royal = number(compiler, KEY_EXTINCTION_PSEUDO_ROYAL, 0) == 1;
    if (types == NULL || strcmp(types->value, "-") == 0 || (value == 0 && !royal))
        return true;
    goals->extinction_all = strcmp(types->value, "*") == 0;
    if (!read_types_or_all(compiler, types, &goals->extinction_types))
        return false;
    if (royal && goals->extinction_all)
        return setting_error(types, compiler->err, "all pieces together cannot be royal");
    goals->extinction_count = number(compiler, KEY_EXTINCTION_COUNT, 0);
    goals->extinction_opponent = number(compiler, KEY_EXTINCTION_OPPONENT, 0);
    goals->extinction_value = (StalemateRule)(value > 0 ? value - 1 : 0);
    variant->features |= royal ? FEATURE_PSEUDO_ROYAL : FEATURE_EXTINCTION;
    return true;
}

static bool compile_flags(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    Goals *goals = &variant->goals;
    for (int colour = WHITE; colour <= BLACK; colour++) {
        bool white = colour == WHITE;
        const Setting *region
            = find_coloured(compiler, white ? KEY_FLAG_REGION_WHITE : KEY_FLAG_REGION_BLACK, KEY_FLAG_REGION);
        const Setting *piece
            = find_coloured(compiler, white ? KEY_FLAG_PIECE_WHITE : KEY_FLAG_PIECE_BLACK, KEY_FLAG_PIECE);
        if (region == NULL)
            continue;
        if (!compile_read_region(compiler, region, region->value, &goals->flag_region[colour])
            || !read_types_or_all(compiler, piece, &goals->flag_types[colour]))
            return false;
        if (!set_is_empty(&goals->flag_region[colour]))
            variant->features |= FEATURE_FLAG;
    }
    goals->flag_count = number(compiler, KEY_FLAG_COUNT, 1);
    goals->flag_blocked = number(compiler, KEY_FLAG_BLOCKED, 0) == 1;
    goals->flag_move = number(compiler, KEY_FLAG_MOVE, 0) == 1;
    goals->flag_safe = number(compiler, KEY_FLAG_SAFE, 0) == 1;
    return true;
}

static void compile_repetition(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    static const StalemateRule turned[] = {STALEMATE_DRAW, STALEMATE_WIN, STALEMATE_LOSS};
    StalemateRule value = (StalemateRule)number(compiler, KEY_N_FOLD_VALUE, STALEMATE_DRAW);
    bool absolute = number(compiler, KEY_N_FOLD_ABSOLUTE, 0) == 1;
    variant->repetition[WHITE] = value;
    variant->repetition[BLACK] = absolute ? turned[value] : value;
}

bool compile_goals(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    compile_repetition(compiler);
    if (number(compiler, KEY_MUST_CAPTURE, 0) == 1)
        variant->features |= FEATURE_MUST_CAPTURE;
    if (number(compiler, KEY_CHECKING, 1) == 0)
        variant->features |= FEATURE_NO_CHECKS;
    if (number(compiler, KEY_CHECK_COUNTING, 0) == 1)
        variant->features |= FEATURE_CHECK_COUNT;
    if (!compile_extinction(compiler) || !compile_flags(compiler))
        return false;
    if ((variant->kingless[WHITE] || variant->kingless[BLACK])
        && (variant->bare_king != BARE_KING_NONE || variant->cut_off_types != 0))
        return setting_error(find(compiler, variant->cut_off_types != 0 ? KEY_CUT_OFF_TYPES : KEY_BARE_KING),
                             compiler->err, "both sides must have a royal piece");
    /* A king that comes by promotion only would have to be royal. */
    for (int i = 1; i < variant->promotion_count && variant->royal_type == 0; i++)
        for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
            if ((variant->promotions[i].types >> type & 1) != 0 && strcmp(variant->types[type].name, "king") == 0
                && !((variant->features & FEATURE_PSEUDO_ROYAL) != 0 && (variant->goals.extinction_types >> type & 1) != 0))
                return setting_error(find(compiler, KEY_START_FEN), compiler->err,
                                     "a king that comes by promotion only is not supported");
    /* Only what is royal hinders the king's castling. */
    for (int i = 0; i < variant->castling_count; i++) {
        Castling *castling = &variant->castlings[i];
        bool pseudo = (variant->features & FEATURE_PSEUDO_ROYAL) != 0
                      && (variant->goals.extinction_types >> castling->king_type & 1) != 0;
        castling->free = !variant->types[castling->king_type].royal && !pseudo;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * The move rule
 */

bool compile_resets(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    for (int colour = WHITE; colour <= BLACK; colour++) {
        const Setting *types = find_coloured(
            compiler, colour == WHITE ? KEY_N_MOVE_TYPES_WHITE : KEY_N_MOVE_TYPES_BLACK, KEY_N_MOVE_TYPES);
        for (int type = 1; type <= variant->type_count; type++)
            variant->resets[colour] |= variant->types[type].pawn ? 1u << type : 0;
        if (types != NULL && !compile_read_types(compiler, types, &variant->resets[colour]))
            return false;
    }
    if (fairy_settings(compiler->settings))
        variant->features |= FEATURE_REVERSIBLE;
    return true;
}

/* Where a piece can go without capture on an empty board. */
static Set quiet_targets(const Variant *variant, int colour, int type, unsigned from)
{
    const Program *program = &variant->programs[colour][type][from];
    const Step *steps = variant->steps + program->first;
    Set targets = set_empty();
    for (uint32_t at = 0; at < program->length; at = steps[at].next[0])
        if (steps[at].emit[0] == EMIT_MOVE || steps[at].emit[0] == EMIT_PROMOTION)
            set_add(&targets, move_to(steps[at].move));
    return targets;
}

void compile_way_back(Variant *variant)
{
    bool some = false;
    if ((variant->features & FEATURE_REVERSIBLE) == 0)
        return;
    variant->way_back = memory_new((size_t)2 * MAX_TYPES * MAX_SQUARES, sizeof(Set));
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (int type = 1; type <= variant->type_count; type++)
            for (int to = 0; to < variant->squares && (variant->resets[colour] >> type & 1) != 0; to++)
                variant->way_back[(colour * MAX_TYPES + type) * MAX_SQUARES + to]
                    = quiet_targets(variant, colour, type, (unsigned)to);
    for (size_t i = 0; i < (size_t)2 * MAX_TYPES * MAX_SQUARES && !some; i++) {
        size_t to = i % MAX_SQUARES;
        size_t first = i - to;
        SET_EACH(back, &variant->way_back[i])
        {
            some = some || set_has(&variant->way_back[first + back], (unsigned)to);
        }
    }
    if (some)
        return;
    free(variant->way_back);
    variant->way_back = NULL;
    variant->features &= ~(uint32_t)FEATURE_REVERSIBLE;
}
