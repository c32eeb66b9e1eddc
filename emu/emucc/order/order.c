// SPDX-License-Identifier: MIT
//
// order.c: sorts a function's blocks by control flow.
//
// A component is a strongly connected set of blocks: a loop, or a single block. The graph of a
// function's components is acyclic. They are sorted topologically, and otherwise in the order of
// the file. Within a loop its head comes first, or last if it contains the end of the iteration
// (`while` loops have it there). The other blocks of the loop are sorted in the same way, with the
// inner loops as components.
#include "order.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "../base/message.h"
#include "../base/text.h"

enum { NONE = -1 };

struct node {
    int region;         // number of the set of blocks that is being sorted
    int component;      // within the set: the lowest block of its component
    int index, low;     // of Tarjan's algorithm; index 0: not visited
    bool on_stack;      // of Tarjan's algorithm
    int next, position; // next block of its component, or NONE; index within the set
    // For a component's lowest block: its last block, and the number of edges from components that
    // have no position yet.
    int last, waits_for;
    int *before; // the possible predecessors
    size_t before_count;
};

struct order {
    const struct block *blocks;
    struct node *nodes;
    int *stack, depth, next_index;
    int regions;
    int *result, count; // blocks in their new order
};

// ---- Components (Tarjan 1972) -------------------------------------------------------------------

static void close_component(struct order *o, int root)
{
    int lowest = root, at = o->depth;
    do
        lowest = o->stack[--at] < lowest ? o->stack[at] : lowest;
    while (o->stack[at] != root);
    for (int i = at; i < o->depth; i++) {
        o->nodes[o->stack[i]].component = lowest;
        o->nodes[o->stack[i]].on_stack = false;
    }
    o->depth = at;
}

static void visit(struct order *o, int b)
{
    struct node *node = &o->nodes[b];
    node->index = node->low = ++o->next_index;
    node->on_stack = true;
    o->stack[o->depth++] = b;
    for (size_t i = 0; i < o->blocks[b].next_count; i++) {
        const int to = o->blocks[b].next[i];
        const struct node *next = &o->nodes[to];
        if (next->region != node->region)
            continue;
        if (next->index == 0)
            visit(o, to);
        if (next->on_stack && next->low < node->low)
            node->low = next->low;
    }
    if (node->low == node->index)
        close_component(o, b);
}

static void find_components(struct order *o, const int *members, int count)
{
    o->next_index = o->depth = 0;
    for (int i = 0; i < count; i++)
        o->nodes[members[i]].index = 0;
    for (int i = 0; i < count; i++)
        if (o->nodes[members[i]].index == 0)
            visit(o, members[i]);
}

// Links the blocks of each component into a list in the order of the file, starting at the lowest.
static void link_components(struct order *o, const int *members, int count)
{
    for (int i = 0; i < count; i++)
        o->nodes[members[i]].last = NONE;
    for (int i = 0; i < count; i++) {
        struct node *node = &o->nodes[members[i]], *first = &o->nodes[node->component];
        node->next = NONE;
        node->position = i;
        if (first->last != NONE)
            o->nodes[first->last].next = members[i];
        first->last = members[i];
    }
}

// ---- Branches that leave a loop -----------------------------------------------------------------

// Returns true if the component `inner` is entered only from `outer`.
static bool is_entered_from(const struct order *o, int inner, int outer)
{
    bool is_entered = false;
    for (int b = inner; b != NONE; b = o->nodes[b].next)
        for (size_t k = 0; k < o->nodes[b].before_count; k++) {
            const struct node *from = &o->nodes[o->nodes[b].before[k]];
            if (from->region != o->nodes[b].region)
                return false;
            if (from->component != inner && from->component != outer)
                return false;
            is_entered |= from->component == outer;
        }
    return is_entered;
}

// The code that a `break` executes before it leaves a loop is not part of the cycle. If it is in
// the middle of the loop, lanes execute it in the iteration that it ends, so it joins the loop's
// component.
static void join_exits(struct order *o, const int *members, int count)
{
    bool has_joined = false;
    for (int i = 0; i < count; i++) {
        const int outer = members[i], last = o->nodes[outer].last;
        if (o->nodes[outer].component != outer || last == outer)
            continue; // part of another loop, or not in a loop
        for (int k = i; members[k] != last; k++) {
            const int inner = members[k];
            if (o->nodes[inner].component != inner || inner == outer ||
                o->nodes[inner].last > last || !is_entered_from(o, inner, outer))
                continue;
            for (int b = inner; b != NONE; b = o->nodes[b].next)
                o->nodes[b].component = outer;
            has_joined = true;
        }
    }
    if (has_joined)
        link_components(o, members, count);
}

// ---- Order --------------------------------------------------------------------------------------

static void put_in_order(struct order *o, const int *members, int count);

// Returns the block that enters a loop; of several, the lowest.
static int head_of(const struct order *o, int component)
{
    for (int b = component; b != NONE; b = o->nodes[b].next)
        for (size_t k = 0; k < o->nodes[b].before_count; k++) {
            const struct node *from = &o->nodes[o->nodes[b].before[k]];
            if (from->region != o->nodes[b].region || from->component != component)
                return b;
        }
    return component;
}

static void put_loop(struct order *o, int head, const int *members, int count)
{
    const bool is_last = o->blocks[head].ends_iteration || head == members[count - 1];
    const int region = ++o->regions;
    int *rest = grow(NULL, (size_t)count, sizeof *rest), kept = 0;
    for (int i = 0; i < count; i++)
        if (members[i] != head) {
            o->nodes[members[i]].region = region;
            rest[kept++] = members[i];
        }
    if (!is_last)
        o->result[o->count++] = head;
    put_in_order(o, rest, kept);
    if (is_last)
        o->result[o->count++] = head;
    free(rest);
}

static void count_edges(struct order *o, const int *members, int count)
{
    for (int i = 0; i < count; i++)
        o->nodes[members[i]].waits_for = 0;
    for (int i = 0; i < count; i++) {
        const struct node *node = &o->nodes[members[i]];
        for (size_t k = 0; k < node->before_count; k++) {
            const struct node *from = &o->nodes[node->before[k]];
            if (from->region == node->region && from->component != node->component)
                o->nodes[node->component].waits_for++;
        }
    }
}

// Called when the component has its position. Decrements waits_for of its successors. Returns the
// position of the lowest component that is now ready, at most `position`.
static int release(struct order *o, int component, int position)
{
    for (int b = component; b != NONE; b = o->nodes[b].next)
        for (size_t k = 0; k < o->blocks[b].next_count; k++) {
            const struct node *to = &o->nodes[o->blocks[b].next[k]];
            struct node *first = &o->nodes[to->component];
            if (to->region == o->nodes[b].region && to->component != component &&
                --first->waits_for == 0 && first->position < position)
                position = first->position;
        }
    return position;
}

// members: blocks of one region, in the order of the file.
static void put_in_order(struct order *o, const int *members, int count)
{
    enum { PLACED = -1 };
    int *sorted = grow(NULL, (size_t)count + 1, sizeof *sorted), used = 0;
    int *ends =
        grow(NULL, (size_t)count + 1, sizeof *ends); // of the component of a head in `sorted`
    int *heads = grow(NULL, (size_t)count + 1, sizeof *heads), components = 0;
    find_components(o, members, count);
    link_components(o, members, count);
    join_exits(o, members, count);
    count_edges(o, members, count);
    for (int i = 0;
         i < count;) { // every component before i waits for another one or has its position
        const int component = members[i];
        if (o->nodes[component].component != component || o->nodes[component].waits_for != 0) {
            i++;
            continue;
        }
        for (int b = component; b != NONE; b = o->nodes[b].next)
            sorted[used++] = b;
        heads[components] = head_of(o, component);
        ends[components++] = used;
        o->nodes[component].waits_for = PLACED;
        i = release(o, component, i + 1);
    }
    for (int c = 0, at = 0; c < components; at = ends[c++])
        if (ends[c] - at == 1)
            o->result[o->count++] = sorted[at];
        else
            put_loop(o, heads[c], &sorted[at], ends[c] - at);
    free(heads);
    free(ends);
    free(sorted);
}

static void add_before(struct node *node, int before)
{
    node->before = grow(node->before, node->before_count + 1, sizeof *node->before);
    node->before[node->before_count++] = before;
}

// Stores the position of block i in the new order in ranks[i].
static void rank_blocks(const struct function *f, int *ranks)
{
    const size_t count = f->block_count;
    struct order o = {.blocks = f->blocks,
                      .nodes = grow(NULL, count, sizeof *o.nodes),
                      .stack = grow(NULL, count, sizeof *o.stack),
                      .result = grow(NULL, count, sizeof *o.result)};
    int *all = grow(NULL, count, sizeof *all);
    memset(o.nodes, 0, count * sizeof *o.nodes);
    for (size_t b = 0; b < count; b++) {
        all[b] = (int)b;
        for (size_t k = 0; k < f->blocks[b].next_count; k++)
            add_before(&o.nodes[f->blocks[b].next[k]], (int)b);
    }
    put_in_order(&o, all, (int)count);
    for (int i = 0; i < o.count; i++)
        ranks[o.result[i]] = i;
    for (size_t b = 0; b < count; b++)
        free(o.nodes[b].before);
    free(o.nodes);
    free(o.stack);
    free(o.result);
    free(all);
}

// ---- The tables ---------------------------------------------------------------------------------

struct ranked {
    int rank;
    size_t call;
};

static int by_rank(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return x->rank != y->rank ? (x->rank > y->rank) - (x->rank < y->rank)
                              : (x->call > y->call) - (x->call < y->call);
}

// Appends the table of a function whose calls are not in control-flow order.
static void add_table(struct text *out, const struct ranked *order, size_t count, size_t label)
{
    text_add(out, "\t.pushsection emu_order, \"a?\", @progbits\n\t.balign 4\n");
    for (size_t i = 0; i < count; i++)
        if (order[i].call != i)
            text_add_format(out, "\t.long .Lemu_order%zu-.\n\t.long .Lemu_order%zu-.\n",
                            label + order[i].call, label + i);
    text_add(out, "\t.popsection\n");
}

// If the function's calls are not in control-flow order, appends the assembly from *done to the
// function's end, with a label after each call and the table that refers to these labels.
static void order_function(const struct function *f, const char *text, size_t *done,
                           struct text *out)
{
    static size_t labels;
    bool differs = false;
    int *ranks = grow(NULL, f->block_count, sizeof *ranks);
    struct ranked *order = grow(NULL, f->call_count, sizeof *order);
    rank_blocks(f, ranks);
    for (size_t i = 0; i < f->call_count; i++)
        order[i] = (struct ranked){ranks[f->calls[i].block], i};
    qsort(order, f->call_count, sizeof *order, by_rank);
    for (size_t i = 0; i < f->call_count; i++)
        differs |= order[i].call != i;
    if (differs) {
        for (size_t i = 0; i < f->call_count; i++) {
            text_add_bytes(out, text + *done, f->calls[i].end - *done);
            text_add_format(out, ".Lemu_order%zu:\n", labels + i);
            *done = f->calls[i].end;
        }
        text_add_bytes(out, text + *done, f->end - *done);
        *done = f->end;
        add_table(out, order, f->call_count, labels);
        labels += f->call_count;
    }
    free(order);
    free(ranks);
}

static bool read_text(const char *path, struct text *text)
{
    char bytes[1 << 16];
    size_t count;
    FILE *file = fopen(path, "r");
    while (file && (count = fread(bytes, 1, sizeof bytes, file)) > 0)
        text_add_bytes(text, bytes, count);
    const bool is_read = file && !ferror(file);
    if (file)
        fclose(file);
    return is_read;
}

static bool write_text(const char *path, const struct text *text)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    const bool is_written = fwrite(text->data, 1, text->size, file) == text->size;
    return fclose(file) == 0 && is_written;
}

bool order_assembly(const char *path)
{
    enum { MOST_BLOCKS = 1 << 16 }; // visit() recurses once per block
    struct text text = {0}, out = {0};
    struct function function;
    size_t at = 0, done = 0;
    bool ok = read_text(path, &text);
    while (ok && text.size > 0 && read_function(&function, text.data, &at)) {
        if (function.has_all_targets && function.call_count > 1 &&
            function.block_count <= MOST_BLOCKS)
            order_function(&function, text.data, &done, &out);
        free_function(&function);
    }
    if (ok && done > 0) {
        text_add_bytes(&out, text.data + done, text.size - done);
        ok = write_text(path, &out);
    }
    if (!ok)
        complain("%s: %s", path, strerror(errno));
    text_free(&text);
    text_free(&out);
    return ok;
}
