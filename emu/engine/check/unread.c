// SPDX-License-Identifier: MIT
//
// unread.c: advice (EMU_ADVICE=1): bytes that the program copies to the GPU and no kernel reads,
// and shared memory that a kernel stores and never reads.
//
// Neither is a mistake by itself. Both are often the trace of one: a tail that a loop leaves out,
// an operand that is named twice. For global memory, the shadow cells know what was read. A cell of
// shared memory forgets its readers at the next store, so each block has a table of its words.
#include "check.h"

#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 4 };

static bool is_wanted;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void unread_init(void) { is_wanted = environment_has("EMU_ADVICE") && check_is_on(); }

// After a mistake a program may leave anything undone. If a block was not checked, what it has read
// is unknown.
static bool is_known(void) { return !sealed.found && !sample_left_out(); }

// ---- Copied to the GPU, and never read ----------------------------------------------------------

enum { MOST_UPLOADS = 256 };

static struct upload {
    uintptr_t base; // offset in the arena
    size_t pitch, width, height;
    uint16_t stamp, last_stamp; // of the copy, or 0; of the last launch before its end
    const char *pc;
} uploads[MOST_UPLOADS];
static int upload_count;

static void drop(int i) { uploads[i] = uploads[--upload_count]; }

static void drop_overlapping(uintptr_t at, size_t size)
{
    for (int i = upload_count; i-- > 0;) {
        const struct upload *u = &uploads[i];
        if (at < u->base + (u->height - 1) * u->pitch + u->width && u->base < at + size)
            drop(i);
    }
}

void unread_uploaded(const struct copied_rows *rows, uint16_t stamp, const char *pc)
{
    const uintptr_t base = arena_offset(rows->to);
    if (!is_wanted || base >= GLOBAL_END || arena_offset(rows->from) < SHADOWED_END)
        return;
    pthread_mutex_lock(&lock);
    drop_overlapping(base, (rows->height - 1) * rows->to_pitch + rows->width);
    if (upload_count == MOST_UPLOADS)
        drop(0);
    uploads[upload_count++] = (struct upload){base,  rows->to_pitch,     rows->width, rows->height,
                                              stamp, order_last_stamp(), pc};
    pthread_mutex_unlock(&lock);
}

void unread_used(uintptr_t address, size_t size)
{
    if (!is_wanted || address - ARENA_BASE >= GLOBAL_END)
        return;
    pthread_mutex_lock(&lock);
    drop_overlapping(address - ARENA_BASE, size);
    pthread_mutex_unlock(&lock);
}

void unread_forget(void) { upload_count = 0; }

// Has no launch read or written the word since the copy?
static bool is_untouched(const struct upload *u, uintptr_t word)
{
    static const uint8_t written[WORD] = {BYTE_WRITTEN, BYTE_WRITTEN, BYTE_WRITTEN, BYTE_WRITTEN};
    const struct cell *cell = CELL(word);
    return cell->read.stamp == 0 && (cell->write.stamp == 0 || cell->write.stamp == u->stamp) &&
           memcmp(INIT(word), written, WORD) == 0;
}

// The unread bytes of an upload: runs of them, all of one length at one distance, or uneven ones.
struct gaps {
    size_t bytes, length, distance;
    uintptr_t first, last; // where runs begin
    bool uneven;
};

static void add_gap(struct gaps *g, uintptr_t at, size_t length)
{
    if (g->bytes == 0) {
        g->first = at;
        g->length = length;
    } else if (g->distance == 0) {
        g->distance = at - g->last;
    }
    g->uneven |= length != g->length || (g->bytes && at - g->last != g->distance);
    g->last = at;
    g->bytes += length;
}

static struct gaps find_gaps(const struct upload *u)
{
    struct gaps g = {0};
    for (size_t row = 0; row < u->height; row++) {
        const uintptr_t begin = u->base + row * u->pitch;
        const uintptr_t end = (begin + u->width) & ~(uintptr_t)(WORD - 1);
        for (uintptr_t at = (begin + WORD - 1) & ~(uintptr_t)(WORD - 1); at < end; at += WORD) {
            const uintptr_t start = at;
            while (at < end && is_untouched(u, at))
                at += WORD;
            if (at > start)
                add_gap(&g, start, at - start);
        }
    }
    return g;
}

static const char *name_memory(const struct allocation *a, char *text, size_t size)
{
    char made[300];
    source_line(a->made_by, made, sizeof made);
    if (!allocation_name(made, text, size))
        snprintf(text, size, "the memory from %s at %s", maker_name(a->kind), made);
    return text;
}

static void advise_on_upload(const struct upload *u, const struct allocation *a)
{
    const struct gaps g = find_gaps(u);
    if (g.bytes == 0 || u->last_stamp == order_last_stamp())
        return;
    char to[420], which[100] = "";
    if (g.distance && !g.uneven)
        snprintf(which, sizeof which, ": %zu of every %zu bytes, from byte %zu on", g.length,
                 g.distance, (size_t)(g.first + ARENA_BASE - a->base));
    else if (g.bytes < u->width * u->height)
        snprintf(which, sizeof which, "; the first is byte %zu",
                 (size_t)(g.first + ARENA_BASE - a->base));
    remark("advice", u->pc, "no kernel has read %zu of the %zu bytes that were copied to %s%s",
           g.bytes, u->width * u->height, name_memory(a, to, sizeof to), which);
}

static void settle(const struct allocation *wanted)
{
    for (int i = 0; i < upload_count;) {
        const struct upload u = uploads[i];
        const struct allocation *a = arena_nearest(u.base + ARENA_BASE);
        if (!a || (wanted && a != wanted)) {
            i++;
            continue;
        }
        drop(i);
        if (a->state == PLACE_LIVE && is_known())
            advise_on_upload(&u, a);
    }
}

void unread_freed(const struct allocation *allocation)
{
    pthread_mutex_lock(&lock);
    settle(allocation);
    pthread_mutex_unlock(&lock);
}

void unread_at_exit(void)
{
    pthread_mutex_lock(&lock);
    settle(NULL);
    pthread_mutex_unlock(&lock);
}

// ---- Stored in shared memory, and never read ----------------------------------------------------

// For each word of the window: 0, or the place of its last store; WAS_READ if it was ever read. The
// words of a launch are those of all of its blocks: one that some block reads counts as read.
enum { WORDS = WINDOW_SIZE / WORD };
static const uint32_t was_read = UINT32_MAX;

static uint32_t *new_words(void)
{
    uint32_t *words = calloc(WORDS, sizeof *words);
    if (!words)
        fatal("no memory to follow stores in shared memory (EMU_ADVICE)");
    return words;
}

void unread_launch_begins(struct launch *launch)
{
    if (is_wanted && !launch->is_library && !launch->is_sample)
        launch->unread = new_words();
}

void unread_block_begins(struct block *b)
{
    b->unread = b->launch->unread && b->checked ? new_words() : NULL;
    for (unsigned i = 0; b->unread && i < b->launch->threads_per_block; i++)
        b->threads[i].alert = true;
}

void unread_note(const struct thread *t, uintptr_t offset, size_t size, enum access_kind kind,
                 const char *pc)
{
    const struct block *b = t->block;
    uintptr_t at = offset - arena_offset(b->window);
    if (at >= WINDOW_SIZE) {
        b = cluster_owner(b->cluster, ARENA_BASE + offset);
        at = b ? offset - arena_offset(b->window) : 0;
    }
    if (!b || !b->unread || at >= WINDOW_SIZE)
        return;
    for (size_t i = at / WORD; i < (at + size + WORD - 1) / WORD && i < WORDS; i++)
        if (kind == LOAD)
            b->unread[i] = was_read;
        else if (b->unread[i] != was_read)
            b->unread[i] = place_number(pc);
}

// Calls each() for the words of the static and of the dynamic part.
static void for_each_word(const struct launch *launch, void (*each)(size_t word, void *to),
                          void *to)
{
    const size_t dynamic = WINDOW_DYNAMIC / WORD;
    const size_t end = dynamic + (launch->dynamic_shared + WORD - 1) / WORD;
    for (size_t i = 0; i < launch->static_top / WORD; i++)
        each(i, to);
    for (size_t i = dynamic; i < end && i < WORDS; i++)
        each(i, to);
}

static void add_word(size_t i, void *to)
{
    const struct block *b = to;
    uint32_t *of_launch = &b->launch->unread[i];
    if (b->unread[i] && *of_launch != was_read)
        *of_launch = b->unread[i];
}

void unread_block_ends(struct block *b)
{
    if (!b->unread)
        return;
    pthread_mutex_lock(&lock);
    for_each_word(b->launch, add_word, b);
    pthread_mutex_unlock(&lock);
    free(b->unread);
    b->unread = NULL;
}

// The lines whose words are never read.
enum { MOST_LINES = 64 };
struct lines {
    const struct launch *launch;
    struct line {
        uint32_t place;
        size_t words, first;
    } line[MOST_LINES];
    int count;
};

static void count_word(size_t i, void *to)
{
    struct lines *lines = to;
    const uint32_t place = lines->launch->unread[i];
    int n = 0;
    if (place == 0 || place == was_read)
        return;
    while (n < lines->count && lines->line[n].place != place)
        n++;
    if (n == MOST_LINES)
        return;
    if (n == lines->count)
        lines->line[lines->count++] = (struct line){place, 0, i};
    lines->line[n].words++;
}

static bool was_advised(uint32_t place)
{
    static uint32_t advised[MOST_LINES];
    static int count;
    for (int i = 0; i < count; i++)
        if (advised[i] == place)
            return true;
    if (count < MOST_LINES)
        advised[count++] = place;
    return false;
}

static void advise_on_line(const struct launch *launch, const struct line *line)
{
    const size_t at = line->first * WORD;
    const int site = at < WINDOW_DYNAMIC ? shared_site_at(launch, at) : -1;
    char element[200];
    if (site >= 0)
        shared_element(launch, site, at - launch->site_offset[site], element, sizeof element);
    else
        snprintf(element, sizeof element, "byte %zu of the dynamic shared memory",
                 at - WINDOW_DYNAMIC);
    remark("advice", place_pc(line->place),
           "%s never reads %zu bytes of shared memory that it stores here; the first are in %s",
           launch->kernel, line->words * WORD, element);
}

void unread_launch_ends(struct launch *launch)
{
    if (!launch->unread)
        return;
    struct lines lines = {.launch = launch};
    if (!launch->stop && is_known())
        for_each_word(launch, count_word, &lines);
    for (int i = 0; i < lines.count; i++)
        if (!was_advised(lines.line[i].place))
            advise_on_line(launch, &lines.line[i]);
    free(launch->unread);
    launch->unread = NULL;
}
