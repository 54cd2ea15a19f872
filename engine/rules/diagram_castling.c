/* A king's O moves, which name no partner and no squares, to castle keys, which name all. */
#include <stdlib.h>
#include <string.h>

#include "engine/rules/diagram_internal.h"

/* One castle key: the squares of king and partner, from and to. */
typedef struct Castle {
    char letter; /* capital */
    unsigned squares[4];
} Castle;

enum { MAX_CASTLES = 4 }; /* a side has, as a FEN's rights are one byte */

typedef struct CastleList {
    Castle items[MAX_CASTLES];
    int count;
} CastleList;

static bool is_own(const Diagram *diagram, Colour colour, unsigned square)
{
    for (int i = 0; i < diagram->piece_count; i++)
        if (set_has(&diagram->pieces[i].squares[colour], square))
            return true;
    return false;
}

/* The side's own piece on the king's rank that has `inner` others beyond it; NO_SQUARE if there is
 * none. */
static unsigned find_partner(const Diagram *diagram, Colour colour, unsigned king, int step,
                             int inner)
{
    int files = diagram->files;
    unsigned rank = king - king % (unsigned)files;
    for (int file = step > 0 ? files - 1 : 0; rank + (unsigned)file != king; file -= step)
        if (is_own(diagram, colour, rank + (unsigned)file) && inner-- == 0)
            return rank + (unsigned)file;
    return NO_SQUARE;
}

/* K to the right and Q to the left, as in chess; then what the alphabet has left. */
static char next_letter(const CastleList *list, int step)
{
    static const char letters[] = "KQABCDEFGH";
    const char *wanted = step > 0 ? "K" : "Q";
    for (int i = 0; i < list->count; i++)
        if (list->items[i].letter == *wanted)
            wanted = letters + 2 + list->count;
    return *wanted;
}

static bool add_castle(const Diagram *diagram, Colour colour, const DiagramCastling *castling,
                       int step, CastleList *list)
{
    const DiagramPiece *royal = &diagram->pieces[diagram->royal];
    unsigned king = set_first(&royal->squares[colour]);
    unsigned partner = find_partner(diagram, colour, king, step, castling->inner);
    int distance = partner == NO_SQUARE ? 0 : ((int)partner - (int)king) * step;
    if (partner == NO_SQUARE)
        return true; /* there is nobody to castle with on that side */
    if (distance <= castling->steps)
        return diagram_error(diagram, royal->item,
                             "O%d: the partner stands only %d squares away from the king; write "
                             "each side by itself (irO2ilO3)",
                             castling->steps, distance);
    if (list->count == MAX_CASTLES)
        return diagram_error(diagram, royal->item, "more than %d ways to castle for a side",
                             MAX_CASTLES);
    unsigned to = (unsigned)((int)king + step * castling->steps);
    list->items[list->count] = (Castle){.letter = next_letter(list, step),
                                        .squares = {king, to, partner, (unsigned)((int)to - step)}};
    list->count++;
    return true;
}

static bool list_castles(const Diagram *diagram, Colour colour, CastleList *list)
{
    const DiagramPiece *royal = &diagram->pieces[diagram->royal];
    *list = (CastleList){.count = 0};
    for (int i = 0; i < royal->castling_count; i++) {
        const DiagramCastling *castling = &royal->castlings[i];
        if ((castling->right && !add_castle(diagram, colour, castling, 1, list))
            || (castling->left && !add_castle(diagram, colour, castling, -1, list)))
            return false;
    }
    return true;
}

static void write_castles(Diagram *diagram, const CastleList *list, Colour colour)
{
    for (int i = 0; i < list->count; i++) {
        const Castle *castle = &list->items[i];
        text_add(&diagram->settings,
                 "castle.%c =", colour == WHITE ? castle->letter : castle->letter + 'a' - 'A');
        for (int square = 0; square < 4; square++) {
            text_add_char(&diagram->settings, ' ');
            diagram_add_square(diagram, castle->squares[square], &diagram->settings);
        }
        text_add_char(&diagram->settings, '\n');
    }
}

static bool check_castlers(const Diagram *diagram)
{
    for (int i = 0; i < diagram->piece_count; i++)
        if (i != diagram->royal && diagram->pieces[i].castling_count > 0)
            return diagram_error(diagram, diagram->pieces[i].item,
                                 "only the royal piece can castle");
    return true;
}

/* Writes the rights, then the castle keys. A castling of White's that Black lacks cannot be said:
 * Black's is White's mirrored where it is not given. */
bool diagram_add_castlings(Diagram *diagram)
{
    CastleList lists[2];
    const DiagramItem *royal = diagram->pieces[diagram->royal].item;
    if (!check_castlers(diagram) || !list_castles(diagram, WHITE, &lists[WHITE])
        || !list_castles(diagram, BLACK, &lists[BLACK]))
        return false;
    for (int i = 0; i < lists[WHITE].count || i < lists[BLACK].count; i++)
        if (lists[WHITE].count != lists[BLACK].count
            || lists[WHITE].items[i].letter != lists[BLACK].items[i].letter)
            return diagram_error(diagram, royal, "White and Black castle on different sides");
    bool mirrored = diagram_is_mirrored(diagram);
    if (lists[WHITE].count > 0)
        diagram_assume(diagram, "castling is with the outermost piece on the king's rank (j: the "
                                "next one in), which lands beside the king; neither has moved, and "
                                "the king does not pass an attacked square");
    write_castles(diagram, &lists[WHITE], WHITE);
    if (!mirrored)
        write_castles(diagram, &lists[BLACK], BLACK);
    text_add(&diagram->settings, "startFen = ");
    diagram_add_array(diagram, &diagram->settings);
    text_add(&diagram->settings, " w ");
    for (int i = 0; i < lists[WHITE].count; i++)
        text_add_char(&diagram->settings, lists[WHITE].items[i].letter);
    for (int i = 0; i < lists[BLACK].count; i++)
        text_add_char(&diagram->settings, (char)(lists[BLACK].items[i].letter + 'a' - 'A'));
    text_add(&diagram->settings, "%s - 0 1\n", lists[WHITE].count == 0 ? "-" : "");
    return true;
}
