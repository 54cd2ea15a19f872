#include "engine/base/lookup.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
