/* Moves as text and back: the games of the books, every kind of move that a variant can have, and
 * on random games of every variant that each legal move has texts of its own. */
#include "tests/unit/throwaway.h"

#include "engine/base/ini.h"
#include "engine/rules/outcome.h"
#include "engine/rules/san.h"

static long wanted_positions = 12; /* of each variant */

/* NULL is the array. */
static void set_fen_or_array(Position *position, const char *fen)
{
    set_fen(position, fen != NULL ? fen : position->variant->start_fen);
}

/* The SAN of a legal move. */
static void san_of(Position *position, Move move, char text[MAX_MOVE_TEXT])
{
    Move *moves = memory_new(MAX_MOVES, sizeof(Move));
    int count = generate_legal(position, moves);
    move_to_san(position, moves, count, move, text);
    free(moves);
}

/* ------------------------------------------------------------------------------------------------
 * Games of the books, in SAN as printed
 */

static const char *const games[] = {
    /* Anderssen - Kieseritzky, London 1851 */
    "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 "
    "h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
    /* Anderssen - Dufresne, Berlin 1852 */
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 "
    "Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ "
    "Ke8 Bd7+ Kf8 Bxe7#",
    /* Morphy - Duke Karl and Count Isouard, Paris 1858 */
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 "
    "O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
    /* Edward Lasker - Thomas, London 1912 */
    "d4 e6 Nf3 f5 Nc3 Nf6 Bg5 Be7 Bxf6 Bxf6 e4 fxe4 Nxe4 b6 Ne5 O-O Bd3 Bb7 Qh5 Qe7 Qxh7+ Kxh7 "
    "Nxf6+ Kh6 Neg4+ Kg5 h4+ Kf4 g3+ Kf3 Be2+ Kg2 Rh2+ Kg1 Kd2#",
};

static void games_of_the_books_are_written_as_printed(void **state)
{
    (void)state;
    Variant *variant = load_variant("chess");
    Position position;
    Error err = {""};
    position_init(&position, variant);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        assert_true(position_set_start(&position, &err));
        char word[16];
        int length = 0;
        for (const char *at = games[i]; sscanf(at, "%15s%n", word, &length) == 1; at += length) {
            char san[MAX_MOVE_TEXT];
            Move move = move_of(&position, word);
            san_of(&position, move, san);
            assert_string_equal(san, word);
            position_make(&position, move);
        }
        assert_int_equal(position_outcome(&position).reason, END_CHECKMATE);
    }
    position_release(&position);
    variant_free(variant);
}

/* ------------------------------------------------------------------------------------------------
 * Single moves
 */

typedef struct Writing {
    const char *fen, *lan, *san;
} Writing;

/* Each move is read from both texts and written as both. Frees the variant. */
static void check_writings(Variant *variant, const Writing *writings, size_t count)
{
    Position position;
    position_init(&position, variant);
    for (size_t i = 0; i < count; i++) {
        char text[MAX_MOVE_TEXT];
        set_fen_or_array(&position, writings[i].fen);
        Move move = move_of(&position, writings[i].lan);
        move_to_text(&position, move, text);
        assert_string_equal(text, writings[i].lan);
        san_of(&position, move, text);
        assert_string_equal(text, writings[i].san);
        assert_int_equal(move_of(&position, writings[i].san), move);
    }
    position_release(&position);
    variant_free(variant);
}

#define CHECK_WRITINGS(variant, writings) \
    check_writings(variant, writings, sizeof(writings) / sizeof(writings)[0])

static void chess_moves_are_told_apart_as_the_standard_says(void **state)
{
    (void)state;
    static const Writing writings[] = {
        {"6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"}, /* file and rank are both shared */
        {"6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"},
        {"6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"},
        {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
        {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"},
        {"4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "g1f3", "Nf3"}, /* the other is pinned */
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
        {"3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8=Q", "exd8=Q+"},
        {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8=N", "e8=N+"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"},
        {"5k1r/8/5K2/8/8/8/8/R7 w - - 0 1", "a1a8", "Ra8#"},
    };
    CHECK_WRITINGS(load_variant("chess"), writings);
}

static void shots_and_waiting_pawns_and_morphs_have_their_texts(void **state)
{
    (void)state;
    static const Writing nahbi[] = {
        {"5k4/10/10/10/10/10/10/10/1p8/10/10/1A3K3R w - - 0 1", "b1*b4", "Axb4-b1#"},
        {"5k3r/10/10/10/10/10/10/10/10/10/10/1A3K3R w - - 0 1", "b1b4", "Ab4"},
        {"1p3k3r/10/10/10/10/10/10/10/10/10/R9/5K3R w - - 0 1", "a2a12", "Ra12"},
        {"5k3r/P9/10/10/10/10/10/10/10/10/10/5K3R w - - 0 1", "a11a12=M", "a12=M"},
        {"5k3r/R9/10/10/10/10/10/R9/10/10/10/5K3R w - - 0 1", "a11a10", "R11a10"},
    };
    static const Writing noble_wing[] = {
        {"8/P7/8/k7/8/8/8/1ZXQKBNR w - - 0 1", "a7a8=C", "a8=C+"},
        /* Nothing is lost: it waits. */
        {"8/7P/8/2k5/8/8/8/CZXQKBNR w - - 0 1", "h7h8", "h8"},
    };
    static const Writing nihisci[] = {
        {"4k4/9/9/9/9/8p/9/9/9/R3K4 w - - 0 1", "a1a10", "Ra10+"},
    };
    static const Writing naiad[] = {
        {NULL, "e2e4", "e4"},
        {"4k3/8/8/4p3/8/8/4Y3/4K3 w - - 0 1", "e2e4", "Ye4"}, /* pushes, and drags the king */
    };
    static const Writing wildebeest[] = {
        {NULL, "e4e6", "e6"},
    };
    CHECK_WRITINGS(load_variant("large-nahbi"), nahbi);
    CHECK_WRITINGS(load_variant("noble-wing"), noble_wing);
    CHECK_WRITINGS(load_variant("nihisci"), nihisci);
    CHECK_WRITINGS(load_variant("naiad"), naiad);
    CHECK_WRITINGS(load_variant("nearlydouble-wildebeest"), wildebeest);
}

static void moves_that_end_alike_are_told_apart(void **state)
{
    (void)state;
    /* A leap to where the double step goes, too; and e.p. to where it may go without taking. */
    static const Writing trails[] = {
        {NULL, "e2e4", "e4"},
        {NULL, "e2-e3-e4", "e3-e4"},
        {"4k3/4p3/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4", "e4"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "d6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6ep", "exd6"},
    };
    static const Writing doubles[] = {
        {"4k3/2p5/3p4/4W3/8/8/8/4K3 w - - 0 1", "e5*d6*c7", "Wxd6xc7"},
        {"4k3/8/3p4/4W3/8/8/8/4K3 w - - 0 1", "e5*d6*c7", "Wxd6-c7"},
        {"4k3/8/3p4/4W3/8/8/8/4K3 w - - 0 1", "e5d6", "Wxd6"},
    };
    static const Writing pawns[] = {
        {"4k3/8/8/3p4/4S3/8/4P3/4K3 w - - 0 1", "e4d5", "Sxd5"},
        {"4k3/8/8/3p4/4S3/8/4P3/4K3 w - - 0 1", "e2e3", "Pe3"},
    };
    CHECK_WRITINGS(must_load_text("[t:chess]\npiece.pawn = P:fmWifmnDifmDfFfceF\n"), trails);
    CHECK_WRITINGS(must_load_text("[t:chess]\npiece.warhead = W:KfcafF\n"), doubles);
    CHECK_WRITINGS(must_load_text("[t:chess]\npiece.scout = S:fmWfcF\npawnTypes = ps\n"), pawns);
}

static void castlings_are_told_apart(void **state)
{
    (void)state;
    static const Writing castlings[] = {
        {NULL, "e1f1", "Kf1"},        {NULL, "e1f1oB", "O-O:B+"}, {NULL, "e1e1oC", "O-O:C"},
        {NULL, "e1d1oD", "O-O-O:D+"}, {NULL, "e1b1", "O-O-O:E"},
    };
    static const Writing any_file[] = {
        {"4k3/8/8/8/8/8/8/1RK2R2 w KQ - 0 1", "c1g1", "O-O"},
        {"4k3/8/8/8/8/8/8/1RK2R2 w KQ - 0 1", "c1c1oB", "O-O-O"},
        {"6k1/8/8/8/8/8/8/1RK1R3 w Q - 0 1", "c1d1", "Kd1"},
        {"r2k3r/8/8/8/8/8/8/3K4 b kq - 0 1", "d8c8oa", "O-O-O+"},
        {"5krr/8/8/8/8/8/8/4K3 b g - 0 1", "f8g8og", "O-O"},
    };
    CHECK_WRITINGS(load_variant("chess960"), any_file);
    CHECK_WRITINGS(must_load_text("[t:chess]\ncastle.K = -\ncastle.Q = -\n"
                                  "castle.B = e1 f1 g1 e1\ncastle.C = e1 e1 g1 f1\n"
                                  "castle.D = e1 d1 a1 e1\ncastle.E = e1 b1 a1 c1\n"
                                  "startFen = r3k1rr/8/8/8/8/8/8/R3K1RR w BCDEbcde - 0 1\n"),
                   castlings);
}

/* ------------------------------------------------------------------------------------------------
 * Reading
 */

typedef struct Reading {
    const char *fen, *text, *means; /* long algebraic */
} Reading;

/* Frees the variant. */
static void check_readings(Variant *variant, const Reading *readings, size_t count)
{
    Position position;
    position_init(&position, variant);
    for (size_t i = 0; i < count; i++) {
        char text[MAX_MOVE_TEXT];
        set_fen_or_array(&position, readings[i].fen);
        move_to_text(&position, move_of(&position, readings[i].text), text);
        assert_string_equal(text, readings[i].means);
    }
    position_release(&position);
    variant_free(variant);
}

static void what_people_write_is_understood(void **state)
{
    (void)state;
#define CASTLE  "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define PROMOTE "2n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1"
    static const Reading readings[] = {
        {NULL, "e2-e4", "e2e4"},
        {NULL, "e4!?", "e2e4"},
        {NULL, "Ng1f3", "g1f3"},
        {NULL, "Ngf3", "g1f3"},
        {NULL, "N1f3+", "g1f3"},
        {NULL, "Pe4", "e2e4"},
        {"4k3/8/8/8/8/8/8/2R1K3 w - - 0 1", "Rc1c4", "c1c4"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "e5d6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5xd6ep", "e5d6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "ed6", "e5d6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e:d6", "e5d6"},
        {"r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", "a1a8"},
        {"r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1xa8", "a1a8"},
        {CASTLE, "O-O", "e1g1"},
        {CASTLE, "0-0-0!", "e1c1"},
        {CASTLE, "e1h1", "e1g1"},
        {CASTLE, "e1g1oK", "e1g1"},
        {CASTLE, "O-O-O:Q", "e1c1"},
        {PROMOTE, "b8Q", "b7b8=Q"},
        {PROMOTE, "b7b8q", "b7b8=Q"},
        {PROMOTE, "b7b8=q", "b7b8=Q"},
        {PROMOTE, "bxc8=R", "b7c8=R"},
        {PROMOTE, "b7c8n", "b7c8=N"},
    };
    static const Reading shots[] = {
        {"5k4/10/10/10/10/10/10/10/1p8/10/10/1A3K3R w - - 0 1", "Axb4", "b1*b4"},
        {"5k4/10/10/10/10/10/10/10/1p8/10/10/1A3K3R w - - 0 1", "A*b4", "b1*b4"},
        {"5k4/10/10/10/10/10/10/10/1p8/10/10/1A3K3R w - - 0 1", "b1b4", "b1*b4"},
    };
    check_readings(load_variant("chess"), readings, sizeof readings / sizeof readings[0]);
    check_readings(load_variant("large-nahbi"), shots, sizeof shots / sizeof shots[0]);
}

static void errors_say_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *fen, *text, *says;
    } cases[] = {
        {"chess", NULL, "", "names no square"},
        {"chess", NULL, "N", "names no square"},
        {"chess", NULL, "e2e9", "\"e9\" is no square of the board (a1 to h8)"},
        {"chess", NULL, "i2i4", "\"i2\" is no square of the board"},
        {"chess", NULL, "N9f3", "\"9\" is no rank of the board (1 to 8)"},
        {"chess", NULL, "Zf3", "no piece of chess has the letter 'Z'"},
        {"chess", NULL, "nf3", "not understood from \"nf3\""},
        {"chess", NULL, "e2e4e5e6e7e2e4e5e6e7", "more squares than any move"},
        {"chess", NULL, "e2e4 or so", "not understood from \" or so\""},
        {"chess", NULL, "e3e4", "there is no piece on e3"},
        {"chess", NULL, "e3-e4", "there is no piece on e3"}, /* not by the double step */
        {"chess", NULL, "e7e5", "the pawn on e7 is Black's, and White is to move"},
        {"chess", NULL, "Ne2e4", "the piece on e2 is a pawn, not a knight"},
        {"chess", NULL, "e2e5", "the pawn on e2 cannot go to e5"},
        {"chess", NULL, "Ne5", "no white knight can go to e5"},
        {"chess", NULL, "Nbf3", "no white knight that stands so can go to f3"},
        {"chess", NULL, "bf3", "no white pawn that stands so can go to f3"},
        {"chess", NULL, "Nxf3", "one to that square is: g1f3"},
        {"chess", NULL, "e2e4=Q", "cannot become that; it can be: e2e4"},
        {"chess", NULL, "O-O", "cannot castle over the pieces in between"},
        {"chess", NULL, "O-O:X", "White has no such castling"},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "O-O", "no longer has the right"},
        {"chess", "r3k2r/8/8/8/5r2/8/8/R3K2R w KQkq - 0 1", "O-O", "out of, over or into check"},
        {"chess", PROMOTE, "b8", "does not say what it becomes; it can be: b7b8=N, b7b8=B, b7b8=R"},
        {"chess", PROMOTE, "b7b8", " or b7b8=Q"},
        {"chess", PROMOTE, "b8=K", "cannot become that"},
        {"chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2",
         "is ambiguous; it can be: b1d2 or f3d2"},
        {"chess", "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Nf3", "leaves the king attacked"},
        {"chess", "4k3/8/8/8/4r3/8/3N4/4K3 w - - 0 1", "Nf3", "leaves the king in check"},
        {"chess960", "4k3/8/8/8/8/8/8/1RK2R2 w KQ - 0 1", "c1c1", "one to that square is: c1c1oB"},
        {"large-nahbi", NULL, "a3a13", "\"a13\" is no square of the board (a1 to j12)"},
        {"nihisci", "4k4/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "Ra9", "the game has ended (bare king)"},
        {"giveaway", "8/8/8/3p4/4P3/8/8/8 w - - 0 1", "e5", "must capture where it can"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Variant *variant = load_variant(cases[i].variant);
        Position position;
        Error err = {""};
        position_init(&position, variant);
        set_fen_or_array(&position, cases[i].fen);
        if (move_from_text(&position, cases[i].text, &err) != NO_MOVE)
            fail_msg("\"%s\" is understood", cases[i].text);
        if (strstr(err.text, cases[i].says) == NULL)
            fail_msg("\"%s\": \"%s\" does not say \"%s\"", cases[i].text, err.text, cases[i].says);
        position_release(&position);
        variant_free(variant);
    }
}

/* ------------------------------------------------------------------------------------------------
 * All variants, random games
 */

typedef char MoveTexts[MAX_MOVE_TEXT];

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

static void require_distinct(const Position *position, MoveTexts *texts, int count)
{
    qsort(texts, (size_t)count, sizeof *texts, compare_texts);
    for (int i = 1; i < count; i++)
        if (strcmp(texts[i - 1], texts[i]) == 0)
            fail_msg("%s: two moves are \"%s\"", position->variant->name, texts[i]);
}

static void require_read(Position *position, const char *text, Move move)
{
    Error err = {""};
    if (move_from_text(position, text, &err) != move) {
        Text fen;
        text_init(&fen);
        position_add_fen(position, &fen);
        fail_msg("%s: %s: \"%s\" is read as another move, or: %s", position->variant->name,
                 fen.data, text, err.text);
    }
}

static void check_position(Position *position, Move *moves, MoveTexts *lans, MoveTexts *sans)
{
    int count = generate_legal(position, moves);
    for (int i = 0; i < count; i++) {
        move_to_text(position, moves[i], lans[i]);
        move_to_san(position, moves, count, moves[i], sans[i]);
        require_read(position, lans[i], moves[i]);
        require_read(position, sans[i], moves[i]);
        size_t bare = strcspn(sans[i], "+#");
        assert_true(strlen(sans[i]) - bare <= 1);
        sans[i][bare] = '\0'; /* the signs must not be what tells two moves apart */
        require_read(position, sans[i], moves[i]);
    }
    require_distinct(position, lans, count);
    require_distinct(position, sans, count);
}

/* Walks random games, and looks at one position in five. */
static void check_variant(const char *name, Random *random)
{
    Error err = {""};
    Variant *variant = variant_load(name, &err);
    if (variant == NULL)
        return; /* refused, which is tested elsewhere */
    Move *moves = memory_new(MAX_MOVES, sizeof(Move));
    MoveTexts *lans = memory_new(MAX_MOVES, sizeof *lans),
              *sans = memory_new(MAX_MOVES, sizeof *sans);
    Position position;
    position_init(&position, variant);
    assert_true(position_set_start(&position, &err));
    for (long looked = 0; looked < wanted_positions;) {
        if (position.ply >= 200 || !make_random(&position, random, moves)) {
            assert_true(position_set_start(&position, &err));
        } else if (random_below(random, 5) == 0) {
            check_position(&position, moves, lans, sans);
            looked++;
        }
    }
    position_release(&position);
    variant_free(variant);
    free(moves);
    free(lans);
    free(sans);
}

static int check_files(const char *pattern, Random *random)
{
    glob_t files;
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        check_variant(files.gl_pathv[i], random);
    int count = (int)files.gl_pathc;
    globfree(&files);
    return count;
}

/* All sections of a file. */
static void check_sections(const char *file, Random *random)
{
    Ini ini;
    Error err = {""};
    if (!ini_read_file_repeats(&ini, file, &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; i < ini.section_count; i++) {
        Text name;
        text_init(&name);
        text_add(&name, "%s:%s", file, ini.sections[i].name);
        check_variant(name.data, random);
        text_release(&name);
    }
    ini_release(&ini);
}

static void each_legal_move_has_texts_of_its_own(void **state)
{
    (void)state;
    Random random;
    random_init_keyed(&random, 5, RANDOM_TEST, 1);
    assert_true(check_files("configs/variants/*.ini", &random) >= 7);
    assert_true(check_files("configs/variants/tweaks/*.ini", &random) >= 3);
    assert_true(check_files("configs/variants/fairy-stockfish/*.ini", &random) >= 20);
    check_sections("tests/unit/fairy.ini", &random);
    const char *public = getenv("ASSAY_FAIRY_INI");
    if (public != NULL)
        check_sections(public, &random);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        wanted_positions = strtol(argv[1], NULL, 10);
    if (wanted_positions < 1) {
        fprintf(stderr, "usage: test_notation [POSITIONS]\n");
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_the_books_are_written_as_printed),
        cmocka_unit_test(chess_moves_are_told_apart_as_the_standard_says),
        cmocka_unit_test(shots_and_waiting_pawns_and_morphs_have_their_texts),
        cmocka_unit_test(moves_that_end_alike_are_told_apart),
        cmocka_unit_test(castlings_are_told_apart),
        cmocka_unit_test(what_people_write_is_understood),
        cmocka_unit_test(errors_say_what_is_wrong),
        cmocka_unit_test(each_legal_move_has_texts_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
