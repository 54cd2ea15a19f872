/* What the files of the search share. */
#pragma once

#include "engine/rules/legality.h"
#include "engine/rules/movegen.h"
#include "engine/rules/outcome.h"
#include "engine/search/evaluate.h"
#include "engine/search/exchange.h"
#include "engine/search/movepick.h"
#include "engine/search/searcher.h"
#include "engine/search/table.h"

enum {
    REDUCTION_DEPTHS = 64,
    REDUCTION_MOVES = 64,
    PLIES_SPARE = 4, /* that a search leaves on the undo stack: legality tests may need them */
};

/* One ply of the current path. */
typedef struct Frame {
    Placement placement;
    int eval;          /* static, SCORE_NONE in check */
    Move move;         /* that leads on from here, NO_MOVE for a null move */
    Move left_out;     /* that the search of this node does without, or NO_MOVE */
    Followed followed; /* the moves before */
    Move killers[KILLERS];
    int pv_length;
    Move pv[MAX_PLY];
} Frame;

struct Searcher {
    const Variant *variant;
    Evaluator *evaluator; /* owned */
    ExchangeValues values;
    Table table;       /* of searches to some depth */
    Table quiet_table; /* of quiescence */
    History history;
    MoveArena arena;
    SearchSteps left_out;
    bool repetition_draws; /* for both sides */
    uint8_t reductions[REDUCTION_DEPTHS][REDUCTION_MOVES];
    Frame frames[MAX_PLY + 2];

    /* Of the current search. */
    Position *position;
    SearchLimits limits;
    double start; /* by clock_now() */
    uint64_t nodes;
    bool stopped;
    int root_depth;
    int null_least; /* no null move before this ply: a null move is being verified */
    Move best;      /* at the root, so far */
    int best_score;
};

/* What the loop over the moves of a node knows. */
typedef struct Node {
    int alpha, beta, depth, ply;
    int eval; /* static, bettered by the table's score */
    bool pv, in_check, improving;
    bool cut;  /* a move above the window is expected */
    int index; /* legal moves before this one */
    int quiets;
    int best;
} Node;

static inline bool takes_step(const Searcher *searcher, SearchStep step)
{
    return (searcher->left_out >> step & 1) == 0;
}

/* The table that keeps what searches to a depth have found. Most nodes are of quiescence, and of
 * those that come again most do so soon: theirs is so small that it stays in the processor's
 * cache. */
static inline Table *table_of(Searcher *searcher, int depth)
{
    return depth > 0 ? &searcher->table : &searcher->quiet_table;
}

static inline bool is_mate(int score)
{
    return score >= SCORE_MATE_BOUND || score <= -SCORE_MATE_BOUND;
}

/* searcher.c */

/* Whether the search may go on: asked before each made move. */
bool may_go_on(Searcher *searcher);

/* Makes the move on the board, and in the frames of this ply and the next, for a search to the
 * depth: what its table has is fetched. A null move counts as a node too. */
void make(Searcher *searcher, Move move, int ply, int depth);
void make_null(Searcher *searcher, int ply, int depth);

/* Whether our arrays have no room for another ply. */
bool at_the_end(const Searcher *searcher, int ply);

/* search.c, quiescence.c: scores of the position, from the side to move; without a meaning once the
 * searcher has stopped. */
int search(Searcher *searcher, int alpha, int beta, int depth, int ply, bool cut);
int quiescence(Searcher *searcher, int alpha, int beta, int ply);

/* The line of the ply: this move, and the line of the next. */
void pv_take(Frame *frame, Move move);

/* search_rules.c */

int outcome_score(const Position *position, Outcome outcome, int ply);

/* Whether a rule has ended the game with this position: its score then. */
bool ended_by_rule(Searcher *searcher, int ply, int *score);

/* Of a position without a legal move. */
int no_move_score(const Searcher *searcher, bool in_check, int ply);

/* search_table.c */

/* The table's mate scores count from the position, the search's from the root. */
int score_from_table(int score, int ply);

/* Finds what is known of the position for a search to the depth: quiescence's word, of depth 0, if
 * there is no other. False if nothing is. */
bool probe(Searcher *searcher, int depth, TableEntry *entry);

/* Whether the entry is as good as a search of that depth with that window: its score then. */
bool table_decides(const Searcher *searcher, const TableEntry *entry, int alpha, int beta,
                   int depth, int ply, int *score);
Bound bound_of(int score, int alpha, int beta);
void store(Searcher *searcher, int score, int eval, Bound bound, int depth, Move move, int ply);

/* The static evaluation, from the entry if it has one. */
int static_eval(const Searcher *searcher, const TableEntry *entry, int ply);

/* The move of an entry, if it can be made: different positions may share a key. */
Move table_move(const Searcher *searcher, const TableEntry *entry);

/* pruning.c */

/* Whether the node needs no search of its moves: its score then. `first` is the table's move. */
bool prune_node(Searcher *searcher, const Node *node, Move first, int *score);

/* Tells the picker once no quiet moves but checks are worth a search any more: asked before each
 * move is picked. */
void leave_out_quiet(const Searcher *searcher, const Node *node, MovePicker *picker);

/* Whether the move is not worth a search. One move at least has been searched by then. */
bool is_hopeless(const Searcher *searcher, const Node *node, MovePicker *picker, Move move);

/* By how many plies the first look at a move is shortened. */
int reduction_of(const Searcher *searcher, const Node *node, const MovePicker *picker, int history,
                 bool refutation);
