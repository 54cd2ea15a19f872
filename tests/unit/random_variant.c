#include "tests/unit/random_variant.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/rules/betza.h"
#include "tests/reference/reference_generic_rules.h"
#include "tests/unit/random_betza.h"

enum { REGION_TEXT = 200, ARRAYS = 40 };

static unsigned below(RandomVariant *variant, unsigned bound)
{
    return random_below(&variant->random, bound);
}

static bool chance(RandomVariant *variant, unsigned percent)
{
    return below(variant, 100) < percent;
}

/* ------------------------------------------------------------------------------------------------
 * Boards and regions
 */

static void draw_board(RandomVariant *variant)
{
    RefGeneric *rules = &variant->rules;
    unsigned shape = below(variant, 24);
    rules->files = 3 + (int)below(variant, 6);
    rules->ranks = 3 + (int)below(variant, 6);
    if (shape == 0 || shape == 1) {
        rules->files = shape == 0 ? 1 : 7 + (int)below(variant, 10);
        rules->ranks = shape == 0 ? 7 + (int)below(variant, 10) : 1;
    } else if (shape == 2) {
        rules->files = rules->ranks = 16;
    } else if (shape < 8) {
        rules->files = 2 + (int)below(variant, 15);
        rules->ranks = 4 + (int)below(variant, 13);
    }
    text_add(&variant->ini, "[random]\nmaxFile = %c\nmaxRank = %d\n", 'a' + rules->files - 1,
             rules->ranks);
}

/* One word of a region. */
static void draw_word(RandomVariant *variant, RefRegion *region, char word[16])
{
    const int files = variant->rules.files, ranks = variant->rules.ranks;
    const int file = (int)below(variant, (unsigned)files);
    const int rank = (int)below(variant, (unsigned)ranks);
    const unsigned kind = below(variant, 8);
    const bool all_files = kind < 4, all_ranks = kind == 0 || kind == 4;
    if (all_files && all_ranks)
        snprintf(word, 16, "*");
    else if (all_files)
        snprintf(word, 16, "*%d", rank + 1);
    else if (all_ranks)
        snprintf(word, 16, "%c*", 'a' + file);
    else
        snprintf(word, 16, "%c%d", 'a' + file, rank + 1);
    for (int y = 0; y < ranks; y++)
        for (int x = 0; x < files; x++)
            if ((all_files || x == file) && (all_ranks || y == rank))
                region->has[y][x] = true;
}

/* A region of one to `most` words, as squares and as text. */
static void draw_region(RandomVariant *variant, unsigned most, RefRegion *region,
                        char text[REGION_TEXT])
{
    memset(region, 0, sizeof *region);
    text[0] = '\0';
    for (unsigned words = 1 + below(variant, most); words > 0; words--) {
        char word[16];
        draw_word(variant, region, word);
        const size_t length = strlen(text);
        snprintf(text + length, REGION_TEXT - length, "%s%s", length > 0 ? " " : "", word);
    }
}

/* ------------------------------------------------------------------------------------------------
 * Pieces
 */

static void copy_string(char out[REF_STRING], const char *string)
{
    snprintf(out, REF_STRING, "%s", string);
}

/* A string of moves that the engine understands. */
static void draw_moves(RandomVariant *variant, char out[REF_STRING])
{
    static const char *const known[] = {
        "K",
        "Q",
        "R",
        "B",
        "N",
        "NN",
        "A",
        "D",
        "W",
        "F",
        "fWF",
        "mRcpR",
        "gQ",
        "mBcaibB",
        "mafsW",
        "nN",
        "caibR3",
        "BmW",
        "RmF3",
        "C",
        "Z",
        "mQcK",
        "mafmafsbsFmpR2",
        "cabKmK",
        "WD",
        "FAnH",
        "ifmRW",
        "dKmB",
        "CJ",
        "mNcR",
        "sWfbD",
        "yafsF",
        "gaKmW",
        "K4",
        "-",
        "HmW",
    };
    if (chance(variant, 45)) {
        copy_string(out, known[below(variant, sizeof known / sizeof known[0])]);
        return;
    }
    Text text;
    BetzaPiece piece;
    Error err = {""};
    text_init(&text);
    do
        random_betza(&variant->random, &text);
    while (text.length >= REF_STRING || !betza_parse(&piece, text.data, &err));
    copy_string(out, text.data);
    text_release(&text);
}

/* A royal piece leaves no trail. */
static void draw_royal_moves(RandomVariant *variant, char out[REF_STRING])
{
    copy_string(out, "K");
    while (chance(variant, 40) || strchr(out, 'n') != NULL)
        draw_moves(variant, out);
}

static void draw_pawn_moves(RandomVariant *variant, char out[REF_STRING])
{
    static const char *const pawns[] = {
        "fmWfceF",   "ifmnDfmWfceF", "fmnnDfmWfceF", "ifmnHfmWfcF",    "mfWfcF",
        "fmWcefF",   "fmFfceW",      "fmWfcFfcafcF", "fmnnafmFfceFfW", "fmWfcFfmnD",
        "fmWfdFceF", "fcnnafcFfmW",  "ifmnnHfmWfcF", "vmWceF",         "fmnnafscWmW",
    };
    if (chance(variant, 70))
        copy_string(out, pawns[below(variant, sizeof pawns / sizeof pawns[0])]);
    else
        draw_moves(variant, out);
}

/* What may drag and push: slides and steps of one leg. */
static void draw_displacer(RandomVariant *variant, RefKind *kind)
{
    static const char *const movers[] = {"mQ", "mR", "mB", "Q",  "K",   "mK",     "R4",
                                         "mW", "nD", "fR", "dW", "cQ2", "mBcnDW", "vRsF"};
    copy_string(kind->moves, movers[below(variant, sizeof movers / sizeof movers[0])]);
    kind->drag = (RefDrag)below(variant, 3);
    kind->push = kind->drag == REF_DRAG_NONE || chance(variant, 60);
}

static void draw_letters(RandomVariant *variant)
{
    RefGeneric *rules = &variant->rules;
    char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    rules->kind_count = 2 + (int)below(variant, chance(variant, 15) ? 19 : 5);
    for (int i = 0; i < rules->kind_count; i++) {
        const unsigned at = (unsigned)i + below(variant, 26 - (unsigned)i);
        const char letter = letters[at];
        letters[at] = letters[i];
        rules->kinds[i].letter = letters[i] = letter;
    }
}

static void draw_kinds(RandomVariant *variant)
{
    RefGeneric *rules = &variant->rules;
    draw_letters(variant);
    const unsigned kingless = below(variant, 100);
    rules->kingless[REF_WHITE] = kingless < 12 || (kingless >= 88 && kingless < 94);
    rules->kingless[REF_BLACK] = kingless < 12 || kingless >= 94;
    rules->royal = kingless < 8 ? -1 : 0;
    const int pawns = chance(variant, 65) ? 1 + (int)below(variant, 2) : 0;
    for (int i = 0; i < rules->kind_count; i++) {
        RefKind *kind = &rules->kinds[i];
        kind->pawn = i != rules->royal && i > 0 && i <= pawns;
        if (i == rules->royal)
            draw_royal_moves(variant, kind->moves);
        else if (kind->pawn)
            draw_pawn_moves(variant, kind->moves);
        else
            draw_moves(variant, kind->moves);
        if (chance(variant, 7))
            draw_displacer(variant, kind);
    }
}

/* The letters of the kinds for which `chosen` holds, "-" for none. */
static void add_letters(RandomVariant *variant, const bool chosen[REF_KINDS])
{
    bool some = false;
    for (int i = 0; i < variant->rules.kind_count; i++)
        if (chosen[i]) {
            const char letter = variant->rules.kinds[i].letter;
            text_add_char(&variant->ini, chance(variant, 50) ? letter : (char)tolower(letter));
            some = true;
        }
    text_add(&variant->ini, some ? "\n" : "-\n");
}

static void write_kinds(RandomVariant *variant)
{
    static const char *const sides[] = {"none", "white", "black", "both"};
    static const char *const drags[] = {"", "one", "any"};
    RefGeneric *rules = &variant->rules;
    Text *ini = &variant->ini;
    bool pawns[REF_KINDS] = {false};
    for (int i = 0; i < rules->kind_count; i++) {
        const RefKind *kind = &rules->kinds[i];
        text_add(ini, "piece.type%d = %c:%s\n", i, kind->letter, kind->moves);
        pawns[i] = kind->pawn;
    }
    for (int i = 0; i < rules->kind_count; i++) {
        const RefKind *kind = &rules->kinds[i];
        if (kind->drag != REF_DRAG_NONE)
            text_add(ini, "drag.%c = %s\n", kind->letter, drags[kind->drag]);
        if (kind->push)
            text_add(ini, "push.%c = true\n", kind->letter);
    }
    text_add(ini, "royal = %c\n", rules->royal < 0 ? '-' : rules->kinds[rules->royal].letter);
    text_add(ini, "kingless = %s\n",
             sides[(rules->kingless[REF_WHITE] ? 1 : 0) + (rules->kingless[REF_BLACK] ? 2 : 0)]);
    text_add(ini, "pawnTypes = ");
    add_letters(variant, pawns);
}

/* ------------------------------------------------------------------------------------------------
 * Squares that matter
 */

static RefKind *any_kind(RandomVariant *variant)
{
    return &variant->rules.kinds[below(variant, (unsigned)variant->rules.kind_count)];
}

static void draw_zones(RandomVariant *variant)
{
    RefGeneric *rules = &variant->rules;
    for (int count = chance(variant, 40) ? 1 + (int)below(variant, 3) : 0; count > 0; count--) {
        char text[REGION_TEXT];
        const int index = (int)below(variant, (unsigned)rules->kind_count);
        const RefKind *kind = &rules->kinds[index];
        RefZone *zone = &rules->zones[rules->zone_count];
        zone->kind = index;
        draw_region(variant, 4, &zone->region, text);
        do
            draw_moves(variant, zone->moves);
        while (strcmp(zone->moves, "-") == 0
               || (index == rules->royal && strchr(zone->moves, 'n') != NULL));
        if (kind->drag != REF_DRAG_NONE || kind->push)
            continue;
        text_add(&variant->ini, "zoneMoves.%c%d = %s : %s\n", kind->letter, rules->zone_count, text,
                 zone->moves);
        rules->zone_count++;
    }
}

static void draw_limits(RandomVariant *variant)
{
    RefGeneric *rules = &variant->rules;
    char text[REGION_TEXT];
    if (chance(variant, 25)) {
        RefKind *kind = any_kind(variant);
        kind->has_mobility = true;
        draw_region(variant, 8, &kind->mobility, text);
        text_add(&variant->ini, "mobilityRegion.%c = %s\n", kind->letter, text);
    }
    if (rules->ranks > 1 && chance(variant, 30)) {
        RefKind *kind = any_kind(variant);
        kind->line = 1 + (int)below(variant, (unsigned)rules->ranks - 1);
        snprintf(text, sizeof text, "never");
        if (chance(variant, 60))
            draw_region(variant, 3, &kind->crossing, text);
        text_add(&variant->ini, "crossing.%c = %d %s\n", kind->letter, kind->line, text);
    }
}

static void draw_first_moves(RandomVariant *variant)
{
    RefGeneric *rules = &variant->rules;
    char text[REGION_TEXT];
    memset(rules->en_passant_region, 1, sizeof rules->en_passant_region);
    if (chance(variant, 35)) {
        rules->has_double_step_region = true;
        draw_region(variant, 3, &rules->double_step_region, text);
        text_add(&variant->ini, "doubleStepRegionWhite = %s\n", text);
    } else if (chance(variant, 8)) {
        rules->no_first_moves = true;
        text_add(&variant->ini, "doubleStep = false\n");
    }
    if (!chance(variant, 12))
        return;
    draw_region(variant, 6, &rules->en_passant_region[REF_WHITE], text);
    text_add(&variant->ini, "enPassantRegionWhite = %s\n", text);
    draw_region(variant, 6, &rules->en_passant_region[REF_BLACK], text);
    text_add(&variant->ini, "enPassantRegionBlack = %s\n", text);
}

/* Whether a region meets squares where somebody promotes, or where others morph. */
static bool is_taken(const RandomVariant *variant, const RefRegion *region)
{
    const RefGeneric *rules = &variant->rules;
    for (int y = 0; y < rules->ranks; y++)
        for (int x = 0; x < rules->files; x++) {
            bool taken = variant->promoting[y][x];
            for (int i = 0; i < rules->kind_count; i++)
                taken = taken || rules->kinds[i].morph.has[y][x];
            if (taken && region->has[y][x])
                return true;
        }
    return false;
}

static void draw_morphs(RandomVariant *variant)
{
    for (int count = chance(variant, 30) ? 1 + (int)below(variant, 3) : 0; count > 0; count--) {
        char text[REGION_TEXT];
        RefRegion region;
        RefKind *kind = any_kind(variant);
        draw_region(variant, 3, &region, text);
        if (kind == &variant->rules.kinds[0] || is_taken(variant, &region)
            || strstr(variant->ini.data, "morph.") != NULL)
            continue;
        kind->morph = region;
        text_add(&variant->ini, "morph.%c = %s\n", kind->letter, text);
    }
}

/* ------------------------------------------------------------------------------------------------
 * Promotion
 */

/* What a pawn may become: anything but pawns and royal pieces. */
static void draw_types(RandomVariant *variant, bool types[REF_KINDS])
{
    const RefGeneric *rules = &variant->rules;
    for (int i = 0; i < rules->kind_count; i++)
        types[i] = i != rules->royal && !rules->kinds[i].pawn && chance(variant, 60);
}

static bool has_some(const bool types[REF_KINDS])
{
    for (int i = 0; i < REF_KINDS; i++)
        if (types[i])
            return true;
    return false;
}

/* Notes where pawns of either colour promote. */
static void note_promoting(RandomVariant *variant, const RefRegion *region)
{
    const int ranks = variant->rules.ranks;
    for (int y = 0; y < ranks; y++)
        for (int x = 0; x < variant->rules.files; x++)
            if (region->has[y][x])
                variant->promoting[y][x] = variant->promoting[ranks - 1 - y][x] = true;
}

/* The keys promotionRegionWhite, promotionPieceTypes and their kin. */
static void draw_simple_promotion(RandomVariant *variant)
{
    RefGeneric *rules = &variant->rules;
    RefPromotion *promotion = &rules->promotions[0];
    char text[REGION_TEXT];
    draw_types(variant, promotion->types[REF_WHITE]);
    memcpy(promotion->types[REF_BLACK], promotion->types[REF_WHITE],
           sizeof promotion->types[REF_BLACK]);
    text_add(&variant->ini, "promotionPieceTypes = ");
    add_letters(variant, promotion->types[REF_WHITE]);
    if (!has_some(promotion->types[REF_WHITE]))
        return;
    if (chance(variant, 20)) {
        draw_types(variant, promotion->types[REF_BLACK]);
        text_add(&variant->ini, "promotionPieceTypesBlack = ");
        add_letters(variant, promotion->types[REF_BLACK]);
    }
    for (int x = 0; x < rules->files; x++)
        promotion->region.has[rules->ranks - 1][x] = true;
    if (chance(variant, 50)) {
        draw_region(variant, 3, &promotion->region, text);
        text_add(&variant->ini, "promotionRegionWhite = %s\n", text);
    }
    if (chance(variant, 30)) {
        rules->lost_promotion = true;
        text_add(&variant->ini, "lostPromotion = true\n");
    } else {
        promotion->optional = chance(variant, 30);
        text_add(&variant->ini, "mandatoryPawnPromotion = %s\n",
                 promotion->optional ? "false" : "true");
        const int limit = chance(variant, 40) ? 1 + (int)below(variant, 3) : 0;
        for (int i = 0; i < rules->kind_count; i++)
            promotion->limit[i] = limit;
        text_add(&variant->ini, "promotionLimit = %d\n", limit);
    }
    note_promoting(variant, &promotion->region);
    rules->promotion_count = 1;
}

/* The keys promotion.NAME. */
static void draw_named_promotions(RandomVariant *variant)
{
    RefGeneric *rules = &variant->rules;
    bool some = false;
    for (unsigned count = 1 + below(variant, 3); count > 0; count--) {
        RefPromotion *promotion = &rules->promotions[rules->promotion_count];
        char text[REGION_TEXT];
        memset(promotion, 0, sizeof *promotion);
        draw_types(variant, promotion->types[REF_WHITE]);
        memcpy(promotion->types[REF_BLACK], promotion->types[REF_WHITE],
               sizeof promotion->types[REF_BLACK]);
        draw_region(variant, 2, &promotion->region, text);
        bool meets = false;
        for (int i = 0; i < rules->promotion_count; i++)
            for (int y = 0; y < REF_SIDE; y++)
                for (int x = 0; x < REF_SIDE; x++)
                    meets =
                        meets
                        || (promotion->region.has[y][x] && rules->promotions[i].region.has[y][x]);
        if (meets || !has_some(promotion->types[REF_WHITE]))
            continue;
        text_add(&variant->ini, "promotion.%d = %s : ", rules->promotion_count, text);
        for (int i = 0; i < rules->kind_count; i++)
            if (promotion->types[REF_WHITE][i])
                text_add_char(&variant->ini, rules->kinds[i].letter);
        const int limit = chance(variant, 60) ? 1 + (int)below(variant, 3) : 0;
        for (int i = 0; i < rules->kind_count; i++)
            promotion->limit[i] = limit;
        if (limit > 0)
            text_add(&variant->ini, " limit %d", limit);
        promotion->overflow = limit > 0 && chance(variant, 40);
        promotion->optional = chance(variant, 40);
        text_add(&variant->ini, "%s%s\n", promotion->overflow ? " overflow" : "",
                 promotion->optional ? " optional" : "");
        note_promoting(variant, &promotion->region);
        rules->promotion_count++;
        some = true;
    }
    if (!some)
        text_add(&variant->ini, "promotionPieceTypes = -\n");
}

static void draw_promotion(RandomVariant *variant)
{
    RefGeneric *rules = &variant->rules;
    bool pushes = false, pawns = false;
    for (int i = 0; i < rules->kind_count; i++) {
        pushes = pushes || rules->kinds[i].push;
        pawns = pawns || rules->kinds[i].pawn;
    }
    rules->pushed_pawn_stops = true;
    rules->pushed_pawn_becomes = -1;
    if (pushes) {
        rules->pushed_pawn_stops = chance(variant, 70);
        const int index = (int)below(variant, (unsigned)rules->kind_count);
        if (index != rules->royal && !rules->kinds[index].pawn && chance(variant, 70))
            rules->pushed_pawn_becomes = index;
        text_add(&variant->ini, "pushedPawnStops = %s\npushedPawnBecomes = %c\n",
                 rules->pushed_pawn_stops ? "true" : "false",
                 rules->pushed_pawn_becomes < 0 ? '-' : rules->kinds[index].letter);
    }
    if (!pawns || chance(variant, 15))
        text_add(&variant->ini, "promotionPieceTypes = -\n");
    else if (chance(variant, 55))
        draw_simple_promotion(variant);
    else
        draw_named_promotions(variant);
}

/* ------------------------------------------------------------------------------------------------
 * Endings
 */

static void draw_endings(RandomVariant *variant)
{
    static const char *const worths[] = {"draw", "loss", "win"};
    static const char *const bare[] = {"none", "lose", "shatranj"};
    RefGeneric *rules = &variant->rules;
    rules->stalemate = (RefWorth)below(variant, 3);
    rules->checkmate = chance(variant, 80) ? REF_LOSS : (RefWorth)below(variant, 3);
    const bool kings = !rules->kingless[REF_WHITE] && !rules->kingless[REF_BLACK];
    rules->bare_king =
        kings && chance(variant, 30) ? (RefBareKing)below(variant, 3) : REF_BARE_NONE;
    text_add(&variant->ini, "stalemateValue = %s\ncheckmateValue = %s\nbareKing = %s\n",
             worths[rules->stalemate], worths[rules->checkmate], bare[rules->bare_king]);
    if (!kings || !chance(variant, 15))
        return;
    char text[REGION_TEXT];
    rules->cut_off = true;
    draw_types(variant, rules->cut_off_types);
    draw_region(variant, 3, &rules->cut_off_region, text);
    text_add(&variant->ini, "cutOffTypes = ");
    add_letters(variant, rules->cut_off_types);
    text_add(&variant->ini, "cutOffRegionWhite = %s\n", text);
}

/* ------------------------------------------------------------------------------------------------
 * The array
 */

static RefSquare empty_square(RandomVariant *variant)
{
    RefGeneric *rules = &variant->rules;
    RefSquare square;
    do
        square = (RefSquare){(int)below(variant, (unsigned)rules->files),
                             (int)below(variant, (unsigned)rules->ranks)};
    while (rules->start[square.y][square.x] != '.');
    return square;
}

static void put_random(RandomVariant *variant, int kind, int colour)
{
    const RefSquare square = empty_square(variant);
    variant->rules.start[square.y][square.x] =
        ref_coloured(variant->rules.kinds[kind].letter, colour);
}

/* Makes Black's half of the array White's, mirrored. */
static void mirror_array(RefGeneric *rules)
{
    for (int y = 0; y < rules->ranks; y++)
        for (int x = 0; x < rules->files; x++) {
            const char piece = rules->start[y][x];
            char *other = &rules->start[rules->ranks - 1 - y][x];
            if (isupper((unsigned char)piece) && *other == '.')
                *other = ref_coloured(piece, REF_BLACK);
        }
}

static void draw_array(RandomVariant *variant, bool mirrored)
{
    RefGeneric *rules = &variant->rules;
    memset(rules->start, 0, sizeof rules->start);
    for (int y = 0; y < rules->ranks; y++)
        memset(rules->start[y], '.', (size_t)rules->files);
    const unsigned room = (unsigned)(rules->files * rules->ranks);
    const unsigned most = 1 + below(variant, room / 3 < 16 ? room / 3 : 16);
    for (int colour = REF_WHITE; colour <= (mirrored ? REF_WHITE : REF_BLACK); colour++) {
        if (rules->royal >= 0 && !rules->kingless[colour])
            put_random(variant, rules->royal, colour);
        for (unsigned i = 0; i < most; i++) {
            const int kind = (int)below(variant, (unsigned)rules->kind_count);
            if (kind != rules->royal)
                put_random(variant, kind, colour);
        }
    }
    if (mirrored)
        mirror_array(rules);
}

static int count_kings(const RefGeneric *rules, int colour)
{
    return rules->royal < 0 ? 0 : ref_count_kind(rules, rules->start, rules->royal, colour);
}

/* Whether the array is a game that goes on. */
static bool array_is_sound(RandomVariant *variant)
{
    const RefGeneric *rules = &variant->rules;
    int points;
    for (int colour = REF_WHITE; colour <= REF_BLACK; colour++)
        if (count_kings(rules, colour) != (rules->kingless[colour] ? 0 : 1))
            return false;
    ref_generic_start(rules, &variant->start);
    return !ref_king_is_attacked(rules, &variant->start, REF_BLACK)
           && ref_generic_outcome(rules, &variant->start, &points) == REF_GOING_ON && points == -1;
}

/* A castling of the king with a piece on its rank, squares at random. */
static void draw_castle(RandomVariant *variant, char letter, int colour)
{
    RefGeneric *rules = &variant->rules;
    const RefSquare king = ref_king_square(rules, &variant->start, colour);
    for (int tries = 0; tries < 6 && king.x >= 0; tries++) {
        const int rook = (int)below(variant, (unsigned)rules->files);
        const char piece = rules->start[king.y][rook];
        const int king_to = (int)below(variant, (unsigned)rules->files);
        const int rook_to = (int)below(variant, (unsigned)rules->files);
        if (piece == '.' || rook == king.x || ref_piece_colour(piece) != colour
            || ref_kind_of(rules, piece) == rules->royal || king_to == rook_to)
            continue;
        const RefCastle castle = {.letter = ref_coloured(letter, colour),
                                  .king_from = king,
                                  .king_to = {king_to, king.y},
                                  .rook_from = {rook, king.y},
                                  .rook_to = {rook_to, king.y}};
        rules->castles[rules->castle_count++] = castle;
        text_add(&variant->ini, "castle.%c = %c%d %c%d %c%d %c%d\n", castle.letter, 'a' + king.x,
                 king.y + 1, 'a' + king_to, king.y + 1, 'a' + rook, king.y + 1, 'a' + rook_to,
                 king.y + 1);
        return;
    }
}

/* White's castlings before Black's: if Black has none of a letter, White's would be mirrored. */
static void draw_castlings(RandomVariant *variant, bool mirrored)
{
    RefGeneric *rules = &variant->rules;
    if (rules->kingless[REF_WHITE] || rules->kingless[REF_BLACK] || !chance(variant, 40))
        return;
    for (int i = 0; i < 2; i++) {
        const int before = rules->castle_count;
        const size_t length = variant->ini.length;
        draw_castle(variant, "KQ"[i], REF_WHITE);
        const int white = rules->castle_count;
        if (white == before)
            continue;
        if (!mirrored)
            draw_castle(variant, "KQ"[i], REF_BLACK);
        if (mirrored || rules->castle_count > white)
            continue;
        rules->castle_count = before;
        variant->ini.length = length;
        variant->ini.data[length] = '\0';
    }
    const int white = rules->castle_count;
    for (int i = 0; i < white && mirrored; i++) {
        RefCastle castle = rules->castles[i];
        castle.letter = ref_coloured(castle.letter, REF_BLACK);
        castle.king_from.y = castle.king_to.y = rules->ranks - 1 - castle.king_from.y;
        castle.rook_from.y = castle.rook_to.y = castle.king_from.y;
        rules->castles[rules->castle_count++] = castle;
    }
}

/* ------------------------------------------------------------------------------------------------
 * All of it
 */

void random_variant_init(RandomVariant *variant)
{
    memset(variant, 0, sizeof *variant);
    text_init(&variant->ini);
}

void random_variant_release(RandomVariant *variant)
{
    ref_generic_release(&variant->rules);
    text_release(&variant->ini);
}

bool random_variant_make(RandomVariant *variant, uint64_t seed)
{
    ref_generic_release(&variant->rules);
    text_clear(&variant->ini);
    memset(variant->promoting, 0, sizeof variant->promoting);
    random_init_keyed(&variant->random, 14, RANDOM_TEST, seed);
    draw_board(variant);
    draw_kinds(variant);
    write_kinds(variant);
    draw_zones(variant);
    draw_limits(variant);
    draw_first_moves(variant);
    draw_promotion(variant);
    draw_morphs(variant);
    draw_endings(variant);
    if (!ref_generic_read(&variant->rules))
        return false;
    const bool mirrored = variant->rules.ranks > 1 && chance(variant, 50);
    for (int tries = 0; tries < ARRAYS; tries++) {
        draw_array(variant, mirrored);
        if (!array_is_sound(variant))
            continue;
        draw_castlings(variant, mirrored);
        ref_generic_start(&variant->rules, &variant->start);
        char fen[REF_FEN_SIZE];
        ref_generic_fen(&variant->rules, &variant->start, fen, sizeof fen);
        text_add(&variant->ini, "startFen = %s\n", fen);
        return true;
    }
    return false;
}
