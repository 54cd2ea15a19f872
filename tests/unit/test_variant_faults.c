/* Variant files as people have them: right to the last rule, or refused by the line that is at
 * fault, in words that say what to write. One row a fault: the text, the place that the message
 * must begin with, and what it must say. */
#include "tests/unit/throwaway.h"

#include "tests/unit/known_variants.h"

#include <sys/stat.h>

#include "engine/rules/idle.h"
#include "engine/rules/settings.h"

/* What a row adds to SMALL_BOARD. */
#define BISHOPS "piece.bishop = B:B\nstartFen = 2bk/4/4/KB2 w - - 0 1\npawnTypes = -\n"

static void bytes_that_are_no_text_are_refused_with_their_place(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\npiece.x = L:N \xe4\n", "FILE:2: ", "character 15 of the line, byte 0xe4"},
        {"[a:chess]\nk\xe4nig = 1\n", "FILE:2: ", "save the file as UTF-8"},
        {"[b\xfc:chess]\n", "FILE:1: ", "character 3"},
        {"[a:chess]\npiece.x = X:\x01N\n", "FILE:2: ", "byte 0x01"},
        {"\xff\xfe[", "FILE:1: ", "UTF-8"},
    };
    CHECK_FAULTS(faults);
    variant_free(must_load_text("# K\xf6nig\n; \xff\n[a:chess]\npiece.l\xc3\xa4ufer = L:B\n"));
    Error err = {""};
    char path[64];
    write_throwaway("[a:chess]\nnFoldRule = 3\0\n", 25, path);
    assert_null(variant_load(path, &err));
    unlink(path);
    assert_non_null(strstr(err.text, ":2: a NUL byte"));
}

static void layouts_of_editors_say_the_same(void **state)
{
    (void)state;
#define ARRAY "r3k2r/8/8/8/8/8/8/R3K2R"
    static const char *const texts[] = {
        "[a:chess]\nstartFen = " ARRAY " w KQ - 0 1\npiece.rook = R:W\n",
        "\xef\xbb\xbf[a:chess]\r\nstartFen = " ARRAY " w KQ - 0 1\r\npiece.rook = R:W\r\n",
        "[a:chess]\nstartFen\t=\t" ARRAY "\tw KQ -\t0 1\t\npiece.rook\t= R:W",
        "\n  \n[ a : chess ]\n  startFen = " ARRAY " w KQ - 0 1\n#\npiece.rook = R:W\n",
    };
#undef ARRAY
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Variant *variant = must_load_text(texts[i]);
        hash = i == 0 ? variant->hash : hash;
        assert_true(variant->hash == hash);
        variant_free(variant);
    }
}

static void structure_is_refused_by_its_line(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\nkingType: c\n", "FILE:2: ", "':' where a '='"},                  /* F1 */
        {"[a]\ndoubleStep = false\n", "FILE:1: [a] has no parent", "[a:chess]"},      /* F2 */
        {"[a]\nroyal = k\n", "FILE:1: maxFile: ", "[a:PARENT]"},                      /* F2 */
        {"[a:chess]\nfooBar = 3\n", "FILE:2: fooBar: ", "assay check --keys"},        /* F3 */
        {"[a:chess]\nfooBar = 3\n", "FILE:2: fooBar: ", "version 0."},                /* F14 */
        {"[a:chess]\npeice.x = X:N\n", "FILE:2: peice.x: ", "mean piece.x?"},         /* F3 */
        {"[a:chess]\nPromotion.x = *8 : q\n", "FILE:2: ", "mean promotion.x?"},       /* F3 */
        {"[a:chess]\nsatlemateValue = win\n", "FILE:2: ", "mean stalemateValue?"},    /* F14 */
        {"[a:chess]\nsatlemateValue = win\n", "FILE:2: ", "this is version 0."},      /* F14 */
        {"[a:nosuch]\n", "FILE:1: ", "no variant \"nosuch\" to inherit from"},        /* F4 */
        {"[a:chess]\nmandatoryPawnPromotion = fals\n", "FILE:2: ", "true nor false"}, /* F5 */
        {"[a:chess]\nmaxRank = 99\n", "FILE:2: maxRank: ", "from 1 to 16"},           /* F5 */
        {"maxRank = 8\n[a:chess]\n", "FILE:1: ", "[SECTION] stands above"},
        {"[]\nmaxRank = 8\n", "FILE:1: ", "[NAME:PARENT]"},
        {"[a:chess]\nmaxRank =\n", "FILE:2: maxRank: ", "no value"},
        {"[a:chess]\nmaxRank\n", "FILE:2: ", "KEY = VALUE"},
        {"", "FILE:1: ", "[my-chess:chess]"},
        {"# only a comment\n", "FILE:1: ", "[my-chess:chess]"},
        {"[a:chess]\nnFoldRule = 3 # often\n", "FILE:2: nFoldRule: ", "a line of its own"},
        {"[a:chess]\npiece.x = X:N ; leaper\n", "FILE:2: piece.x: ", "a line of its own"},
        {"[a:chess]\nmaxRank = 8\nnMoveRule = 40\nmaxRank = 8\n", "FILE:4: ", "line 2"},
        {"[a:chess]\n\n[a:naiad]\n", "FILE:3: ", "line 1"},
        {"\n[a:b]\n[b:chess]\n", "FILE:2: ", "comes later, in line 3"},
        {"[a:a]\n", "FILE:1: ", "its own parent"},
        {"[a-name-that-is-longer-than-any-name-of-a-game-should-be:chess]\n", "FILE:1: ", "name"},
    };
    CHECK_FAULTS(faults);
}

static void files_that_cannot_be_read_are_named(void **state)
{
    (void)state;
    Error err = {""};
    char folder[] = "/tmp/assay-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_null(variant_load(folder, &err));
    assert_non_null(strstr(err.text, folder));
    assert_non_null(strstr(err.text, "directory"));
    rmdir(folder);
    assert_null(variant_load("/no/such.ini", &err));
    assert_non_null(strstr(err.text, "/no/such.ini"));
    char path[64];
    write_throwaway("[a:chess]\n", 10, path);
    assert_int_equal(chmod(path, 0), 0);
    Variant *variant = variant_load(path, &err); /* as root it is read */
    if (variant == NULL)
        assert_non_null(strstr(err.text, "ermission"));
    variant_free(variant);
    unlink(path);
}

static void a_line_of_ten_megabytes_is_refused_in_a_short_message(void **state)
{
    (void)state;
    enum { LENGTH = 10000000 };
    static const char *const starts[] = {"[a:chess]\nmaxRank = ",
                                         "[a:chess]\nstartFen = ",
                                         "[a:chess]\npiece.x = X:",
                                         "[a:chess]\n",
                                         "[a:",
                                         "[a:chess]\nmaxRank\t"};
    char *text = memory_new(LENGTH + 64, 1);
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        size_t length = strlen(starts[i]);
        memcpy(text, starts[i], length);
        memset(text + length, 'N', LENGTH);
        snprintf(text + length + LENGTH, 8, "%s", i == 4 ? "]" : i == 3 ? " = 1" : "");
        Error err = {""};
        assert_null(load_text(text, &err));
        assert_int_equal(strncmp(err.text, i == 4 ? "FILE:1: " : "FILE:2: ", 8), 0);
        assert_true(strlen(err.text) < 400);
    }
    free(text);
}

static void pieces_that_clash_or_are_missing_are_named(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\npiece.amazon = N:QN\n",
         "FILE:2: piece.amazon: ", "letter of knight"}, /* F11 */
        {"[a:chess]\npiece.amazon = n:QN\n",
         "FILE:2: piece.amazon: ", "letter of knight"}, /* F11 */
        {"[a:chess]\nking = k\ncustomPiece1 = c:N\ncannon = C\n",
         "FILE:4: cannon: ", "letter of customPiece1 already, in line 3"}, /* F11 */
        {"[a:chess]\nstartFen = rnbqkbnx/8/8/8/8/8/8/4K3 w - - 0 1\n",
         "FILE:2: startFen: ", "'x' on h8"}, /* F6 */
        {"[a:chess]\npiece.queen = -\n", "FILE:1: parent chess: ", "give a startFen"},
        {"[a:chess]\npromotionPieceTypes = qrz\n", "FILE:2: ", "'z' is no piece"},
        {"[a]\nking = k\nwazir = w\nstartFen = 4k3/8/8/8/8/8/8/W3K3 w - - 0 1\n"
         "promotionPieceTypes = nw\n",
         "FILE:5: promotionPieceTypes: ", "'n' is no piece"},
        {"[a:chess]\npromotionPieceTypes = qrq\n", "FILE:2: ", "'q' stands twice"},
        {"[a:chess]\nroyal = z\n", "FILE:2: royal: ", "'z' is no piece"},
        {"[a:chess]\nroyal = -\n", "FILE:2: royal: ", "kingless = both"},
        {"[a]\nmaxFile = d\nmaxRank = 4\npiece.wazir = W:W\nstartFen = 3w/4/4/W3 w - - 0 1\n",
         "FILE:1: royal: ", "the default is k"},
        {SMALL_BOARD "startFen = 3k/4/4/4 w - - 0 1\n", "FILE:5: startFen: ", "white has no royal"},
        {SMALL_BOARD "startFen = 3k/3k/4/K3 w - - 0 1\n",
         "FILE:5: startFen: ", "more than one royal"},
        {"[a:chess]\npawnTypes = pk\n", "FILE:2: pawnTypes: ", "royal piece cannot be a pawn"},
        {"[a:chess]\npromotionPawnTypes = k\n", "", "the royal piece cannot promote"},
        {"[a:chess]\npromotedPieceType = k:q\n", "FILE:2: ", "the royal piece cannot promote"},
        {"[a:chess]\nmorph.K = *4\n", "FILE:2: morph.K: ", "nothing can become royal"},
        {"[a:naiad]\npushedPawnBecomes = k\n", "FILE:2: pushedPawnBecomes: ", "or royal"},
        {"[a:chess]\npushedPawnBecomes = z\n", "FILE:2: pushedPawnBecomes: ", "'z' is no piece"},
        {"[a:chess]\nflagPiece = z\n", "FILE:2: flagPiece: ", "'z' is no piece"},
        {"[a:chess]\nextinctionPieceTypes = z\n", "FILE:2: ", "'z' is no piece"},
        {"[a:chess]\nextinctionValue = loss\n", "FILE:2: ", "extinctionPieceTypes"},
    };
    CHECK_FAULTS(faults);
}

static void squares_and_numbers_out_of_the_board_are_refused(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\nmaxRank = 0\n", "FILE:2: maxRank: ", "from 1 to 16"},
        {"[a:chess]\nmaxRank = 17\n", "FILE:2: maxRank: ", "from 1 to 16"},
        {"[a:chess]\nmaxRank = -8\n", "FILE:2: maxRank: ", "from 1 to 16"},
        {"[a:chess]\nmaxRank = 9999999999\n", "FILE:2: maxRank: ", "from 1 to 16"},
        {"[a:chess]\nmaxFile = 0\n", "FILE:2: maxFile: ", "1 to 16"},
        {"[a:chess]\nmaxFile = 17\n", "FILE:2: maxFile: ", "1 to 16"},
        {"[a:chess]\nmaxFile = 4294967304\n", "FILE:2: maxFile: ", "1 to 16"},
        {"[a:chess]\nmaxRank = 9\n", "FILE:1: parent chess: ", "8 ranks instead of 9"},
        {"[a:chess]\nmaxRank = 7\n", "FILE:1: parent chess: ", "give a startFen"},
        {"[a:chess]\ncastlingKingsideFile = 4294967303\n", "FILE:2: ", "no file from a to h"},
        {"[a:chess]\ncastlingKingsideFile = j\n", "FILE:2: ", "no file from a to h"},
        {"[a:chess]\nnMoveRule = -1\n", "FILE:2: nMoveRule: ", "from 0 to 1000"},
        {"[a:chess]\nnMoveRule = 9999999999\n", "FILE:2: nMoveRule: ", "from 0 to 1000"},
        {"[a:chess]\nnFoldRule = 1\n", "FILE:2: nFoldRule: ", "0 is never, 2"},
        {"[a:chess]\nmorph.N = *9\n", "FILE:2: morph.N: ", "\"*9\" is no square"},
        {"[a:chess]\nmorph.N = a1,a2\n", "FILE:2: morph.N: ", "\"a1,a2\" is no square"},
        {"[a:chess]\nmorph.N = h\n", "FILE:2: morph.N: ", "file (d*)"},
        {"[a:chess]\npromotionRegionWhite = *08\n", "FILE:2: ", "\"*08\""},
        {"[a:chess]\ncrossing.N = 8 never\n", "FILE:2: crossing.N: ", "a rank from 1 to 7"},
        {"[a:chess]\ncrossing.N = 0 never\n", "FILE:2: crossing.N: ", "a rank from 1 to 7"},
        {"[a:chess]\nzoneMoves.N =  : W\n", "FILE:2: zoneMoves.N: ", "no squares before"},
        {"[a:chess]\nzoneMoves.N = - : W\n", "FILE:2: zoneMoves.N: ", "no squares before"},
        {"[a:chess]\nzoneMoves.N = *1 W\n", "FILE:2: zoneMoves.N: ", "*3 a1 : mN"},
        {"[a:chess]\nroyal = k\nflagRegion = d4 e4\nflagPieceCount = 3\n",
         "FILE:4: ", "only 2 squares"},
        {"[a:large-nahbi]\ncutOffRegionWhite = -\n", "FILE:2: cutOffRegionWhite: ", "no squares"},
    };
    CHECK_FAULTS(faults);
}

static void what_would_do_nothing_is_refused(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\npromotion.x = - : q\n", "FILE:2: promotion.x: ", "no squares"},
        {"[a:chess]\npromotion.x = *8 : -\n", "FILE:2: promotion.x: ", "no types"},
        {"[a:chess]\npromotion.x = *8 : q overflow\n", "FILE:2: promotion.x: ", "limit N"},
        {"[a:chess]\npromotion.x = *8 : q limit 1 limit 2\n", "FILE:2: ", "\"limit\" stands twice"},
        {"[a:chess]\npromotion.x = *8 : q limit -1\n", "FILE:2: ", "1 to 99"},
        {"[a:chess]\npromotion.x = *8 : q\npromotionLimit = 1\n",
         "FILE:3: promotionLimit: ", "give one or the other"},
        {"[a:chess]\npromotionLimit = q:1 q:2\n", "FILE:2: promotionLimit: ", "'q' stands twice"},
        {"[a:chess]\npromotionLimit = k:1\n", "FILE:2: promotionLimit: ", "nothing becomes 'k'"},
        {SMALL_BOARD BISHOPS "promotionPieceTypes = b\n", "FILE:8: ", "no pawn (pawnTypes)"},
        {SMALL_BOARD BISHOPS "promotion.x = nonsense\n", "FILE:8: ", "no pawn (pawnTypes)"},
        {"[a:chess]\npromotedPieceType = n:b n:q\n", "FILE:2: ", "'n' stands twice"},
        {"[a:chess]\npiece.none = -\n", "FILE:2: piece.none: ", "none to take away"},
        {"[a:chess]\ncutOffTypes = n\n", "FILE:2: cutOffTypes: ", "go together"},
    };
    CHECK_FAULTS(faults);
}

static void castling_without_its_pieces_is_refused(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\nroyal = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
         "FILE:1: parent chess: ", "castle.LETTER = - takes it away"}, /* F12 */
        {"[a:chess]\npiece.guard = G:W\nstartFen = rnbqkbnr/8/8/8/8/8/8/RNBQK2G w KQkq - 0 1\n"
         "castle.X = e1 g1 f1 f1\n",
         "FILE:4: castle.X: ", "no piece of that colour to castle with"},
        {"[a:chess]\ncastle.X = e1 j1 h1 f1\n", "FILE:2: castle.X: ", "four squares of the board"},
        {"[a:chess]\nking = k\nrook = -\nstartFen = 4k3/8/8/8/8/8/8/4K3 w KQ - 0 1\n",
         "FILE:4: startFen: ", "right 'K'"},
        {"[a:chess]\nking = k\ncastlingKingPiece = z\n", "FILE:3: castlingKingPiece: ", "'z'"},
        {"[a:chess]\nking = k\ncastling = false\nstartFen = 4k3/8/8/8/8/8/8/4K3 w unit - 0 1\n",
         "FILE:4: startFen: ", "without castling, of KQkq"},
    };
    CHECK_FAULTS(faults);
}

static void an_array_whose_game_is_over_is_refused(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {SMALL_BOARD "piece.queen = Q:Q\nstartFen = k3/1Q2/2K1/4 b - - 0 1\n",
         "FILE:6: startFen: ", "over before the first move: checkmate"},
        {SMALL_BOARD "piece.queen = Q:Q\nstartFen = k3/3K/1Q2/4 b - - 0 1\n",
         "FILE:6: startFen: ", "over before the first move: stalemate"},
        {SMALL_BOARD "bareKing = lose\n" SMALL_ARRAY, "FILE:6: startFen: ", "bare king"},
        {SMALL_BOARD "flagRegion = a1\nstartFen = 3k/4/4/K3 b - - 0 1\n",
         "FILE:6: startFen: ", "flag"},
        {SMALL_BOARD "startFen = 3k/4/4/K3 w - - 100 1\n", "FILE:5: startFen: ", "move rule"},
        {SMALL_BOARD "startFen = kK2/4/4/4 w - - 0 1\n", "FILE:5: startFen: ", "in check"},
        {"[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1\n",
         "FILE:2: startFen: ", "checkCounting = true"}, /* F13 */
        {"[a:chess]\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 7+7 0 1\n",
         "FILE:3: startFen: 7+7 counts checks", "checkCounting = true"}, /* F13 */
    };
    CHECK_FAULTS(faults);
}

static void faults_in_moves_are_pointed_at(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\npiece.x = X:RX\n", "FILE:2: piece.x: \"RX\": character 2: ", "unknown atom"},
        {"[a:chess]\npiece.x = X: fmWxF\n", "FILE:2: piece.x: \"fmWxF\": character 4: ", "not"},
        {"[a:chess]\nzoneMoves.N = *1 : mtR\n", "FILE:2: zoneMoves.N: \"mtR\": character 2: ", ""},
        {"[a:chess]\nking = k\ncustomPiece1 = x:mafsW\n",
         "FILE:3: customPiece1: \"mafsW\": character 2: ", "ignore"},
        {"[a:chess]\nking = k\ncustomPiece1 = x:mmW\n",
         "FILE:3: customPiece1: \"mmW\": character 2: ", "twice"},
        {"[a:chess]\nking = k\ncustomPiece1 = x:pgR\n",
         "FILE:3: customPiece1: \"pgR\": character 2: ", "twice"},
    };
    CHECK_FAULTS(faults);
}

/* A value that no key of this type takes; NULL where any text is for the compiler to judge. */
static const char *wrong_value(const KeyRow *row)
{
    switch (row->type) {
    case KEY_NUMBER: return "many";
    case KEY_BOOL: return "maybe";
    case KEY_CHOICE: return "perhaps";
    case KEY_TYPES: return "?";
    case KEY_REGION: return "everywhere";
    case KEY_TEXT:
    case KEY_FAIRY_PIECE: return "?!";
    case KEY_REFUSED: return "surely";
    case KEY_IGNORED: return NULL;
    }
    return NULL;
}

static void every_key_refuses_a_value_of_another_kind(void **state)
{
    (void)state;
    for (int id = 0; id < KEY_COUNT; id++) {
        const KeyRow *row = key_row((KeyId)id);
        const char *value = wrong_value(row);
        if (value == NULL)
            continue;
        Text key, text, begins;
        text_init(&key);
        text_init(&text);
        text_init(&begins);
        text_add(&key, "%.*s%s", (int)key_stem(row), row->name,
                 !key_is_family(row)                       ? ""
                 : id == KEY_PIECE                         ? "knight"
                 : id == KEY_CUSTOM_PIECE                  ? "1"
                 : row->name[strlen(row->name) - 1] == '*' ? "Knight"
                                                           : "N");
        text_add(&text, "[a:chess]\n%s = %s\n%s", key.data, value,
                 key_origin(row) == KEY_OURS ? "" : "king = k\n");
        text_add(&begins, "FILE:2: %s: ", key.data);
        check_faults(&(Fault){text.data, begins.data, ""}, 1);
        text_release(&key);
        text_release(&text);
        text_release(&begins);
    }
}

static void rules_that_are_refused_load_when_they_are_off(void **state)
{
    (void)state;
    for (int id = 0; id < KEY_COUNT; id++) {
        const KeyRow *row = key_row((KeyId)id);
        if (row->type != KEY_REFUSED)
            continue;
        const char *off = row->choices != NULL ? row->choices : "";
        while (*off != '\0') {
            Text text;
            size_t length = strcspn(off, " ");
            text_init(&text);
            text_add(&text, "[a:chess]\nking = k\n%s = %.*s\n", row->name, (int)length, off);
            variant_free(must_load_text(text.data));
            text_release(&text);
            off += length;
            off += *off == ' ';
        }
    }
}

static void the_first_unsupported_rule_of_ones_own_is_named(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:bughouse]\nmaxRank = 8\n", "FILE:1: parent bughouse: ", "twoBoards"},
        {"[a:bughouse]\nwallingRule = duck\n", "FILE:2: wallingRule: ", "walls"},
        {"[a:bughouse]\nconnectN = 4\nmustDrop = true\n", "FILE:2: connectN: ", ""},
        {"[a:chess]\nconnectN = 4\ncustomPiece1 = x:nC\n", "FILE:2: connectN: ", ""},
        {"[a:chess]\ncustomPiece1 = x:nC\nconnectN = 4\n", "FILE:2: customPiece1: ", ""},
    };
    CHECK_FAULTS(faults);
}

/* What idle_add_text() says of a file's first section. */
static void idle_text(const char *file, Text *text)
{
    char path[64];
    write_throwaway(file, strlen(file), path);
    Variant *variant = load_variant(path);
    text_clear(text);
    idle_add_text(variant, text); /* reads the file once more */
    variant_free(variant);
    unlink(path);
}

static void keys_without_effect_are_listed_and_no_others(void **state)
{
    (void)state;
    static const struct {
        const char *file, *says; /* NULL: nothing */
    } rows[] = {
        {"[a:chess]\nroyal = k\nflagPieceCount = 2\n", "line 3: flagPieceCount = 2"},
        {"[a:chess]\nroyal = k\ncastlingRank = 2\n", "line 3: castlingRank = 2"},
        {"[a:chess]\nroyal = k\nenPassantRegion = *6\npiece.pawn = P:mfWcfF\n",
         "line 3: enPassantRegion = *6"},
        {"[a:chess]\npiece.pawn = P:mfWcfF\ndoubleStepRegionWhite = *3\n",
         "line 3: doubleStepRegionWhite = *3"},
        {"[a:chess]\npushedPawnBecomes = r\n", "line 2: pushedPawnBecomes = r"},
        {"[a:chess]\ncrossing.P = 4 *\n", "line 2: crossing.P = 4 *"},
        {"[a:chess]\nmobilityRegion.N = *1 *2 *3 *4 *5 *6 *7 *8\n", "mobilityRegion.N = *1 *2"},
        {"[a:chess]\nking = k\nflagPiece = n\n", "line 3: flagPiece = n"},
        {"[a:chess]\nnFoldRule = 3\n", NULL},
        {"[a:chess]\nnFoldRule = 4\nmobilityRegion.N = *1 *2 *3\npushedPawnStops = true\n", NULL},
        {"[a:naiad]\npushedPawnBecomes = r\n", NULL},
    };
    Text text;
    text_init(&text);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        idle_text(rows[i].file, &text);
        if (rows[i].says == NULL ? text.length > 0 : strstr(text.data, rows[i].says) == NULL)
            fail_msg("of\n%s\nis said \"%s\"", rows[i].file, text.data);
    }
    text_release(&text);
    for (size_t i = 0; i < KNOWN_VARIANTS; i++) {
        Variant *variant = load_variant(known_variants[i]);
        Text none;
        text_init(&none);
        idle_add_text(variant, &none);
        if (none.length > 0)
            fail_msg("%s: %s", known_variants[i], none.data);
        text_release(&none);
        variant_free(variant);
    }
}

static void one_file_is_in_one_dialect(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\nknight = h\n[b:chess]\ncrossing.N = 4 never\n",
         "FILE:2: knight: ", "[b] in line 3 has keys of Assay's own"},
        {"[a:chess]\ncustomPiece1 = x:N\n[b:chess]\nroyal = k\n",
         "FILE:2: customPiece1: ", "dialect = assay in [a]"},
        {"[a:chess]\npiece.x = X:W\ncastling = true\n", "FILE:3: castling: ", "castle.LETTER"},
    };
    CHECK_FAULTS(faults);
    static const char *const texts[] = {
        "[a:chess]\ndialect = assay\ncustomPiece1 = x:N\n[b:chess]\nroyal = k\n",
        "[a:chess]\nmustCapture = true\n[b:chess]\nroyal = k\n",
        "[a:chess]\ncustomPiece1 = x:N\npiece.y = Y:W\n[b:chess]\nroyal = k\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        variant_free(must_load_text(texts[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_that_are_no_text_are_refused_with_their_place),
        cmocka_unit_test(layouts_of_editors_say_the_same),
        cmocka_unit_test(structure_is_refused_by_its_line),
        cmocka_unit_test(files_that_cannot_be_read_are_named),
        cmocka_unit_test(a_line_of_ten_megabytes_is_refused_in_a_short_message),
        cmocka_unit_test(pieces_that_clash_or_are_missing_are_named),
        cmocka_unit_test(squares_and_numbers_out_of_the_board_are_refused),
        cmocka_unit_test(what_would_do_nothing_is_refused),
        cmocka_unit_test(castling_without_its_pieces_is_refused),
        cmocka_unit_test(an_array_whose_game_is_over_is_refused),
        cmocka_unit_test(faults_in_moves_are_pointed_at),
        cmocka_unit_test(every_key_refuses_a_value_of_another_kind),
        cmocka_unit_test(rules_that_are_refused_load_when_they_are_off),
        cmocka_unit_test(the_first_unsupported_rule_of_ones_own_is_named),
        cmocka_unit_test(one_file_is_in_one_dialect),
        cmocka_unit_test(keys_without_effect_are_listed_and_no_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
