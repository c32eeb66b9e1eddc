// SPDX-License-Identifier: MIT
//
// places.c: addresses in use, in quarantine and free.
//
// Each place between the start of its part and `top` is a node of a treap: a search tree by address
// that random priorities keep shallow (Seidel and Aragon, 1996). Each node also stores the largest
// free place below it, so every operation takes O(log n). A freed place is first put in quarantine,
// as in AddressSanitizer, so that a use after free can be reported. Only then are its addresses
// joined with free neighbours and reused.
//
// Kernels allocate, too, while other threads may look up an address. A lock therefore protects the
// tree, and records are never returned to the system, only reused.
#include "places.h"
#include "arena.h"

#include <stdlib.h>

// The limits of the quarantine: enough for programs of readable size, and little compared with a
// PC's memory.
enum { RESTING_BYTES = 256 << 20, RESTING_COUNT = 4096, RESTING_AT_LEAST = 8 };

static pthread_mutex_t tree_lock = PTHREAD_MUTEX_INITIALIZER;

// ---- The tree -----------------------------------------------------------------------------------

static void update(struct allocation *a)
{
    a->largest_free = a->state == PLACE_FREE ? a->room : 0;
    for (int i = 0; i < 2; i++)
        if (a->child[i] && a->child[i]->largest_free > a->largest_free)
            a->largest_free = a->child[i]->largest_free;
}

// Splits the tree in two: bases below `address`, and all other ones.
static void split(struct allocation *tree, uintptr_t address, struct allocation *part[2])
{
    struct allocation *below[2];
    part[0] = part[1] = NULL;
    if (!tree)
        return;
    const int side = tree->base < address;
    split(tree->child[side], address, below);
    tree->child[side] = below[!side];
    update(tree);
    part[!side] = tree;
    part[side] = below[side];
}

// Joins two trees; every address in `low` is below every address in `high`.
static struct allocation *join(struct allocation *low, struct allocation *high)
{
    if (!low || !high)
        return low ? low : high;
    struct allocation *top = low->priority > high->priority ? low : high;
    if (top == low)
        low->child[1] = join(low->child[1], high);
    else
        high->child[0] = join(low, high->child[0]);
    update(top);
    return top;
}

static void insert(struct places *p, struct allocation *a)
{
    struct allocation *part[2];
    a->child[0] = a->child[1] = NULL;
    update(a);
    split(p->root, a->base, part);
    p->root = join(join(part[0], a), part[1]);
}

static void take_out(struct places *p, struct allocation *a)
{
    struct allocation *low[2], *high[2];
    split(p->root, a->base, low);
    split(low[1], a->base + 1, high);
    p->root = join(low[0], high[1]);
}

static struct allocation *before(const struct places *p, uintptr_t address)
{
    struct allocation *best = NULL;
    for (struct allocation *a = p->root; a; a = a->child[a->base <= address])
        if (a->base <= address)
            best = a;
    return best;
}

static struct allocation *after(const struct places *p, uintptr_t address)
{
    struct allocation *best = NULL;
    for (struct allocation *a = p->root; a; a = a->child[a->base < address])
        if (a->base >= address)
            best = a;
    return best;
}

// The free place with the lowest address that has enough room.
static struct allocation *first_fit(const struct places *p, size_t room)
{
    struct allocation *a = p->root;
    if (!a || a->largest_free < room)
        return NULL;
    for (;;) {
        if (a->child[0] && a->child[0]->largest_free >= room)
            a = a->child[0];
        else if (a->state == PLACE_FREE && a->room >= room)
            return a;
        else
            a = a->child[1];
    }
}

// ---- Records ------------------------------------------------------------------------------------

static struct allocation *new_record(struct places *p)
{
    static uint32_t random = 1;
    struct allocation *a = p->spare;
    if (a)
        p->spare = a->next;
    else
        a = malloc(sizeof *a);
    random ^= random << 13; // xorshift: Marsaglia, 2003
    random ^= random >> 17;
    random ^= random << 5;
    if (a)
        *a = (struct allocation){.priority = random};
    return a;
}

static void drop_record(struct places *p, struct allocation *a)
{
    a->next = p->spare;
    p->spare = a;
}

// ---- Free places --------------------------------------------------------------------------------

static void swallow(struct places *p, struct allocation *a, struct allocation *neighbour)
{
    take_out(p, neighbour);
    if (neighbour->base < a->base)
        a->base = neighbour->base;
    a->room += neighbour->room;
    drop_record(p, neighbour);
}

static void set_free(struct places *p, struct allocation *a)
{
    take_out(p, a);
    a->state = PLACE_FREE;
    struct allocation *low = before(p, a->base), *high = after(p, a->base);
    if (low && low->state == PLACE_FREE)
        swallow(p, a, low);
    if (high && high->state == PLACE_FREE)
        swallow(p, a, high);
    if (a->base - ARENA_BASE + a->room == p->top) {
        p->top -= a->room;
        drop_record(p, a);
    } else {
        insert(p, a);
    }
}

// Frees the place that has been in quarantine longest.
static void wake(struct places *p)
{
    struct allocation *a = p->oldest;
    p->oldest = a->next;
    p->resting_count--;
    p->resting_bytes -= a->room;
    set_free(p, a);
}

static struct allocation *take_free(struct places *p, size_t room)
{
    struct allocation *a = first_fit(p, room), *rest;
    if (!a)
        return NULL;
    take_out(p, a);
    if (a->room > room && (rest = new_record(p)) != NULL) {
        rest->base = a->base + room;
        rest->room = a->room - room;
        rest->state = PLACE_FREE;
        insert(p, rest);
        a->room = room;
    }
    return a;
}

static struct allocation *take_fresh(struct places *p, size_t room)
{
    struct allocation *a = room <= p->end - p->top ? new_record(p) : NULL;
    if (!a)
        return NULL;
    a->base = ARENA_BASE + p->top;
    a->room = room;
    p->top += room;
    return a;
}

// ---- Interface ----------------------------------------------------------------------------------

struct allocation *places_take(struct places *p, size_t room)
{
    pthread_mutex_lock(&tree_lock);
    struct allocation *a;
    while (!(a = take_free(p, room)) && !(a = take_fresh(p, room)) && p->oldest)
        wake(p); // no addresses left: ends the oldest quarantine early
    if (a) {
        a->state = PLACE_LIVE;
        a->freed_by = NULL; // the record may be a reused one
        a->pool = NULL;
        a->owners = 0;
        a->was_begun = false;
        insert(p, a);
    }
    pthread_mutex_unlock(&tree_lock);
    return a;
}

void places_rest(struct places *p, struct allocation *a)
{
    pthread_mutex_lock(&tree_lock);
    a->state = PLACE_RESTING;
    a->next = NULL;
    if (p->oldest)
        p->newest->next = a;
    else
        p->oldest = a;
    p->newest = a;
    p->resting_count++;
    p->resting_bytes += a->room;
    while (p->oldest && p->resting_count > RESTING_AT_LEAST &&
           (p->resting_count > RESTING_COUNT || p->resting_bytes > RESTING_BYTES))
        wake(p);
    pthread_mutex_unlock(&tree_lock);
}

void places_cancel(struct places *p, struct allocation *a)
{
    pthread_mutex_lock(&tree_lock);
    set_free(p, a);
    pthread_mutex_unlock(&tree_lock);
}

// Two free places are never adjacent, so the neighbour of a free place is an allocation or nothing.
struct allocation *places_before(struct places *p, uintptr_t address)
{
    pthread_mutex_lock(&tree_lock);
    struct allocation *a = before(p, address);
    if (a && a->state == PLACE_FREE)
        a = before(p, a->base - 1);
    pthread_mutex_unlock(&tree_lock);
    return a;
}

struct allocation *places_after(struct places *p, uintptr_t address)
{
    pthread_mutex_lock(&tree_lock);
    struct allocation *a = after(p, address);
    if (a && a->state == PLACE_FREE)
        a = after(p, a->base + 1);
    pthread_mutex_unlock(&tree_lock);
    return a;
}
