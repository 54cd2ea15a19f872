/* Fairy-Stockfish's dialect: each key that is read, and that what is not is refused by its name.
 * Counts of moves were written down by hand, or are the published ones of the positions in the
 * papers. */
#include "tests/unit/throwaway.h"

#include "engine/base/ini.h"
#include "engine/rules/describe.h"
#include "engine/rules/fairy.h"
#include "engine/rules/outcome.h"

#define OWN "tests/unit/fairy.ini:"

static int moves_from(Position *position, unsigned square)
{
    Move *moves = memory_new(MAX_MOVES, sizeof(Move));
    int count = generate_legal(position, moves), found = 0;
    for (int i = 0; i < count; i++)
        found += move_from(moves[i]) == square;
    free(moves);
    return found;
}

/* The moves of a white piece X on d4 of an empty chess board (the kings stand out of its way). */
static int count_on_d4(const char *piece_line, Error *err)
{
    Text text;
    text_init(&text);
    text_add(&text, "[t:chess]\n%s\nstartFen = 8/7k/8/8/3X4/8/K7/8 w - - 0 1\n", piece_line);
    Variant *variant = load_text(text.data, err);
    text_release(&text);
    if (variant == NULL)
        return -1;
    Position position;
    position_init(&position, variant);
    set_fen(&position, variant->start_fen);
    int count = moves_from(&position, 27);
    position_release(&position);
    variant_free(variant);
    return count;
}

static void built_in_pieces_have_their_moves(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int moves;
    } pieces[] = {
        {"pawn", 1},         {"knight", 8},   {"bishop", 13},      {"rook", 14},
        {"queen", 27},       {"fers", 4},     {"alfil", 4},        {"fersAlfil", 8},
        {"silver", 5},       {"aiwok", 26},   {"bers", 18},        {"archbishop", 21},
        {"chancellor", 22},  {"amazon", 35},  {"knibis", 8},       {"biskni", 13},
        {"kniroo", 8},       {"rookni", 14},  {"shogiPawn", 1},    {"lance", 4},
        {"shogiKnight", 2},  {"gold", 6},     {"dragonHorse", 17}, {"clobber", 0},
        {"breakthrough", 3}, {"immobile", 0}, {"cannon", 14},      {"soldier", 3},
        {"horse", 8},        {"elephant", 4}, {"banner", 22},      {"wazir", 4},
        {"commoner", 8},     {"centaur", 16},
    };
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        char line[64];
        Error err = {""};
        snprintf(line, sizeof line, "%s = x", pieces[i].name);
        int count = count_on_d4(line, &err);
        if (count != pieces[i].moves)
            fail_msg("%s: %d moves, not %d (%s)", pieces[i].name, count, pieces[i].moves, err.text);
    }
}

static void strings_have_that_programs_meaning(void **state)
{
    (void)state;
    static const struct {
        const char *string;
        int moves;
    } strings[] = {
        {"fK", 3},      {"bK", 3},    {"K2", 16},    {"fQ", 11},  {"fsW", 3}, {"vW", 2},
        {"mQ", 27},     {"cQ", 0},    {"gQ", 0},     {"pR", 0},   {"pW", 0},  {"nA", 4},
        {"nN", 8},      {"nD", 4},    {"NN", 12},    {"N0", 12},  {"lfN", 1}, {"fN", 2},
        {"fhN", 4},     {"fsN", 2},   {"ffN", 2},    {"R3", 12},  {"W2", 8},  {"WW", 14},
        {"W0", 14},     {"BmW", 17},  {"RmB4", 27},  {"NH", 12},  {"CG", 12}, {"bmR2", 2},
        {"bmWbmnD", 2}, {"ifmnD", 0}, {"fmWfcF", 1}, {"mpR2", 0},
    };
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        char line[64];
        Error err = {""};
        snprintf(line, sizeof line, "customPiece3 = x:%s", strings[i].string);
        int count = count_on_d4(line, &err);
        if (count != strings[i].moves)
            fail_msg("%s: %d moves, not %d (%s)", strings[i].string, count, strings[i].moves,
                     err.text);
    }
}

static void what_that_program_would_ignore_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *string, *contains;
    } strings[] = {
        {"mafsW", "character 2"},
        {"CC", "riders"},
        {"D2", "riders"},
        {"HH", "riders"},
        {"nH", "n is"},
        {"nZ", "n is"},
        {"mjD", "character 2"},
        {"zB", "character 1"},
        {"qN", "character 1"},
        {"oR", "character 1"},
        {"tR", "character 1"},
        {"W10", "one digit"},
        {"fhK", "two ways"},
        {"sK", "two ways"},
        {"frQ", "two ways"},
        {"O2", "unknown atom"},
        {"U", "unknown atom"},
        {"(2,1)", "unknown atom"},
        {"[F?R]", "unknown atom"},
        {"", "no moves"},
        {"ifmD", "blocked"},
        {"mQmgQ", "mixes"},
        {"mQfpQ", "mixes"},
        {"fQflF3", "mixes"},
        {"shN", "h is"},
        {"cpRceF", "leaps only"},
        {"m", "without an atom"},
        {"iW", "i is"},
        {"icW", "i is"},
        {"eN", "e is"},
        {"gW", "g is"},
        {"gR3", "g is"},
        {"pN", "p is"},
        {"RR", "doubled"},
    };
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        Text xbetza;
        Error err = {""};
        text_init(&xbetza);
        if (fairy_betza(strings[i].string, &xbetza, &err))
            fail_msg("\"%s\" is taken for %s", strings[i].string, xbetza.data);
        if (strstr(err.text, strings[i].contains) == NULL)
            fail_msg("\"%s\": %s", strings[i].string, err.text);
        text_release(&xbetza);
    }
}

static void keys_of_other_rules_are_refused_by_name(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[t:chess]\nmustDrop = true\n", "FILE:2: mustDrop: ", "drops"},
        {"[t:chess]\ncapturesToHand = true\n", "FILE:2: capturesToHand: ", "pieceDrops"},
        {"[t:makruk]\npieceDrops = true\n", "FILE:2: pieceDrops: ", "countingRule"},
        {"[t:chess]\nextinctionPieceTypes = q\nextinctionPseudoRoyal = true\npieceDrops = true\n",
         "FILE:4: pieceDrops: ", "extinctionPseudoRoyal"},
        {"[t:chess]\nwallingRule = duck\n", "FILE:2: wallingRule: ", "walls"},
        {"[t:chess]\nconnectN = 4\n", "FILE:2: connectN: ", "connecting"},
        {"[t:chess]\nflipEnclosedPieces = reversi\n", "FILE:2: flipEnclosedPieces: ", "flipping"},
        {"[t:chess]\nblastOnCapture = true\n", "FILE:2: blastOnCapture: ", "explosions"},
        {"[t:chess]\npassOnStalemate = true\n", "FILE:2: passOnStalemate: ", "passing"},
        {"[t:chess]\nmaterialCounting = unweighted\n", "FILE:2: materialCounting: ", "counting"},
        {"[t:chess]\ndupleCheck = true\n", "FILE:2: dupleCheck: ", ""},
        {"[t:chess]\njanggiCannon = c\n", "FILE:2: janggiCannon: ", ""},
        {"[t:bughouse]\nmustCapture = true\n", "", "bughouse.ini:3: twoBoards: games"},
        {"[t:chess]\nbishop = b:BW\n", "FILE:2: bishop: ", "Fairy-Stockfish gives"},
        {"[t:chess]\ncustomPiece1 = x\n", "FILE:2: customPiece1: ", ""},
        {"[t:chess]\ncustomPiece26 = x:W\n", "FILE:2: customPiece26: ", ""},
        {"[t:chess]\nmustCapture = yes\n", "FILE:2: mustCapture: ", "\"yes\" is neither"},
        {"[t:chess]\nnoSuchKey = 1\nmustCapture = true\n", "FILE:2: noSuchKey: ", "unknown key"},
        {"[t:chess]\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1\n",
         "FILE:3: startFen: ", "pieceDrops"},
        {"[t:chess]\nking = k\nstartFen = 4k3/8/8/3*4/8/8/8/4K3 w - - 0 1\n",
         "FILE:3: startFen: ", "walls"},
        {"[t:chess]\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w KQ - 0 1\n", "",
         "the castling right 'K'"},
        {"[t:chess]\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1 x\n", "",
         "\"x\" is not understood"},
        {"[t:chess]\ncheckCounting = true\n", "", "no number of checks"},
        {"[t:chess]\npromotedPieceType = n:k\n", "", "nothing can become royal"},
        {"[t:chess]\npromotedPieceType = n:x\n", "FILE:2: promotedPieceType: ", ""},
        {"[t:chess]\nmobilityRegionWhiteGold = *1\n", "", "no type of that name"},
        {"[t:chess]\nmustCapture = false\ndoubleStepRegionWhite = *2 *3\n", "",
         "doubleStepRegionBlack is inherited"},
        {"[t:chess]\nmustCapture = false\npromotionRegionWhite = *7\n", "",
         "promotionRegionBlack is inherited"},
        {"[t:chess]\npiece.x = X:W\ncastling = true\n", "", "there are castle.LETTER keys, too"},
        {"[t:chess]\npromotion.a = *8 : q\npromotionRegionBlack = *1\n",
         "FILE:2: promotion.a: ", "there are keys"},
        {"[t:antichess]\nbareKing = lose\n", "FILE:2: bareKing: ", "both sides must have"},
    };
    CHECK_FAULTS(faults);
}

static void keys_that_turn_a_rule_off_are_no_rule(void **state)
{
    (void)state;
    Variant *plain = must_load_text("[t:chess]\nking = k\n");
    Variant *off =
        must_load_text("[t:chess]\npieceDrops = false\nwallingRule = none\nconnectN = 0\nking = k\n"
                       "pieceToCharTable = PNBRQ\nvariantTemplate = fairy\npocketSize = 0\n");
    assert_int_equal(plain->hash, off->hash);
    variant_free(plain);
    variant_free(off);
    /* A child may turn off what its parent has on. */
    off = must_load_text("[t:crazyhouse]\npieceDrops = false\n");
    variant_free(off);
}

static void promoted_types_are_read_pair_by_pair(void **state)
{
    (void)state;
    Variant *variant = must_load_text("[t:minishogi]\nlance = l\npromotedPieceType = l:g s:r\n"
                                      "startFen = rbsgk/4l/5/L4/KGSBR[] w 0 1\n");
    assert_non_null(strstr(variant->rules, "\npromotedPieceType = l:g s:r p:g b:h r:d\n"));
    variant_free(variant);
}

/* Whether the type of a letter may come from a promotion. */
static bool promotes_to(const Variant *variant, char letter)
{
    for (int i = 1; i < variant->promotion_count; i++)
        if (variant->promotions[i].types >> variant_type(variant, letter) & 1)
            return true;
    return false;
}

static void a_letter_that_another_piece_takes_leaves_inherited_lists(void **state)
{
    (void)state;
    Variant *variant = must_load_text("[t:chess]\ncustomPiece1 = n:NK\nqueen = x\n"
                                      "startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    assert_false(promotes_to(variant, 'n')); /* the knight's place in the list went with it */
    assert_true(promotes_to(variant, 'x'));  /* the queen took hers along */
    assert_true(promotes_to(variant, 'b'));
    assert_int_equal(variant_type(variant, 'q'), 0);
    variant_free(variant);
    variant = must_load_text("[t:chess]\ncustomPiece1 = p:mWcF\n");
    assert_false(variant->types[variant_type(variant, 'p')].pawn);
    variant_free(variant);
    variant = must_load_text("[t:chess]\ncustomPiece1 = p:mWcF\npawnTypes = p\n");
    assert_true(variant->types[variant_type(variant, 'p')].pawn);
    variant_free(variant);
}

static void chess_is_chess_in_both_dialects(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    };
    Variant *ours = load_variant("chess"),
            *theirs = load_variant("configs/variants/fairy-stockfish/chess.ini");
    Move *moves = memory_new(MAX_MOVES, sizeof(Move));
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        int counts[2];
        const Variant *variants[2] = {ours, theirs};
        for (int j = 0; j < 2; j++) {
            Position position;
            position_init(&position, variants[j]);
            set_fen(&position, fens[i]);
            counts[j] = generate_legal(&position, moves);
            position_release(&position);
        }
        assert_int_equal(counts[0], counts[1]);
    }
    free(moves);
    variant_free(ours);
    variant_free(theirs);
}

static void our_own_files_may_use_its_keys(void **state)
{
    (void)state;
    /* Ours reads its own chess; the rest says what it says there. */
    Variant *variant = must_load_text(
        "[t:chess]\npiece.guard = G:K\nmustCapture = true\nflagRegion = e4\nflagPiece = k\n"
        "customPiece1 = x:fK\n");
    assert_int_equal(variant->features, FEATURE_MUST_CAPTURE | FEATURE_FLAG);
    assert_string_equal(variant->types[variant_type(variant, 'x')].moves, "fWfF");
    assert_true(variant->royal_type == variant_type(variant, 'k'));
    variant_free(variant);
    /* A child of its variants that has keys of ours. */
    variant = must_load_text("[t:antichess]\npiece.guard = G:K\nmorph.G = e4\n");
    assert_int_equal(variant->features & FEATURE_MUST_CAPTURE, FEATURE_MUST_CAPTURE);
    assert_true(variant->kingless[WHITE] && variant->kingless[BLACK]);
    variant_free(variant);
}

static void the_last_of_two_entries_counts_as_it_does_there(void **state)
{
    (void)state;
    Error err = {""};
    Variant *variant =
        must_load_text("[t:chess]\nking = k\npromotionPieceTypes = -\npromotionPieceTypes = q\n");
    assert_true(promotes_to(variant, 'q'));
    assert_false(promotes_to(variant, 'n'));
    variant_free(variant);
    assert_null(load_text(
        "[t:chess]\nroyal = k\npromotionPieceTypes = -\npromotionPieceTypes = q\n", &err));
    assert_non_null(strstr(err.text, "FILE:4: "));
}

typedef struct Case {
    const char *variant;
    Verdict verdict; /* of a FEN as we write it */
} Case;

static void check_cases(const Case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Variant *variant = load_variant(cases[i].variant);
        Position position;
        check_verdict(variant, &cases[i].verdict);
        position_init(&position, variant);
        set_fen(&position, cases[i].verdict.fen);
        check_fen(&position, cases[i].verdict.fen);
        position_release(&position);
        variant_free(variant);
    }
}

#define CHECK_CASES(cases) check_cases(cases, sizeof(cases) / sizeof(cases)[0])

static void built_in_variants_judge_known_positions(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"antichess", {"8/8/8/8/pP6/8/8/8 b - b3 0 1", 1, "*", END_NONE}},
        {"losers",
         {"rnbqkbnr/ppp2ppp/3p4/4pP2/8/7K/PPPPP1PP/RNBQ1BNR w kq e6 0 2", 1, "*", END_NONE}},
        {"losers",
         {"1nbqkbnr/ppp2ppp/3p4/r3pP1K/8/8/PPPPP1PP/RNBQ1BNR w k e6 0 1", 21, "*", END_NONE}},
        {"kingofthehill", {"k7/1R6/1K6/p7/P7/8/8/8 b - - 0 1", 0, "1/2-1/2", END_STALEMATE}},
        {"losers", {"k7/1R6/1K6/p7/P7/8/8/8 b - - 0 1", 0, "0-1", END_STALEMATE}},
        {"antichess", {"8/8/8/8/8/p7/P7/8 w - - 0 1", 0, "1-0", END_STALEMATE}},
        {"antichess", {"8/8/8/8/8/p7/P7/8 b - - 0 1", 0, "0-1", END_STALEMATE}},
        {"racingkings", {"kr3NK1/1q2R3/8/8/8/5n2/2N5/1rb2B1R w - - 11 14", 0, "1/2-1/2", END_FLAG}},
        {"racingkings", {"6K1/k7/8/8/8/8/8/8 b - - 0 1", 5, "*", END_NONE}},
        {"racingkings", {"6K1/8/k7/8/8/8/8/8 b - - 0 1", 0, "1-0", END_FLAG}},
        {"grand", {"10/2P5k1/10/10/10/10/10/10/RNBQKCABNR/10 w - - 0 1", 106, "*", END_NONE}},
        {"grand", {"10/2P5k1/10/10/10/10/10/10/RNB1KCABNR/10 w - - 0 1", 88, "*", END_NONE}},
        {"grand", {"10/8k1/10/2P7/10/10/10/10/RNB1KCABNR/10 w - - 0 1", 86, "*", END_NONE}},
        {"grand", {"1k8/2P7/10/10/10/10/10/10/RNBQKCABNR/10 b - - 0 1", 3, "*", END_NONE}},
        {"kingofthehill", {"3r4/8/8/8/8/2K5/8/k7 w - - 0 1", 4, "*", END_NONE}},
        {"kingofthehill", {"8/8/8/8/3K4/8/8/k7 b - - 0 1", 0, "1-0", END_FLAG}},
        {"extinction",
         {"rnb1kbnr/pppppppp/8/8/3P4/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 0, "1-0", END_EXTINCTION}},
        {"extinction",
         {"rnb1kbnr/pppp1ppp/8/4p3/7q/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 1", 18, "*", END_NONE}},
    };
    CHECK_CASES(cases);
}

static void each_rule_does_what_its_key_says(void **state)
{
    (void)state;
    static const Case cases[] = {
        {OWN "limits", {"8/PPPPPPPP/8/k7/7K/8/pppppppp/8 w - - 0 1", 21, "*", END_NONE}},
        {OWN "limits", {"8/1P6/8/8/k7/7K/8/5NNQ w - - 0 1", 17, "*", END_NONE}},
        {OWN "facing", {"4k3/8/8/8/8/8/8/3K4 w - - 0 1", 3, "*", END_NONE}},
        {OWN "facing", {"8/8/8/8/8/1k6/8/5K2 w - - 0 1", 5, "*", END_NONE}},
        {OWN "facing", {"k1R5/8/1K6/8/8/8/8/8 b - - 0 1", 0, "1/2-1/2", END_CHECKMATE}},
        {OWN "peace", {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 14, "*", END_NONE}},
        {OWN "peace", {"k7/1R6/1K6/p7/P7/8/8/8 b - - 0 1", 0, "0-1", END_STALEMATE}},
        {OWN "flags", {"4k3/8/8/4N3/3N4/8/8/4K3 b - - 0 1", 0, "1-0", END_FLAG}},
        {OWN "flags", {"4k3/8/8/4b3/3N4/8/8/4K3 b - - 0 1", 15, "*", END_NONE}},
        {OWN "far-flag", {"4k3/8/1N6/8/8/5b2/8/4K3 w - - 0 1", 0, "1-0", END_FLAG}},
        {OWN "far-flag", {"4k3/8/1N6/8/8/8/8/4K3 b - - 0 1", 4, "*", END_NONE}},
        {OWN "shoguns", {"4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", 9, "*", END_NONE}},
        {OWN "flags", {"4k3/8/8/4b3/3b4/8/8/4K3 w - - 0 1", 0, "0-1", END_FLAG}},
        /* both stand safe, one does, one of two does */
        {OWN "safe-flag", {"1R6/8/8/3k4/8/8/7K/5r2 w - - 1 76", 0, "1/2-1/2", END_FLAG}},
        {OWN "safe-flag", {"1R6/8/8/3k4/8/8/7K/5r2 b - - 1 76", 0, "1/2-1/2", END_FLAG}},
        {OWN "safe-flag", {"1R6/8/8/3k4/8/8/6K1/5r2 w - - 1 76", 0, "1-0", END_FLAG}},
        {OWN "safe-flag", {"1R6/8/1r6/3k4/8/8/7K/5r2 w - - 1 76", 0, "0-1", END_FLAG}},
        {OWN "safe-flag", {"1R6/8/8/3k4/8/8/6K1/r4r2 w - - 1 76", 0, "1/2-1/2", END_FLAG}},
        {OWN "half-extinct", {"4k3/8/8/8/8/8/8/R3K3 b - - 0 1", 5, "*", END_NONE}},
        {OWN "half-extinct", {"r3k2r/8/8/8/8/8/8/R3K3 w - - 0 1", 0, "0-1", END_EXTINCTION}},
        {"3check", {"4k2R/8/8/8/8/8/8/4K3 b - - 0+3 1 1", 0, "1-0", END_CHECK_COUNT}},
        {"breakthrough", {"8/8/8/8/8/8/8/8 w - - 0 1", 0, "1/2-1/2", END_STALEMATE}},
    };
    CHECK_CASES(cases);
}

static void a_check_given_is_counted_and_counted_back(void **state)
{
    (void)state;
    Variant *variant = load_variant("3check");
    Position position;
    Text fen;
    text_init(&fen);
    position_init(&position, variant);
    set_fen(&position, "4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 1");
    uint64_t key = position.key;
    position_make(&position, move_of(&position, "h1h8"));
    Outcome outcome = position_outcome(&position);
    assert_int_equal(outcome.reason, END_CHECK_COUNT);
    assert_int_equal(outcome.result, RESULT_WHITE);
    position_undo(&position);
    position_add_fen(&position, &fen);
    assert_string_equal(fen.data, "4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 1");
    assert_true(position.key == key);
    set_fen(&position, "4k3/8/8/8/8/8/8/4K2R w - - 2+3 0 1");
    assert_false(position.key == key);
    text_release(&fen);
    position_release(&position);
    variant_free(variant);
}

static void repetition_is_worth_what_its_key_says(void **state)
{
    (void)state;
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    Variant *variant = load_variant(OWN "twofold");
    Position position;
    Error err = {""};
    position_init(&position, variant);
    assert_true(position_set_start(&position, &err));
    for (int i = 0; i < 4; i++)
        position_make(&position, move_of(&position, moves[i]));
    Outcome outcome = position_outcome(&position);
    assert_int_equal(outcome.reason, END_REPETITION);
    assert_int_equal(outcome.result, RESULT_BLACK); /* White is to move, and has lost */
    /* The move rule goes before repetition, where both come with the same move. */
    set_fen(&position, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 1");
    for (int i = 0; i < 4; i++)
        position_make(&position, move_of(&position, moves[i]));
    outcome = position_outcome(&position);
    assert_int_equal(outcome.reason, END_FIFTY_MOVES);
    assert_int_equal(outcome.result, RESULT_DRAW);
    position_release(&position);
    variant_free(variant);
}

static void check_texts(Position *position, Move *moves)
{
    int count = generate_legal(position, moves);
    for (int i = 0; i < count; i++) {
        char text[MAX_MOVE_TEXT];
        move_to_text(position, moves[i], text);
        assert_int_equal(move_of(position, text), moves[i]);
    }
}

/* What a position says must be found again when it is set up anew, whatever rules it has. */
static void random_games_keep_positions_sound(void **state)
{
    (void)state;
    Ini ini;
    Error err = {""};
    Random random;
    Move *moves = memory_new(MAX_MOVES, sizeof(Move));
    random_init_keyed(&random, 3, RANDOM_TEST, 1);
    assert_true(ini_read_file(&ini, "tests/unit/fairy.ini", &err));
    for (size_t i = 0; i < ini.section_count; i++) {
        Text name, fen;
        text_init(&name);
        text_init(&fen);
        text_add(&name, "%s%s", OWN, ini.sections[i].name);
        Variant *variant = load_variant(name.data);
        Position position, again;
        position_init(&position, variant);
        position_init(&again, variant);
        assert_true(position_set_start(&position, &err));
        for (int ply = 0; ply < 60 && make_random(&position, &random, moves); ply++) {
            text_clear(&fen);
            position_add_fen(&position, &fen);
            set_fen(&again, fen.data);
            assert_true(again.key == position.key);
            assert_true(position_ok(&position));
            if (ply % 8 == 0)
                check_texts(&position, moves);
        }
        uint64_t first = position.ply > 0 ? position.undo[0].key : position.key;
        while (position.ply > 0)
            position_undo(&position);
        assert_true(position.key == first && position_ok(&position));
        position_release(&position);
        position_release(&again);
        variant_free(variant);
        text_release(&name);
        text_release(&fen);
    }
    ini_release(&ini);
    free(moves);
}

static void every_kind_of_rule_is_said_in_words(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *says;
    } cases[] = {
        {OWN "limits", "knight only while its side has fewer than 2 of the kind"},
        {OWN "shoguns", "starts or ends its move on"},
        {OWN "steps", "may step three squares from rank 2"},
        {OWN "guards", "White's may go to these squares only: c1 d1"},
        {OWN "flags", "White wins by having 2 knight"},
        {OWN "half-extinct", "while the opponent has 2 or more"},
        {OWN "late-royal", "While a side has just 1 of one of these"},
        {OWN "peace", "No move may give check."},
        {OWN "facing", "may not face each other"},
        {"giveaway", "Who can capture must capture."},
        {"3check", "given check 3 times wins"},
        {OWN "turned", "Black's moves are White's turned by half a turn"},
        {"naiad", "nearest piece on the line behind its starting square"},
        {"large-nahbi", "may cross the line above rank 6"},
        {"large-nahbi", "is cut off, and has lost if"},
        {"nihisci", "turns at once into the type of that letter"},
        {"noble-wing", "the pawn waits there"},
        {"nearlydouble-wildebeest", "On ranks 3 to 5 (Black: ranks 10 to 12) it has more moves"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Variant *variant = load_variant(cases[i].variant);
        Text text, line;
        text_init(&text);
        text_init(&line);
        describe_variant(variant, &text);
        /* Broken lines read as one. */
        for (const char *at = text.data; *at != '\0'; at++)
            if (*at != '\n')
                text_add_char(&line, *at);
            else if (line.length > 0 && line.data[line.length - 1] != ' ') {
                text_add_char(&line, ' ');
                at += strspn(at + 1, " ");
            }
        if (strstr(line.data, cases[i].says) == NULL)
            fail_msg("%s does not say \"%s\":\n%s", cases[i].variant, cases[i].says, text.data);
        text_release(&text);
        text_release(&line);
        variant_free(variant);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_pieces_have_their_moves),
        cmocka_unit_test(strings_have_that_programs_meaning),
        cmocka_unit_test(what_that_program_would_ignore_is_refused),
        cmocka_unit_test(keys_of_other_rules_are_refused_by_name),
        cmocka_unit_test(keys_that_turn_a_rule_off_are_no_rule),
        cmocka_unit_test(promoted_types_are_read_pair_by_pair),
        cmocka_unit_test(a_letter_that_another_piece_takes_leaves_inherited_lists),
        cmocka_unit_test(chess_is_chess_in_both_dialects),
        cmocka_unit_test(our_own_files_may_use_its_keys),
        cmocka_unit_test(the_last_of_two_entries_counts_as_it_does_there),
        cmocka_unit_test(built_in_variants_judge_known_positions),
        cmocka_unit_test(each_rule_does_what_its_key_says),
        cmocka_unit_test(a_check_given_is_counted_and_counted_back),
        cmocka_unit_test(repetition_is_worth_what_its_key_says),
        cmocka_unit_test(random_games_keep_positions_sound),
        cmocka_unit_test(every_kind_of_rule_is_said_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
