#include "engine/rules/describe_keys.h"

#include "engine/rules/describe_words.h"
#include "engine/rules/settings.h"

static const char file_format[] =
    "A variant file has sections [NAME] or [NAME:PARENT], and in them lines KEY = VALUE; # begins "
    "a\n"
    "comment. A child has all that its parent has, and its own keys win. In this manual\n"
    "    REGION  is squares (a1), ranks (*3) and files (d*), with spaces between; * is the whole\n"
    "            board, - is nothing\n"
    "    TYPES   are letters of pieces without spaces (nbrq); - is none\n"
    "    KEY*    is a family of keys: what stands for the star is said\n"
    "    [...]   is the value without the key\n";

/* The key before which a heading stands. */
static const struct {
    KeyId before;
    const char *heading;
} headings[] = {
    {KEY_MAX_FILE, "The board and its pieces"},
    {KEY_ZONE_MOVES, "What moves do, and where"},
    {KEY_START_FEN, "The array and castling"},
    {KEY_PROMOTION_REGION, "Promotion"},
    {KEY_PIECE_DROPS, "Pieces in hand"},
    {KEY_MUST_CAPTURE, "What may not be played, and how games end"},
};

static void add_heading(KeyId id, Text *text)
{
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
        if (headings[i].before == id)
            text_add(text, "\n%s\n\n", headings[i].heading);
}

/* How moves are written, by examples. */
static const struct {
    const char *moves, *words;
} examples[] = {
    {"W", "one square straight; D two and H three, as a leap over anything"},
    {"F", "one square diagonally; A two and G three, as a leap"},
    {"N", "a knight's leap; C (or L) three and one, Z (or J) three and two"},
    {"K", "one square in any direction"},
    {"R", "a slide as a rook; B as a bishop, Q as a queen"},
    {"R4", "... of at most four squares"},
    {"NN", "a rider: the same leap again and again, over empty squares"},
    {"BN", "a bishop's moves and a knight's: letters in a row add up"},
    {"mQ", "m: only moves, without capture"},
    {"cW", "c: only captures"},
    {"mcdR", "d: takes its own side's pieces too"},
    {"fW", "f: forward; b back, l left, r right, s to both sides, v forward and back"},
    {"frF", "two directions are one diagonal: forward and right"},
    {"fhN",
     "of leaps that are not straight: the forward half; fN the narrow two, fsN the wide two"},
    {"nN", "n: lame, not over a piece on its way"},
    {"mjD", "j: only over a piece"},
    {"mRcpR", "p: hops over one piece, near or far, and goes on behind it"},
    {"gQ", "g: hops over one piece and lands right behind it"},
    {"ifmnD", "i: only from the squares of the array, or of doubleStepRegionWhite"},
    {"fmnnD", "nn: n, and can be captured en passant on the square between, as with in"},
    {"fmWfceF", "e: captures en passant too"},
    {"mafsW",
     "a: and then, in a direction counted from the leg before; here one step, then outward"},
    {"fcafmF", "c before a: takes on its way; p before a: over a piece that stays"},
    {"caibR3", "i behind a: as far as the leg before; this one takes and comes back: a shot"},
};

static void add_moves(Text *text)
{
    text_add(text, "\nMoves, in XBetza: a capital letter is a leap or a slide, with small letters "
                   "before it\n");
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        text_add(text, "    %-8s %s\n", examples[i].moves, examples[i].words);
}

/* The three lists that Fairy-Stockfish's keys without a rule of ours are told in. */
static void add_key_list(KeyType type, const char *heading, Text *text)
{
    text_add(text, "\n%s\n", heading);
    for (int id = 0; id < KEY_COUNT; id++) {
        const KeyRow *row = key_row((KeyId)id);
        if (row->type != type)
            continue;
        if (type == KEY_FAIRY_PIECE)
            text_add(text, "    %s  (%s)\n", row->name, row->choices);
        else if (type == KEY_REFUSED && row->choices != NULL)
            text_add(text, "    %s: %s; accepted: %s\n", row->name, row->doc, row->choices);
        else
            text_add(text, "    %s: %s\n", row->name, row->doc);
    }
}

void describe_keys(Text *text)
{
    text_add(text, "%s", file_format);
    for (int id = 0; id < KEY_COUNT; id++) {
        const KeyRow *row = key_row((KeyId)id);
        if (row->type == KEY_FAIRY_PIECE || row->type == KEY_REFUSED || row->type == KEY_IGNORED)
            continue;
        add_heading((KeyId)id, text);
        text_add(text, "%.*s%s", (int)key_stem(row), row->name, key_is_family(row) ? "*" : "");
        if (row->choices != NULL)
            text_add(text, "  (one of: %s)", row->choices);
        if (row->type == KEY_NUMBER)
            text_add(text, "  (%d to %d)", row->low, row->high);
        if (row->fallback != NULL)
            text_add(text, "  [%s]", row->fallback);
        text_add_char(text, '\n');
        words_paragraph(text, "    ", row->doc);
    }
    add_moves(text);
    add_key_list(KEY_FAIRY_PIECE,
                 "Pieces of Fairy-Stockfish: NAME = LETTER gives the type, with these moves, - "
                 "takes it away.\n"
                 "(Of pawns: the double step is from the doubleStepRegion. king = LETTER:BETZA "
                 "gives it other moves.)",
                 text);
    add_key_list(KEY_REFUSED,
                 "Keys of Fairy-Stockfish whose rules are not supported: the variant is refused.",
                 text);
    add_key_list(KEY_IGNORED,
                 "Keys of Fairy-Stockfish that are no rules here: accepted, and nothing is done.",
                 text);
}
