/* store_dump FILE: prints a store for comparison. */
#include "tests/dump.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: store_dump FILE\n");
        return 2;
    }
    Text text;
    Error err = {""};
    text_init(&text);
    bool good = dump_store(argv[1], &text, &err);
    if (good) {
        fputs(text.data, stdout);
    } else {
        fprintf(stderr, "store_dump: %s\n", err.text);
    }
    text_release(&text);
    return good ? 0 : 1;
}
