/* Definitions of Interactive Diagrams: the game that comes of them, what is assumed and warned of,
 * and what is refused. */
#include "tests/unit/throwaway.h"

#include "engine/rules/diagram.h"
#include "engine/rules/perft.h"

enum { GAMES = 6, PLIES = 60, COMPARED_DEPTH = 2 };

/* ------------------------------------------------------------------------------------------------
 * Reading
 */

/* What came of an import; texts are owned. */
typedef struct Import {
    Text ini, warnings;
    Error err;
    Variant *variant; /* NULL where it was refused */
} Import;

static Import import_text(const char *text)
{
    Import import = {.err = {""}};
    text_init(&import.ini);
    text_init(&import.warnings);
    if (diagram_import("FILE", "game", text, strlen(text), &import.ini, &import.warnings,
                       &import.err)) {
        import.variant = variant_read("game", import.ini.data, import.ini.length, &import.err);
        assert_non_null(import.variant);
    } else {
        assert_int_equal(import.ini.length, 0);
    }
    return import;
}

static void import_release(Import *import)
{
    variant_free(import->variant);
    text_release(&import->ini);
    text_release(&import->warnings);
}

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
        Error err = {""};
        Import import = import_diagram(rows[i].name);
        Variant *variant = load_text(rows[i].ini, &err);
        if (variant == NULL)
            fail_msg("%s", err.text);
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
 * Comments, warnings, faults
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

#define NONE "promoChoice=\n"
#define KING "king:K:K::e1\n"

/* A definition, and what the message begins with and contains. */
typedef struct Fault {
    const char *text, *begins, *contains;
} Fault;

static const Fault faults[] = {
    /* The text. */
    {"", "FILE: ", "no pieces"},
    {"files=8\nwords\n" KING, "FILE:2: ", "\"words\" is neither"},
    {"words files=8\n", "FILE:1: ", "neither"},
    {"=8\n", "FILE:1: ", "neither"},
    {":K:K\n", "FILE:1: ", "without a name"},
    {"\n\n<b\nfiles=8", "FILE:3: ", "not closed"},
    {"files=8 < 9\n", "FILE:1: ", "no tag"},
    {"files=8\n\001\n", "FILE:2: ", "control character"},
    {"<p class=idiagram>\n</p><p class=idiagram>", "FILE:2: ", "second diagram"},
    /* Parameters. */
    {"promoChoise=Q\n", "FILE:1: promoChoise: ", "did you mean promoChoice?"},
    {"\nthrees=3\n", "FILE:2: threes: ", "unknown parameter"},
    {"files=17\n", "FILE:1: files: ", "from 1 to 16"},
    {"files=x\n", "FILE:1: files: ", "from 1 to 16"},
    {"files=8\nfiles=8\n", "FILE:2: files: ", "line 1"},
    {"promoZone=9\n", "FILE:1: promoZone: ", "from 0 to 8"},
    {"symmetry=odd\n", "FILE:1: symmetry: ", "mirror rotate none"},
    {"firstRank=0\n", "FILE:1: firstRank: ", "from 1"},
    {"captureMatrix=^P\n", "FILE:1: captureMatrix: ", "cannot be said"},
    {"spell=1\n", "FILE:1: spell: ", "cannot be said"},
    {"holdingsType=1\n", "FILE:1: holdingsType: ", "in hand"},
    {"promoOffset=3\n", "FILE:1: promoOffset: ", "cannot be said"},
    {"shuffle=NBR\n", "FILE:1: shuffle: ", "not shuffled"},
    {"tracking=1\n", "FILE:1: tracking: ", "not known"},
    {"enPassant=1\n", "FILE:1: enPassant: ", "moves"},
    {"succession=1\n", "FILE:1: succession: ", "successor"},
    {NONE "royal=X\n" KING, "FILE:2: royal: ", "letter of a piece"},
    {NONE "royal=2\n" KING, "FILE:2: royal: ", "number from 1 to 1"},
    {NONE "royal=K\nroyal=1\n" KING, "FILE:3: royal: ", "second"},
    {NONE KING "queen::::d1\n", "FILE:3: queen: ", "royal=LETTER"},
    {NONE "stalemate=good\n" KING, "FILE:2: stalemate: ", "win draw lose"},
    {NONE "baring=1\nrook::::a1\nqueen::::d1\n" KING, "FILE:2: baring: ", "all pieces"},
    /* Pieces. */
    {NONE "rook::::a1\nqueen:R:::d1\n" KING,
     "FILE:3: queen: ", "letter of rook already, in line 2"},
    {NONE "+rook::::a1\n" KING, "FILE:2: +rook: ", "no letter"},
    {NONE "rook:RR:::a1\n" KING, "FILE:2: rook: ", "no letter"},
    {NONE "vizier::::a1\n" KING, "FILE:2: vizier: ", "not known here"},
    {NONE "king::::e1\n", "FILE:2: king: ", "KisO2"},
    {NONE "rook:R:Rx::a1\n" KING, "FILE:2: rook: ", "character 2"},
    {NONE "rook:R:[F?R]::a1\n" KING, "FILE:2: rook: ", "character 1"},
    {NONE "rook::::a1:2\n" KING, "FILE:2: rook: ", "in hand"},
    {NONE "rook::::a1:0:0\n" KING, "FILE:2: rook: ", "more fields"},
    {NONE "rook::::a9\n" KING, "FILE:2: rook: ", "\"a9\" is no square"},
    {NONE "rook::::i1\n" KING, "FILE:2: rook: ", "8 files and 8 ranks"},
    {NONE "rook::::a1-b2\n" KING, "FILE:2: rook: ", "a1-b2"},
    {NONE "rook::::a1-\n" KING, "FILE:2: rook: ", "no square"},
    {NONE "rook::::a1,,b8,,c8\n" KING, "FILE:2: rook: ", "comma"},
    {NONE "rook::::e1\n" KING, "FILE:3: king: ", "e1 holds rook already"},
    {NONE "rook::::a1,,b8\n" KING, "FILE:2: rook: ", "Black has b8"},
    {NONE "king:K:K::d1,e1\n", "FILE:2: king: ", "White has 2"},
    {NONE "symmetry=none\nking:K:K::e1\n", "FILE:3: king: ", "Black has 0"},
    {NONE "symmetry=rotate\nrook:R:lW::a1\n" KING, "FILE:3: rook: ", "symmetry=mirror"},
    {NONE "rook:R:RimN::a1\n" KING, "FILE:2: rook: ", "marked i"},
    {NONE "pawn:P:fmWifmnD::a2,b3\n" KING, "FILE:2: pawn: ", "marked i"},
    {NONE "hopper:H:imfN::a2\nrook:R:::a1\nmorph=H\n" KING, "FILE:2: hopper: ", "marked i"},
    /* Castling. */
    {NONE "rook::::a1\nking:K:KO2::e1\n", "FILE:3: king: ", "isO2"},
    {NONE "rook::::a1\nking:K:KisO::e1\n", "FILE:3: king: ", "isO2"},
    {NONE "rook::::a1\nking:K:KimO2::e1\n", "FILE:3: king: ", "isO2"},
    {NONE "rook::::c1\nking:K:KisO2::e1\n", "FILE:3: king: ", "only 2 squares"},
    {NONE "rook:R:RisO2:a1\n" KING, "FILE:2: rook: ", "only the royal piece"},
    {NONE "symmetry=none\nrook::::a1\nking:K:KisO2::e1,,e8\n", "FILE:4: king: ", "different sides"},
    /* Promotions and morphs. */
    {"pawn::::a2\n" KING, "FILE: promoChoice: ", "is not given"},
    {"promoChoice=X\npawn::::a2\n" KING, "FILE:1: promoChoice: ", "'X' is no piece's letter"},
    {"promoChoice=*Q\npawn::::a2\nqueen::::d1\n" KING, "FILE:1: promoChoice: ", "promotionLimit"},
    {"promoChoice=!Q\npawn::::a2\nqueen::::d1\n" KING, "FILE:1: promoChoice: ", "'!'"},
    {"promoChoice=QQ\npawn::::a2\nqueen::::d1\n" KING, "FILE:1: promoChoice: ", "twice"},
    {"promoChoice=Q2\npawn::::a2\nqueen::::d1\n" KING, "FILE:1: promoChoice: ", "2 ranks"},
    {"promoChoice=K\npawn::::a2\n" KING, "FILE:1: promoChoice: ", "royal"},
    {"promoChoice=Q\nmaxPromote=9\npawn::::a2\nqueen::::d1\n" KING,
     "FILE:2: maxPromote: ", "only 3 kinds"},
    {"promoChoice=Q\n" KING "queen::::d1\nroyal=K\n", "FILE:2: king: ", "royal"},
    {"promoChoice=PQ\nmaxPromote=2\npawn::::a2\nman:M:F::b2\nqueen::::d1\n" KING,
     "FILE:1: promoChoice: ", "may stay"},
    {"promoChoice=MQ\nman:M:F::b2\nqueen::::d1\n" KING, "FILE:2: man: ", "not settled"},
    {"promoChoice=Q promoZone=7\npawn::::a2\nqueen::::d1\n" KING, "FILE:2: pawn: ", "starts in"},
    {NONE "morph=Q\n" KING, "FILE:2: morph: ", "behind no piece"},
    {NONE "pawn:P:fmW::a2\nmorph=Q\n" KING, "FILE:3: morph: ", "'Q' is no piece's letter"},
    {NONE "pawn:P:fmW::a2\nmorph=K\n" KING, "FILE:3: morph: ", "royal"},
    {NONE "pawn:P:fmW::a2\n" KING "morph=P\n", "FILE:4: morph: ", "royal piece cannot"},
    {NONE "pawn:P:fmW::a2\nmorph=PP\n" KING, "FILE:3: morph: ", "rank 8"},
    {NONE "pawn:P:fmW::a2\nmorph=9\n" KING, "FILE:3: morph: ", "rank 8"},
    {NONE "pawn:P:fmW::a2\nmorph=4.....\n" KING, "FILE:3: morph: ", "rank 8"},
    {NONE "pawn:P:fmW::a2\nmorph=*\n" KING, "FILE:3: morph: ", "mobilityRegion"},
    {NONE "pawn:P:fmW::a2\nmorph=?\n" KING, "FILE:3: morph: ", "'?'"},
    {NONE "pawn:P:fmW::a2\nmorph=////////P\n" KING, "FILE:3: morph: ", "more than 8 ranks"},
    {NONE "pawn:P:fmW::a2\nmorph=P\nmorph=P\n" KING, "FILE:4: morph: ", "line 3"},
    {NONE "pawn:P:fmW::a2\nmorph=R\nman:M:F::b2\nmorph=R......R\nrook::::a1\n" KING,
     "FILE:5: morph: ", "not that of pawn"},
    {NONE "symmetry=rotate\npawn:P:fmW::a2\nmorph=R7\nrook::::a1\nman:M:F::b1\n" KING,
     "FILE:4: morph: ", "not settled"},
    {NONE "pawn:P:fmW::a2\nmorph=R///////R\nrook::::a1\nking:K:KisO2::e1\n",
     "FILE:3: morph: ", "castling partner"},
    {"promoChoice=R\npawn:P:fmW::a2\nmorph=R\nrook::::a1\nman:M:F::b2\n" KING,
     "FILE:3: morph: ", "promotion zone"},
    {"promoChoice=R\npawn:P:fmW::a2\nrook::::a1\nman:M:F::b2\nmorph=R\n" KING,
     "FILE:5: morph: ", "not those that promote"},
};

static void what_cannot_be_said_is_refused_by_its_line_and_parameter(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        Import import = import_text(faults[i].text);
        if (import.variant != NULL)
            fail_msg("accepted:\n%s", faults[i].text);
        if (strncmp(import.err.text, faults[i].begins, strlen(faults[i].begins)) != 0
            || strstr(import.err.text, faults[i].contains) == NULL)
            fail_msg("\"%s\" does not begin with \"%s\" or has no \"%s\"", import.err.text,
                     faults[i].begins, faults[i].contains);
        import_release(&import);
    }
}

/* Values that turn a rule off are no reason to refuse. */
static void a_rule_that_is_turned_off_is_not_refused(void **state)
{
    (void)state;
    Import import = import_text(NONE "promoOffset=0 holdingsType=0 captureMatrix= shuffle=\n" KING);
    assert_non_null(import.variant);
    import_release(&import);
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
        cmocka_unit_test(what_cannot_be_said_is_refused_by_its_line_and_parameter),
        cmocka_unit_test(a_rule_that_is_turned_off_is_not_refused),
        cmocka_unit_test(castlings_find_their_partners_and_letters),
        cmocka_unit_test(names_of_files_and_pieces_become_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
