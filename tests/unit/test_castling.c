/* Castling from any file (Chess960), and castling that is not allowed at once. */
#include "tests/unit/throwaway.h"

#include <ctype.h>

#include "engine/rules/perft.h"

/* ------------------------------------------------------------------------------------------------
 * Single positions
 */

/* The texts of the legal castlings, in the generator's order, with a space behind each. */
static int list_castlings(Position *position, Text *castlings)
{
    Move moves[MAX_MOVES];
    int count = generate_legal(position, moves);
    text_clear(castlings);
    for (int i = 0; i < count; i++) {
        char text[MAX_MOVE_TEXT];
        move_to_text(position, moves[i], text);
        if (position->variant->effects[move_effect(moves[i])].kind == EFFECT_CASTLE)
            text_add(castlings, "%s ", text);
    }
    return count;
}

static void king_and_rook_castle_from_any_file(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        int moves; /* 0: not looked at */
        const char *castlings;
    } rows[] = {
        /* The rook shields the king from an attack along the rank, and would no longer. */
        {"4k3/8/8/8/8/8/8/rR2K1N1 w B - 0 1", 11, ""},
        {"4k3/8/8/8/8/8/8/1R2K1N1 w B - 0 1", 0, "e1c1 "},
        /* The king stays, and so does the rook; they change places. */
        {"4k3/8/8/8/8/8/8/6KR w H - 0 1", 12, "g1g1oH "},
        {"k7/8/8/8/8/8/8/4KR2 w F - 0 1", 0, "e1g1 "},
        {"k7/8/8/8/8/8/8/5KR1 w G - 0 1", 0, "f1g1oG "},
        {"7k/8/8/8/8/8/8/2KR4 w D - 0 1", 0, "c1g1 "},
        {"7k/8/8/8/8/8/8/2RK4 w C - 0 1", 0, "d1c1oC "},
        {"7k/8/8/8/8/8/8/RK6 w A - 0 1", 0, "b1c1oA "},
        {"k7/8/8/8/8/8/8/1K5R w H - 0 1", 0, "b1g1 "},
        /* In the way: on the king's, on the rook's, on neither. */
        {"k7/8/8/8/8/8/8/1K3B1R w H - 0 1", 0, ""},
        {"7k/8/8/8/8/8/8/RN2K3 w A - 0 1", 0, ""},
        {"7k/8/8/8/8/8/8/N1R1K3 w C - 0 1", 0, "e1c1 "},
        {"7k/8/8/8/8/8/8/R4KN1 w A - 0 1", 0, "f1c1 "},
        {"7k/8/8/8/8/8/8/R1n2K2 w A - 0 1", 0, ""},
        /* Attacked: where the king stands, passes and lands; not what only the rook passes. */
        {"7k/8/8/8/8/8/8/R3K3 w A - 0 1", 0, "e1c1 "},
        {"1r5k/8/8/8/8/8/8/R3K3 w A - 0 1", 0, "e1c1 "},
        {"2r4k/8/8/8/8/8/8/R3K3 w A - 0 1", 0, ""},
        {"3r3k/8/8/8/8/8/8/R3K3 w A - 0 1", 0, ""},
        {"4r2k/8/8/8/8/8/8/R3K3 w A - 0 1", 0, ""},
        {"k4r2/8/8/8/8/8/8/6KR w H - 0 1", 0, "g1g1oH "},
        {"k5r1/8/8/8/8/8/8/6KR w H - 0 1", 0, ""},
        /* Both sides, both notations, both colours. */
        {"r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", 0, "d1g1 d1c1oA "},
        {"r2k3r/8/8/8/8/8/8/R2K3R w HAha - 0 1", 0, "d1g1 d1c1oA "},
        {"1rk3r1/8/8/8/8/8/8/1RK3R1 b GBgb - 0 1", 0, "c8c8ob "},
        /* The inner rook has the right. */
        {"k7/8/8/8/8/8/8/4KR1R w F - 0 1", 0, "e1g1 "},
        {"k7/8/8/8/8/8/8/4KR1R w K - 0 1", 0, ""}, /* f1 is in the way of h1 */
    };
    Variant *variant = load_variant("chess960");
    Position position;
    Text castlings;
    text_init(&castlings);
    position_init(&position, variant);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_fen(&position, rows[i].fen);
        int count = list_castlings(&position, &castlings);
        const char *found = castlings.data != NULL ? castlings.data : "";
        if ((rows[i].moves != 0 && count != rows[i].moves) || strcmp(found, rows[i].castlings) != 0)
            fail_msg("%s: %d moves, castlings %s", rows[i].fen, count, found);
    }
    text_release(&castlings);
    position_release(&position);
    variant_free(variant);
}

static void add_fen(const Position *position, Text *text)
{
    text_clear(text);
    position_add_fen(position, text);
}

static void the_fen_names_a_side_where_its_outermost_rook_has_the_right(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1", "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1"},
        {"1rk3r1/8/8/8/8/8/8/1RK3R1 w bgBG - 0 1", "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1"},
        {"k7/8/8/8/8/8/8/4KR1R w F - 0 1", "k7/8/8/8/8/8/8/4KR1R w F - 0 1"},
        {"k7/8/8/8/8/8/8/4KR1R w H - 0 1", "k7/8/8/8/8/8/8/4KR1R w K - 0 1"},
        {"7k/8/8/8/8/8/8/R1R1K3 w C - 0 1", "7k/8/8/8/8/8/8/R1R1K3 w C - 0 1"},
        {"7k/8/8/8/8/8/8/r1R1K3 w C - 0 1", "7k/8/8/8/8/8/8/r1R1K3 w Q - 0 1"},
        {"rr2k2r/8/8/8/8/8/8/4K3 b kb - 0 1", "rr2k2r/8/8/8/8/8/8/4K3 b kb - 0 1"},
    };
    static const char *const faults[][2] = {
        {"k7/8/8/8/8/8/8/4KR1R w KF - 0 1", "'F' is a second right on one side of the king"},
        {"k7/8/8/8/8/8/8/4KR1R w KH - 0 1", "'H' stands twice"},
        {"k7/8/8/8/8/8/8/4KR1R w G - 0 1", "'G' has no king and rook at home"},
        {"k7/8/8/8/8/8/8/4KR1R w Q - 0 1", "'Q' has no king and rook at home"},
        {"k7/8/8/8/8/8/4K3/5R1R w K - 0 1", "'K' has no king and rook at home"},
        {"k7/8/8/8/8/8/8/4KR1R w I - 0 1", "'I' is no right of chess960"},
        {"k7/8/8/8/8/8/8/4KR1R w h - 0 1", "'h' has no king and rook at home"},
    };
    Variant *variant = load_variant("chess960");
    Position position;
    Text fen;
    Error err = {""};
    text_init(&fen);
    position_init(&position, variant);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_fen(&position, rows[i][0]);
        add_fen(&position, &fen);
        assert_string_equal(fen.data, rows[i][1]);
        uint64_t key = position.key;
        set_fen(&position, fen.data);
        assert_true(position.key == key);
    }
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        assert_false(position_set_fen(&position, faults[i][0], &err));
        if (strstr(err.text, faults[i][1]) == NULL)
            fail_msg("%s: %s", faults[i][0], err.text);
    }
    text_release(&fen);
    position_release(&position);
    variant_free(variant);
}

static void rights_go_when_king_or_rook_moves_or_is_taken(void **state)
{
    (void)state;
    static const char before[] = "1rk3r1/8/8/8/8/6n1/8/1RK3R1 w KQkq - 0 1";
    static const struct {
        const char *moves, *rights;
    } rows[] = {
        {"g1f1 g8f8 f1g1 f8g8", "Qq"}, {"b1b2 c8c7", "K"},
        {"c1c2 g3e4 c2c1 e4g3", "kq"}, {"b1b8 c8b8", "K"},
        {"c1c1oB b8a8 c1b1", "k"},     {"c1c1oB c8c8ob", "-"},
        {"g1g3 g8g3", "Qq"},           {"c1d1 g3e2 g1g8 c8c7", "-"},
        {"b1a1 g3f1 g1f1", "kq"},
    };
    Variant *variant = load_variant("chess960");
    Position position;
    Text fen;
    text_init(&fen);
    position_init(&position, variant);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char moves[64];
        set_fen(&position, before);
        snprintf(moves, sizeof moves, "%s", rows[i].moves);
        for (char *at = moves, *word; (word = strtok_r(at, " ", &at)) != NULL;) {
            position_make(&position, move_of(&position, word));
            assert_true(position_ok(&position));
        }
        add_fen(&position, &fen);
        const char *rights = strchr(strchr(fen.data, ' ') + 1, ' ') + 1;
        if (strncmp(rights, rows[i].rights, strlen(rows[i].rights)) != 0
            || rights[strlen(rows[i].rights)] != ' ')
            fail_msg("%s leads to %s, not to the rights %s", rows[i].moves, fen.data,
                     rows[i].rights);
        while (position.ply > 0)
            position_undo(&position);
        add_fen(&position, &fen);
        assert_string_equal(fen.data, before);
    }
    text_release(&fen);
    position_release(&position);
    variant_free(variant);
}

/* ------------------------------------------------------------------------------------------------
 * All arrays, against rules written out once more
 */

/* The back rank of a number, as the usual numbering has it. */
static void array_of(int number, char rank[9])
{
    static const char *const knights[10] = {"01", "02", "03", "04", "12",
                                            "13", "14", "23", "24", "34"};
    static const char rest[] = "RKR";
    const int queen = number / 16 % 6, knight = number / 96;
    const int light = number % 4 * 2 + 1, dark = number / 4 % 4 * 2;
    memset(rank, '.', 8);
    rank[8] = '\0';
    rank[light] = rank[dark] = 'B';
    int empty = 0;
    for (int x = 0; x < 8; x++)
        if (rank[x] == '.' && empty++ == queen)
            rank[x] = 'Q';
    empty = 0;
    for (int x = 0; x < 8; x++)
        if (rank[x] == '.' && strchr(knights[knight], '0' + empty++) != NULL)
            rank[x] = 'N';
    for (int x = 0, next = 0; x < 8; x++)
        if (rank[x] == '.')
            rank[x] = rest[next++];
}

/* A board of letters, White's at the bottom: square = 8 * rank + file. */
typedef struct Letters {
    char at[64];
    int king, rook[2]; /* files; the rook on the king's right, on its left */
    bool right[2];
} Letters;

static bool slow_attacked(const char *at, int square)
{
    static const int8_t rays[8][2] = {{0, 1}, {0, -1}, {1, 0},  {-1, 0},
                                      {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    static const int8_t leaps[8][2] = {{1, 2},  {2, 1},  {-1, 2},  {-2, 1},
                                       {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};
    for (int i = 0; i < 8; i++) {
        for (int n = 1; n < 8; n++) {
            int x = square % 8 + n * rays[i][0], y = square / 8 + n * rays[i][1];
            if (x < 0 || x > 7 || y < 0 || y > 7)
                break;
            char piece = at[8 * y + x];
            if (piece == '.')
                continue;
            bool pawn = piece == 'p' && n == 1 && i >= 4 && rays[i][1] == 1;
            if (piece == 'q' || piece == (i < 4 ? 'r' : 'b') || (piece == 'k' && n == 1) || pawn)
                return true;
            break;
        }
        int x = square % 8 + leaps[i][0], y = square / 8 + leaps[i][1];
        if (x >= 0 && x < 8 && y >= 0 && y < 8 && at[8 * y + x] == 'n')
            return true;
    }
    return false;
}

/* Whether all from `from` to `to` on the first rank is empty, king and rook left aside. */
static bool slow_open(const Letters *letters, int from, int to, int rook)
{
    for (int x = from < to ? from : to; x <= (from < to ? to : from); x++)
        if (x != letters->king && x != rook && letters->at[x] != '.')
            return false;
    return true;
}

static bool slow_castles(const Letters *letters, int side)
{
    const int rook = letters->rook[side], king_to = side == 0 ? 6 : 2, rook_to = side == 0 ? 5 : 3;
    if (!letters->right[side] || !slow_open(letters, letters->king, king_to, rook)
        || !slow_open(letters, rook, rook_to, rook))
        return false;
    for (int x = letters->king;; x += king_to > letters->king ? 1 : -1) {
        char at[64];
        memcpy(at, letters->at, sizeof at);
        at[letters->king] = '.';
        at[x] = 'K';
        if (slow_attacked(at, x))
            return false;
        if (x == king_to)
            break;
    }
    char after[64];
    memcpy(after, letters->at, sizeof after);
    after[letters->king] = after[rook] = '.';
    after[king_to] = 'K';
    after[rook_to] = 'R';
    return !slow_attacked(after, king_to);
}

/* King and rooks of an array, some of its other pieces and pawns, and a few of the enemy's. */
static void draw_letters(int number, Random *random, Letters *letters)
{
    static const char enemies[] = "qrbnp";
    char rank[9];
    array_of(number, rank);
    memset(letters->at, '.', sizeof letters->at);
    letters->king = (int)(strchr(rank, 'K') - rank);
    letters->rook[0] = (int)(strrchr(rank, 'R') - rank);
    letters->rook[1] = (int)(strchr(rank, 'R') - rank);
    for (int x = 0; x < 8; x++) {
        bool other = rank[x] != 'K' && rank[x] != 'R';
        letters->at[x] = other && random_below(random, 10) < 8 ? '.' : rank[x];
        letters->at[8 + x] = random_below(random, 2) == 0 ? 'P' : '.';
    }
    for (int side = 0; side < 2; side++)
        letters->right[side] = random_below(random, 5) > 0;
    letters->at[32 + random_below(random, 32)] = 'k';
    for (uint32_t more = random_below(random, 4); more > 0; more--) {
        char enemy = enemies[random_below(random, 5)];
        uint32_t square = enemy == 'p' ? 8 + random_below(random, 48) : random_below(random, 64);
        if (letters->at[square] == '.')
            letters->at[square] = enemy;
    }
}

/* As a FEN, turned over for Black. */
static void write_letters(const Letters *letters, bool black, char fen[128])
{
    char *out = fen;
    for (int y = 7; y >= 0; y--) {
        for (int x = 0; x < 8; x++) {
            char letter = letters->at[8 * (black ? 7 - y : y) + x];
            *out++ = letter == '.'                    ? '1'
                     : !black                         ? letter
                     : islower((unsigned char)letter) ? (char)toupper((unsigned char)letter)
                                                      : (char)tolower((unsigned char)letter);
        }
        *out++ = y > 0 ? '/' : ' ';
    }
    out += sprintf(out, "%c ", black ? 'b' : 'w');
    for (int side = 0; side < 2; side++)
        if (letters->right[side])
            *out++ = (char)((black ? 'a' : 'A') + letters->rook[side]);
    if (!letters->right[0] && !letters->right[1])
        *out++ = '-';
    memcpy(out, " - 0 1", 7);
}

/* Compares the castlings, and looks that each move has a text of its own. Returns how many. */
static int compare_castlings(Position *position, const Letters *letters, const char *fen)
{
    Move moves[MAX_MOVES];
    char texts[256][MAX_MOVE_TEXT];
    int count = generate_legal(position, moves), castlings = 0;
    bool found[2] = {false, false};
    assert_true(count < 256);
    for (int i = 0; i < count; i++) {
        const MoveEffect *effect = &position->variant->effects[move_effect(moves[i])];
        move_to_text(position, moves[i], texts[i]);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(texts[i], texts[j]);
        if (effect->kind != EFFECT_CASTLE)
            continue;
        const Castling *castling = &position->variant->castlings[effect->castling];
        bool left = castling->rook_from < castling->king_from;
        assert_false(found[left]);
        found[left] = true;
        castlings++;
    }
    for (int side = 0; side < 2; side++)
        if (found[side] != slow_castles(letters, side))
            fail_msg("%s: castling to the %s is %s", fen, side == 0 ? "right" : "left",
                     found[side] ? "allowed" : "not allowed");
    return castlings;
}

static void all_arrays_castle_as_the_rules_say(void **state)
{
    (void)state;
    enum { TRIES = 8 };
    Variant *variant = load_variant("chess960");
    Position position;
    Random random;
    char rank[9], fen[128];
    int castlings = 0, positions = 0;
    position_init(&position, variant);
    random_init_keyed(&random, 960, RANDOM_TEST, 0);
    array_of(518, rank);
    assert_string_equal(rank, "RNBQKBNR");
    for (int number = 0; number < 960; number++) {
        array_of(number, rank);
        snprintf(fen, sizeof fen, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", rank, rank);
        for (int i = 0; i < 8; i++)
            fen[i] = (char)tolower((unsigned char)fen[i]);
        set_fen(&position, fen);
        Text written;
        text_init(&written);
        position_add_fen(&position, &written);
        assert_string_equal(written.data, fen);
        text_release(&written);
        for (int i = 0; i < TRIES; i++) {
            Letters letters;
            Error err = {""};
            draw_letters(number, &random, &letters);
            write_letters(&letters, i % 2 == 1, fen);
            if (!position_set_fen(&position, fen, &err)) {
                assert_non_null(strstr(err.text, "in check"));
                continue;
            }
            castlings += compare_castlings(&position, &letters, fen);
            positions++;
        }
    }
    assert_true(positions > 5000 && castlings > 2000);
    position_release(&position);
    variant_free(variant);
}

/* ------------------------------------------------------------------------------------------------
 * What may be asked for
 */

static void castling_from_any_file_needs_castlings_of_two_sides(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\ncastle.K = -\ncastle.Q = -\ncastlingAnyFile = true\n"
         "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n",
         "FILE:4: castlingAnyFile: ", "there is no castling"},
        {"[a:chess]\ncastle.L = e1 f1 h1 e1\ncastlingAnyFile = true\n",
         "FILE:3: castlingAnyFile: ", "'L' is a second way to castle"},
        {"[a:chess]\ncastle.K = -\ncastle.C = e1 g1 h1 f1\ncastlingAnyFile = true\n"
         "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w CQcq - 0 1\n",
         "FILE:4: castlingAnyFile: ", "'C' is the letter of a file"},
        {"[a:nearlydouble-wildebeest]\ncastlingAnyFile = true\n",
         "FILE:2: castlingAnyFile: ", "understood on boards of no more than 10 files"},
        {"[a:chess]\ncastlingFromMove = 0\n", "FILE:2: castlingFromMove: ", ""},
    };
    CHECK_FAULTS(faults);
}

/* One side only; Black's own. */
static void a_side_without_a_castling_has_none_from_any_file(void **state)
{
    (void)state;
    Variant *variant = must_load_text("[a:chess]\ncastle.Q = -\ncastlingAnyFile = true\n"
                                      "startFen = r3k2r/8/8/8/8/8/8/R3K2R w Kk - 0 1\n");
    Error err = {""};
    Position position;
    position_init(&position, variant);
    assert_false(position_set_fen(&position, "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w B - 0 1", &err));
    set_fen(&position, "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b Kk - 0 1");
    position_make(&position, move_of(&position, "b8b1"));
    assert_int_equal(__builtin_popcount(position.castling), 2);
    position_release(&position);
    variant_free(variant);
}

static void castling_waits_for_its_move(void **state)
{
    (void)state;
    Variant *variant = must_load_text("[a:chess]\ncastlingFromMove = 11\n");
    Position position;
    Text castlings;
    text_init(&castlings);
    position_init(&position, variant);
    set_fen(&position, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 10");
    list_castlings(&position, &castlings);
    assert_int_equal(castlings.length, 0);
    position_make(&position, move_of(&position, "a1a2"));
    list_castlings(&position, &castlings);
    assert_int_equal(castlings.length, 0); /* Black's tenth move */
    position_make(&position, move_of(&position, "a8a7"));
    list_castlings(&position, &castlings);
    assert_string_equal(castlings.data, "e1g1 ");
    text_release(&castlings);
    position_release(&position);
    variant_free(variant);
}

static uint64_t key_of(Position *position, const char *fen)
{
    set_fen(position, fen);
    return position->key;
}

static void while_castling_waits_the_move_number_is_part_of_the_position(void **state)
{
    (void)state;
    Variant *variant = must_load_text("[a:chess]\ncastlingFromMove = 11\n");
    Position position;
    position_init(&position, variant);
    uint64_t ninth = key_of(&position, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 9");
    uint64_t tenth = key_of(&position, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 10");
    uint64_t later = key_of(&position, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 11");
    assert_true(ninth != tenth && tenth != later && ninth != later);
    assert_true(key_of(&position, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 12") == later);
    assert_true(key_of(&position, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 9")
                == key_of(&position, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 10"));
    /* Knights out and home: repeated only from the eleventh move on. */
    static const char *const there_and_back[4] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    set_fen(&position, variant->start_fen);
    for (int ply = 0; ply < 32; ply++) {
        position_make(&position, move_of(&position, there_and_back[ply % 4]));
        int repetitions = ply < 19 ? 0 : (ply - 19) / 4;
        assert_int_equal(position_repetitions(&position), repetitions);
        assert_true(position_ok(&position));
    }
    position_make_null(&position);
    assert_true(position_ok(&position));
    while (position.ply > 0) {
        position_undo(&position);
        assert_true(position_ok(&position));
    }
    position_make_null(&position);
    assert_true(position_ok(&position));
    position_make_null(&position);
    assert_true(position_ok(&position));
    position_release(&position);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(king_and_rook_castle_from_any_file),
        cmocka_unit_test(the_fen_names_a_side_where_its_outermost_rook_has_the_right),
        cmocka_unit_test(rights_go_when_king_or_rook_moves_or_is_taken),
        cmocka_unit_test(all_arrays_castle_as_the_rules_say),
        cmocka_unit_test(castling_from_any_file_needs_castlings_of_two_sides),
        cmocka_unit_test(a_side_without_a_castling_has_none_from_any_file),
        cmocka_unit_test(castling_waits_for_its_move),
        cmocka_unit_test(while_castling_waits_the_move_number_is_part_of_the_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
