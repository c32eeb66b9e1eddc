// SPDX-License-Identifier: MIT
//
// code_way.c: the path through the program's code from one request to the next.
//
// Code is stored in the order of the source. Of several forward paths the longest counts, because a
// warp whose lanes diverge executes all of them. If no path leads forward, a loop iterates: the
// innermost one that contains both.
#include "code.h"

#include <string.h>

struct way { // from before an instruction to before another, in a window of the code
    size_t first, count;
    int32_t *cost;    // of the longest path there; -1: none
    uint32_t *before; // the previous instruction on that path
};

static int cost_of(const struct mix *m)
{
    uint32_t sum = 1;
    for (int u = 0; u < UNITS; u++)
        sum += m->of[u];
    return (int)sum;
}

static void step(struct way *w, size_t from, size_t to)
{
    if (to <= from || to >= w->first + w->count)
        return;
    const int cost = w->cost[from - w->first] + cost_of(&code_at[from].cost);
    if (cost <= w->cost[to - w->first])
        return;
    w->cost[to - w->first] = cost;
    w->before[to - w->first] = (uint32_t)from;
}

static void go(struct way *w, size_t from, size_t last)
{
    for (size_t i = 0; i < w->count; i++)
        w->cost[i] = -1;
    w->cost[from - w->first] = 0;
    for (size_t i = from; i < last; i++) {
        const struct code *c = &code_at[i];
        if (w->cost[i - w->first] < 0 || c->kind == CODE_END || c->is_request)
            continue;
        if (c->kind == CODE_JUMP || c->kind == CODE_BRANCH)
            step(w, i, code_index(c->to));
        // A loop without memory requests may be left in its middle, so its end counts, too.
        if (c->kind != CODE_JUMP || (c->to <= c->at && turns_index(c->at) >= 0))
            step(w, i, i + 1);
    }
}

// Lists the instructions from `from` to before `to` in order. Returns their number.
static size_t list_way(const struct way *w, size_t from, size_t to, uint32_t *list)
{
    size_t n = 0;
    for (size_t i = to; i != from; i = w->before[i - w->first])
        n++;
    size_t at = n;
    for (size_t i = to; i != from; i = w->before[i - w->first])
        list[--at] = w->before[i - w->first];
    return n;
}

size_t code_way(size_t from, size_t to, uint32_t *list)
{
    static int32_t cost[2][2 * CODE_WINDOW];
    static uint32_t before[2][2 * CODE_WINDOW];
    const size_t low = from < to ? from : to, high = from < to ? to : from;
    if (high - low > CODE_WINDOW / 2)
        return 0;
    const size_t first = low > CODE_WINDOW / 2 ? low - CODE_WINDOW / 2 : 0;
    const size_t count = code_count - first < CODE_WINDOW ? code_count - first : CODE_WINDOW;
    struct way a = {first, count, cost[0], before[0]}, b = {first, count, cost[1], before[1]};
    go(&a, from, first + count);
    if (to > from && a.cost[to - first] >= 0)
        return list_way(&a, from, to, list);
    size_t best = SIZE_MAX, best_jump = 0, best_to = 0;
    for (size_t i = from; i < first + count; i++) {
        const struct code *c = &code_at[i];
        if ((c->kind != CODE_JUMP && c->kind != CODE_BRANCH) || c->to > c->at ||
            a.cost[i - first] < 0)
            continue;
        const size_t back = code_index(c->to);
        if (back >= code_count || back < first || back > to || i - back >= best)
            continue;
        go(&b, back, to + 1);
        if (back != to && b.cost[to - first] < 0)
            continue;
        best = i - back;
        best_jump = i;
        best_to = back;
    }
    if (best == SIZE_MAX)
        return 0;
    size_t n = list_way(&a, from, best_jump, list);
    list[n++] = (uint32_t)best_jump;
    go(&b, best_to, to + 1);
    return n + (best_to == to ? 0 : list_way(&b, best_to, to, list + n));
}

bool code_leads(size_t from, size_t to)
{
    static bool comes[CODE_WINDOW];
    if (to - from >= CODE_WINDOW)
        return false;
    memset(comes, 0, (to - from + 1) * sizeof *comes);
    comes[0] = true;
    for (size_t i = from; i < to; i++) {
        const struct code *c = &code_at[i];
        if (!comes[i - from] || c->kind == CODE_END)
            continue;
        const bool jumps = c->kind == CODE_JUMP || c->kind == CODE_BRANCH;
        const size_t target = jumps ? code_index(c->to) : 0;
        if (target > i && target <= to)
            comes[target - from] = true;
        if (c->kind != CODE_JUMP)
            comes[i + 1 - from] = true;
    }
    return comes[to - from];
}
