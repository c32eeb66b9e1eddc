// SPDX-License-Identifier: MIT
#include "timeline.h"

#include <stdlib.h>

#include "memory.h"

// For all warps together; later changes are not drawn, because the picture shows the first wave.
enum { MOST_CHANGES = 1 << 20, MOST_MARKS = 1 << 16 };

static void *grow_array(void *array, long count, long *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 256;
    return must(realloc(array, (size_t)*room * size));
}

struct timeline *timeline_new(void) { return must(calloc(1, sizeof(struct timeline))); }

void timeline_free(struct timeline *t)
{
    if (!t)
        return;
    for (int w = 0; w < TIMELINE_WARPS; w++)
        free(t->warps[w].changes);
    free(t->blocks);
    free(t->marks);
    free(t);
}

static void change(struct warp_history *w, int64_t at, enum why why)
{
    if (w->count == MOST_CHANGES / TIMELINE_WARPS)
        return;
    if (w->count > 0 && w->changes[w->count - 1].why == why)
        return;
    if (w->count > 0 && w->changes[w->count - 1].at == at)
        w->count--; // it lasted zero cycles
    w->changes = grow_array(w->changes, w->count, &w->room, sizeof *w->changes);
    w->changes[w->count++] = (struct change){at, why};
}

static enum why turn_of(const struct instr *in)
{
    switch ((enum instruction)in->kind) {
    case IN_LOAD_SHARED:
    case IN_STORE_SHARED:
    case IN_LOAD:
    case IN_STORE:
    case IN_COPY: return WHY_QUEUE;
    default: return WHY_MATH; // the pipe or the scheduler is used by another warp
    }
}

void timeline_issue(struct timeline *t, int warp, int64_t now, int64_t ready, enum why why,
                    int cycles, const struct instr *in)
{
    struct warp_history *w = &t->warps[warp];
    if (w->free_at < ready)
        change(w, w->free_at, w->at_barrier ? WHY_BARRIER : why);
    const int64_t turn = ready > w->free_at ? ready : w->free_at;
    if (turn < now)
        change(w, turn, turn_of(in));
    change(w, now, WHY_ISSUED);
    w->free_at = now + cycles;
    w->at_barrier = in->kind == IN_BARRIER;
    if (warp > 0 || t->mark_count == MOST_MARKS || t->blocks[0].to > 0)
        return;
    t->marks = grow_array(t->marks, t->mark_count, &t->mark_room, sizeof *t->marks);
    t->marks[t->mark_count++] = (struct mark){now, in->place, in->kind};
}

void timeline_start(struct timeline *t, int place, int64_t at)
{
    t->blocks = grow_array(t->blocks, t->block_count, &t->block_room, sizeof *t->blocks);
    t->blocks[t->block_count++] = (struct block_life){place, at, 0};
}

void timeline_end(struct timeline *t, int place, int64_t at)
{
    for (long b = t->block_count - 1; b >= 0; b--)
        if (t->blocks[b].place == place) {
            t->blocks[b].to = at;
            return;
        }
}

void launch_timeline_free(struct launch_timeline *t)
{
    for (int g = 0; g < 2; g++)
        timeline_free(t->group[g].of);
    *t = (struct launch_timeline){.kernel = NULL};
}
