/* Stands in for libFuzzer in ordinary builds: gives a fuzz target each file of the folders named,
 * once. What the fuzzer once found stays tested, by every compiler and under every sanitizer. */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return false;
    }
    Text text;
    text_init(&text);
    char block[4096];
    size_t size = 0;
    while ((size = fread(block, 1, sizeof block, file)) > 0) {
        text_add_bytes(&text, block, size);
    }
    const bool ok = !ferror(file);
    fclose(file);
    if (ok) {
        printf("%s\n", path);
        fflush(stdout);
        LLVMFuzzerTestOneInput((const uint8_t *)text.data, text.length);
    }
    text_release(&text);
    return ok;
}

/* How many files of the folder were replayed; -1 if one could not be. */
static int replay_folder(const char *folder)
{
    DIR *directory = opendir(folder);
    if (directory == NULL) {
        perror(folder);
        return -1;
    }
    int count = 0;
    Text path;
    text_init(&path);
    for (struct dirent *entry; count >= 0 && (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.') {
            continue;
        }
        text_clear(&path);
        text_add(&path, "%s/%s", folder, entry->d_name);
        count = replay_file(path.data) ? count + 1 : -1;
    }
    text_release(&path);
    closedir(directory);
    return count;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s FOLDER...\n", argv[0]);
        return EXIT_FAILURE;
    }
    for (int i = 1; i < argc; i++) {
        if (replay_folder(argv[i]) <= 0) {
            fprintf(stderr, "%s: nothing replayed\n", argv[i]);
            return EXIT_FAILURE;
        }
    }
    return EXIT_SUCCESS;
}
