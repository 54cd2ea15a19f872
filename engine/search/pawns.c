#include "engine/search/pawns.h"

#include <stdlib.h>

#include "engine/rules/words.h"

static int forward_rank(const Variant *variant, Colour colour, unsigned square)
{
    int rank = variant_rank(variant, square);
    return colour == WHITE ? rank : variant->ranks - 1 - rank;
}

/* Notes `other`, on the same file or the next and ahead of `square`. */
static void add_ahead(PawnTables *tables, const Variant *variant, Colour colour, unsigned square,
                      unsigned other)
{
    set_add(&tables->front_wide[colour][square], other);
    if (variant_file(variant, other) != variant_file(variant, square))
        return;
    set_add(&tables->front[colour][square], other);
    int ranks = abs(variant_rank(variant, other) - variant_rank(variant, square));
    uint8_t *steps = &tables->to_promotion[colour][square];
    if (set_has(&variant->promotion_squares[colour], other) && (*steps == 0 || ranks < *steps))
        *steps = (uint8_t)ranks;
}

void pawn_tables_init(PawnTables *tables, const Variant *variant)
{
    tables->words = variant->words;
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        for (unsigned other = 0; other < (unsigned)variant->squares; other++) {
            int files = abs(variant_file(variant, other) - variant_file(variant, square));
            if (files == 1)
                set_add(&tables->beside[square], other);
            for (Colour colour = WHITE; colour <= BLACK; colour++)
                if (files <= 1
                    && forward_rank(variant, colour, other) > forward_rank(variant, colour, square))
                    add_ahead(tables, variant, colour, square, other);
        }
}

WORDS_INLINE void count_pawn(const PawnTables *tables, Colour colour, unsigned square,
                             const Set *own, const Set *enemy, PawnCounts *counts, Set *passed,
                             int words)
{
    const int steps = tables->to_promotion[colour][square];
    if (!set_meets_in(&tables->beside[square], own, words))
        counts->isolated++;
    if (set_meets_in(&tables->front[colour][square], own, words)) {
        counts->doubled++;
    } else if (steps > 0 && !set_meets_in(&tables->front_wide[colour][square], enemy, words)) {
        counts->passed[(steps < PASSED_KINDS ? steps : PASSED_KINDS) - 1]++;
        set_add(passed, square);
    }
}

WORDS_INLINE void count_pawns(const PawnTables *tables, Colour colour, const Set *own,
                              const Set *enemy, PawnCounts *counts, Set *passed, int words)
{
    for (int word = 0; word < words; word++)
        for (uint64_t bits = own->word[word]; bits != 0; bits &= bits - 1)
            count_pawn(tables, colour, (unsigned)(word * 64 + __builtin_ctzll(bits)), own, enemy,
                       counts, passed, words);
}

void pawns_count(const PawnTables *tables, Colour colour, const Set *own, const Set *enemy,
                 PawnCounts *counts, Set *passed)
{
    *counts = (PawnCounts){.doubled = 0};
    WORDS_DISPATCH(tables->words, count_pawns(tables, colour, own, enemy, counts, passed, words));
}

uint64_t pawns_key(const Set *white, const Set *black, int words)
{
    uint64_t key = 0x9e3779b97f4a7c15;
    for (int word = 0; word < words; word++) {
        key = (key ^ white->word[word]) * 0xbf58476d1ce4e5b9;
        key ^= key >> 29;
        key = (key ^ black->word[word]) * 0x94d049bb133111eb;
        key ^= key >> 32;
    }
    return key | 1;
}
