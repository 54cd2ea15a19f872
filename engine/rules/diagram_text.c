/* Two passes: the first takes HTML away and keeps the lines, the second cuts words into items.
 *
 * Definitions are pasted on one line as well as on many, so spaces must do as separators although
 * names of pieces have them: words without '=' and ':' belong to the name that follows them. A line
 * end or a tag cannot stand inside a name. */
#include "engine/rules/diagram_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"

/* ------------------------------------------------------------------------------------------------
 * HTML
 */

/* In the clean text a line feed counts a line; TAG stands where a tag was. */
enum { TAG = '\r', ELEMENT_NAME_SIZE = 16 };

typedef struct Cleaner {
    const char *file;
    const char *at, *end;
    int line;
    Text clean;
    char element[ELEMENT_NAME_SIZE]; /* whose class is idiagram; "" before it */
    int depth;                       /* elements of that name that are open */
    bool done;                       /* it has been closed */
    Error *err;
} Cleaner;

static bool starts_with(const Cleaner *cleaner, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(cleaner->end - cleaner->at) >= length
           && strncmp(cleaner->at, word, length) == 0;
}

static void add_clean(Cleaner *cleaner, char character)
{
    if (character == '\n')
        cleaner->line++;
    if (character == '\n' || !cleaner->done)
        text_add_char(&cleaner->clean, character);
}

/* Goes on to `stop`, and counts the lines on the way. Returns whether all was there. */
static bool skip_to(Cleaner *cleaner, const char *stop)
{
    int line = cleaner->line;
    while (cleaner->at < cleaner->end && cleaner->at < stop) {
        if (*cleaner->at == '\n')
            add_clean(cleaner, '\n');
        cleaner->at++;
    }
    return cleaner->at < cleaner->end
           || error_set(cleaner->err, "%s:%d: a tag that is not closed by '>'", cleaner->file,
                        line);
}

static const char *find_bytes(const Cleaner *cleaner, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = cleaner->at; (size_t)(cleaner->end - at) >= length; at++)
        if (memcmp(at, word, length) == 0)
            return at;
    return cleaner->end;
}

/* Whether the tag that starts here, which ends before `stop`, is of the element `name`. */
static bool tag_is(const char *tag, const char *stop, const char *name)
{
    size_t length = strlen(name);
    return (size_t)(stop - tag) >= length && strncmp(tag, name, length) == 0
           && !isalnum((unsigned char)tag[length]);
}

/* Whether the tag says class=idiagram, with quotes or without, alone or among other classes. */
static bool has_class(const char *tag, const char *stop)
{
    static const char class[] = "idiagram", attribute[] = "class";
    const size_t length = sizeof attribute - 1;
    for (const char *at = tag; (size_t)(stop - at) >= sizeof class - 1; at++) {
        const char *equals = at;
        if (memcmp(at, class, sizeof class - 1) != 0)
            continue;
        while (equals > tag && *equals != '=')
            equals--;
        while (equals > tag && equals[-1] == ' ')
            equals--;
        if ((size_t)(equals - tag) > length && memcmp(equals - length, attribute, length) == 0)
            return true;
    }
    return false;
}

/* The element of the diagram begins: what stood before it is none of the definition. */
static bool begin_element(Cleaner *cleaner, const char *tag)
{
    size_t length = 0;
    if (cleaner->element[0] != '\0')
        return error_set(cleaner->err, "%s:%d: a second diagram: import one at a time",
                         cleaner->file, cleaner->line);
    for (; isalnum((unsigned char)tag[length]) && length + 1 < ELEMENT_NAME_SIZE; length++)
        cleaner->element[length] = tag[length];
    cleaner->element[length] = '\0';
    cleaner->depth = 1;
    for (size_t i = 0; i < cleaner->clean.length; i++)
        if (cleaner->clean.data[i] != '\n')
            cleaner->clean.data[i] = TAG;
    return true;
}

static bool clean_tag(Cleaner *cleaner)
{
    if (starts_with(cleaner, "<!--")) {
        const char *stop = find_bytes(cleaner, "-->");
        add_clean(cleaner, TAG);
        return skip_to(cleaner, stop == cleaner->end ? stop : stop + 2);
    }
    const char *tag = cleaner->at + 1;
    const char *stop = find_bytes(cleaner, ">");
    bool closes = tag < stop && *tag == '/';
    if (tag >= stop || (!closes && *tag != '!' && !isalpha((unsigned char)*tag)))
        return error_set(cleaner->err, "%s:%d: a '<' that begins no tag", cleaner->file,
                         cleaner->line);
    bool inside = cleaner->element[0] != '\0' && !cleaner->done;
    if (!closes && *tag != '!' && has_class(tag, stop)) {
        if (!begin_element(cleaner, tag))
            return false;
    } else if (inside && tag_is(tag + closes, stop, cleaner->element)) {
        cleaner->depth += closes ? -1 : 1;
    }
    add_clean(cleaner, TAG);
    cleaner->done = cleaner->done || (inside && cleaner->depth == 0);
    return skip_to(cleaner, stop);
}

/* An entity; a '&' that begins none of these stands for itself, as in an address. */
static void clean_entity(Cleaner *cleaner)
{
    static const struct {
        const char *name;
        char character;
    } entities[] = {{"&amp;", '&'},  {"&lt;", '<'},    {"&gt;", '>'},   {"&quot;", '"'},
                    {"&#39;", '\''}, {"&apos;", '\''}, {"&nbsp;", ' '}, {"&#160;", ' '}};
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
        if (!starts_with(cleaner, entities[i].name))
            continue;
        add_clean(cleaner, entities[i].character);
        cleaner->at += strlen(entities[i].name) - 1;
        return;
    }
    add_clean(cleaner, '&');
}

static bool clean_character(Cleaner *cleaner)
{
    unsigned char character = (unsigned char)*cleaner->at;
    if (starts_with(cleaner, "\xc2\xa0")) { /* a space that does not break */
        add_clean(cleaner, ' ');
        cleaner->at++;
    } else if (character == '<') {
        return clean_tag(cleaner);
    } else if (character == '&') {
        clean_entity(cleaner);
    } else if (character == '\n' || (character >= ' ' && character != 0x7f)) {
        add_clean(cleaner, (char)character);
    } else if (isspace(character)) {
        add_clean(cleaner, ' ');
    } else {
        return error_set(cleaner->err, "%s:%d: a control character", cleaner->file, cleaner->line);
    }
    return true;
}

static bool clean_html(Cleaner *cleaner)
{
    if (starts_with(cleaner, "\xef\xbb\xbf")) /* a byte-order mark */
        cleaner->at += 3;
    for (; cleaner->at < cleaner->end; cleaner->at++)
        if (!clean_character(cleaner))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * Items
 */

typedef struct Cutter {
    const char *file;
    DiagramText *diagram;
    Text name; /* words that belong to the next piece's name */
    int name_line;
    Error *err;
} Cutter;

static bool refuse_words(const Cutter *cutter)
{
    return error_set(cutter->err,
                     "%s:%d: \"%s\" is neither parameter=value nor a piece, "
                     "name:LETTER:moves:image:squares",
                     cutter->file, cutter->name_line, cutter->name.data);
}

static char *copy_bytes(const char *bytes, size_t length)
{
    char *copy = memory_new(length + 1, 1);
    memcpy(copy, bytes, length);
    return copy;
}

static void add_item(Cutter *cutter, DiagramItem item)
{
    DiagramText *diagram = cutter->diagram;
    diagram->items =
        memory_grow(diagram->items, diagram->count, &diagram->capacity, sizeof(DiagramItem));
    diagram->items[diagram->count++] = item;
}

/* A list of squares goes on behind a comma, or begins behind the last colon. */
static bool join_squares(Cutter *cutter, const char *word, size_t length)
{
    DiagramText *diagram = cutter->diagram;
    if (diagram->count == 0 || cutter->name.length > 0 || !diagram->items[diagram->count - 1].piece)
        return false;
    DiagramItem *last = &diagram->items[diagram->count - 1];
    size_t old = strlen(last->value);
    char end = old > 0 ? last->value[old - 1] : '\0';
    bool square = length > 1 && islower((unsigned char)word[0]) && isdigit((unsigned char)word[1]);
    if (word[0] != ',' && end != ',' && (end != ':' || !square))
        return false;
    last->value = memory_resize(last->value, old + length + 1, 1);
    memcpy(last->value + old, word, length);
    last->value[old + length] = '\0';
    return true;
}

static bool cut_word(Cutter *cutter, const char *word, size_t length, int line)
{
    size_t key = 0;
    while (key < length && word[key] != '=' && word[key] != ':')
        key++;
    if (key == length && join_squares(cutter, word, length))
        return true;
    bool parameter = key < length && word[key] == '=';
    bool piece = key < length && !parameter;
    if (cutter->name.length == 0)
        cutter->name_line = line;
    if (parameter && (key == 0 || cutter->name.length > 0)) {
        text_add_bytes(&cutter->name, word, length);
        return refuse_words(cutter);
    }
    bool several = cutter->name.length > 0;
    if (!parameter) {
        if (several && key > 0)
            text_add_char(&cutter->name, ' ');
        text_add_bytes(&cutter->name, word, key);
    }
    if (!parameter && !piece)
        return true;
    if (piece && cutter->name.length == 0)
        return error_set(cutter->err, "%s:%d: a piece without a name before its ':'", cutter->file,
                         line);
    add_item(cutter, (DiagramItem){.piece = piece,
                                   .key = piece ? memory_copy_string(cutter->name.data)
                                                : copy_bytes(word, key),
                                   .value = copy_bytes(word + key + 1, length - key - 1),
                                   .line = cutter->name_line,
                                   .several = several && key > 0});
    text_clear(&cutter->name);
    return true;
}

static bool cut_items(Cutter *cutter, const char *clean)
{
    int line = 1;
    for (const char *at = clean; *at != '\0';) {
        if (*at == '\n' || *at == TAG) {
            if (cutter->name.length > 0)
                return refuse_words(cutter);
            line += *at == '\n';
            at++;
            continue;
        }
        size_t length = strcspn(at, " \n\r");
        if (length > 0 && !cut_word(cutter, at, length, line))
            return false;
        at += length + (at[length] == ' ');
    }
    return cutter->name.length == 0 || refuse_words(cutter);
}

bool diagram_text_read(DiagramText *diagram, const char *file, const char *text, size_t length,
                       Error *err)
{
    *diagram = (DiagramText){0};
    Cleaner cleaner = {.file = file, .at = text, .end = text + length, .line = 1, .err = err};
    Cutter cutter = {.file = file, .diagram = diagram, .err = err};
    text_init(&cleaner.clean);
    text_init(&cutter.name);
    bool ok = clean_html(&cleaner) && cut_items(&cutter, cleaner.clean.data);
    text_release(&cleaner.clean);
    text_release(&cutter.name);
    if (!ok)
        diagram_text_release(diagram);
    return ok;
}

void diagram_text_release(DiagramText *diagram)
{
    for (size_t i = 0; i < diagram->count; i++) {
        free(diagram->items[i].key);
        free(diagram->items[i].value);
    }
    free(diagram->items);
    *diagram = (DiagramText){0};
}
