#include "engine/rules/diagram.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/diagram_internal.h"

bool diagram_error(const Diagram *diagram, const DiagramItem *item, const char *format, ...)
{
    Text why;
    text_init(&why);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&why, format, arguments);
    va_end(arguments);
    error_set(diagram->err, "%s:%d: %s: %s", diagram->file, item->line, item->key, why.data);
    text_release(&why);
    return false;
}

void diagram_warn(Diagram *diagram, const DiagramItem *item, const char *format, ...)
{
    Text what;
    text_init(&what);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&what, format, arguments);
    va_end(arguments);
    text_add(&diagram->slips, "# - line %d: %s: %s\n", item->line, item->key, what.data);
    text_add(diagram->warnings, "%s:%d: %s: %s\n", diagram->file, item->line, item->key, what.data);
    text_release(&what);
}

void diagram_assume(Diagram *diagram, const char *format, ...)
{
    va_list arguments;
    text_add(&diagram->assumed, "# - ");
    va_start(arguments, format);
    text_add_list(&diagram->assumed, format, arguments);
    va_end(arguments);
    text_add_char(&diagram->assumed, '\n');
}

/* ------------------------------------------------------------------------------------------------
 * The variant file
 */

static void add_comments(const Diagram *diagram, Text *ini)
{
    text_add(ini, "# Made by assay import of an Interactive Diagram.\n");
    if (diagram->slips.length > 0)
        text_add(ini, "# What looks like a slip in it:\n%s", diagram->slips.data);
    text_add(ini, "# Assumed:\n%s", diagram->assumed.data);
    text_add(ini, "# Ignored, as it is about looks only: the pieces' images%s%s\n",
             diagram->looks.length > 0 ? " and" : "", diagram->looks.data);
}

static void add_settings(const Diagram *diagram, const char *name, Text *ini)
{
    text_add(ini, "[%s]\nmaxFile = %c\nmaxRank = %d\n", name, 'a' + (char)(diagram->files - 1),
             diagram->ranks);
    for (int i = 0; i < diagram->piece_count; i++) {
        const DiagramPiece *piece = &diagram->pieces[i];
        text_add(ini, "piece.%s = %c:%s\n", piece->name, piece->letter, piece->moves);
    }
    text_add(ini, "%s", diagram->settings.data);
}

static void assume_draws(Diagram *diagram)
{
    diagram_assume(diagram,
                   "draws by repetition and by the count of moves, of which a diagram says "
                   "nothing: nFoldRule and nMoveRule as they are without a key");
}

/* What has been made is read as any other file is. */
static bool check_result(const Diagram *diagram, const char *name, const Text *ini)
{
    Variant *variant = variant_read(name, ini->data, ini->length, diagram->err);
    bool ok = variant != NULL;
    variant_free(variant);
    return ok
           || error_prefix(diagram->err, "%s: the variant made of it does not load", diagram->file);
}

static bool import(Diagram *diagram, const char *name, const char *text, size_t length, Text *ini)
{
    if (!diagram_text_read(&diagram->text, diagram->file, text, length, diagram->err)
        || !diagram_read_parameters(diagram) || !diagram_read_pieces(diagram)
        || !diagram_read_roles(diagram) || !diagram_place(diagram)
        || !diagram_add_promotions(diagram) || !diagram_add_castlings(diagram)
        || !diagram_check_moves(diagram))
        return false;
    assume_draws(diagram);
    add_comments(diagram, ini);
    add_settings(diagram, name, ini);
    return check_result(diagram, name, ini);
}

bool diagram_import(const char *file, const char *name, const char *text, size_t length, Text *ini,
                    Text *warnings, Error *err)
{
    Diagram *diagram = memory_new(1, sizeof *diagram);
    *diagram = (Diagram){.file = file, .warnings = warnings, .err = err};
    Text *const texts[] = {&diagram->settings, &diagram->assumed, &diagram->slips, &diagram->looks};
    Text result;
    text_init(&result);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        text_init(texts[i]);
    bool ok = import(diagram, name, text, length, &result);
    if (ok)
        text_add_bytes(ini, result.data, result.length);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        text_release(texts[i]);
    for (int i = 0; i < diagram->piece_count; i++) {
        free(diagram->pieces[i].moves);
        free(diagram->pieces[i].white);
        free(diagram->pieces[i].black);
    }
    diagram_text_release(&diagram->text);
    text_release(&result);
    free(diagram);
    return ok;
}
