// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // open_memstream
#include "progress.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "../source/text.h"

static void path_of(char *path, size_t size) { snprintf(path, size, "%s/progress", own_folder()); }

static struct done *find(const struct progress *p, const char *id)
{
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->done[i].id, id) == 0)
            return &p->done[i];
    return NULL;
}

struct done *progress_of(struct progress *p, const char *id)
{
    struct done *known = find(p, id);
    if (known)
        return known;
    struct done *more = realloc(p->done, (size_t)(p->count + 1) * sizeof *more);
    if (!more)
        return NULL;
    p->done = more;
    p->done[p->count] = (struct done){.passed = false};
    snprintf(p->done[p->count].id, sizeof p->done->id, "%s", id);
    return &p->done[p->count++];
}

bool progress_passed(const struct progress *p, const char *id)
{
    const struct done *known = find(p, id);
    return known && known->passed;
}

// False where the line says nothing that is understood.
static bool read_line(struct progress *p, const char *line, int length)
{
    char text[128], id[64], state[16];
    struct done d = {.hints = 0};
    int used = 0;
    if (length >= (int)sizeof text)
        return false;
    snprintf(text, sizeof text, "%.*s", length, line);
    if (sscanf(text, "%63s %15s %d%n", id, state, &d.hints, &used) != 3 || text[used] ||
        d.hints < 0 || (strcmp(state, "passed") != 0 && strcmp(state, "open") != 0))
        return false;
    struct done *entry = progress_of(p, id);
    if (!entry)
        return false;
    entry->passed = strcmp(state, "passed") == 0;
    entry->hints = d.hints;
    return true;
}

static bool read_lines(struct progress *p, const char *text)
{
    struct text others;
    if (!text_begin(&others))
        return false;
    for (const char *line = text; *line;) {
        const int length = (int)strcspn(line, "\n");
        if (length > 0 && !read_line(p, line, length))
            fprintf(others.file, "%.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
    p->others = text_end(&others);
    return p->others != NULL;
}

bool progress_read(struct progress *p, struct failure *why)
{
    char path[300];
    path_of(path, sizeof path);
    *p = (struct progress){.count = 0};
    if (access(path, F_OK) != 0)
        return true;
    char *text = text_of_file(path, why);
    const bool good = text && (read_lines(p, text) || fail(why, "out of memory"));
    free(text);
    return good;
}

bool progress_save(const struct progress *p, struct failure *why)
{
    char path[300], *text;
    struct text t;
    path_of(path, sizeof path);
    if (!text_begin(&t))
        return fail(why, "out of memory");
    for (int i = 0; i < p->count; i++)
        fprintf(t.file, "%s %s %d\n", p->done[i].id, p->done[i].passed ? "passed" : "open",
                p->done[i].hints);
    fputs(p->others ? p->others : "", t.file);
    text = text_end(&t);
    const bool good = text ? text_save(path, text, why) : fail(why, "out of memory");
    free(text);
    return good;
}

void progress_free(struct progress *p)
{
    free(p->done);
    free(p->others);
    *p = (struct progress){.count = 0};
}
