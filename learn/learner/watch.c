// SPDX-License-Identifier: MIT
//
// The file is asked every 100 ms when it last changed: file systems that are mounted from elsewhere
// (WSL, containers) tell nobody when a file is saved. An editor may write the file itself or put
// another one in its place: both change what stat says.
#define _XOPEN_SOURCE 700 // st_mtim
#include "watch.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "../../common/base/timer.h"
#include "command.h"
#include "keys.h"
#include "files.h"
#include "progress.h"

enum { LOOK_EVERY_MS = 100 };

struct stamp {
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec changed;
    bool there;
};

static struct stamp stamp_of(const char *path)
{
    struct stat s;
    if (stat(path, &s) != 0)
        return (struct stamp){.there = false};
    return (struct stamp){s.st_dev, s.st_ino, s.st_size, s.st_mtim, true};
}

static bool same_stamp(const struct stamp *a, const struct stamp *b)
{
    return a->there == b->there && a->device == b->device && a->inode == b->inode &&
           a->size == b->size && a->changed.tv_sec == b->changed.tv_sec &&
           a->changed.tv_nsec == b->changed.tv_nsec;
}

struct watching {
    const struct catalogue *catalogue;
    int current;
    struct exercise exercise;
    char path[300];
    struct stamp seen;
};

// ---- Which exercise ------------------------------------------------------------------------------

static bool is_passed(const char *id)
{
    struct progress p;
    struct failure why;
    const bool passed = progress_read(&p, &why) && progress_passed(&p, id);
    progress_free(&p);
    return passed;
}

static int count_passed(const struct catalogue *c)
{
    struct progress p;
    struct failure why;
    int passed = 0;
    const bool good = progress_read(&p, &why);
    for (int i = 0; good && i < c->count; i++)
        passed += progress_passed(&p, c->entries[i].id);
    progress_free(&p);
    return passed;
}

// The first one from `from` on that is not passed, then those before it; `from` where all are.
static int next_open(const struct catalogue *c, int from)
{
    for (int i = 0; i < c->count; i++)
        if (!is_passed(c->entries[(from + i) % c->count].id))
            return (from + i) % c->count;
    return from % c->count;
}

static bool go_to(struct watching *w, int number, struct failure *why)
{
    struct exercise e;
    bool made;
    if (!exercise_read(&e, w->catalogue->entries[number].path, why))
        return false;
    exercise_free(&w->exercise);
    w->exercise = e;
    w->current = number;
    return own_copy(&w->exercise, w->path, sizeof w->path, &made, why);
}

// ---- What is shown -------------------------------------------------------------------------------

static void clear_screen(void) { fputs("\033[H\033[2J\033[3J", stdout); }

static void show_keys(const struct watching *w)
{
    printf("\n%d of %d passed so far; watching %s\n"
           "n next  h hint  l list  r run again  a check all  q quit\n",
           count_passed(w->catalogue), w->catalogue->count, w->path);
    fflush(stdout);
}

static void say(const struct failure *why)
{
    printf("learn: %s\n", why->text);
    fflush(stdout);
}

static void grade(struct watching *w)
{
    struct failure why;
    bool passed;
    const double begin = timer_seconds();
    // Before it is read: what is saved in the meantime is graded next.
    w->seen = stamp_of(w->path);
    clear_screen();
    printf("%s ...\n", w->path);
    fflush(stdout);
    clear_screen();
    if (!check_own(&w->exercise, &passed, stdout, &why))
        say(&why);
    else
        printf("(%.1f s)%s\n", timer_seconds() - begin, passed ? " n: the next one" : "");
    show_keys(w);
}

static void show_list(const struct watching *w)
{
    clear_screen();
    for (int i = 0; i < w->catalogue->count; i++) {
        const char *id = w->catalogue->entries[i].id;
        printf(" %c %s %s\n", i == w->current ? '>' : ' ', is_passed(id) ? "ok" : " -", id);
    }
    show_keys(w);
}

static void next(struct watching *w)
{
    struct failure why;
    if (go_to(w, next_open(w->catalogue, w->current + 1), &why))
        grade(w);
    else
        say(&why);
}

static void hint(const struct watching *w)
{
    struct failure why;
    if (!show_hint(&w->exercise, stdout, &why))
        say(&why);
    fflush(stdout);
}

// ---- The loop ------------------------------------------------------------------------------------

// A file that is gone for a moment is being replaced; one that stays away is said to be, once.
static void look(struct watching *w)
{
    const struct stamp now = stamp_of(w->path);
    if (same_stamp(&now, &w->seen))
        return;
    if (now.there) {
        grade(w);
        return;
    }
    nanosleep(&(struct timespec){.tv_nsec = LOOK_EVERY_MS * 1000000L}, NULL);
    if (stamp_of(w->path).there)
        return;
    w->seen = now;
    printf("%s is gone: deleted or renamed? r makes it anew from the exercise\n", w->path);
    fflush(stdout);
}

static void loop(struct watching *w)
{
    grade(w);
    for (;;) {
        const int key = keys_next(LOOK_EVERY_MS);
        switch (key) {
        case -1:
        case 'q':
        case 'Q':
        case 4: return; // Ctrl-D
        case 'n': next(w); break;
        case 'h': hint(w); break;
        case 'l': show_list(w); break;
        case 'r': grade(w); break;
        case 'a':
            clear_screen();
            printf("%s/ in its current state, with new data:\n", own_folder());
            fflush(stdout);
            command_check_all(w->catalogue, "text");
            show_keys(w);
            break;
        default: look(w);
        }
    }
}

int watch(const struct catalogue *c, const char *id)
{
    struct failure why;
    struct watching w = {.catalogue = c};
    const struct entry *wanted = *id ? catalogue_find(c, id, &why) : NULL;
    if (*id && !wanted)
        return complain(&why);
    if (c->count == 0)
        return 0;
    if (!go_to(&w, wanted ? (int)(wanted - c->entries) : next_open(c, 0), &why))
        return complain(&why);
    int status = 0;
    if (keys_begin()) {
        loop(&w);
        keys_end();
    } else {
        status = command_check(c, w.exercise.id);
        printf("(no terminal: checked once. `make check EX=%s` does so again)\n", w.exercise.id);
    }
    exercise_free(&w.exercise);
    return status;
}
