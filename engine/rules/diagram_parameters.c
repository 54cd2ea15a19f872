/* The parameters of a diagram: one table of all that are known. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/nearest.h"
#include "engine/rules/diagram_internal.h"

typedef enum ParameterKind {
    PARAMETER_RULE,    /* read: `id` */
    PARAMETER_LOOKS,   /* no rule of the game */
    PARAMETER_REFUSED, /* a rule that our keys cannot say: `why`; empty or 0 turns it off */
    PARAMETER_FIRST_RANK,
} ParameterKind;

typedef struct ParameterRow {
    const char *name;
    ParameterKind kind;
    DiagramParameter id;
    const char *why;
} ParameterRow;

/* clang-format off */
static const ParameterRow parameter_rows[] = {
    {"files", PARAMETER_RULE, DIAGRAM_FILES, NULL},
    {"ranks", PARAMETER_RULE, DIAGRAM_RANKS, NULL},
    {"promoZone", PARAMETER_RULE, DIAGRAM_PROMO_ZONE, NULL},
    {"promoChoice", PARAMETER_RULE, DIAGRAM_PROMO_CHOICE, NULL},
    {"maxPromote", PARAMETER_RULE, DIAGRAM_MAX_PROMOTE, NULL},
    {"symmetry", PARAMETER_RULE, DIAGRAM_SYMMETRY, NULL},
    {"stalemate", PARAMETER_RULE, DIAGRAM_STALEMATE, NULL},
    {"royal", PARAMETER_RULE, DIAGRAM_ROYAL, NULL},
    {"baring", PARAMETER_RULE, DIAGRAM_BARING, NULL},
    {"morph", PARAMETER_RULE, DIAGRAM_MORPH, NULL},
    {"firstRank", PARAMETER_FIRST_RANK, DIAGRAM_PARAMETERS, NULL},
    {"graphicsDir", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"graphicsType", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"squareSize", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"whitePrefix", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"blackPrefix", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"lightShade", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"darkShade", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"startShade", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"rimColor", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"coordColor", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"lineColor", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"borders", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"satellite", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"useMarkers", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"newClick", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"enableAI", PARAMETER_LOOKS, DIAGRAM_PARAMETERS, NULL},
    {"promoOffset", PARAMETER_REFUSED, DIAGRAM_PARAMETERS,
     "a piece that may turn into the one so many lines below when it enters or leaves the zone "
     "cannot be said; where it must, write morph behind its line"},
    {"captureMatrix", PARAMETER_REFUSED, DIAGRAM_PARAMETERS,
     "what a piece may not take, or becomes by taking, cannot be said by our keys"},
    {"spell", PARAMETER_REFUSED, DIAGRAM_PARAMETERS,
     "spells that pieces cast on their neighbours cannot be said by our keys"},
    {"holdings", PARAMETER_REFUSED, DIAGRAM_PARAMETERS,
     "pieces in hand are not supported"},
    {"holdingsType", PARAMETER_REFUSED, DIAGRAM_PARAMETERS,
     "pieces in hand are not supported"},
    {"succession", PARAMETER_REFUSED, DIAGRAM_PARAMETERS,
     "a royal piece that has a successor cannot be said by our keys"},
    {"shuffle", PARAMETER_REFUSED, DIAGRAM_PARAMETERS,
     "arrays are not shuffled; take it out to have the one array that is given"},
    {"tracking", PARAMETER_REFUSED, DIAGRAM_PARAMETERS,
     "what it does to the rules is not known here"},
    {"enPassant", PARAMETER_REFUSED, DIAGRAM_PARAMETERS,
     "captures en passant are read from the pieces' moves (n with i, and e)"},
    {"zonal", PARAMETER_REFUSED, DIAGRAM_PARAMETERS,
     "zones of a script of the page cannot be read; mobilityRegion.LETTER of ours says them"},
};
/* clang-format on */

enum { PARAMETER_ROWS = sizeof parameter_rows / sizeof parameter_rows[0] };

static const ParameterRow *find_row(const char *name)
{
    for (size_t i = 0; i < PARAMETER_ROWS; i++)
        if (strcmp(parameter_rows[i].name, name) == 0)
            return &parameter_rows[i];
    return NULL;
}

static bool refuse_unknown(const Diagram *diagram, const DiagramItem *item)
{
    const char *names[PARAMETER_ROWS];
    for (size_t i = 0; i < PARAMETER_ROWS; i++)
        names[i] = parameter_rows[i].name;
    const char *near = nearest_name(item->key, names, PARAMETER_ROWS);
    if (near != NULL)
        return diagram_error(diagram, item, "unknown parameter; did you mean %s?", near);
    return diagram_error(diagram, item,
                         "unknown parameter; if it is about looks only, take it out");
}

/* A morph stands behind its piece; the others may stand anywhere, once each. */
static bool take_rule(Diagram *diagram, const DiagramItem *item, DiagramParameter id)
{
    if (id == DIAGRAM_MORPH)
        return true;
    if (id == DIAGRAM_BARING || diagram->parameters[id] == NULL) {
        diagram->parameters[id] = item;
        return true;
    }
    if (id == DIAGRAM_ROYAL)
        return diagram_error(diagram, item, "a second kind of royal piece cannot be said");
    return diagram_error(diagram, item, "is there already, in line %d",
                         diagram->parameters[id]->line);
}

static bool take_parameter(Diagram *diagram, const DiagramItem *item)
{
    const ParameterRow *row = find_row(item->key);
    bool off = item->value[0] == '\0' || strcmp(item->value, "0") == 0;
    if (row == NULL)
        return refuse_unknown(diagram, item);
    switch (row->kind) {
    case PARAMETER_RULE: return take_rule(diagram, item, row->id);
    case PARAMETER_REFUSED: return off || diagram_error(diagram, item, "%s", row->why);
    case PARAMETER_FIRST_RANK:
        return strcmp(item->value, "1") == 0
               || diagram_error(diagram, item, "ranks are numbered from 1; write the squares so");
    case PARAMETER_LOOKS: text_add(&diagram->looks, " %s", item->key); return true;
    }
    return true;
}

/* A number in [low, high]; `fallback`, which is noted, where the parameter is not given. */
static bool read_number(Diagram *diagram, DiagramParameter id, int low, int high, int fallback,
                        int *number)
{
    const DiagramItem *item = diagram->parameters[id];
    if (item == NULL) {
        for (size_t i = 0; i < PARAMETER_ROWS; i++)
            if (parameter_rows[i].kind == PARAMETER_RULE && parameter_rows[i].id == id)
                diagram_assume(diagram, "%s is not given: %d", parameter_rows[i].name, fallback);
        *number = fallback;
        return true;
    }
    char *end;
    errno = 0;
    long value = strtol(item->value, &end, 10);
    if (end == item->value || *end != '\0' || errno != 0 || value < low || value > high)
        return diagram_error(diagram, item, "\"%s\" is no whole number from %d to %d", item->value,
                             low, high);
    *number = (int)value;
    return true;
}

static bool read_symmetry(Diagram *diagram)
{
    static const char *const words[] = {"mirror", "rotate", "none"};
    const DiagramItem *item = diagram->parameters[DIAGRAM_SYMMETRY];
    diagram->symmetry = SYMMETRY_MIRROR;
    if (item == NULL) {
        diagram_assume(diagram, "symmetry is not given: mirror");
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(item->value, words[i]) != 0)
            continue;
        diagram->symmetry = (DiagramSymmetry)i;
        return true;
    }
    return diagram_error(diagram, item, "\"%s\" is none of: mirror rotate none", item->value);
}

bool diagram_read_parameters(Diagram *diagram)
{
    for (size_t i = 0; i < diagram->text.count; i++)
        if (!diagram->text.items[i].piece && !take_parameter(diagram, &diagram->text.items[i]))
            return false;
    return read_number(diagram, DIAGRAM_FILES, 1, MAX_FILES, 8, &diagram->files)
           && read_number(diagram, DIAGRAM_RANKS, 1, MAX_FILES, 8, &diagram->ranks)
           && read_number(diagram, DIAGRAM_PROMO_ZONE, 0, diagram->ranks, 1, &diagram->promo_zone)
           && read_number(diagram, DIAGRAM_MAX_PROMOTE, 0, MAX_DIAGRAM_PIECES, 1,
                          &diagram->max_promote)
           && read_symmetry(diagram);
}

/* ------------------------------------------------------------------------------------------------
 * Parameters that name pieces, and what a game's end is worth
 */

/* The piece that a parameter names by its letter or its number from 1; -1 with an error if none. */
static int read_piece(const Diagram *diagram, const DiagramItem *item)
{
    const char *value = item->value;
    int piece = value[0] != '\0' && value[1] == '\0' ? diagram_piece(diagram, value[0]) : -1;
    char *end;
    long number = strtol(value, &end, 10);
    if (piece < 0 && end != value && *end == '\0' && number >= 1 && number <= diagram->piece_count)
        piece = (int)number - 1;
    if (piece < 0)
        diagram_error(diagram, item,
                      "\"%s\" is neither the letter of a piece nor a number from 1 to %d", value,
                      diagram->piece_count);
    return piece;
}

static bool read_royal(Diagram *diagram)
{
    const DiagramItem *item = diagram->parameters[DIAGRAM_ROYAL];
    int last = diagram->piece_count - 1;
    if (item != NULL) {
        diagram->royal = read_piece(diagram, item);
        return diagram->royal >= 0;
    }
    const DiagramPiece *piece = &diagram->pieces[last];
    if (strcmp(piece->name, "king") != 0)
        return diagram_error(diagram, piece->item,
                             "royal is not given, and the last piece is not called king: "
                             "write royal=LETTER");
    diagram->royal = last;
    diagram_assume(diagram, "royal is not given: the last piece, %s", piece->name);
    return true;
}

/* Our rule counts all pieces but the royal one, so the parameters must name all of them. */
static bool read_baring(Diagram *diagram)
{
    bool baring[MAX_DIAGRAM_PIECES] = {false};
    const DiagramItem *last = NULL;
    for (size_t i = 0; i < diagram->text.count; i++) {
        const DiagramItem *item = &diagram->text.items[i];
        if (item->piece || strcmp(item->key, "baring") != 0)
            continue;
        last = item;
        int piece = strcmp(item->value, "0") == 0 ? 0 : read_piece(diagram, item);
        if (piece < 0)
            return false;
        baring[piece] = true;
        for (int other = 0; other < diagram->piece_count && strcmp(item->value, "0") == 0; other++)
            baring[other] = other != diagram->royal;
    }
    if (last == NULL)
        return true;
    for (int piece = 0; piece < diagram->piece_count; piece++)
        if (baring[piece] != (piece != diagram->royal))
            return diagram_error(diagram, last,
                                 "all pieces but the royal one must count, or none: "
                                 "baring=0 is all of them");
    diagram_assume(diagram, "a bared side has one move left, and draws if it bares the opponent by "
                            "it: so the diagram plays; bareKing = lose gives it none");
    text_add(&diagram->settings, "bareKing = shatranj\n");
    return true;
}

/* The diagram says it for the side that gives stalemate, our key for the side that suffers it. */
static bool read_stalemate(Diagram *diagram)
{
    static const struct {
        const char *given, *suffered;
    } words[] = {{"draw", "draw"}, {"win", "loss"}, {"lose", "win"}, {"loss", "win"}};
    const DiagramItem *item = diagram->parameters[DIAGRAM_STALEMATE];
    if (item == NULL) {
        diagram_assume(diagram, "stalemate is not given: draw");
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(item->value, words[i].given) != 0)
            continue;
        text_add(&diagram->settings, "stalemateValue = %s\n", words[i].suffered);
        if (strcmp(item->value, "draw") != 0)
            diagram_assume(diagram,
                           "stalemate=%s is said for the side that gives it: for the side without "
                           "a move it is a %s",
                           item->value, words[i].suffered);
        return true;
    }
    return diagram_error(diagram, item, "\"%s\" is none of: win draw lose", item->value);
}

bool diagram_read_roles(Diagram *diagram)
{
    if (!read_royal(diagram))
        return false;
    text_add(&diagram->settings, "royal = %c\n", diagram->pieces[diagram->royal].letter);
    return read_stalemate(diagram) && read_baring(diagram);
}
