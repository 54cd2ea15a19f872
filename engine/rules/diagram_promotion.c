/* What pieces of a diagram turn into: promotions that are chosen, in a zone of the last ranks, and
 * morphs, which the square decides.
 *
 * A diagram has a morph for each kind of piece, seen by the side that moves. Our morph keys are for
 * all pieces but the royal one, and for both sides the same; so they will do where all tables are
 * one, and its own mirror image. Where only some kinds have a table, all the same, it is a
 * promotion without a choice. */
#include <ctype.h>
#include <string.h>

#include "engine/rules/diagram_internal.h"
#include "engine/rules/squares.h"

/* What a promotion on one rank may give. */
typedef struct RankRule {
    char types[MAX_DIAGRAM_PIECES + 1]; /* small letters */
    bool optional;
} RankRule;

typedef struct Promotions {
    Diagram *diagram;
    RankRule ranks[MAX_FILES];        /* from the last one on */
    bool chooses[MAX_DIAGRAM_PIECES]; /* kinds that promote by choice */
    bool morphs[MAX_DIAGRAM_PIECES];  /* kinds that have a table, if it is a promotion */
    const DiagramPiece *table;        /* one of them; NULL if there are none */
} Promotions;

/* ------------------------------------------------------------------------------------------------
 * Choices
 */

static bool take_choosers(Promotions *promotions)
{
    Diagram *diagram = promotions->diagram;
    const DiagramItem *most = diagram->parameters[DIAGRAM_MAX_PROMOTE];
    if (diagram->max_promote > diagram->piece_count)
        return diagram_error(diagram, most, "there are only %d kinds of piece",
                             diagram->piece_count);
    for (int i = 0; i < diagram->max_promote; i++) {
        if (i == diagram->royal)
            return diagram_error(diagram, diagram->pieces[i].item,
                                 "the royal piece would promote, as maxPromote is %d",
                                 diagram->max_promote);
        promotions->chooses[i] = true;
    }
    return true;
}

/* One letter of promoChoice, and the digit behind it: on how many of the last ranks. */
static bool read_choice(const Diagram *diagram, const DiagramItem *item, const char **at, int *kind,
                        int *depth)
{
    char letter = *(*at)++;
    *depth = diagram->promo_zone;
    if (letter == '*' || letter == '!')
        return diagram_error(diagram, item,
                             "'%c' is not read: choices that depend on what has been captured can "
                             "be said by promotionLimit or lostPromotion; take the mark out, and "
                             "add the key to the result",
                             letter);
    *kind = diagram_piece(diagram, letter);
    if (*kind < 0)
        return diagram_error(diagram, item, "'%c' is no piece's letter", letter);
    if (!isdigit((unsigned char)**at))
        return true;
    *depth = 0;
    while (isdigit((unsigned char)**at) && *depth <= MAX_FILES)
        *depth = *depth * 10 + (*(*at)++ - '0');
    return (*depth >= 1 && *depth <= diagram->promo_zone)
           || diagram_error(diagram, item, "'%c' is given %d ranks, and promoZone is %d", letter,
                            *depth, diagram->promo_zone);
}

static bool add_choice(Promotions *promotions, const DiagramItem *item, int kind, int depth)
{
    Diagram *diagram = promotions->diagram;
    const DiagramPiece *piece = &diagram->pieces[kind];
    bool stays = promotions->chooses[kind];
    if (kind == diagram->royal)
        return diagram_error(diagram, item, "'%c' is royal: nothing can become so", piece->letter);
    if (stays && diagram->max_promote > 1)
        return diagram_error(diagram, item,
                             "'%c' promotes itself; with several such kinds, which of them may "
                             "stay cannot be said",
                             piece->letter);
    for (int rank = 0; rank < depth; rank++) {
        RankRule *rule = &promotions->ranks[rank];
        char small = (char)tolower((unsigned char)piece->letter);
        size_t count = strlen(rule->types);
        if (stays ? rule->optional : strchr(rule->types, small) != NULL)
            return diagram_error(diagram, item, "'%c' is there twice", piece->letter);
        if (stays)
            rule->optional = true;
        else
            rule->types[count] = small;
    }
    diagram->comes[kind] = diagram->comes[kind] || !stays;
    return true;
}

/* A piece that stays in the zone as it is might promote later, by a move back or aside: whether it
 * does is not known, so it must have no such move; nor may it start there. */
static bool check_zone(const Promotions *promotions)
{
    const Diagram *diagram = promotions->diagram;
    bool lingers = false;
    for (int rank = 0; rank < diagram->promo_zone; rank++)
        lingers =
            lingers || promotions->ranks[rank].optional || promotions->ranks[rank].types[0] == '\0';
    for (int i = 0; i < diagram->piece_count; i++) {
        const DiagramPiece *piece = &diagram->pieces[i];
        if (!promotions->chooses[i])
            continue;
        for (unsigned square = 0; square < MAX_SQUARES; square++) {
            int rank = (int)square / diagram->files;
            bool white = set_has(&piece->squares[WHITE], square)
                         && diagram->ranks - rank <= diagram->promo_zone;
            bool black = set_has(&piece->squares[BLACK], square) && rank < diagram->promo_zone;
            if (white || black)
                return diagram_error(diagram, piece->item, "it starts in its promotion zone");
        }
        if (lingers && !diagram_moves_forward(piece))
            return diagram_error(diagram, piece->item,
                                 "it may stay in the promotion zone and does not only move "
                                 "forward: whether it promotes later is not settled");
    }
    return true;
}

static bool read_choices(Promotions *promotions)
{
    Diagram *diagram = promotions->diagram;
    const DiagramItem *item = diagram->parameters[DIAGRAM_PROMO_CHOICE];
    if (diagram->promo_zone == 0 || diagram->max_promote == 0)
        return true;
    if (item == NULL)
        return error_set(diagram->err,
                         "%s: promoChoice: is not given; write what %s may become, such as "
                         "promoChoice=QRBN, or promoChoice= if nothing",
                         diagram->file, diagram->pieces[0].name);
    if (item->value[0] == '\0') {
        diagram_assume(diagram, "promoChoice is empty: nothing promotes by choice");
        return true;
    }
    if (!take_choosers(promotions))
        return false;
    int kind = 0, depth = 0;
    for (const char *at = item->value; *at != '\0';)
        if (!read_choice(diagram, item, &at, &kind, &depth)
            || !add_choice(promotions, item, kind, depth))
            return false;
    return check_zone(promotions);
}

/* ------------------------------------------------------------------------------------------------
 * Morphs
 */

/* A piece that turns into itself is none: so the table of all can be given to each. */
static bool check_table(Diagram *diagram, DiagramPiece *piece, bool *some)
{
    *some = false;
    for (int square = 0; square < diagram->files * diagram->ranks; square++) {
        char *cell = &piece->morph[square];
        int kind = *cell != '\0' ? diagram_piece(diagram, *cell) : -1;
        if (*cell == '\0')
            continue;
        if (kind < 0)
            return diagram_error(diagram, piece->morph_item, "'%c' is no piece's letter", *cell);
        if (kind == diagram->royal)
            return diagram_error(diagram, piece->morph_item, "'%c' is royal: nothing can become so",
                                 *cell);
        if (*cell == piece->letter)
            continue;
        *some = true;
        diagram->comes[kind] = true;
    }
    return true;
}

/* What every piece but the royal one turns into on a square; false if they do not agree. */
static bool common_cell(const Diagram *diagram, unsigned square, char *cell)
{
    *cell = '\0';
    for (int i = 0; i < diagram->piece_count; i++)
        if (i != diagram->royal && diagram->pieces[i].morph[square] != '\0')
            *cell = diagram->pieces[i].morph[square];
    for (int i = 0; i < diagram->piece_count; i++) {
        const DiagramPiece *piece = &diagram->pieces[i];
        if (i != diagram->royal && piece->morph[square] != *cell
            && !(piece->letter == *cell && piece->morph[square] == '\0'))
            return false;
    }
    return true;
}

static unsigned across_square(const Diagram *diagram, unsigned square)
{
    unsigned files = (unsigned)diagram->files;
    return square / files * files + files - 1 - square % files;
}

/* Whether one table is that of all pieces, and the same for both sides. */
static bool table_is_common(const Diagram *diagram, char common[MAX_SQUARES])
{
    unsigned squares = (unsigned)(diagram->files * diagram->ranks);
    for (unsigned square = 0; square < squares; square++)
        if (!common_cell(diagram, square, &common[square]))
            return false;
    for (unsigned square = 0; square < squares; square++)
        if (common[square] != common[square_mirror(diagram->files, diagram->ranks, square)]
            || (diagram->symmetry != SYMMETRY_MIRROR
                && common[square] != common[across_square(diagram, square)]))
            return false;
    return true;
}

static Set squares_of(const Diagram *diagram, const char cells[MAX_SQUARES], char letter)
{
    Set set = set_empty();
    for (unsigned square = 0; square < (unsigned)(diagram->files * diagram->ranks); square++)
        if (cells[square] == letter)
            set_add(&set, square);
    return set;
}

/* A "morph.LETTER = REGION" for each kind, or "promotion.NAME = REGION : TYPE". */
static void write_table(Diagram *diagram, const char cells[MAX_SQUARES], bool promotion)
{
    for (int i = 0; i < diagram->piece_count; i++) {
        char letter = diagram->pieces[i].letter;
        Set region = squares_of(diagram, cells, letter);
        if (set_is_empty(&region))
            continue;
        text_add(&diagram->settings, promotion ? "promotion.to-%c = " : "morph.%c = ", letter);
        diagram_add_region(diagram, &region, &diagram->settings);
        if (promotion)
            text_add(&diagram->settings, " : %c", letter);
        text_add_char(&diagram->settings, '\n');
    }
}

/* Some kinds have a table, and it is one: a promotion without a choice. */
static bool take_morph_promotion(Promotions *promotions)
{
    Diagram *diagram = promotions->diagram;
    const DiagramPiece *first = promotions->table;
    for (int i = 0; i < diagram->piece_count; i++) {
        const DiagramPiece *piece = &diagram->pieces[i];
        if (promotions->morphs[i] && memcmp(piece->morph, first->morph, sizeof first->morph) != 0)
            return diagram_error(diagram, piece->morph_item,
                                 "it is not that of %s: our morph.LETTER is for all pieces but the "
                                 "royal one and the same for both sides, and promotion.NAME the "
                                 "same for all pawnTypes",
                                 first->item->key);
        if (promotions->morphs[i] && diagram->comes[i])
            return diagram_error(diagram, piece->morph_item,
                                 "a piece that promotes so cannot be what others become");
    }
    for (unsigned square = 0; square < (unsigned)(diagram->files * diagram->ranks); square++)
        if (diagram->symmetry != SYMMETRY_MIRROR
            && first->morph[square] != first->morph[across_square(diagram, square)])
            return diagram_error(diagram, first->morph_item,
                                 "which side is left for Black in an array that is not mirrored is "
                                 "not settled");
    return true;
}

static bool read_morphs(Promotions *promotions)
{
    Diagram *diagram = promotions->diagram;
    char common[MAX_SQUARES];
    bool some = false;
    for (int i = 0; i < diagram->piece_count; i++) {
        DiagramPiece *piece = &diagram->pieces[i];
        if (!check_table(diagram, piece, &promotions->morphs[i]))
            return false;
        some = some || promotions->morphs[i];
        if (i == diagram->royal && promotions->morphs[i])
            return diagram_error(diagram, piece->morph_item,
                                 "a royal piece cannot turn into "
                                 "another");
        if (promotions->morphs[i] && promotions->table == NULL)
            promotions->table = piece;
    }
    if (!some || !table_is_common(diagram, common))
        return !some || take_morph_promotion(promotions);
    memset(promotions->morphs, 0, sizeof promotions->morphs);
    if (diagram->pieces[diagram->royal].castling_count > 0)
        return diagram_error(diagram, promotions->table->morph_item,
                             "whether a castling partner turns into another piece is not settled");
    promotions->table = NULL;
    write_table(diagram, common, false);
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * Both together
 */

static bool check_together(const Promotions *promotions)
{
    const Diagram *diagram = promotions->diagram;
    const DiagramPiece *table = promotions->table;
    if (table == NULL || !promotions->chooses[0])
        return true;
    if (memcmp(promotions->chooses, promotions->morphs, sizeof promotions->morphs) != 0)
        return diagram_error(diagram, table->morph_item,
                             "the pieces with a morph are not those that promote by choice");
    for (int square = 0; square < diagram->files * diagram->ranks; square++)
        if (table->morph[square] != '\0'
            && diagram->ranks - square / diagram->files <= diagram->promo_zone)
            return diagram_error(diagram, table->morph_item,
                                 "a square of it lies in the promotion zone: which rule is "
                                 "stronger is not settled; promoChoice= is for morphs alone");
    return true;
}

/* The types that are pawns to us: those that promote; where none do, those that are called so, for
 * the count of moves only. */
static void write_pawns(const Promotions *promotions)
{
    Diagram *diagram = promotions->diagram;
    bool some = promotions->chooses[0] || promotions->table != NULL;
    text_add(&diagram->settings, "pawnTypes = ");
    size_t start = diagram->settings.length;
    for (int i = 0; i < diagram->piece_count; i++) {
        bool named = strstr(diagram->pieces[i].name, "pawn") != NULL && i != diagram->royal;
        if (some ? promotions->chooses[i] || promotions->morphs[i] : named)
            text_add_char(&diagram->settings, diagram->pieces[i].letter);
    }
    text_add(&diagram->settings, "%s\n", diagram->settings.length == start ? "-" : "");
}

/* The keys of one rule on all ranks of the zone. */
static void write_simple(Diagram *diagram, const RankRule *rule)
{
    if (diagram->promo_zone > 1) {
        text_add(&diagram->settings, "promotionRegionWhite =");
        for (int rank = 0; rank < diagram->promo_zone; rank++)
            text_add(&diagram->settings, " *%d", diagram->ranks - rank);
        text_add_char(&diagram->settings, '\n');
    }
    text_add(&diagram->settings, "promotionPieceTypes = %s\n", rule->types);
    if (rule->optional)
        text_add(&diagram->settings, "mandatoryPawnPromotion = false\n");
}

static void write_promotions(const Promotions *promotions)
{
    Diagram *diagram = promotions->diagram;
    bool simple = promotions->table == NULL;
    if (!promotions->chooses[0] && promotions->table == NULL) {
        text_add(&diagram->settings, "promotionPieceTypes = -\n");
        return;
    }
    for (int rank = 1; rank < diagram->promo_zone; rank++)
        simple = simple && strcmp(promotions->ranks[rank].types, promotions->ranks[0].types) == 0
                 && promotions->ranks[rank].optional == promotions->ranks[0].optional;
    if (simple && promotions->ranks[0].types[0] != '\0') {
        write_simple(diagram, &promotions->ranks[0]);
        return;
    }
    text_add(&diagram->settings, "promotionPieceTypes = -\n");
    for (int rank = 0; rank < diagram->promo_zone && promotions->chooses[0]; rank++) {
        const RankRule *rule = &promotions->ranks[rank];
        if (rule->types[0] != '\0')
            text_add(&diagram->settings, "promotion.%d = *%d : %s%s\n", diagram->ranks - rank,
                     diagram->ranks - rank, rule->types, rule->optional ? " optional" : "");
    }
    if (promotions->table != NULL)
        write_table(diagram, promotions->table->morph, true);
}

bool diagram_add_promotions(Diagram *diagram)
{
    Promotions promotions = {.diagram = diagram};
    if (!read_choices(&promotions) || !read_morphs(&promotions) || !check_together(&promotions))
        return false;
    write_pawns(&promotions);
    write_promotions(&promotions);
    return true;
}
