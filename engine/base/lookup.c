#include "engine/base/lookup.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/memory.h"

/* Called with each folder in turn until it returns true. */
typedef bool FolderVisitor(const char *folder, size_t length, const char *kind, void *context);

static bool visit_folders(const char *kind, FolderVisitor *visit, void *context)
{
    const char *at = getenv("ASSAY_PATH");
    while (at != NULL && *at != '\0') {
        size_t length = strcspn(at, ":");
        /* A variant's weights and runs bear its name too: only variants may lie in the folder
         * itself. */
        bool plain = strcmp(kind, "variants") == 0;
        if (length > 0
            && ((plain && visit(at, length, "", context)) || visit(at, length, kind, context)))
            return true;
        at += length;
        at += *at == ':';
    }
    static const char *const roots[] = {"configs", ASSAY_DATA_DIR "/configs",
                                        ASSAY_SOURCE_DIR "/configs"};
    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++)
        if (visit(roots[i], strlen(roots[i]), kind, context))
            return true;
    return false;
}

typedef struct Search {
    const char *name;
    Text *path;
} Search;

static bool try_folder(const char *folder, size_t length, const char *kind, void *context)
{
    const Search *search = context;
    size_t before = search->path->length;
    text_add(search->path, "%.*s%s%s/%s.ini", (int)length, folder, *kind != '\0' ? "/" : "", kind,
             search->name);
    if (access(search->path->data + before, R_OK) == 0)
        return true;
    search->path->length = before;
    search->path->data[before] = '\0';
    return false;
}

bool lookup_config(const char *kind, const char *name, Text *path)
{
    Search search = {.name = name, .path = path};
    return visit_folders(kind, try_folder, &search);
}

typedef struct NameList {
    LookupNames *found;
    size_t capacity;
} NameList;

static void add_name(NameList *list, const char *file)
{
    static const char ending[] = ".ini";
    const size_t length = strlen(file);
    const size_t ending_length = sizeof ending - 1;
    if (length <= ending_length || strcmp(file + length - ending_length, ending) != 0)
        return;
    LookupNames *found = list->found;
    found->names = memory_grow(found->names, found->count, &list->capacity, sizeof *found->names);
    char *name = memory_copy_string(file);
    name[length - ending_length] = '\0';
    found->names[found->count++] = name;
}

static bool add_names(const char *folder, size_t length, const char *kind, void *context)
{
    Text path;
    text_init(&path);
    text_add(&path, "%.*s/%s", (int)length, folder, kind);
    DIR *directory = opendir(path.data);
    /* No two threads read the same stream. NOLINTNEXTLINE(concurrency-mt-unsafe) */
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;)
        add_name(context, entry->d_name);
    if (directory != NULL)
        closedir(directory);
    text_release(&path);
    return false;
}

static int compare_names(const void *left, const void *right)
{
    const char *const *a = left;
    const char *const *b = right;
    return strcmp(*a, *b);
}

void lookup_names_init(LookupNames *found, const char *kind)
{
    *found = (LookupNames){NULL, 0};
    NameList list = {.found = found, .capacity = 0};
    visit_folders(kind, add_names, &list);
    if (found->count > 0)
        qsort(found->names, found->count, sizeof *found->names, compare_names);
    size_t kept = 0;
    for (size_t i = 0; i < found->count; i++) {
        if (kept > 0 && strcmp(found->names[i], found->names[kept - 1]) == 0)
            free(found->names[i]);
        else
            found->names[kept++] = found->names[i];
    }
    found->count = kept;
}

void lookup_names_release(LookupNames *found)
{
    for (size_t i = 0; i < found->count; i++)
        free(found->names[i]);
    free(found->names);
    *found = (LookupNames){NULL, 0};
}

static bool add_folder(const char *folder, size_t length, const char *kind, void *context)
{
    Text *folders = context;
    text_add(folders, "%s%.*s%s%s", folders->length > 0 ? ", " : "", (int)length, folder,
             *kind != '\0' ? "/" : "", kind);
    return false;
}

void lookup_add_folders(const char *kind, Text *folders)
{
    visit_folders(kind, add_folder, folders);
}
