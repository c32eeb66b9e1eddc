// SPDX-License-Identifier: MIT
//
// The file is asked every 100 ms when it last changed: file systems that are mounted from elsewhere
// (WSL, containers) send no event when a file is saved. An editor may write the file itself or put
// another one in its place: both change what stat says.
#define _XOPEN_SOURCE 700 // st_mtim
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "../../common/base/timer.h"
#include "picture.h"
#include "files.h"
#include "progress.h"
#include "screen.h"
#include "../run/run.h"
#include "../source/text.h"

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
    char *picture; // of the last verdict, or NULL
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

// my/current: the exercise that was shown last, so that the next `make learn` begins there.
static void path_of_current(char *path, size_t size)
{
    snprintf(path, size, "%s/current", own_folder());
}

static void note_current(const char *id)
{
    char path[300], line[80];
    struct failure why;
    path_of_current(path, sizeof path);
    snprintf(line, sizeof line, "%s\n", id);
    text_save(path, line, &why); // a folder that cannot be written is complained of elsewhere
}

// Where the learner left off, or the first one that is not passed.
static int where_to_begin(const struct catalogue *c)
{
    char path[300];
    struct failure why;
    path_of_current(path, sizeof path);
    char *text = text_of_file(path, &why);
    int number = 0;
    if (text) {
        text[strcspn(text, "\n")] = '\0';
        for (int i = 0; i < c->count; i++)
            if (strcmp(c->entries[i].id, text) == 0)
                number = i;
    }
    free(text);
    return next_open(c, number);
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
    if (!own_copy(&w->exercise, w->path, sizeof w->path, &made, why))
        return false;
    note_current(w->exercise.id);
    return true;
}

// ---- What is shown -------------------------------------------------------------------------------

static void clear_screen(void) { fputs("\033[H\033[2J\033[3J", stdout); }

static void show_keys(const struct watching *w)
{
    printf("\n%d of %d passed so far; watching %s\n"
           "n next  h hint  e edit  l list  p picture  r run  a check all  q quit\n",
           count_passed(w->catalogue), w->catalogue->count, w->path);
    fflush(stdout);
}

static void say(const struct failure *why)
{
    printf("learn: %s\n", why->text);
    fflush(stdout);
}

// Of the part of a picture that a verdict has, the line that names its place: key p shows all, and
// a small terminal keeps the checks in view.
static void leave_picture_out(char *text)
{
    char *from = strstr(text, "  the line that costs most");
    for (int lines = 0; from && lines < 2; lines++) {
        from = strchr(from, '\n');
        from += from != NULL;
    }
    char *to = from;
    while (to && strncmp(to, "    ", 4) == 0) {
        to = strchr(to, '\n');
        to += to != NULL;
    }
    if (to)
        memmove(from, to, strlen(to) + 1);
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
    struct text verdict;
    free(w->picture);
    w->picture = NULL;
    const bool kept = text_begin(&verdict);
    const bool good =
        check_own(&w->exercise, &passed, &w->picture, kept ? verdict.file : stdout, &why);
    char *const text = kept ? text_end(&verdict) : NULL;
    clear_screen();
    if (text && w->picture)
        leave_picture_out(text);
    char *const folded = text ? screen_fold(text) : NULL;
    if (folded)
        screen_print(folded, w->path, stdout);
    free(folded);
    free(text);
    if (!good)
        say(&why);
    else
        printf("(%.1f s)%s\n", timer_seconds() - begin,
               passed       ? " n: the next one"
               : w->picture ? " p: a picture of it"
                            : "");
    show_keys(w);
}

// A bar for each chapter, and this chapter's exercises with their titles: 80 columns, 24 lines.
static void show_list(const struct watching *w)
{
    const struct catalogue *const c = w->catalogue;
    const char *const chapter = w->exercise.id; // its first two characters
    clear_screen();
    for (int i = 0, end; i < c->count; i = end) {
        int passed = 0;
        for (end = i; end < c->count && strncmp(c->entries[end].id, c->entries[i].id, 2) == 0;
             end++)
            passed += is_passed(c->entries[end].id);
        const bool here = strncmp(c->entries[i].id, chapter, 2) == 0;
        printf("%c %-22.*s ", here ? '>' : ' ', (int)strcspn(c->entries[i].path, "/"),
               c->entries[i].path);
        screen_bar(passed, end - i, 20, stdout);
        putchar('\n');
        for (int k = i; here && k < end; k++) {
            struct exercise e;
            struct failure why;
            const bool read = exercise_read(&e, c->entries[k].path, &why);
            printf("    %c %s %-20s %.46s\n", k == w->current ? '>' : ' ',
                   is_passed(c->entries[k].id) ? "ok" : " -", c->entries[k].id,
                   read ? e.title : "");
            if (read)
                exercise_free(&e);
        }
    }
    show_keys(w);
}

// The line that broke a budget, lane by lane, or the owners of a layout's elements; and as an SVG
// file next to the exercise.
static void show_picture(const struct watching *w)
{
    char path[340];
    struct failure why;
    clear_screen();
    if (!w->picture) {
        puts(
            "no picture: the last verdict has no budget that a line exceeded, and no wrong layout");
    } else {
        verdict_picture_print(w->picture, stdout);
        snprintf(path, sizeof path, "%s.svg", w->path);
        if (verdict_picture_save(w->picture, path, &why))
            printf("         saved as %s\n", path);
        else
            say(&why);
    }
    show_keys(w);
}

// $EDITOR in the foreground; what it changes is graded when it ends.
static void edit(struct watching *w)
{
    const char *editor = getenv("VISUAL");
    char command[700];
    if (!editor || !*editor)
        editor = getenv("EDITOR");
    if (!editor || !*editor)
        editor = "nano";
    // The shell splits the editor's words; the path is one of them.
    snprintf(command, sizeof command, "%s \"$0\"", editor);
    const char *const words[] = {"sh", "-c", command, w->path, NULL};
    keys_end();
    const int status = run_in_terminal(words);
    keys_begin();
    if (status != 0)
        printf("learn: %s could not be run: export EDITOR=... names another editor\n", editor);
    fflush(stdout);
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

// A file that is gone for a moment is being replaced; one that stays away is reported, once.
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
        case 'e': edit(w); break;
        case 'p': show_picture(w); break;
        case 'r': grade(w); break;
        case 'a':
            clear_screen();
            printf("%s/ in its current state, with new data:\n", own_folder());
            fflush(stdout);
            command_check_begun(w->catalogue);
            puts("The count below has all that ever passed: they stay passed.");
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
    if (!go_to(&w, wanted ? (int)(wanted - c->entries) : where_to_begin(c), &why))
        return complain(&why);
    int status = 0;
    if (keys_begin()) {
        loop(&w);
        keys_end();
    } else {
        status = command_check(c, w.exercise.id);
        printf("(no terminal: checked once. `make check EX=%s` does so again)\n", w.exercise.id);
    }
    free(w.picture);
    exercise_free(&w.exercise);
    return status;
}
