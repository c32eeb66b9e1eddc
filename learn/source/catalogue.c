// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // strtok_r
#include "catalogue.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../common/base/edit_distance.h"
#include "text.h"

// "04_shared/exercises/" and "pad" make the path of pad.cu, or in chapter 01 pad.c.
static bool add(struct catalogue *c, const char *list, const char *name, struct failure *why)
{
    const int folder = (int)(strrchr(list, '/') - list);
    struct entry *more = realloc(c->entries, (size_t)(c->count + 1) * sizeof *more);
    if (!more)
        return fail(why, "out of memory");
    c->entries = more;
    struct entry *e = &c->entries[c->count];
    snprintf(e->id, sizeof e->id, "%.2s_%s", list, name);
    snprintf(e->path, sizeof e->path, "%.*s/%s.cu", folder, list, name);
    if (access(e->path, R_OK) != 0)
        snprintf(e->path, sizeof e->path, "%.*s/%s.c", folder, list, name);
    if (access(e->path, R_OK) != 0)
        return fail(why, "%s names %s, but there is no %.*s/%s.cu", list, name, folder, list, name);
    c->count++;
    return true;
}

static bool add_list(struct catalogue *c, const char *list, struct failure *why)
{
    char *text = text_of_file(list, why), *rest;
    bool good = text != NULL;
    for (char *name = good ? strtok_r(text, " \n", &rest) : NULL; name && good;
         name = strtok_r(NULL, " \n", &rest))
        good = add(c, list, name, why);
    free(text);
    return good;
}

bool catalogue_read(struct catalogue *c, struct failure *why)
{
    glob_t lists;
    bool good = true;
    *c = (struct catalogue){.count = 0};
    if (glob("[0-9][0-9]_*/exercises/list", 0, NULL, &lists) != 0)
        return fail(why, "no exercises here: run it in the course's folder, as `make learn` does");
    for (size_t i = 0; i < lists.gl_pathc && good; i++)
        good = add_list(c, lists.gl_pathv[i], why);
    globfree(&lists);
    if (!good)
        catalogue_free(c);
    return good;
}

void catalogue_free(struct catalogue *c)
{
    free(c->entries);
    *c = (struct catalogue){.count = 0};
}

// ---- Near misses ---------------------------------------------------------------------------------

static int distance(const char *a, const char *b)
{
    return edit_distance(a, strlen(a), b, strlen(b));
}

static int farness(const struct entry *e, const char *id)
{
    if (strstr(e->id, id))
        return 0;
    const int whole = distance(e->id, id), name = distance(e->id + 3, id);
    return whole < name ? whole : name;
}

const struct entry *catalogue_find(const struct catalogue *c, const char *id, struct failure *why)
{
    enum { NEAREST = 3 };
    const struct entry *nearest[NEAREST] = {NULL};
    if (!*id) {
        fail(why, "which exercise? EX=%s names one; make check-all lists them",
             c->count > 0 ? c->entries[0].id : "04_pad");
        return NULL;
    }
    for (int i = 0; i < c->count; i++) {
        const struct entry *e = &c->entries[i];
        if (strcmp(e->id, id) == 0)
            return e;
        for (int n = 0; n < NEAREST; n++)
            if (!nearest[n] || farness(e, id) < farness(nearest[n], id)) {
                const struct entry *moved = nearest[n];
                nearest[n] = e;
                e = moved;
                if (!e)
                    break;
            }
    }
    fail(why, "no exercise is called \"%.60s\"; the nearest: %s%s%s%s%s (all: make check-all)", id,
         nearest[0] ? nearest[0]->id : "", nearest[1] ? ", " : "", nearest[1] ? nearest[1]->id : "",
         nearest[2] ? ", " : "", nearest[2] ? nearest[2]->id : "");
    return NULL;
}
