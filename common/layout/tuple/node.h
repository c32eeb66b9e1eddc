// SPDX-License-Identifier: MIT
//
// node.h: walking through tuples and building them. For the files of common/layout.
#ifndef COMMON_LAYOUT_NODE_H
#define COMMON_LAYOUT_NODE_H

#include <string.h>

#include "int_tuple.h"

// A basis stride's mark: a 1, then six bits for each mode that it names, the outermost lowest.
enum { MODE_BITS = 6, MODE_MASK = (1 << MODE_BITS) - 1 };

// ---- Walking: a node is a leaf or a tuple somewhere inside a tuple ------------------------------

// Leaves begin .. end-1, of whose outer parentheses `open` at the front and `close` at the back
// belong to the tuples around this one.
struct node {
    const struct int_tuple *t;
    int begin, end;
    int open, close;
};

static inline struct node node_root(const struct int_tuple *t)
{
    return (struct node){t, 0, t->count, 0, 0};
}

static inline bool node_is_leaf(const struct node *n)
{
    return n->end - n->begin == 1 && n->t->open[n->begin] == n->open;
}

static inline int64_t node_value(const struct node *n) { return n->t->value[n->begin]; }

// The next mode of a tuple. *cursor is the parent's `begin` at first; false: no more modes.
static inline bool node_next(const struct node *parent, int *cursor, struct node *mode)
{
    if (*cursor >= parent->end)
        return false;
    const struct int_tuple *t = parent->t;
    int i = *cursor, open = i == parent->begin ? parent->open + 1 : 0, close = 0;
    mode->t = t;
    mode->begin = i;
    mode->open = open;
    int depth = t->open[i] - open;
    for (;; depth += t->open[i]) {
        close = i == parent->end - 1 ? parent->close + 1 : 0;
        depth -= t->close[i++] - close;
        if (depth == 0)
            break;
    }
    mode->end = i;
    mode->close = close;
    *cursor = i;
    return true;
}

int node_rank(const struct node *n);
// Mode i; a leaf is its own mode 0. False: there is none.
bool node_get(const struct node *n, int i, struct node *mode);
bool node_product(const struct node *n, int64_t *out); // false: overflow
// The same stretch of another tuple with the same parentheses.
static inline struct node node_in(const struct node *n, const struct int_tuple *other)
{
    return (struct node){other, n->begin, n->end, n->open, n->close};
}

// ---- Building: open, leaf, leaf, close ----------------------------------------------------------

struct builder {
    struct int_tuple *out;
    int pending; // parentheses that open before the next leaf
    bool full;   // a leaf did not fit
};

static inline struct builder build(struct int_tuple *out)
{
    out->count = 0;
    out->marked = false;
    return (struct builder){out, 0, false};
}

static inline void build_open(struct builder *b) { b->pending++; }

static inline void build_close(struct builder *b)
{
    if (b->pending > 0)
        b->pending--; // an empty tuple leaves no trace
    else if (b->out->count > 0)
        b->out->close[b->out->count - 1]++;
}

void build_marked_leaf(struct builder *b, int64_t value, uint32_t mark);

static inline void build_leaf(struct builder *b, int64_t value)
{
    struct int_tuple *t = b->out;
    if (t->count == LAYOUT_LEAVES || b->pending > LAYOUT_DEPTH) {
        b->full = true;
        return;
    }
    t->open[t->count] = (unsigned char)b->pending;
    t->close[t->count] = 0;
    t->value[t->count] = value;
    if (t->marked)
        t->mark[t->count] = MARK_INTEGER;
    t->count++;
    b->pending = 0;
}

// A leaf with the parentheses of leaf i of the node.
void build_leaf_of(struct builder *b, const struct node *n, int i, int64_t value, uint32_t mark);
void build_node(struct builder *b, const struct node *n);
void build_tuple(struct builder *b, const struct int_tuple *t);
// False if there were too many leaves or parentheses.
bool build_done(const struct builder *b, struct failure *why);
// (a, b)
bool build_pair(struct int_tuple *out, const struct int_tuple *a, const struct int_tuple *b,
                struct failure *why);

#endif
