/* The INI reader: what it takes, and the exact message for what it refuses. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/ini.h"
#include "engine/base/memory.h"

static void read_ok(Ini *ini, const char *text, size_t length)
{
    Error err = {""};
    if (!ini_read_text(ini, "t.ini", text, length, &err)) {
        fail_msg("refused: %s", err.text);
    }
}

static const char *value_of(const Ini *ini, const char *section, const char *key)
{
    const IniSection *found = ini_section(ini, section);
    assert_non_null(found);
    const IniEntry *entry = ini_entry(found, key);
    return entry != NULL ? entry->value : NULL;
}

/* Each of these texts has one section `a`, child of `b`, with the one key `key`. */
static void accepted_texts_say_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *value;
        int line; /* of the key */
    } rows[] = {
        {"[a:b]\nkey = value\n", "value", 2},
        {"[a:b]\nkey=value", "value", 2},
        {"[a:b]\r\nkey = value\r\n", "value", 2},
        {"[a:b]\r\nkey = value\r", "value", 2},
        {"\xef\xbb\xbf[a:b]\nkey = value\n", "value", 2},
        {"\xef\xbb\xbf\n\n[a:b]\n\nkey = value\n", "value", 5},
        {"# c\n; c\n[a:b]\n#key = no\n;key = no\nkey = value\n", "value", 6},
        {"[a:b]\n  \t\nkey\t =\t value \t\n", "value", 3},
        {" \n[ a : b ]  \n  key = value\n", "value", 3},
        {"[a:b]\nkey = a = b # no comment ; either\n", "a = b # no comment ; either", 2},
        {"[a:b]\nkey =\n", "", 2},
        {"[a:b]\nkey = [x]\n", "[x]", 2},
        {"# caf\xe9 \xff\xfe\n[a:b]\n; \xb0\nkey = value\n", "value", 4},
        {"[a:b]\nkey = \xc3\xa9\n", "\xc3\xa9", 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Ini ini;
        read_ok(&ini, rows[i].text, strlen(rows[i].text));
        assert_int_equal(ini.section_count, 1);
        assert_string_equal(ini.sections[0].name, "a");
        assert_string_equal(ini.sections[0].parent, "b");
        assert_int_equal(ini.sections[0].entry_count, 1);
        assert_string_equal(value_of(&ini, "a", "key"), rows[i].value);
        assert_int_equal(ini.sections[0].entries[0].line, rows[i].line);
        assert_string_equal(ini.file, "t.ini");
        ini_release(&ini);
    }
}

static void refusals_name_line_and_reason(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length; /* 0: up to the zero byte */
        const char *message;
    } rows[] = {
        {"key = value\n", 0, "t.ini:1: no [SECTION] stands above the key 'key'"},
        {"[a]\nkey: value\n", 0, "t.ini:2: ':' where a '=' should be in 'key: value'"},
        {"[a]\nkey value\n", 0, "t.ini:2: neither KEY = VALUE nor # comment: 'key value'"},
        {"[a]\n = value\n", 0, "t.ini:2: no key before the '='"},
        {"[a]\nk = 1\nk = 2\n", 0, "t.ini:3: key 'k' is there already, in line 2"},
        {"[a]\n[b]\n[a:b]\n", 0, "t.ini:3: section 'a' is there already, in line 1"},
        {"[a] ; c\n", 0, "t.ini:1: text behind the section header: '; c'"},
        {"[a]]\n", 0, "t.ini:1: text behind the section header: ']'"},
        {"[a\n", 0, "t.ini:1: no ']' at the end of the section header '[a'"},
        {"[]\n", 0, "t.ini:1: a section without a name: [NAME] or [NAME:PARENT]"},
        {"[:b]\n", 0, "t.ini:1: a section without a name: [NAME] or [NAME:PARENT]"},
        {"[a:]\n", 0, "t.ini:1: no parent behind the ':' of section 'a'"},
        {"[a:b:c]\n", 0, "t.ini:1: more than one parent for section 'a'"},
        {"[[a]\n", 0, "t.ini:1: a '[' in the section name '[a'"},
        {"[a]\nk = v\0w\n", 12,
         "t.ini:2: a NUL byte: not a text file, or one in UTF-16: save it as UTF-8"},
        {"[a]\n# \0\n", 8,
         "t.ini:2: a NUL byte: not a text file, or one in UTF-16: save it as UTF-8"},
        {"[a]\nk = l\xe4ufer\n", 0,
         "t.ini:2: character 6 of the line, byte 0xe4, is no text: save the file as UTF-8"},
        {"[a]\nk\xff = 1\n", 0,
         "t.ini:2: character 2 of the line, byte 0xff, is no text: save the file as UTF-8"},
        {"[\xe4]\n", 0,
         "t.ini:1: character 2 of the line, byte 0xe4, is no text: save the file as UTF-8"},
        {"[a]\nk = \xc3\xa4\xc3", 0,
         "t.ini:2: character 6 of the line, byte 0xc3, is no text: save the file as UTF-8"},
        {"[a]\nk = \xc0\xaf\n", 0,
         "t.ini:2: character 5 of the line, byte 0xc0, is no text: save the file as UTF-8"},
        {"[a]\nk = \xe0\x80\xaf\n", 0,
         "t.ini:2: character 5 of the line, byte 0xe0, is no text: save the file as UTF-8"},
        {"[a]\nk = \x1b[2J\n", 0,
         "t.ini:2: character 5 of the line, byte 0x1b, is no text: save the file as UTF-8"},
        {"[a]\rk = v\r", 0, "t.ini:1: a carriage return inside a line"},
        {"[a]\n [b] = 1\n", 0, "t.ini:2: '[' must be the first character of its line"},
        {"[a]\n # k = 1\n", 0, "t.ini:2: '#' must be the first character of its line"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Ini ini;
        Error err = {""};
        size_t length = rows[i].length > 0 ? rows[i].length : strlen(rows[i].text);
        assert_false(ini_read_text(&ini, "t.ini", rows[i].text, length, &err));
        assert_string_equal(err.text, rows[i].message);
        assert_null(ini.sections);
        assert_null(ini.file);
        assert_int_equal(ini.section_count, 0);
        ini_release(&ini);
    }
}

static void lines_may_be_of_any_length(void **state)
{
    (void)state;
    enum { LENGTH = 100000 };
    char *text = memory_new(LENGTH + 100, 1);
    memcpy(text, "[a]\nk = ", 8);
    memset(text + 8, 'x', LENGTH);
    memcpy(text + 8 + LENGTH, "\nl = 1\n", 7);
    Ini ini;
    read_ok(&ini, text, LENGTH + 15);
    assert_int_equal(strlen(value_of(&ini, "a", "k")), LENGTH);
    assert_string_equal(value_of(&ini, "a", "l"), "1");
    ini_release(&ini);
    /* Refused, it is quoted only in part. */
    text[6] = ' ';
    Error err = {""};
    assert_false(ini_read_text(&ini, "t.ini", text, LENGTH + 15, &err));
    assert_true(strlen(err.text) < 120);
    free(text);
}

static void many_sections_and_keys_stay_in_order(void **state)
{
    (void)state;
    enum { SECTIONS = 100, KEYS = 50 };
    char *text = memory_new((size_t)SECTIONS * (KEYS + 1), 16);
    size_t length = 0;
    for (int i = 0; i < SECTIONS; i++) {
        length += (size_t)snprintf(text + length, 16, "[s%d]\n", i);
        for (int j = 0; j < KEYS; j++) {
            length += (size_t)snprintf(text + length, 16, "k%d=%d\n", j, i * j);
        }
    }
    Ini ini;
    read_ok(&ini, text, length);
    assert_int_equal(ini.section_count, SECTIONS);
    for (int i = 0; i < SECTIONS; i++) {
        assert_null(ini.sections[i].parent);
        assert_int_equal(ini.sections[i].line, i * (KEYS + 1) + 1);
        assert_int_equal(ini.sections[i].entry_count, KEYS);
        for (int j = 0; j < KEYS; j++) {
            assert_int_equal(strtol(ini.sections[i].entries[j].value, NULL, 10), i * j);
        }
    }
    ini_release(&ini);
    free(text);
}

static void absent_names_are_null_and_case_counts(void **state)
{
    (void)state;
    static const char text[] = "[a]\nmaxFile = 8\n";
    Ini ini;
    read_ok(&ini, text, strlen(text));
    assert_null(ini_section(&ini, "A"));
    assert_null(ini_entry(ini_section(&ini, "a"), "maxfile"));
    assert_non_null(ini_entry(ini_section(&ini, "a"), "maxFile"));
    ini_release(&ini);
}

static void empty_text_has_no_sections(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "\n", "\xef\xbb\xbf", "# c"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Ini ini;
        read_ok(&ini, texts[i], strlen(texts[i]));
        assert_int_equal(ini.section_count, 0);
        ini_release(&ini);
    }
}

static void files_are_read_whole(void **state)
{
    (void)state;
    char path[] = "/tmp/assay_test_ini_XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    assert_non_null(file);
    fprintf(file, "[a]\n");
    for (int i = 0; i < 10000; i++) {
        fprintf(file, "k%d = v%d\n", i, i);
    }
    assert_int_equal(fclose(file), 0);
    Ini ini;
    Error err = {""};
    assert_true(ini_read_file(&ini, path, &err));
    assert_int_equal(ini.sections[0].entry_count, 10000);
    assert_string_equal(value_of(&ini, "a", "k9999"), "v9999");
    ini_release(&ini);
    unlink(path);
}

static void unreadable_files_are_named(void **state)
{
    (void)state;
    Ini ini;
    Error err = {""};
    assert_false(ini_read_file(&ini, "tests/no_such.ini", &err));
    assert_string_equal(err.text, "tests/no_such.ini: No such file or directory");
    assert_null(ini.sections);
    assert_false(ini_read_file(&ini, "tests", &err));
    assert_string_equal(err.text, "tests: Is a directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepted_texts_say_the_same),
        cmocka_unit_test(refusals_name_line_and_reason),
        cmocka_unit_test(lines_may_be_of_any_length),
        cmocka_unit_test(many_sections_and_keys_stay_in_order),
        cmocka_unit_test(absent_names_are_null_and_case_counts),
        cmocka_unit_test(empty_text_has_no_sections),
        cmocka_unit_test(files_are_read_whole),
        cmocka_unit_test(unreadable_files_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
