/* The transposition table as the search uses it. */
#include "engine/search/search_internal.h"

enum {
    RULE_NEAR = 12, /* plies before the move rule's or the count's end from which the table is
                       not believed */
};

static int score_to_table(int score, int ply)
{
    return score >= SCORE_MATE_BOUND    ? score + ply
           : score <= -SCORE_MATE_BOUND ? score - ply
                                        : score;
}

int score_from_table(int score, int ply)
{
    return score >= SCORE_MATE_BOUND    ? score - ply
           : score <= -SCORE_MATE_BOUND ? score + ply
                                        : score;
}

/* Whether a draw by counting plies is so near that the table, which does not know of it, may be
 * wrong. */
static bool counts_run_out(const Position *position)
{
    int rule = position->variant->move_rule * 2;
    return (rule > 0 && position->rule50 + RULE_NEAR > rule)
           || (position->counting_limit > 0
               && position->counting + RULE_NEAR > position->counting_limit);
}

bool probe(Searcher *searcher, int depth, TableEntry *entry)
{
    uint64_t key = searcher->position->key;
    return table_probe(table_of(searcher, depth), key, entry)
           || (depth > 0 && table_probe(&searcher->quiet_table, key, entry));
}

bool table_decides(const Searcher *searcher, const TableEntry *entry, int alpha, int beta,
                   int depth, int ply, int *score)
{
    if (entry->depth < depth || !takes_step(searcher, STEP_TABLE)
        || counts_run_out(searcher->position))
        return false;
    *score = score_from_table(entry->score, ply);
    return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && *score >= beta)
           || (entry->bound == BOUND_UPPER && *score <= alpha);
}

Bound bound_of(int score, int alpha, int beta)
{
    return score >= beta ? BOUND_LOWER : score > alpha ? BOUND_EXACT : BOUND_UPPER;
}

void store(Searcher *searcher, int score, int eval, Bound bound, int depth, Move move, int ply)
{
    table_store(table_of(searcher, depth), searcher->position->key,
                (TableEntry){.move = move,
                             .score = (int16_t)score_to_table(score, ply),
                             .eval = (int16_t)(eval == SCORE_NONE ? TABLE_NO_EVAL : eval),
                             .depth = (uint8_t)depth,
                             .bound = (uint8_t)bound});
}

int static_eval(const Searcher *searcher, const TableEntry *entry, int ply)
{
    if (entry->bound != BOUND_NONE && entry->eval != TABLE_NO_EVAL)
        return entry->eval;
    return evaluate(searcher->evaluator, searcher->position, &searcher->frames[ply].placement);
}

Move table_move(const Searcher *searcher, const TableEntry *entry)
{
    if (entry->move == NO_MOVE || !move_is_pseudo_legal(searcher->position, entry->move))
        return NO_MOVE;
    return entry->move;
}
