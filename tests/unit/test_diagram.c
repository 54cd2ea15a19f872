/* Definitions of Interactive Diagrams: the game that comes of them, and what is assumed and warned
 * of. */
#include "tests/unit/throwaway.h"

#include "engine/rules/perft.h"
#include "tests/unit/import.h"

enum { GAMES = 6, PLIES = 60, COMPARED_DEPTH = 2 };

/* ------------------------------------------------------------------------------------------------
 * Reading
 */

static Text read_text(const char *path)
{
    Text text;
    char block[4096];
    size_t size;
    text_init(&text);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("%s is missing", path);
    while ((size = fread(block, 1, sizeof block, file)) > 0)
        text_add_bytes(&text, block, size);
    fclose(file);
    return text;
}

static Text diagram_text(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "tests/diagrams/%s.txt", name);
    return read_text(path);
}

static Import import_diagram(const char *name)
{
    Text text = diagram_text(name);
    Import import = import_text(text.data);
    text_release(&text);
    if (import.variant == NULL)
        fail_msg("%s: %s", name, import.err.text);
    return import;
}

/* Puts `by` in place of each `what`, of which there is one at least. */
static Text replaced(const Text *text, const char *what, const char *by)
{
    Text result;
    text_init(&result);
    int count = 0;
    const char *at = text->data;
    for (const char *found; (found = strstr(at, what)) != NULL; count++) {
        text_add_bytes(&result, at, (size_t)(found - at));
        text_add(&result, "%s", by);
        at = found + strlen(what);
    }
    text_add(&result, "%s", at);
    assert_true(count > 0);
    return result;
}

/* ------------------------------------------------------------------------------------------------
 * The same game
 */

static uint64_t count_moves(const Variant *variant, const char *fen, int depth)
{
    Position position;
    position_init(&position, variant);
    set_fen(&position, fen);
    uint64_t count = perft(&position, depth);
    position_release(&position);
    return count;
}

/* Plays random games of one variant, and counts moves of both on the way. */
static void check_same_game(const Variant *one, const Variant *other)
{
    Position position;
    Random random;
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    Text fen;
    text_init(&fen);
    assert_string_equal(one->start_fen, other->start_fen);
    position_init(&position, one);
    random_init_keyed(&random, 7, RANDOM_TEST, 0);
    for (int game = 0; game < GAMES; game++) {
        set_fen(&position, one->start_fen);
        for (int ply = 0; ply < PLIES && make_random(&position, &random, moves); ply++) {
            text_clear(&fen);
            position_add_fen(&position, &fen);
            uint64_t mine = perft(&position, ply % COMPARED_DEPTH + 1);
            uint64_t theirs = count_moves(other, fen.data, ply % COMPARED_DEPTH + 1);
            if (mine != theirs)
                fail_msg("%s: %llu moves, not %llu", fen.data, (unsigned long long)mine,
                         (unsigned long long)theirs);
        }
    }
    text_release(&fen);
    free(moves);
    position_release(&position);
}

static void known_games_have_their_published_counts(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint64_t counts[3];
    } rows[] = {
        {"chess", {20, 400, 8902}},
        {"capablanca", {28, 784, 25228}},
        {"shatranj", {16, 256, 4176}},
        {"makruk", {23, 529, 12012}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Import import = import_diagram(rows[i].name);
        for (int depth = 1; depth <= 3; depth++)
            assert_int_equal(count_moves(import.variant, import.variant->start_fen, depth),
                             rows[i].counts[depth - 1]);
        assert_int_equal(import.warnings.length, 0);
        import_release(&import);
    }
}

static void known_games_are_those_of_their_variant_files(void **state)
{
    (void)state;
    static const struct {
        const char *name, *variant;
    } rows[] = {
        {"chess", "chess"},
        {"capablanca", "capablanca"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Import import = import_diagram(rows[i].name);
        Variant *variant = load_variant(rows[i].variant);
        check_same_game(import.variant, variant);
        variant_free(variant);
        import_release(&import);
    }
}

static void other_games_are_those_of_our_own_keys(void **state)
{
    (void)state;
    static const struct {
        const char *name, *ini;
    } rows[] = {
        {"cannons", "[a]\nmaxFile = i\nmaxRank = 10\npiece.soldier = S:fmWfcF\n"
                    "piece.cannon = C:mRcpR\npiece.vao = V:mBcpB\npiece.horse = H:N\n"
                    "piece.rook = R:R\npiece.king = K:K\npawnTypes = s\npromotionPieceTypes = r\n"
                    "startFen = rh2k2hr/9/1cv3vc1/sssssssss/9/9/SSSSSSSSS/1CV3VC1/9/RH2K2HR"
                    " w - - 0 1\n"},
        {"rotated", "[a:chess]\ncastle.k = d8 f8 h8 e8\ncastle.q = d8 b8 a8 c8\n"
                    "startFen = rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"},
        {"shatranj", "[a:chess]\npiece.bishop = -\npiece.queen = -\ncastle.K = -\ncastle.Q = -\n"
                     "piece.pawn = P:fmWfcF\npiece.elephant = E:A\npiece.ferz = F:F\n"
                     "promotionPieceTypes = f\nstalemateValue = loss\nbareKing = shatranj\n"
                     "startFen = rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - - 0 1\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Import import = import_diagram(rows[i].name);
        Variant *variant = must_load_text(rows[i].ini);
        check_same_game(import.variant, variant);
        variant_free(variant);
        import_release(&import);
    }
}

/* A pawn that arrives on each rank of the zone: what it may become there, and staying. */
static void choices_depend_on_the_rank_by_the_digit_behind_them(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        uint64_t pawn_moves;
    } rows[] = {
        {"9k/10/10/P9/10/10/10/10/10/K9 w - - 0 1", 3},
        {"9k/10/P9/10/10/10/10/10/10/K9 w - - 0 1", 4},
        {"9k/P9/10/10/10/10/10/10/10/K9 w - - 0 1", 5},
    };
    Import import = import_diagram("zones");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(count_moves(import.variant, rows[i].fen, 1), rows[i].pawn_moves + 3);
    import_release(&import);
}

/* ------------------------------------------------------------------------------------------------
 * Squares that morph
 */

/* How many lines of the perft file of nihisci have other counts (of the first two depths) in the
 * variant, and in `*bare` how many of those have a side with nothing but its king. */
static int differing_lines(const Variant *variant, int *bare)
{
    char line[1024];
    int differ = 0, lines = 0;
    *bare = 0;
    FILE *file = fopen("tests/perft/nihisci.epd", "r");
    assert_non_null(file);
    for (; fgets(line, sizeof line, file) != NULL; lines++) {
        char *counts = strstr(line, " ;D1 ");
        char *second = strstr(line, ";D2 ");
        if (counts == NULL || second == NULL)
            break; /* and too few lines are found */
        *counts = '\0';
        bool same = count_moves(variant, line, 1) == strtoull(counts + 5, NULL, 10)
                    && count_moves(variant, line, 2) == strtoull(second + 4, NULL, 10);
        int pieces[2] = {0, 0};
        for (const char *at = line; *at != ' '; at++)
            if (*at != '/' && (*at < '0' || *at > '9'))
                pieces[*at >= 'a']++;
        differ += !same;
        *bare += !same && (pieces[WHITE] <= 2 || pieces[BLACK] <= 2);
    }
    fclose(file);
    assert_true(lines > 60);
    return differ;
}

/* The diagram's game is the shipped one but for a bared side's last move, and for pawns, if they
 * are written to leap. */
static void pieces_that_morph_differ_from_the_shipped_game_in_what_is_named_only(void **state)
{
    (void)state;
    int bare;
    Import import = import_diagram("squares-that-morph");
    Variant *shipped = load_variant("nihisci");
    assert_string_equal(import.variant->start_fen, shipped->start_fen);
    assert_int_equal(import.variant->stalemate, shipped->stalemate);
    assert_int_equal(import.variant->bare_king, BARE_KING_SHATRANJ);
    assert_non_null(strstr(import.ini.data, "bareKing = lose gives it none"));
    int differ = differing_lines(import.variant, &bare);
    assert_true(differ > 0);
    assert_int_equal(differ, bare); /* only where a side is bared or about to be */

    Text strict = replaced(&import.ini, "bareKing = shatranj", "bareKing = lose");
    Variant *as_shipped = variant_read("strict", strict.data, strict.length, &import.err);
    assert_non_null(as_shipped);
    assert_int_equal(differing_lines(as_shipped, &bare), 0);
    check_same_game(as_shipped, shipped);
    assert_int_equal(count_moves(as_shipped, shipped->start_fen, 1), 23);
    variant_free(as_shipped);

    Text leaping = replaced(&strict, "P:bmR2", "P:bmWbmD");
    Variant *leaps = variant_read("leaping", leaping.data, leaping.length, &import.err);
    assert_non_null(leaps);
    assert_int_equal(count_moves(leaps, shipped->start_fen, 1), 32); /* 9 over the first row */
    assert_true(differing_lines(leaps, &bare) > 0);
    variant_free(leaps);

    text_release(&strict);
    text_release(&leaping);
    variant_free(shipped);
    import_release(&import);
}

static void a_definition_as_published_gives_the_shipped_array_and_morphs(void **state)
{
    (void)state;
    if (access("../shared/data/diagrams/nihisci.txt", R_OK) != 0)
        skip();
    int bare;
    Text text = read_text("../shared/data/diagrams/nihisci.txt");
    Import import = import_text(text.data);
    text_release(&text);
    if (import.variant == NULL)
        fail_msg("%s", import.err.text);
    assert_non_null(strstr(import.warnings.data, "FILE:1: pawn: Black's squares name f6 4 times"));
    assert_non_null(strstr(import.warnings.data, "leave out g7 h7 i7"));
    Text leaps = replaced(&import.ini, "bareKing = shatranj", "bareKing = lose");
    Text lame = replaced(&leaps, "P:bmWbmD", "P:bmR2");
    Variant *variant = variant_read("lame", lame.data, lame.length, &import.err);
    assert_non_null(variant);
    assert_int_equal(differing_lines(variant, &bare), 0);
    variant_free(variant);
    text_release(&lame);
    text_release(&leaps);
    import_release(&import);
}

/* One kind of piece with a table is a promotion without a choice. */
static void a_table_of_the_pawns_alone_is_a_promotion(void **state)
{
    (void)state;
    Import import = import_text("promoChoice=\npawn:P:fmWfcF::a2-h2\nmorph=QRNNNNRQ/R\n"
                                "knight:N:::b1\nrook::::a1\nqueen::::d1\nking:K:K::e1\n");
    if (import.variant == NULL)
        fail_msg("%s", import.err.text);
    assert_non_null(strstr(import.ini.data, "promotion.to-Q = a8 h8 : Q\n"));
    assert_non_null(strstr(import.ini.data, "promotion.to-R = b8 g8 *7 : R\n"));
    assert_non_null(strstr(import.ini.data, "promotion.to-N = c8 d8 e8 f8 : N\n"));
    assert_int_equal(count_moves(import.variant, "7k/8/P7/8/8/8/8/K7 w - - 0 1", 1), 4);
    Position position;
    position_init(&position, import.variant);
    set_fen(&position, "7k/8/P7/8/8/8/8/K7 w - - 0 1");
    position_make(&position, move_of(&position, "a6a7=R"));
    position_release(&position);
    import_release(&import);
}

/* ------------------------------------------------------------------------------------------------
 * Layout
 */

#define SMALL_PIECES                                                               \
    "pawn:P:fmWfcF:pawn:a2-h2\nblue knight:N:N:knight:b1,g1\nqueen:Q:Q:queen:d1\n" \
    "king:K:K:king:e1\n"
#define SMALL "files=8\nranks=8\npromoZone=1\nmaxPromote=1\npromoChoice=QN\n" SMALL_PIECES

/* The lines that are no comments. */
static Text settings_of(const Import *import)
{
    Text text;
    text_init(&text);
    const char *start = strchr(import->ini.data, '[');
    text_add(&text, "%s", start != NULL ? start : import->err.text);
    return text;
}

static void the_layout_of_a_paste_does_not_matter(void **state)
{
    (void)state;
    static const struct {
        const char *before, *what, *by, *behind;
    } rows[] = {
        {"", "\n", "\r\n", ""},
        {"\xef\xbb\xbf", "\n", " \n\n\t", ""},
        {"", "\n", "<br>\n", ""},
        {"", "\n", "<br />", ""},
        {"", "\n", "\n<!-- \n a comment: x=y -->", ""},
        {"", "\n", "&nbsp;\xc2\xa0\n", ""},
        {"", "blue knight", "blue\tknight", ""},
        {"", "blue knight", "Blue   Knight", ""},
        {"", "b1,g1", "b1, g1", ""},
        {"", "b1,g1", "b1 ,g1", ""},
        {"", "b1,g1", " b1,g1", ""},
        {"royal=K ", "\n", " ", ""},
        {"", "a2-h2", "a2,b2,c2-f2,h2,g2", ""},
        {"", "a2-h2", "h2-a2,,h7-a7", ""},
        {"<div class='idiagram'>", "files=8", "files=8", "</div>"},
        {"words\n<p><div id=a class=\"idiagram\"><div></div>", "files=8", "files=8",
         "</div></p>\nwords\n"},
        {"<script src=/idiagram.js>\n</script><div class = 'big idiagram'>", "files=8", "files=8",
         "</div>\nwords\n"},
        {"<table class=idiagram><tr><td>", "\n", "</td></tr><tr><td>\n", "</table> words x=3"},
    };
    Import plain = import_text(SMALL);
    assert_non_null(plain.variant);
    Text expected = settings_of(&plain), small;
    text_init(&small);
    text_add(&small, "%s", SMALL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Text inner = replaced(&small, rows[i].what, rows[i].by), text;
        text_init(&text);
        text_add(&text, "%s%s%s", rows[i].before, inner.data, rows[i].behind);
        Import import = import_text(text.data);
        Text found = settings_of(&import);
        if (strcmp(found.data, expected.data) != 0)
            fail_msg("%s\ngives\n%s\nnot\n%s", text.data, found.data, expected.data);
        text_release(&found);
        text_release(&inner);
        text_release(&text);
        import_release(&import);
    }
    text_release(&small);
    text_release(&expected);
    import_release(&plain);
}

/* ------------------------------------------------------------------------------------------------
 * Comments, warnings, keys
 */

static void what_was_assumed_stands_in_comments(void **state)
{
    (void)state;
    static const char *const comments[] = {
        "# - files is not given: 8\n",
        "# - ranks is not given: 8\n",
        "# - maxPromote is not given: 1\n",
        "# - symmetry is not given: mirror\n",
        "# - stalemate is not given: draw\n",
        "# - royal is not given: the last piece, king\n",
        "# - knight has no moves of its own: N\n",
        "# - draws by repetition and by the count of moves",
        "and squareSize graphicsDir\n",
    };
    Import import = import_text("promoZone=1 promoChoice=N squareSize=3 graphicsDir=/x\n"
                                "pawn:P:fmW::a2\nknight:N:::b1\nking:K:K::e1\n");
    assert_non_null(import.variant);
    for (size_t i = 0; i < sizeof comments / sizeof comments[0]; i++)
        if (strstr(import.ini.data, comments[i]) == NULL)
            fail_msg("no \"%s\" in\n%s", comments[i], import.ini.data);
    assert_int_equal(import.warnings.length, 0);
    import_release(&import);
}

static void slips_are_warned_of(void **state)
{
    (void)state;
    static const struct {
        const char *text, *warning;
    } rows[] = {
        {"promoChoice=\npawn:P:fmW::a2,b2,a2\nking:K:K::e1\n",
         "FILE:2: pawn: White's squares name a2 2 times\n"},
        {"promoChoice=\npawn:P:fmW::a2,b2,,a7\nking:K:K::e1\n",
         "FILE:2: pawn: Black's squares leave out b7, where symmetry=mirror puts one: put there\n"},
        {"promoChoice=\nsymmetry=rotate\n\npawn:P:fmW::a2,b2,,h7\nking:K:K::e1\n",
         "FILE:4: pawn: Black's squares leave out g7, where symmetry=rotate puts one: put there\n"},
        {"promoChoice=\npawn:P:fmW::a2 odd king:K:K::e1 royal=K\n",
         "FILE:2: odd king: taken for the name of a piece; it stands right behind pawn\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Import import = import_text(rows[i].text);
        if (import.variant == NULL)
            fail_msg("%s: %s", rows[i].text, import.err.text);
        assert_string_equal(import.warnings.data, rows[i].warning);
        assert_non_null(strstr(import.ini.data, "# What looks like a slip in it:\n# - line "));
        import_release(&import);
    }
}

static void castlings_find_their_partners_and_letters(void **state)
{
    (void)state;
    static const struct {
        const char *text, *castles;
    } rows[] = {
        {NONE "rook::::a1,h1\nking:K:KisO2::e1\n",
         "castle.K = e1 g1 h1 f1\ncastle.Q = e1 c1 a1 d1\n"},
        {NONE "rook::::a1,h1\nking:K:KirO2ilO3::e1\n",
         "castle.K = e1 g1 h1 f1\ncastle.Q = e1 b1 a1 c1\n"},
        {NONE "rook::::b1,h1\nking:K:KisO2::e1\n",
         "castle.K = e1 g1 h1 f1\ncastle.Q = e1 c1 b1 d1\n"},
        {NONE "files=10\nrook::::a1,b1\nking:K:KilO4iljO3::g1\n",
         "castle.Q = g1 c1 a1 d1\ncastle.B = g1 d1 b1 e1\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Import import = import_text(rows[i].text);
        if (import.variant == NULL)
            fail_msg("%s", import.err.text);
        if (strstr(import.ini.data, rows[i].castles) == NULL)
            fail_msg("no\n%sin\n%s", rows[i].castles, import.ini.data);
        import_release(&import);
    }
}

static void names_of_files_and_pieces_become_keys(void **state)
{
    (void)state;
    static const struct {
        const char *words, *name;
    } rows[] = {
        {"Dragon Horse", "dragon-horse"},
        {"pawn (passed)", "pawn-passed"},
        {"--a--b--", "a-b"},
        {"=[]", ""},
        {"abcdefghijklmn", "abcdefghijkl"},
        {"abcdefghijk lmn", "abcdefghijk"},
    };
    char name[13];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        diagram_name(rows[i].words, name, sizeof name);
        assert_string_equal(name, rows[i].name);
    }
    Import import = import_text(NONE "man:A:F::a1\nman:B:W::b1\nking:K:K::e1\n");
    assert_non_null(strstr(import.ini.data, "piece.man = A:F\npiece.man-b = B:W\n"));
    import_release(&import);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_games_have_their_published_counts),
        cmocka_unit_test(known_games_are_those_of_their_variant_files),
        cmocka_unit_test(other_games_are_those_of_our_own_keys),
        cmocka_unit_test(choices_depend_on_the_rank_by_the_digit_behind_them),
        cmocka_unit_test(pieces_that_morph_differ_from_the_shipped_game_in_what_is_named_only),
        cmocka_unit_test(a_definition_as_published_gives_the_shipped_array_and_morphs),
        cmocka_unit_test(a_table_of_the_pawns_alone_is_a_promotion),
        cmocka_unit_test(the_layout_of_a_paste_does_not_matter),
        cmocka_unit_test(what_was_assumed_stands_in_comments),
        cmocka_unit_test(slips_are_warned_of),
        cmocka_unit_test(castlings_find_their_partners_and_letters),
        cmocka_unit_test(names_of_files_and_pieces_become_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
