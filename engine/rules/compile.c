#include "engine/rules/compile_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/rules/board_text.h"
#include "engine/rules/fairy.h"
#include "engine/rules/outcome.h"
#include "engine/rules/position.h"
#include "engine/rules/squares.h"

bool compile_each_setting(Compiler *compiler, KeyId id,
                          bool (*compile)(Compiler *, const Setting *))
{
    for (size_t i = 0; i < compiler->settings->count; i++)
        if (compiler->settings->items[i].id == id
            && !compile(compiler, &compiler->settings->items[i]))
            return false;
    return true;
}

static const Setting *need_setting(Compiler *compiler, KeyId id)
{
    const Setting *setting = settings_find(compiler->settings, id, "");
    if (setting == NULL)
        error_set(
            compiler->err, "%s:%d: %s: the key is missing: give it, or inherit it by [%s:PARENT]",
            compiler->variant->file, compiler->line, key_row(id)->name, compiler->variant->name);
    return setting;
}

/* ------------------------------------------------------------------------------------------------
 * Board and types
 */

static bool compile_board(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    const Setting *file = need_setting(compiler, KEY_MAX_FILE);
    const Setting *rank = file != NULL ? need_setting(compiler, KEY_MAX_RANK) : NULL;
    if (rank == NULL)
        return false;
    variant->files = file_parse(file->value) + 1;
    if (variant->files == 0)
        return setting_error(file, compiler->err, "\"%s\" is no file from a to p (or 1 to 16)",
                             file->value);
    variant->ranks = settings_number(compiler->settings, KEY_MAX_RANK);
    variant->squares = variant->files * variant->ranks;
    for (int i = 0; i < variant->files; i++) {
        set_add(&variant->first_rank[WHITE], (unsigned)i);
        set_add(&variant->first_rank[BLACK], (unsigned)(variant->squares - 1 - i));
    }
    return true;
}

/* "LETTER:XBETZA" */
static bool compile_type(Compiler *compiler, const Setting *setting)
{
    Variant *variant = compiler->variant;
    const char *value = setting->value;
    if (!isalpha((unsigned char)value[0]) || value[1] != ':' || value[2] == '\0')
        return setting_error(setting, compiler->err,
                             "\"%s\" is not LETTER:XBETZA, such as N:N or a:BmW", value);
    char letter = (char)toupper((unsigned char)value[0]);
    unsigned other = variant_type(variant, letter);
    if (other != 0)
        return setting_error(setting, compiler->err, "'%c' is the letter of %s already", letter,
                             variant->types[other].name);
    if (variant->type_count + 1 == MAX_TYPES)
        return setting_error(setting, compiler->err, "more than %d types of piece", MAX_TYPES - 1);
    PieceType *type = &variant->types[++variant->type_count];
    size_t length = strlen(setting->suffix);
    if (length >= sizeof type->name)
        return setting_error(setting, compiler->err, "a name of more than %zu characters",
                             sizeof type->name - 1);
    memcpy(type->name, setting->suffix, length + 1);
    type->letter = letter;
    size_t start = 2 + strspn(value + 2, " ");
    type->moves = memory_copy_string(value + start);
    return true;
}

bool compile_read_letters(Compiler *compiler, const Setting *setting, const char *letters,
                          uint32_t *types)
{
    *types = 0;
    if (strcmp(letters, "-") == 0)
        return true;
    for (const char *at = letters; *at != '\0'; at++) {
        unsigned type = variant_type(compiler->variant, *at);
        if (*at == ' ')
            continue;
        if (type == 0)
            return setting_error(setting, compiler->err, "'%c' is no piece of this variant", *at);
        if ((*types >> type & 1) != 0 && !setting->inherited)
            return setting_error(setting, compiler->err, "'%c' stands twice", *at);
        *types |= 1u << type;
    }
    return true;
}

bool compile_read_types(Compiler *compiler, const Setting *setting, uint32_t *types)
{
    return compile_read_letters(compiler, setting, setting->value, types);
}

/* The type that the suffix of a family's setting names by its letter; 0 and an error if none. */
static unsigned suffix_type(Compiler *compiler, const Setting *setting)
{
    bool capital = isupper((unsigned char)setting->suffix[0]) && setting->suffix[1] == '\0';
    unsigned type = capital ? variant_type(compiler->variant, setting->suffix[0]) : 0;
    if (type == 0)
        setting_error(setting, compiler->err, "\"%s\" is no piece's capital letter",
                      setting->suffix);
    return type;
}

static bool compile_roles(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    const Setting *royal = settings_find(compiler->settings, KEY_ROYAL, "");
    const Setting *pawns = settings_find(compiler->settings, KEY_PAWN_TYPES, "");
    uint32_t royal_types, pawn_types;
    if (!compile_read_types(compiler, royal, &royal_types))
        return false;
    int kingless = settings_number_or(compiler->settings, KEY_KINGLESS, 0);
    variant->kingless[WHITE] = (kingless & 1) != 0;
    variant->kingless[BLACK] = (kingless & 2) != 0;
    if (__builtin_popcount(royal_types) != 1 && !(royal_types == 0 && kingless == 3))
        return setting_error(royal, compiler->err,
                             "there must be one royal type (or none, with kingless = both)");
    if (royal_types != 0) {
        variant->royal_type = (unsigned)__builtin_ctz(royal_types);
        variant->types[variant->royal_type].royal = true;
    }
    /* A variant without pawns need not say so: the default names a letter that it may not have. */
    if (pawns->fallback && variant_type(variant, 'P') == 0)
        return true;
    if (!compile_read_types(compiler, pawns, &pawn_types))
        return false;
    if ((pawn_types & royal_types) != 0)
        return setting_error(pawns, compiler->err, "the royal piece cannot be a pawn");
    for (int type = 1; type <= variant->type_count; type++)
        variant->types[type].pawn = pawn_types >> type & 1;
    return true;
}

static bool compile_drag(Compiler *compiler, const Setting *setting)
{
    unsigned type = suffix_type(compiler, setting);
    if (type == 0)
        return false;
    compiler->variant->types[type].drag_one = true;
    compiler->variant->types[type].drag_far = strcmp(setting->value, "any") == 0;
    return true;
}

static bool compile_push(Compiler *compiler, const Setting *setting)
{
    unsigned type = suffix_type(compiler, setting);
    if (type == 0)
        return false;
    compiler->variant->types[type].push = strcmp(setting->value, "true") == 0;
    return true;
}

static bool compile_array(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    const Setting *start = need_setting(compiler, KEY_START_FEN);
    Error why = {{0}};
    if (start == NULL)
        return false;
    variant->start_fen = memory_copy_string(start->value);
    Pockets pockets;
    if (!board_parse(variant, start->value, compiler->array, &pockets, &why))
        return setting_error(start, compiler->err, "%s%s", why.text,
                             start->inherited ? ": it is inherited, give a startFen" : "");
    for (int square = 0; square < variant->squares; square++) {
        Piece piece = compiler->array[square];
        if (piece != NO_PIECE)
            variant->types[piece_type(piece)].start[piece_colour(piece)]++;
    }
    for (int type = 1; type <= variant->type_count; type++)
        for (int colour = WHITE; colour <= BLACK; colour++)
            variant->types[type].start[colour] =
                (uint8_t)(variant->types[type].start[colour] + pockets.count[colour][type]);
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * Castling
 */

/* The squares of a rank from one to another, both included, whichever is left. */
static Set squares_between(unsigned a, unsigned b)
{
    Set set = set_empty();
    for (unsigned square = a < b ? a : b; square <= (a < b ? b : a); square++)
        set_add(&set, square);
    return set;
}

static bool read_castling(Compiler *compiler, const Setting *setting, unsigned squares[4])
{
    const Variant *variant = compiler->variant;
    const char *at = setting->value;
    for (int i = 0; i < 4; i++) {
        size_t length = 0;
        at += strspn(at, " ");
        squares[i] = square_parse(variant->files, variant->ranks, at, &length);
        if (squares[i] == NO_SQUARE)
            return setting_error(
                setting, compiler->err,
                "\"%s\" is not four squares of the board: e1 g1 h1 f1 (the king's from and "
                "to, the rook's from and to)",
                setting->value);
        at += length;
    }
    return at[strspn(at, " ")] == '\0'
           || setting_error(setting, compiler->err, "more than four squares");
}

void compile_castling_from(Castling *castling, unsigned king, unsigned rook)
{
    castling->king_from = (Square)king;
    castling->rook_from = (Square)rook;
    castling->safe = squares_between(king, castling->king_to);
    castling->empty = set_or(squares_between(king, rook),
                             set_or(castling->safe, squares_between(rook, castling->rook_to)));
    set_remove(&castling->empty, king);
    set_remove(&castling->empty, rook);
}

bool compile_add_castling(Compiler *compiler, const Setting *setting, char letter,
                          const unsigned squares[4])
{
    Variant *variant = compiler->variant;
    Colour colour = isupper((unsigned char)letter) ? WHITE : BLACK;
    Piece king = compiler->array[squares[0]], rook = compiler->array[squares[2]];
    const char *away =
        setting->inherited && setting->id == KEY_CASTLE ? ": castle.LETTER = - takes it away" : "";
    if (variant->castling_count == MAX_RIGHTS)
        return setting_error(setting, compiler->err, "more than %d ways to castle", MAX_RIGHTS);
    if (king == NO_PIECE || piece_colour(king) != colour
        || (!variant->types[piece_type(king)].royal && !fairy_settings(compiler->settings)))
        return setting_error(setting, compiler->err, "the array has no king of that colour there%s",
                             away);
    if (rook == NO_PIECE || piece_colour(rook) != colour || rook == king)
        return setting_error(setting, compiler->err,
                             "the array has no piece of that colour to castle with%s", away);
    for (int i = 1; i < 4; i++)
        if (variant_rank(variant, squares[i]) != variant_rank(variant, squares[0]))
            return setting_error(setting, compiler->err, "the squares are not on one rank");
    if (squares[1] == squares[3])
        return setting_error(setting, compiler->err, "king and rook land on one square");
    Castling *castling = &variant->castlings[variant->castling_count++];
    *castling = (Castling){
        .colour = colour,
        .letter = letter,
        .king_to = (Square)squares[1],
        .rook_to = (Square)squares[3],
        .king_type = (uint8_t)piece_type(king),
        .rook_type = (uint8_t)piece_type(rook),
    };
    compile_castling_from(castling, squares[0], squares[2]);
    return true;
}

static bool compile_castling(Compiler *compiler, const Setting *setting)
{
    unsigned squares[4] = {0};
    char letter = setting->suffix[0];
    if (!isalpha((unsigned char)letter) || setting->suffix[1] != '\0')
        return setting_error(setting, compiler->err, "castlings are named by one letter");
    return read_castling(compiler, setting, squares)
           && compile_add_castling(compiler, setting, letter, squares);
}

/* Black's castling that is not given itself is White's, mirrored. */
static bool mirror_castling(Compiler *compiler, const Setting *setting)
{
    const Variant *variant = compiler->variant;
    unsigned squares[4] = {0};
    char other[2] = {(char)tolower((unsigned char)setting->suffix[0]), '\0'};
    if (!isupper((unsigned char)setting->suffix[0])
        || settings_find(compiler->settings, KEY_CASTLE, other) != NULL)
        return true;
    if (!read_castling(compiler, setting, squares))
        return false;
    for (int i = 0; i < 4; i++)
        squares[i] = square_mirror(variant->files, variant->ranks, squares[i]);
    return compile_add_castling(compiler, setting, other[0], squares);
}

/* What ends a right. (With castlingAnyFile, moves of the king do too: position_make() sees to it.)
 */
static void compile_castling_rights(Variant *variant)
{
    bool any_file = (variant->features & FEATURE_ANY_FILE) != 0;
    memset(variant->castling_kept, 0xff, sizeof variant->castling_kept);
    for (int i = 0; i < variant->castling_count; i++) {
        const Castling *castling = &variant->castlings[i];
        CastlingRights right = 1u << (any_file ? i / variant->files : i);
        variant->effects[variant->effect_count++] =
            (MoveEffect){.kind = EFFECT_CASTLE, .castling = (uint8_t)i};
        if (castling->king_type == 0)
            continue;
        variant->castling_rights[castling->colour] |= right;
        variant->castling_kept[castling->rook_from] &= ~right;
        if (!any_file)
            variant->castling_kept[castling->king_from] &= ~right;
    }
}

/* ------------------------------------------------------------------------------------------------
 * Regions and endings
 */

bool compile_region(const Variant *variant, const Setting *setting, const char *text, Set *region,
                    Error *err)
{
    Error why = {{0}};
    bool ok = setting->inherited
                  ? region_parse_clipped(variant->files, variant->ranks, text, region, &why)
                  : region_parse(variant->files, variant->ranks, text, region, &why);
    return ok || setting_error(setting, err, "%s", why.text);
}

bool compile_read_region(Compiler *compiler, const Setting *setting, const char *text, Set *region)
{
    return compile_region(compiler->variant, setting, text, region, compiler->err);
}

/* The rule that a side with weak pieces only is cut off. */
static bool compile_cut_off(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    const Setting *types = settings_find(compiler->settings, KEY_CUT_OFF_TYPES, "");
    const Setting *region = settings_find(compiler->settings, KEY_CUT_OFF_REGION, "");
    if (types == NULL && region == NULL)
        return true;
    if (types == NULL || region == NULL)
        return setting_error(types != NULL ? types : region, compiler->err,
                             "cutOffTypes and cutOffRegionWhite go together");
    if (!compile_read_types(compiler, types, &variant->cut_off_types)
        || !compile_read_region(compiler, region, region->value, &variant->cut_off_region[WHITE]))
        return false;
    if (set_is_empty(&variant->cut_off_region[WHITE]))
        return setting_error(region, compiler->err, "no squares of this board");
    variant->cut_off_types |= 1u << variant->royal_type;
    variant->cut_off_region[BLACK] =
        set_mirror(variant->files, variant->ranks, variant->cut_off_region[WHITE]);
    return true;
}

static bool compile_endings(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    const Setting *repetition = compile_find(compiler, KEY_N_FOLD_RULE);
    if (settings_number(compiler->settings, KEY_N_FOLD_RULE) == 1)
        return setting_error(repetition, compiler->err,
                             "every position has stood once: 0 is never, 2 the first repetition");
    variant->stalemate = (StalemateRule)settings_number(compiler->settings, KEY_STALEMATE_VALUE);
    variant->checkmate =
        (StalemateRule)settings_number_or(compiler->settings, KEY_CHECKMATE_VALUE, STALEMATE_LOSS);
    variant->bare_king = (BareKingRule)settings_number(compiler->settings, KEY_BARE_KING);
    variant->repetition_count = settings_number(compiler->settings, KEY_N_FOLD_RULE);
    variant->move_rule = settings_number(compiler->settings, KEY_N_MOVE_RULE);
    if (compile_number(compiler, KEY_SHOT_KEEPS_CASTLING, 0) == 1)
        variant->features |= FEATURE_SHOT_STAYS;
    return true;
}

/* Zobrist numbers are hashes of what they stand for: the same in every run and on every machine. */
static void compile_keys(Variant *variant)
{
    for (uint64_t colour = 0; colour < 2; colour++)
        for (uint64_t type = 1; type < MAX_TYPES; type++)
            for (uint64_t square = 0; square < MAX_SQUARES; square++)
                variant->piece_key[colour][type][square] =
                    hash_mix(colour << 16 | type << 8 | square);
    for (uint64_t square = 0; square < MAX_SQUARES; square++)
        variant->passed_key[square] = hash_mix(1u << 20 | square);
    variant->side_key = hash_mix(1u << 22);
    for (uint64_t colour = 0; colour < 2; colour++)
        for (uint64_t left = 0; left <= MAX_CHECKS_TO_GIVE; left++)
            variant->checks_key[colour][left] = hash_mix(1u << 23 | colour << 8 | left);
}

static void compile_hash(Compiler *compiler)
{
    Text rules;
    text_init(&rules);
    settings_add_text(compiler->settings, &rules);
    compiler->variant->rules = rules.data;
    compiler->variant->hash = settings_hash(compiler->settings);
}

/* The start position must be one, and one to play from. */
static bool check_start(Compiler *compiler)
{
    const Setting *start = settings_find(compiler->settings, KEY_START_FEN, "");
    Position position;
    Error why = {{0}};
    position_init(&position, compiler->variant);
    bool ok =
        position_set_start(&position, &why) || setting_error(start, compiler->err, "%s", why.text);
    Outcome outcome = ok ? position_outcome(&position) : (Outcome){.reason = END_NONE};
    position_release(&position);
    return ok
           && (outcome.reason == END_NONE
               || setting_error(start, compiler->err, "the game is over before the first move: %s",
                                end_reason_name(outcome.reason)));
}

static bool compile_all(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    variant->effect_count = 1; /* 0: from A to B */
    compile_keys(variant);
    compile_hash(compiler);
    if (!compile_endings(compiler) || !compile_board(compiler)
        || !compile_each_setting(compiler, KEY_PIECE, compile_type) || !compile_roles(compiler)
        || !compile_each_setting(compiler, KEY_DRAG, compile_drag)
        || !compile_each_setting(compiler, KEY_PUSH, compile_push) || !compile_hands(compiler)
        || !compile_array(compiler) || !compile_each_setting(compiler, KEY_CASTLE, compile_castling)
        || !compile_each_setting(compiler, KEY_CASTLE, mirror_castling)
        || !compile_pawn_promotion(compiler) || !compile_array_castling(compiler)
        || !compile_castling_limits(compiler) || !compile_pushed_pawns(compiler)
        || !compile_cut_off(compiler) || !compile_goals(compiler) || !compile_resets(compiler))
        return false;
    compile_castling_rights(variant);
    if (!compile_pieces(variant, compiler->settings, compiler->err))
        return false;
    compile_way_back(variant);
    compile_returns(variant);
    return compile_drops(compiler) && check_start(compiler);
}

Variant *variant_compile(const Settings *settings, const IniSection *section, const char *file,
                         Error *err)
{
    Compiler compiler = {.variant = memory_new_aligned(sizeof(Variant)),
                         .settings = settings,
                         .line = section->line,
                         .err = err};
    const char *name = section->name;
    Variant *variant = compiler.variant;
    variant->file = memory_copy_string(file);
    size_t length = strlen(name);
    if (length >= sizeof variant->name) {
        error_set(err, "%s:%d: [%.60s]: a name of more than %zu characters", file, section->line,
                  name, sizeof variant->name - 1);
    } else {
        memcpy(variant->name, name, length + 1);
        if (compile_all(&compiler))
            return variant;
    }
    variant_free(variant);
    return NULL;
}
