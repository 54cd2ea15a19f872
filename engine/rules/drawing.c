#include "engine/rules/drawing.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/board_text.h"
#include "engine/rules/notation.h"
#include "engine/rules/position.h"
#include "engine/rules/reach.h"
#include "engine/rules/sheet.h"

enum { MAX_SITES = 6 };

void drawing_add_board(const Variant *variant, const Piece board[MAX_SQUARES], Text *text)
{
    Sheet *sheet = sheet_new(variant);
    panel_put_board(variant, board, sheet_add(sheet, "%s", ""));
    sheet_print(sheet, text);
    free(sheet);
}

void drawing_add_array(const Variant *variant, Text *text)
{
    Piece board[MAX_SQUARES];
    Error err = {""};
    if (board_parse(variant, variant->start_fen, board, NULL, &err))
        drawing_add_board(variant, board, text);
}

void drawing_add_types(const Variant *variant, const uint8_t types[MAX_SQUARES], Text *text)
{
    Sheet *sheet = sheet_new(variant);
    Panel *panel = sheet_add(sheet, "%s", "");
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        if (types[square] != 0)
            panel_put(panel, square, ' ', variant->types[types[square]].letter);
    sheet_print(sheet, text);
    free(sheet);
}

/* ------------------------------------------------------------------------------------------------
 * From which squares
 */

/* What a piece does from a square, and on what squares others are drawn. */
typedef struct View {
    ReachStudy study;
    Set blockers;
} View;

/* Whether two squares' marks are the same wherever the board has room for both. */
static bool alike(const Variant *variant, const ReachStudy *a, const ReachStudy *b)
{
    int files = variant_file(variant, b->from) - variant_file(variant, a->from);
    int ranks = variant_rank(variant, b->from) - variant_rank(variant, a->from);
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        int file = variant_file(variant, square) + files;
        int rank = variant_rank(variant, square) + ranks;
        if (file < 0 || file >= variant->files || rank < 0 || rank >= variant->ranks)
            continue;
        unsigned other = (unsigned)(rank * variant->files + file);
        if (set_has(&a->empty.quiet, square) != set_has(&b->empty.quiet, other)
            || set_has(&a->empty.capture, square) != set_has(&b->empty.capture, other)
            || (a->way[square] == WAY_OVER) != (b->way[other] == WAY_OVER))
            return false;
    }
    return true;
}

/* The squares, those near the middle first, the middle file before the others. */
static void sort_squares(const Variant *variant, Square squares[MAX_SQUARES])
{
    int middle_file = (variant->files - 1) / 2, middle_rank = (variant->ranks - 1) / 2, count = 0;
    for (int files = 0; files < variant->files; files++)
        for (int ranks = 0; ranks < variant->ranks; ranks++)
            for (int side = 0; side < 4; side++) {
                int file = middle_file + (side & 1 ? -files : files);
                int rank = middle_rank + (side & 2 ? -ranks : ranks);
                bool again = ((side & 1) && files == 0) || ((side & 2) && ranks == 0);
                if (!again && file >= 0 && file < variant->files && rank >= 0
                    && rank < variant->ranks)
                    squares[count++] = (Square)(rank * variant->files + file);
            }
}

/* Of a type that may not go everywhere, puts first the square from which it reaches most. */
static void put_busiest_first(const Variant *variant, unsigned type, Square squares[MAX_SQUARES])
{
    const uint32_t *sites = variant->sites[WHITE][type];
    const Set nothing = set_empty();
    int busiest = -1, most = -1;
    bool closed = false;
    for (int i = 0; i < variant->squares; i++) {
        Reach reach;
        reach_find(variant, type, squares[i], &nothing, WHITE, &reach);
        const Set targets = reach_targets(&reach);
        bool here = (sites[squares[i]] & SITE_CLOSED) != 0;
        closed = closed || here;
        if (here || set_count(&targets) <= most)
            continue;
        most = set_count(&targets);
        busiest = i;
    }
    if (!closed || busiest < 0)
        return;
    Square square = squares[busiest];
    memmove(squares + 1, squares, (size_t)busiest * sizeof *squares);
    squares[0] = square;
}

static bool site_is_new(const Variant *variant, unsigned type, const View *views, int count,
                        unsigned square)
{
    const uint32_t *sites = variant->sites[WHITE][type];
    if (sites[square] & SITE_CLOSED)
        return false;
    for (int i = 0; i < count; i++)
        if (sites[views[i].study.from] == sites[square])
            return false;
    return true;
}

static int compare_views(const void *a, const void *b)
{
    unsigned left = ((const View *)a)->study.from, right = ((const View *)b)->study.from;
    return (left > right) - (left < right);
}

/* The squares to draw the type's moves from: one near the middle, and one of each other kind of
 * square on which its moves are different. Returns how many. */
static int find_views(const Variant *variant, unsigned type, View views[MAX_SITES])
{
    Square squares[MAX_SQUARES] = {0};
    int count = 0;
    sort_squares(variant, squares);
    put_busiest_first(variant, type, squares);
    for (int i = 0; i < variant->squares && count < MAX_SITES; i++) {
        if (!site_is_new(variant, type, views, count, squares[i]))
            continue;
        views[count].blockers = set_empty();
        reach_study(variant, type, squares[i], &views[count].study);
        bool known = false;
        for (int other = 0; other < count; other++)
            known = known || alike(variant, &views[other].study, &views[count].study);
        count += !known;
    }
    qsort(views, (size_t)count, sizeof *views, compare_views);
    return count;
}

/* ------------------------------------------------------------------------------------------------
 * Others in the way
 */

/* How two squares lie to each other, whichever way the board is turned: 0 for none. */
static int distance_kind(const Variant *variant, unsigned from, unsigned to)
{
    int files = abs(variant_file(variant, to) - variant_file(variant, from));
    int ranks = abs(variant_rank(variant, to) - variant_rank(variant, from));
    int far = files > ranks ? files : ranks, near = files > ranks ? ranks : files;
    return far * MAX_FILES + near;
}

/* The square `files` and `ranks` away, turned by so many eighths and mirrored as the kind allows.
 */
static unsigned turned_square(const Variant *variant, unsigned from, int kind, int turn)
{
    int far = kind / MAX_FILES, near = kind % MAX_FILES;
    const int around[8][2] = {{near, far},   {far, near},   {far, -near}, {near, -far},
                              {-near, -far}, {-far, -near}, {-far, near}, {-near, far}};
    int file = variant_file(variant, from) + around[turn][0];
    int rank = variant_rank(variant, from) + around[turn][1];
    bool on = file >= 0 && file < variant->files && rank >= 0 && rank < variant->ranks;
    return on ? (unsigned)(rank * variant->files + file) : NO_SQUARE;
}

/* The targets that a chess player would not know others to matter to. */
static Set surprises(const Variant *variant, const ReachStudy *study)
{
    Set targets = set_empty();
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        if (study->way[square] == WAY_PATH || study->way[square] == WAY_OVER
            || study->way[square] == WAY_MORE)
            set_add(&targets, square);
    return targets;
}

/* Whether with one more blocker all the targets change that the blockers change alone: none of them
 * stands in another's light. */
static bool bearings_show(const Variant *variant, unsigned type, const View *view, unsigned square,
                          Set touched)
{
    Set blockers = view->blockers;
    Reach reach;
    set_add(&blockers, square);
    reach_find(variant, type, view->study.from, &blockers, BLACK, &reach);
    const Set change = set_minus(reach_change(&view->study.empty, &reach), blockers);
    touched = set_minus(touched, blockers);
    return set_equal(&change, &touched);
}

/* Adds the first square of that kind, clockwise, on which a piece has a bearing on one of those
 * targets, and on nothing that is shown already. `bearing` is what each square has. Returns whether
 * there is one. */
static bool block_kind(const Variant *variant, unsigned type, View *view, int kind,
                       const Set *bearing, const Set *targets, Set *shown)
{
    for (int turn = 0; turn < 8; turn++) {
        unsigned square = turned_square(variant, view->study.from, kind, turn);
        if (square == NO_SQUARE || !set_meets(&bearing[square], targets))
            continue;
        Set touched = view->study.change[square];
        set_add(&touched, square);
        if (set_meets(&touched, shown))
            continue;
        touched = set_or(touched, *shown);
        if (!bearings_show(variant, type, view, square, touched))
            continue;
        *shown = touched;
        set_add(&view->blockers, square);
        return true;
    }
    return false;
}

/* Whether enemies on two squares together have a bearing on one of the targets. */
static bool pair_matters(const Variant *variant, unsigned type, const ReachStudy *study,
                         const Set *pair, const Set *targets)
{
    Reach reach;
    reach_find(variant, type, study->from, pair, BLACK, &reach);
    const Set change = set_minus(reach_change(&study->empty, &reach), *pair);
    return set_meets(&change, targets);
}

/* Adds the nearest two squares that only together have a bearing on a target, where one alone never
 * has. */
static void block_pair(const Variant *variant, unsigned type, View *view, const Set *shown)
{
    const ReachStudy *study = &view->study;
    Set left = surprises(variant, study), best = set_empty();
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        left = set_minus(left, study->change[square]);
    const Set free = set_minus(study->program, *shown);
    int nearest = 2 * MAX_FILES * MAX_FILES;
    SET_EACH(first, &free)
    {
        for (unsigned second = first + 1; second < (unsigned)variant->squares; second++) {
            int distance = distance_kind(variant, study->from, first)
                           + distance_kind(variant, study->from, second);
            Set pair = set_empty();
            set_add(&pair, first);
            set_add(&pair, second);
            if (distance >= nearest || !set_has(&free, second)
                || !pair_matters(variant, type, study, &pair, &left))
                continue;
            nearest = distance;
            best = pair;
        }
    }
    view->blockers = set_or(view->blockers, best);
}

/* One square of each kind: first those that make more possible, then those that stop what is. */
static void find_blockers(const Variant *variant, unsigned type, View *view)
{
    const Set targets = surprises(variant, &view->study);
    const Set *const bearings[] = {view->study.gain, view->study.change};
    bool used[MAX_FILES * MAX_FILES] = {false};
    Set shown = set_empty();
    for (int pass = 0; pass < 2; pass++)
        for (int kind = 1; kind < MAX_FILES * MAX_FILES; kind++)
            if (kind % MAX_FILES <= kind / MAX_FILES && !used[kind])
                used[kind] =
                    block_kind(variant, type, view, kind, bearings[pass], &targets, &shown);
    block_pair(variant, type, view, &shown);
}

/* ------------------------------------------------------------------------------------------------
 * A type's moves
 */

static char target_letter(const Reach *reach, unsigned square)
{
    bool quiet = set_has(&reach->quiet, square), capture = set_has(&reach->capture, square);
    return quiet && capture ? '*' : quiet ? 'o' : capture ? 'x' : '.';
}

/* The signs of Way. */
static const char way_signs[] = {
    [WAY_NONE] = ' ', [WAY_PLAIN] = ' ', [WAY_PATH] = '~',
    [WAY_LEAP] = '^', [WAY_OVER] = ' ',  [WAY_MORE] = '+',
};

static void draw_empty(Sheet *sheet, unsigned type, const ReachStudy *study)
{
    const Variant *variant = sheet->variant;
    char name[4];
    square_to_text(variant, (Square)study->from, name);
    Panel *panel = sheet_add(sheet, "from %s", name);
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        Way way = study->way[square];
        if (way != WAY_NONE)
            panel_put(panel, square, way_signs[way],
                      way == WAY_OVER ? '+' : target_letter(&study->empty, square));
    }
    panel_put(panel, study->from, ' ', variant->types[type].letter);
}

/* The same with others in the way: enemies, where that makes a difference. */
static void draw_blocked(Sheet *sheet, unsigned type, const View *view)
{
    const Variant *variant = sheet->variant;
    unsigned from = view->study.from;
    Reach reach, among_own;
    reach_find(variant, type, from, &view->blockers, BLACK, &reach);
    reach_find(variant, type, from, &view->blockers, WHITE, &among_own);
    Set difference = set_minus(reach_change(&reach, &among_own), view->blockers);
    char name[4];
    square_to_text(variant, (Square)from, name);
    Panel *panel = sheet_add(sheet, "from %s, %s", name,
                             set_is_empty(&difference) ? "# in its way" : "enemies on #");
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        panel_put(panel, square, set_has(&reach.taking, square) ? 'x' : ' ',
                  target_letter(&reach, square));
    SET_EACH(square, &view->blockers)
    panel_put(panel, square, ' ', set_has(&reach.capture, square) ? 'X' : '#');
    panel_put(panel, from, ' ', variant->types[type].letter);
}

/* ------------------------------------------------------------------------------------------------
 * Dragging and pushing
 */

/* A move to show them by, and what stands behind and before it. */
typedef struct Display {
    Move move;
    int merit;       /* how much there is to see */
    unsigned behind; /* an own piece, dragged; NO_SQUARE for none */
    unsigned before; /* an enemy, pushed */
} Display;

/* The square that many steps on in a move's direction; NO_SQUARE beyond the edge. */
static unsigned step_on(const Variant *variant, const MoveEffect *effect, unsigned from, int steps)
{
    int file = variant_file(variant, from) + steps * effect->file_step;
    int rank = variant_rank(variant, from) + steps * effect->rank_step;
    bool on = file >= 0 && file < variant->files && rank >= 0 && rank < variant->ranks;
    return on ? (unsigned)(rank * variant->files + file) : NO_SQUARE;
}

/* Of two steps rather than one, so that the distance shows; with a piece that does not stand right
 * behind; with room for what is pushed. */
static Display judge_display(const Variant *variant, Move move, const MoveEffect *effect)
{
    unsigned from = move_from(move);
    int length = effect->length;
    Display display = {.move = move, .behind = NO_SQUARE, .before = NO_SQUARE};
    for (int distance = 1; distance <= 2 && effect->drag; distance++) {
        unsigned square = step_on(variant, effect, from, -distance);
        display.behind = square != NO_SQUARE ? square : display.behind;
    }
    if (effect->push && step_on(variant, effect, from, length + 2) != NO_SQUARE)
        display.before = step_on(variant, effect, from, length + 1);
    display.merit = 4 * ((display.behind != NO_SQUARE) + (display.before != NO_SQUARE))
                    + (length == 2 ? 2 : 0)
                    + (step_on(variant, effect, from, 2 * length + 1) != NO_SQUARE ? 1 : 0);
    return display;
}

/* The move that shows most, NO_MOVE if nothing is dragged or pushed. */
static Display find_display(const Variant *variant, unsigned type, unsigned from)
{
    const Program *program = &variant->programs[WHITE][type][from];
    Display best = {.move = NO_MOVE};
    for (uint32_t i = 0; i < program->length; i++) {
        const Step *step = &variant->steps[program->first + i];
        const MoveEffect *effect = &variant->effects[move_effect(step->move)];
        if (step->emit[0] == EMIT_NONE || effect->kind != EFFECT_DISPLACE || effect->length > 2)
            continue;
        Display display = judge_display(variant, step->move, effect);
        if (display.merit >= 4 && (best.move == NO_MOVE || display.merit > best.merit))
            best = display;
    }
    return best;
}

/* A plain piece to be dragged or pushed: no king, no pawn, not the type itself. */
static unsigned plain_type(const Variant *variant, unsigned type)
{
    for (unsigned other = 1; other <= (unsigned)variant->type_count; other++)
        if (other != type && !variant->types[other].royal && !variant->types[other].pawn)
            return other;
    return type;
}

/* The board before and after a move that drags and pushes. */
static void draw_display(Sheet *sheet, unsigned type, unsigned from)
{
    const Variant *variant = sheet->variant;
    Display display = find_display(variant, type, from);
    if (display.move == NO_MOVE)
        return;
    Setup setup = {.side = WHITE, .move_number = 1};
    unsigned plain = plain_type(variant, type);
    setup.board[from] = piece_make(WHITE, type);
    if (display.behind != NO_SQUARE)
        setup.board[display.behind] = piece_make(WHITE, plain);
    if (display.before != NO_SQUARE)
        setup.board[display.before] = piece_make(BLACK, plain);
    Position position;
    char names[2][4];
    square_to_text(variant, (Square)from, names[0]);
    square_to_text(variant, move_to(display.move), names[1]);
    position_init(&position, variant);
    position_set_up(&position, &setup);
    panel_put_board(variant, position.board, sheet_add(sheet, "before %s%s", names[0], names[1]));
    position_make(&position, display.move);
    panel_put_board(variant, position.board, sheet_add(sheet, "after %s%s", names[0], names[1]));
    position_release(&position);
}

void drawing_add_moves(const Variant *variant, unsigned type, Text *text)
{
    View *views = memory_new(MAX_SITES, sizeof *views);
    Sheet *sheet = sheet_new(variant);
    int count = find_views(variant, type, views);
    bool pair = false;
    for (int i = 0; i < count; i++) {
        int first = sheet->count;
        find_blockers(variant, type, &views[i]);
        bool was_pair = pair;
        pair = !set_is_empty(&views[i].blockers);
        draw_empty(sheet, type, &views[i].study);
        sheet->panels[first].begins_row = pair || was_pair;
        if (pair)
            draw_blocked(sheet, type, &views[i]);
    }
    if (count > 0)
        draw_display(sheet, type, views[0].study.from);
    sheet_print(sheet, text);
    free(sheet);
    free(views);
}

void drawing_add_legend(Text *text)
{
    text_add(text,
             "The pieces, drawn for White, alone on the board:\n"
             "  *  moves there or captures there; o only moves; x only captures\n"
             "  +  only over others, or by taking some on its way\n"
             "Along a line, what stands between stops a move; off the lines it is a leap,\n"
             "and nothing stops it. Signs before a mark say where that is not so:\n"
             "  ~  others can stop it, but not just those between on a line\n"
             "  ^  a leap along a line, over whatever stands between\n"
             "  +  over others, or by taking some, it can do what the mark does not say, too\n"
             "Where that needs showing, some stand in its way on a second board:\n"
             "  #  another piece, of either side where the line above does not say whose\n"
             "  X  an enemy that it can take\n"
             "  x  before a mark: by taking others on its way\n\n");
}
