#include "engine/rules/describe.h"

#include "engine/rules/describe_rules.h"
#include "engine/rules/describe_type.h"
#include "engine/rules/drawing.h"

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
