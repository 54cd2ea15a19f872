/* Variant files: what is refused, with the file and line and the right words; and what is accepted.
 */
#include "tests/unit/throwaway.h"

#include "engine/rules/betza.h"
#include "engine/rules/describe_keys.h"
#include "tests/unit/known_variants.h"

static void unknown_keys_are_refused_with_the_nearest_name(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\nfooBar = 3\n", "FILE:2: fooBar: ", "unknown key"},
        {"[a:chess]\nfooBar = 3\n", "FILE:2: fooBar: ", "--keys"},
        {"[a:chess]\n\nstalemateVale = win\n",
         "FILE:3: stalemateVale: ", "did you mean stalemateValue?"},
        {"[a:chess]\nStartFen = x\n", "FILE:2: StartFen: ", "did you mean startFen?"},
        {"[a:chess]\npiece. = X:N\n", "FILE:2: ", "unknown key"},
        {"[a:chess]\npiece = X:N\n", "FILE:2: piece: ", "did you mean piece.?"},
        {"[a:chess]\nmaxRanks = 8\n", "FILE:2: maxRanks: ", "did you mean maxRank?"},
        {"[a:chess]\nkingType = c\n", "FILE:2: kingType: ", "unknown key"},
    };
    CHECK_FAULTS(faults);
}

static void faults_of_the_ini_are_named_with_their_line(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\nroyal: k\n", "FILE:2: ", "'='"},
        {"royal = k\n", "FILE:1: ", ""},
        {"[a:chess\n", "FILE:1: ", ""},
        {"[a:chess]\nroyal\n", "FILE:2: ", ""},
        {"[a:chess]\nroyal = k\nroyal = k\n", "FILE:3: ", "line 2"},
        {"[a:chess]\n[a:chess]\n", "FILE:2: ", "line 1"},
        {"", "FILE:1: ", "no variant"},
        {"# nothing\n", "FILE:1: ", "no variant"},
    };
    CHECK_FAULTS(faults);
}

static void values_out_of_range_are_refused_with_what_would_do(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\nmaxRank = 0\n", "FILE:2: maxRank: ", "1 to 16"},
        {"[a:chess]\nmaxRank = 17\n", "FILE:2: maxRank: ", "1 to 16"},
        {"[a:chess]\nmaxRank = 99\n", "FILE:2: maxRank: ", "1 to 16"},
        {"[a:chess]\nmaxRank = -8\n", "FILE:2: maxRank: ", "1 to 16"},
        {"[a:chess]\nmaxRank = 8x\n", "FILE:2: maxRank: ", "\"8x\""},
        {"[a:chess]\nmaxRank = 99999999999999999999\n", "FILE:2: maxRank: ", "1 to 16"},
        {"[a:chess]\nmaxRank =\n", "FILE:2: maxRank: ", "no value"},
        {"[a:chess]\nmaxFile = q\n", "FILE:2: maxFile: ", "a to p"},
        {"[a:chess]\nmaxFile = 0\n", "FILE:2: maxFile: ", "a to p"},
        {"[a:chess]\nmaxFile = 17\n", "FILE:2: maxFile: ", "a to p"},
        {"[a:chess]\nmaxFile = 99\n", "FILE:2: maxFile: ", "a to p"},
        {"[a:chess]\nmaxFile = H\n", "FILE:2: maxFile: ", "a to p"},
        {"[a:chess]\nmaxFile = x8\n", "FILE:2: maxFile: ", "a to p"},
        {"[a:chess]\nmaxFile = 8x\n", "FILE:2: maxFile: ", "a to p"},
        {"[a:chess]\nmandatoryPawnPromotion = fals\n",
         "FILE:2: mandatoryPawnPromotion: ", "true nor false"},
        {"[a:chess]\nstalemateValue = lost\n", "FILE:2: stalemateValue: ", "draw loss win"},
        {"[a:chess]\nbareKing = maybe\n", "FILE:2: bareKing: ", "none lose shatranj"},
        {"[a:chess]\nnFoldRule = 1000\n", "FILE:2: nFoldRule: ", "0 to 100"},
        {"[a:naiad]\ndrag.Y = two\n", "FILE:2: drag.Y: ", "one any"},
        {"[a:chess]\npromotionRegionWhite = *9\n", "FILE:2: promotionRegionWhite: ", "\"*9\""},
        {"[a:chess]\ndoubleStepRegionWhite = i1\n", "FILE:2: doubleStepRegionWhite: ", "\"i1\""},
        {"[a:chess]\nmobilityRegion.N = a1 b\n", "FILE:2: mobilityRegion.N: ", "\"b\""},
        {"[a:chess]\ncrossing.N = 8 never\n", "FILE:2: crossing.N: ", "RANK never"},
        {"[a:chess]\ncrossing.N = never\n", "FILE:2: crossing.N: ", "RANK never"},
        {"[a:chess]\ncutOffTypes = n\n", "FILE:2: cutOffTypes: ", "go together"},
    };
    CHECK_FAULTS(faults);
}

static void letters_of_pieces_must_be_known_and_single(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\npiece.second = N:NN\n",
         "FILE:2: piece.second: ", "'N' is the letter of knight"},
        {"[a:chess]\npiece.second = n:NN\n",
         "FILE:2: piece.second: ", "'N' is the letter of knight"},
        {"[a:chess]\npiece.x = NN\n", "FILE:2: piece.x: ", "LETTER:XBETZA"},
        {"[a:chess]\npiece.x = 1:NN\n", "FILE:2: piece.x: ", "LETTER:XBETZA"},
        {"[a:chess]\npiece.x = X:\n", "FILE:2: piece.x: ", "LETTER:XBETZA"},
        {"[a:chess]\npiece.x = X:RX\n", "FILE:2: piece.x: ", "character 2"},
        {"[a:chess]\npiece.x = X:tR\n", "FILE:2: piece.x: ", "character 1"},
        {"[a:chess]\nzoneMoves.N = *1 : RX\n", "FILE:2: zoneMoves.N: ", "character 2"},
        {"[a:chess]\nzoneMoves.N = *1 RX\n", "FILE:2: zoneMoves.N: ", "REGION : XBETZA"},
        {"[a:chess]\nzoneMoves.X = *1 : R\n", "FILE:2: zoneMoves.X: ", "\"X\" is no piece"},
        {"[a:chess]\nzoneMoves.Nx = *1 : R\n", "FILE:2: zoneMoves.Nx: ", "\"Nx\" is no piece"},
        {"[a:chess]\nzoneMoves.n = *1 : R\n", "FILE:2: zoneMoves.n: ", "capital"},
        {"[a:chess]\nmobilityRegion.NB = *1\n",
         "FILE:2: mobilityRegion.NB: ", "\"NB\" is no piece"},
        {"[a:chess]\ncrossing.n = 4 never\n", "FILE:2: crossing.n: ", "capital"},
        {"[a:chess]\ncrossing.N = 4never\n", "FILE:2: crossing.N: ", "RANK never"},
        {"[a:chess]\npiece.second-knight-with-a-very-long-name = X:NN\n", "FILE:2: ", "characters"},
        {"[a:chess]\nroyal = x\n", "FILE:2: royal: ", "'x' is no piece"},
        {"[a:chess]\nroyal = kq\n", "FILE:2: royal: ", "one royal type"},
        {"[a:chess]\nroyal = -\n", "FILE:2: royal: ", "one royal type"},
        {"[a:chess]\npawnTypes = px\n", "FILE:2: pawnTypes: ", "'x' is no piece"},
        {"[a:chess]\npromotionPieceTypes = qx\n",
         "FILE:2: promotionPieceTypes: ", "'x' is no piece"},
        {"[a:chess]\npromotionPieceTypes = qk\n", "FILE:2: promotionPieceTypes: ", "royal"},
        {"[a:chess]\npromotionPieceTypes = qp\n", "FILE:2: promotionPieceTypes: ", "pawns"},
        {"[a:chess]\ndrag.X = any\n", "FILE:2: drag.X: ", "no piece's capital letter"},
        {"[a:chess]\npush.X = true\n", "FILE:2: push.X: ", "no piece's capital letter"},
        {"[a:chess]\ndrag.N = any\n", "FILE:2: drag.N: ", "straight moves of one leg"},
        {"[a:chess]\npush.N = true\n", "FILE:2: push.N: ", "straight moves of one leg"},
        {"[a:chess]\nmorph.X = *1\n", "FILE:2: morph.X: ", "\"X\" is no piece"},
        {"[a:chess]\nmorph.N = *1\nmorph.B = a1\n", "FILE:3: morph.B: ", "already"},
        {"[a:chess]\npiece.none = -\n", "FILE:2: piece.none: ", "none to take away"},
        {"[a:chess]\npiece.knight = -\n", "FILE:1: parent chess: ", "'n' on b8 is no piece"},
    };
    CHECK_FAULTS(faults);
}

static void parents_must_stand_before_their_children(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:nosuch]\n", "FILE:1: ", "\"nosuch\""},
        {"[a:nosuch]\n", "FILE:1: ", "configs/variants"},
        {"\n[a:b]\n[b:chess]\n", "FILE:2: ", "line 3"},
        {"[a:a]\n", "FILE:1: ", "its own parent"},
        {"[a:b]\n[b:a]\n", "FILE:1: ", "line 2"},
        {"[a]\nmandatoryPawnPromotion = false\n", "FILE:1: maxFile: ", "[a:PARENT]"},
        {"[a]\nmaxFile = h\n", "FILE:1: maxRank: ", "[a:PARENT]"},
        {SMALL_BOARD, "FILE:1: startFen: ", "[a:PARENT]"},
        {"[a:../chess]\n", "FILE:1: ", ""},
        {"[a:]\n", "FILE:1: ", ""},
    };
    CHECK_FAULTS(faults);
}

/* Files that look each other up, in a folder that ASSAY_PATH names. */
static void parents_in_a_circle_of_files_are_found(void **state)
{
    (void)state;
    char folder[] = "/tmp/assay-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    static const char *const names[] = {"ring-a", "ring-b", "ring-c"};
    char path[3][128];
    for (int i = 0; i < 3; i++) {
        snprintf(path[i], sizeof path[i], "%s/%s.ini", folder, names[i]);
        FILE *file = fopen(path[i], "w");
        assert_non_null(file);
        fprintf(file, "[%s:%s]\n", names[i], names[(i + 1) % 3]);
        fclose(file);
    }
    assert_int_equal(setenv("ASSAY_PATH", folder, 1), 0);
    Error err = {""};
    Variant *variant = variant_load("ring-b", &err);
    assert_int_equal(unsetenv("ASSAY_PATH"), 0);
    for (int i = 0; i < 3; i++)
        unlink(path[i]);
    rmdir(folder);
    assert_null(variant);
    assert_non_null(strstr(err.text, "inherits from itself"));
    assert_non_null(strstr(err.text, ".ini:1: "));
}

static void each_field_of_the_array_is_checked_by_name(void **state)
{
    (void)state;
#define ARRAY(fen) SMALL_BOARD "startFen = " fen "\n", "FILE:5: startFen: "
    static const Fault faults[] = {
        {ARRAY("3k/4/4/K2x w - - 0 1"), "'x'"},
        {ARRAY("3k/4/4/K2x w - - 0 1"), "rank 1"},
        {ARRAY("3k/5/4/K3 w - - 0 1"), "rank 3: more"},
        {ARRAY("3k/3/4/K3 w - - 0 1"), "rank 3: fewer"},
        {ARRAY("3k/0k3/4/K3 w - - 0 1"), "rank 3"},
        {ARRAY("3k/4/4 w - - 0 1"), "3 ranks instead of 4"},
        {ARRAY("3k/4/4/K3/4 w - - 0 1"), "more than 4 ranks"},
        {ARRAY("3k/4/4/4 w - - 0 1"), "white has no royal piece"},
        {ARRAY("4/4/4/K3 w - - 0 1"), "black has no royal piece"},
        {ARRAY("3k/4/4/K2K w - - 0 1"), "white has more than one royal piece"},
        {ARRAY("3k/3k/4/K3 w - - 0 1"), "black has more than one royal piece"},
        {ARRAY("3k/4/4/K3 x - - 0 1"), "side to move: \"x\""},
        {ARRAY("3k/4/4/K3"), "side to move"},
        {ARRAY("3k/4/4/K3 w K - 0 1"), "castling: 'K'"},
        {ARRAY("3k/4/4/K3 w - a3 0 1"), "en passant"},
        {ARRAY("3k/4/4/K3 w - z 0 1"), "en passant: \"z\""},
        {ARRAY("3k/4/4/K3 w - - x 1"), "half-move clock: \"x\""},
        {ARRAY("3k/4/4/K3 w - - 0 0"), "move number: \"0\""},
        {ARRAY("3k/4/4/K3 w - - 0 1 y"), "behind the move number"},
        {ARRAY("kK2/4/4/4 w - - 0 1"), "in check"},
    };
#undef ARRAY
    CHECK_FAULTS(faults);
}

static void castling_needs_its_king_and_partner_at_home(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\npiece.rook = -\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\npromotionPieceTypes "
         "= q\n",
         "", "castle.K: the array has no piece"},
        {"[a:chess]\nroyal = k\nstartFen = 4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n", "",
         "castle.K: the array has no piece"},
        {"[a:chess]\nroyal = k\nstartFen = 4k3/8/8/8/8/8/8/R2K3R w - - 0 1\n", "",
         "castle.K: the array has no king"},
        {"[a:chess]\nroyal = k\nstartFen = r3k2r/8/8/8/8/8/8/4K3 w - - 0 1\n", "",
         "castle.K: the array has no piece"},
        {"[a:chess]\ncastle.X = e1 g1 h1\n", "FILE:2: castle.X: ", "four squares"},
        {"[a:chess]\ncastle.X = e1 g1 h1 i1\n", "FILE:2: castle.X: ", "four squares"},
        {"[a:chess]\ncastle.X = e1 g1 h1 f1 a1\n", "FILE:2: castle.X: ", "more than four"},
        {"[a:chess]\ncastle.X = e1 g2 h1 f1\n", "FILE:2: castle.X: ", "one rank"},
        {"[a:chess]\ncastle.X = e1 g1 h1 g1\n", "FILE:2: castle.X: ", "one square"},
        {"[a:chess]\ncastle.X = e8 g8 h8 f8\n", "FILE:2: castle.X: ", "of that colour"},
        {"[a:chess]\ncastle.X = d1 g1 h1 f1\n", "FILE:2: castle.X: ", "no king"},
        {"[a:chess]\ncastle.XX = e1 g1 h1 f1\n", "FILE:2: castle.XX: ", "one letter"},
        {"[a:chess]\ncastle.1 = e1 g1 h1 f1\n", "FILE:2: castle.1: ", "one letter"},
    };
    CHECK_FAULTS(faults);
}

static void promotion_rules_are_checked(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\npromotion.x = *8 q\n", "FILE:2: promotion.x: ", "REGION : TYPES"},
        {"[a:chess]\npromotion.x = *8 :\n", "FILE:2: promotion.x: ", "no types"},
        {"[a:chess]\npromotion.x = *9 : q\n", "FILE:2: promotion.x: ", "\"*9\""},
        {"[a:chess]\npromotion.x = *8 : z\n", "FILE:2: promotion.x: ", "'z'"},
        {"[a:chess]\npromotion.x = *8 : q limit\n", "FILE:2: promotion.x: ", "limit N"},
        {"[a:chess]\npromotion.x = *8 : q limit 0\n", "FILE:2: promotion.x: ", "limit N"},
        {"[a:chess]\npromotion.x = *8 : q limit 100\n", "FILE:2: promotion.x: ", "limit N"},
        {"[a:chess]\npromotion.x = *8 : q often\n", "FILE:2: promotion.x: ", "\"often\""},
        {"[a:noble-wing]\npiece.x = Y:cafmW\n", "FILE:2: piece.x: ", "lostPromotion"},
        {"[a:chess]\npromotion.x = *8 : q\npromotion.y = a8 : r\n",
         "FILE:3: promotion.y: ", "two kinds"},
    };
    CHECK_FAULTS(faults);
}

static void a_file_that_is_not_there_is_named(void **state)
{
    (void)state;
    Error err = {""};
    assert_null(variant_load("no-such-variant", &err));
    assert_non_null(strstr(err.text, "\"no-such-variant\""));
    assert_non_null(strstr(err.text, "configs/variants"));
    assert_null(variant_load("no/such/file.ini:chess", &err));
    assert_non_null(strstr(err.text, "no/such/file.ini"));
    assert_null(variant_load("configs/variants/chess.ini:shogi", &err));
    assert_non_null(strstr(err.text, "[shogi]"));
    assert_null(variant_load("", &err));
    assert_null(variant_load("/", &err));
    assert_null(variant_load(":", &err));
}

static void byte_order_marks_line_ends_and_latin_1_do_no_harm(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "\xef\xbb\xbf[a:chess]\nnFoldRule = 5\n",
        "[a:chess]\r\nnFoldRule = 5\r\n",
        "\xef\xbb\xbf[a:chess]\r\nnFoldRule = 5",
        "# L\xe4ufer und T\xfcrme\n[a:chess]\n; \xdf\nnFoldRule = 5\n",
        "\n\n[a:chess]\n\n   nFoldRule   =   5   \n\n",
        "[b:chess]\nnFoldRule = 5\n[c]\nmaxFile = z\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Variant *variant = must_load_text(texts[i]);
        assert_int_equal(variant->repetition_count, 5);
        assert_int_equal(variant->type_count, 6);
        variant_free(variant);
    }
}

static void children_have_what_their_parents_say_and_their_own(void **state)
{
    (void)state;
    Error err = {""};
    Variant *variant =
        load_text("[last:middle]\nnFoldRule = 4\npiece.bishop = -\npiece.alfil = A:A\n"
                  "startFen = rnaqkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAQKANR w KQkq - 0 1\n"
                  "promotionPieceTypes = qrna\n",
                  &err);
    assert_null(variant); /* middle is nowhere */
    static const char text[] =
        "[first:chess]\nnMoveRule = 40\nnFoldRule = 7\n"
        "[middle:first]\nnFoldRule = 5\nstalemateValue = win\n"
        "[last:middle]\nnFoldRule = 4\npiece.bishop = -\npiece.alfil = A:A\n"
        "startFen = rnaqkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAQKANR w KQkq - 0 1\n"
        "promotionPieceTypes = qrna\n";
    variant = load_text_section(text, "last", &err);
    if (variant == NULL) {
        fail_msg("%s", err.text);
        return;
    }
    assert_string_equal(variant->name, "last");
    assert_int_equal(variant->move_rule, 40);
    assert_int_equal(variant->repetition_count, 4);
    assert_int_equal(variant->stalemate, STALEMATE_WIN);
    assert_int_equal(variant_type(variant, 'B'), 0);
    assert_int_not_equal(variant_type(variant, 'a'), 0);
    assert_int_equal(variant->castling_count, 4);
    variant_free(variant);
}

static void one_square_by_sixteen_and_sixteen_square_are_boards(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1, 16}, {16, 2}, {16, 16}, {2, 2 + 1}, {3, 3}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        Error err = {""};
        Variant *variant = load_piece("QNN", sizes[i][0], sizes[i][1], &err);
        if (variant == NULL) {
            fail_msg("%s", err.text);
            return;
        }
        assert_int_equal(variant->squares, sizes[i][0] * sizes[i][1]);
        variant_free(variant);
    }
}

static void all_letters_of_the_alphabet_can_be_types(void **state)
{
    (void)state;
    Text text;
    text_init(&text);
    text_add(&text, SMALL_BOARD);
    for (int letter = 'A'; letter <= 'Z'; letter++)
        if (letter != 'K')
            text_add(&text, "piece.%c = %c:W\n", letter, letter);
    text_add(&text, SMALL_ARRAY);
    Variant *variant = must_load_text(text.data);
    assert_int_equal(variant->type_count, 26);
    variant_free(variant);
    text_release(&text);
}

static void the_hash_tells_rules_apart_and_nothing_else(void **state)
{
    (void)state;
    Variant *same = must_load_text("# a comment\n[other:chess]\n");
    Variant *respelled = must_load_text("[a:chess]\nnFoldRule = 3\n");
    Variant *changed = must_load_text("[a:chess]\nnFoldRule = 4\n");
    Variant *chess = load_variant("chess");
    assert_true(same->hash == chess->hash);
    assert_true(respelled->hash == chess->hash);
    assert_true(changed->hash != chess->hash);
    variant_free(same);
    variant_free(respelled);
    variant_free(changed);
    variant_free(chess);
    uint64_t seen[KNOWN_VARIANTS];
    for (size_t i = 0; i < KNOWN_VARIANTS; i++) {
        Variant *variant = load_variant(known_variants[i]);
        seen[i] = variant->hash;
        for (size_t j = 0; j < i; j++)
            assert_true(seen[j] != seen[i]);
        variant_free(variant);
    }
}

static void of_several_parents_the_later_one_wins(void **state)
{
    (void)state;
    static const char text[] = "[one:chess]\npiece.x = X:W\nnFoldRule = 4\npiece.knight = -\n"
                               "startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\ncastle.K = -\n"
                               "castle.Q = -\npromotionPieceTypes = q\n"
                               "[two:one]\npiece.x = X:F\npiece.y = Y:D\nnFoldRule = 5\n"
                               "[both:one,two]\n[turned: two , one ]\n"
                               "[comma:one,]\nnFoldRule = 2\n[ghost:one,ghosts]\n"
                               "[fairy:chess,one]\nking = k\n";
    static const struct {
        const char *section, *moves;
        int fold;
    } rows[] = {{"both", "F", 5}, {"turned", "W", 4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Error err = {""};
        Variant *variant = load_text_section(text, rows[i].section, &err);
        if (variant == NULL) {
            fail_msg("%s", err.text);
            return;
        }
        assert_string_equal(variant->types[variant_type(variant, 'x')].moves, rows[i].moves);
        assert_true(variant_type(variant, 'y') != 0);
        assert_int_equal(variant_type(variant, 'n'), 0);
        assert_int_equal(variant->repetition_count, rows[i].fold);
        variant_free(variant);
    }
    Error err = {""};
    assert_null(load_text_section(text, "comma", &err));
    assert_non_null(strstr(err.text, ":15: a comma without a parent"));
    assert_null(load_text_section(text, "ghost", &err));
    assert_non_null(strstr(err.text, "no variant \"ghosts\""));
    /* That program knows no such thing. */
    assert_null(load_text("[fairy:chess,antichess]\nking = k\n", &err));
    assert_non_null(strstr(err.text, "no variant \"chess,antichess\""));
}

static void a_section_of_a_file_that_is_looked_up_can_be_named(void **state)
{
    (void)state;
    Error err = {""};
    Variant *variant = load_variant("different-armies:rookies-knights");
    assert_string_equal(variant->name, "rookies-knights");
    variant_free(variant);
    assert_null(variant_load("different-armies:nobody", &err));
    assert_non_null(strstr(err.text, "there is no [nobody] in the file"));
    assert_null(variant_load("nowhere:nobody", &err));
    assert_non_null(strstr(err.text, "nowhere"));
}

static void a_fault_in_a_parents_setting_names_the_parents_line(void **state)
{
    (void)state;
    static const Fault fault = {"[first:chess]\npiece.x = X:RX\n[second:first]\nnFoldRule = 4\n",
                                "FILE:2: piece.x: ", ""};
    Error err = {""};
    assert_null(load_text_section(fault.text, "second", &err));
    check_message(&fault, err.text);
}

static void the_manuals_examples_of_moves_are_understood(void **state)
{
    (void)state;
    Text text;
    text_init(&text);
    describe_keys(&text);
    const char *at = strstr(text.data, "\nMoves, in XBetza");
    assert_non_null(at);
    int count = 0;
    for (at = strchr(at + 1, '\n'); strncmp(at, "\n    ", 5) == 0; at = strchr(at + 1, '\n')) {
        char moves[16] = "";
        BetzaPiece piece;
        Error err = {""};
        assert_true(strcspn(at + 5, " ") < sizeof moves);
        memcpy(moves, at + 5, strcspn(at + 5, " "));
        if (!betza_parse(&piece, moves, &err))
            fail_msg("%s", err.text);
        count++;
    }
    assert_true(count > 20);
    text_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_keys_are_refused_with_the_nearest_name),
        cmocka_unit_test(faults_of_the_ini_are_named_with_their_line),
        cmocka_unit_test(values_out_of_range_are_refused_with_what_would_do),
        cmocka_unit_test(letters_of_pieces_must_be_known_and_single),
        cmocka_unit_test(parents_must_stand_before_their_children),
        cmocka_unit_test(parents_in_a_circle_of_files_are_found),
        cmocka_unit_test(each_field_of_the_array_is_checked_by_name),
        cmocka_unit_test(castling_needs_its_king_and_partner_at_home),
        cmocka_unit_test(promotion_rules_are_checked),
        cmocka_unit_test(a_file_that_is_not_there_is_named),
        cmocka_unit_test(byte_order_marks_line_ends_and_latin_1_do_no_harm),
        cmocka_unit_test(children_have_what_their_parents_say_and_their_own),
        cmocka_unit_test(one_square_by_sixteen_and_sixteen_square_are_boards),
        cmocka_unit_test(all_letters_of_the_alphabet_can_be_types),
        cmocka_unit_test(the_hash_tells_rules_apart_and_nothing_else),
        cmocka_unit_test(of_several_parents_the_later_one_wins),
        cmocka_unit_test(a_section_of_a_file_that_is_looked_up_can_be_named),
        cmocka_unit_test(a_fault_in_a_parents_setting_names_the_parents_line),
        cmocka_unit_test(the_manuals_examples_of_moves_are_understood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
