#include "engine/rules/describe.h"

#include "engine/rules/describe_rules.h"
#include "engine/rules/describe_type.h"
#include "engine/rules/describe_words.h"
#include "engine/rules/drawing.h"
#include "engine/rules/settings.h"

static void add_type(const Variant *variant, unsigned type, Text *text)
{
    const PieceType *piece = &variant->types[type];
    text_add(text, "%c  %s (%s)%s%s; ", piece->letter, piece->name, piece->moves,
             piece->royal ? ", royal" : "", piece->pawn ? ", a pawn" : "");
    if (piece->start[WHITE] + piece->start[BLACK] == 0)
        text_add(text, "none in the array\n");
    else
        text_add(text, "%d white and %d black in the array\n", piece->start[WHITE],
                 piece->start[BLACK]);
    describe_type_rules(variant, type, text);
    drawing_add_moves(variant, type, text);
    text_add_char(text, '\n');
}

void describe_variant(const Variant *variant, Text *text)
{
    text_add(text, "%s: %d files x %d ranks, from %s\nrules %016llx\n\n", variant->name,
             variant->files, variant->ranks, variant->file, (unsigned long long)variant->hash);
    drawing_add_array(variant, text);
    text_add_char(text, '\n');
    describe_rules(variant, text);
    text_add_char(text, '\n');
    drawing_add_legend(text);
    for (int type = 1; type <= variant->type_count; type++)
        if (describe_types(variant) >> type & 1)
            add_type(variant, (unsigned)type, text);
    text_add(text, "Settings:\n%s", variant->rules);
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
    for (int id = 0; id < KEY_COUNT; id++) {
        const KeyRow *row = key_row((KeyId)id);
        if (row->type == KEY_FAIRY_PIECE || row->type == KEY_REFUSED || row->type == KEY_IGNORED)
            continue;
        text_add(text, "%.*s%s", (int)key_stem(row), row->name, key_is_family(row) ? "..." : "");
        if (row->choices != NULL)
            text_add(text, "  (one of: %s)", row->choices);
        if (row->type == KEY_NUMBER)
            text_add(text, "  (%d to %d)", row->low, row->high);
        if (row->fallback != NULL)
            text_add(text, "  [%s]", row->fallback);
        text_add_char(text, '\n');
        words_paragraph(text, "    ", row->doc);
    }
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
