/* Automatic weights.
 *
 * A piece is worth what it can do. Its expected numbers of quiet targets q and of captures c on a
 * half full board (mobility.h) make its power, q + CAPTURE_WORTH * c, and its value is a power law
 * of that: a piece twice as strong is worth more than two, for it brings its force to one point.
 * The three constants are set so that the knight, bishop, rook and queen on 8 x 8 come out at 300,
 * 320, 500 and 950 within 6 hundredths, and so that a piece that cannot capture has two fifths of
 * the power of one that can. The other constants follow a fit to 56,000 quiet positions of 9,400
 * games of chess that the program played against itself at 1000 and 1500 nodes a move, rounded;
 * those of attacked squares, isolated pawns and the ways of passed ones a fit to 170,000 of
 * 3000 games of chess, naiad and capablanca. It is a start for a search that plays sensibly;
 * measured values are the tuner's work. */
#include <math.h>

#include "engine/search/mobility.h"
#include "engine/search/weights.h"

#define CAPTURE_WORTH  6.8
#define VALUE_EXPONENT 1.28
#define VALUE_SCALE    18.45

enum {
    AUTOMATIC_PAWN = 100,
    AUTOMATIC_PAWN_ENDING = 130,
    AUTOMATIC_LEAST = 20,
    AUTOMATIC_MOST = 3000
};

static int16_t clamped(double value, int low, int high)
{
    long rounded = lround(value);
    return (int16_t)(rounded < low ? low : rounded > high ? high : rounded);
}

static Weight both(int16_t value) { return (Weight){value, value}; }

static int16_t automatic_value(const Mobility *mobility)
{
    double power = mobility->quiet + CAPTURE_WORTH * mobility->captures;
    return clamped(VALUE_SCALE * pow(power, VALUE_EXPONENT), AUTOMATIC_LEAST, AUTOMATIC_MOST);
}

static void init_royal(TypeWeights *type)
{
    *type = (TypeWeights){.mobility = {4, -7}, .centre = {-20, 4}, .advance = {-12, 10}};
}

static void init_pawn(TypeWeights *type)
{
    *type = (TypeWeights){.value = {AUTOMATIC_PAWN, AUTOMATIC_PAWN_ENDING},
                          .mobility = {10, 12},
                          .attack = {5, 0},
                          .centre = {6, -2},
                          .advance = {2, 4}};
}

static void init_piece(TypeWeights *type, const Variant *variant, unsigned index)
{
    Mobility mobility = mobility_expected(variant, index);
    double moves = mobility.quiet + mobility.captures + 0.1;
    double taking = CAPTURE_WORTH * mobility.captures;
    double share = taking / (mobility.quiet + taking + 0.1);
    int16_t value = automatic_value(&mobility);
    *type = (TypeWeights){.value = both(value),
                          .mobility = both(clamped(36 / moves, 2, 10)),
                          .attack = {clamped(share * (6 + value / 60.0), 0, 24), 0},
                          .centre = {clamped(30 / moves, 0, 10), clamped(16 / moves, 0, 6)},
                          .advance = {2, 3}};
    if (mobility_reach(variant, index) < 0.6)
        type->pair = both(clamped(value * 0.1, 0, 60));
}

void weights_init_automatic(Weights *weights, const Variant *variant)
{
    *weights = (Weights){.side = {.tempo = {10, 4},
                                  .pawn_advance = {1, 2},
                                  .passed_1 = {90, 200},
                                  .passed_2 = {60, 140},
                                  .passed_3 = {15, 75},
                                  .passed_4 = {4, 40},
                                  .passed_5 = {1, 12},
                                  .passed_far = {0, 4},
                                  .passed_blocked = {-7, 0},
                                  .passed_free = {12, 32},
                                  .passed_escort = {0, 8},
                                  .doubled = {-12, -22},
                                  .isolated = {-4, 8},
                                  .connected = {6, 4},
                                  .guarded = {5, 1},
                                  .shelter = {9, 4},
                                  .shield = {4, 4},
                                  .hunt = {10, 10},
                                  .breach = {5, 2},
                                  .threat = {40, 30},
                                  .hanging = {11, 8},
                                  .hanging_pawn = {11, 17},
                                  .space = {0, 6}},
                         .source = "automatic"};
    for (int type = 1; type <= variant->type_count; type++) {
        if (variant->types[type].royal)
            init_royal(&weights->type[type]);
        else if (variant->types[type].pawn)
            init_pawn(&weights->type[type]);
        else
            init_piece(&weights->type[type], variant, (unsigned)type);
    }
}
