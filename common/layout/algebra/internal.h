// SPDX-License-Identifier: MIT
//
// internal.h: what the files of common/layout share: walking and building tuples, checked
// arithmetic, tracing. Not for others.
#ifndef COMMON_LAYOUT_INTERNAL_H
#define COMMON_LAYOUT_INTERNAL_H

#include <string.h>

#include "make.h"
#include "tiler.h"
#include "trace.h"

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

void build_node(struct builder *b, const struct node *n);
void build_tuple(struct builder *b, const struct int_tuple *t);
// False where there were too many leaves or parentheses.
bool build_done(const struct builder *b, struct failure *why);

// The same for the two tuples of a layout.
struct layout_builder {
    struct builder shape, stride;
};

static inline struct layout_builder build_layout(struct layout *out)
{
    return (struct layout_builder){build(&out->shape), build(&out->stride)};
}
static inline void build_layout_open(struct layout_builder *b)
{
    build_open(&b->shape);
    build_open(&b->stride);
}
static inline void build_layout_close(struct layout_builder *b)
{
    build_close(&b->shape);
    build_close(&b->stride);
}
static inline void build_layout_all(struct layout_builder *b, const struct layout *l)
{
    build_tuple(&b->shape, &l->shape);
    build_tuple(&b->stride, &l->stride);
}
// A node of l's shape with the strides beside it.
static inline void build_layout_node(struct layout_builder *b, const struct node *shape,
                                     const struct layout *l)
{
    struct node stride = node_in(shape, &l->stride);
    build_node(&b->shape, shape);
    build_node(&b->stride, &stride);
}
static inline bool build_layout_done(const struct layout_builder *b, struct failure *why)
{
    return build_done(&b->shape, why) && build_done(&b->stride, why);
}

// Offset of the index-th element; the strides are integers.
bool leaf_offset(int64_t *out, int64_t index, const struct layout *l, struct failure *why);

// (a, b)
bool layout_pair(struct layout *out, const struct layout *a, const struct layout *b,
                 struct failure *why);

// ---- Leaves: the flat form in which the algebra works ------------------------------------------

struct leaves {
    int count;
    bool marked; // some stride is a basis stride
    int64_t shape[LAYOUT_LEAVES];
    int64_t stride[LAYOUT_LEAVES];
    uint32_t mark[LAYOUT_LEAVES];
};

// Coalesced leaves begin .. end-1 of l; keep_last: coalesce_x. Stride-0 leaves are left out if
// `filter`. No leaf at all: count is 0. False: the size overflows.
bool leaves_of(struct leaves *out, const struct layout *l, int begin, int end, bool keep_last,
               bool filter, struct failure *why);

// Appends a leaf of an integer stride to coalesced leaves: dropped, merged or added.
static inline bool leaves_push(struct leaves *l, int64_t shape, int64_t stride)
{
    int64_t next;
    if (shape == 1)
        return true;
    if (l->count > 0) {
        int i = l->count - 1;
        if (!__builtin_mul_overflow(l->shape[i], l->stride[i], &next) && next == stride)
            return !__builtin_mul_overflow(l->shape[i], shape, &l->shape[i]);
    }
    if (l->count == LAYOUT_LEAVES)
        return false;
    l->shape[l->count] = shape;
    l->stride[l->count++] = stride;
    return true;
}

// Coalesced leaves as a layout: 1:0 without any, s:d for one, a flat tuple otherwise.
void layout_from_leaves(struct layout *out, const struct leaves *l);
// CuTe's sort by stride; order[] are the indices. Not stable, as CuTe's is not.
void leaves_sort(const struct leaves *l, int order[LAYOUT_LEAVES]);

// ---- Arithmetic ---------------------------------------------------------------------------------

// Quotients of numbers that mostly fit into 32 bits, which divide several times faster.
static inline int64_t divide(int64_t a, int64_t b)
{
    if ((((uint64_t)a | (uint64_t)b) >> 32) == 0)
        return (int64_t)((uint32_t)a / (uint32_t)b);
    return a / b;
}

// a / b rounded up; a >= 0, b > 0.
static inline int64_t divide_up(int64_t a, int64_t b)
{
    int64_t q = divide(a, b);
    return q + (q * b != a);
}

static inline int64_t magnitude(int64_t a) // of the smallest integer: too large for everything
{
    return a >= 0 ? a : a == INT64_MIN ? INT64_MAX : -a;
}

int64_t greatest_common_divisor(int64_t a, int64_t b);

// "NAME: ... does not fit into 64 bits"
bool fail_overflow(struct failure *why, const char *operation);
// Fails where a stride is a basis stride, or negative unless allowed.
bool need_integers(const struct layout *l, const char *operation, struct failure *why);
bool need_no_negatives(const struct layout *l, const char *operation, struct failure *why);

// ---- Tilers -------------------------------------------------------------------------------------

// What a divide or a product does with one mode and one tile: a layout of two modes.
typedef bool tile_operation(struct layout *out, const struct layout *a, const struct layout *tile,
                            struct failure *why);
// The operation at every leaf of a tiler; `_` and modes beyond the tiler stay. `name` is for
// messages.
bool tile_logical(struct layout *out, const struct layout *a, const struct tiler *tiler,
                  tile_operation *operation, const char *name, struct failure *why);
enum tile_form { TILE_ZIPPED, TILE_TILED, TILE_FLAT };
// The result of tile_logical() arranged: all tiles in the first mode, all rests in the second.
bool tile_arranged(struct layout *out, const struct layout *a, const struct tiler *tiler,
                   tile_operation *operation, enum tile_form form, const char *name,
                   struct failure *why);

// What CuTe's rule of composition gives, right or wrong: for who checks something else than
// R(i) = A(B(i)). Refused: divisibility.
bool composition_by_rule(struct layout *out, const struct layout *a, const struct layout *b,
                         struct failure *why);

// A o both, where both = (tile, rest). Where that is no layout because tiles hang over the edge of
// a leaf of A that is not the last: the layout in which that leaf is longer, if its tile mode is
// A o tile and no element of A is left out.
bool composition_over(struct layout *out, const struct layout *a, const struct layout *tile,
                      const struct layout *both, struct failure *why);

// CuTe's ceil_div(shape, tile): the complement, which may stop short of the end of a tuple.
bool layout_ceil_div(struct layout *out, const struct int_tuple *shape, const struct layout *tile,
                     struct failure *why);

// ---- Partitions ---------------------------------------------------------------------------------

// The coordinate that picks a tile (inner) or an element of every tile out of a zipped layout.
bool partition_coord(struct int_tuple *out, const struct layout *zipped, bool inner,
                     const struct int_tuple *coord, struct failure *why);
// The tiler and the coordinate by which local_partition() is an outer partition.
bool thread_partition(struct tiler *tiler, struct int_tuple *coord, const struct layout *threads,
                      int64_t index, const struct int_tuple *projection, struct failure *why);

// ---- Text ---------------------------------------------------------------------------------------

// What makes two tuples a layout: equal parentheses, extents >= 0, no `_`.
bool layout_check(const struct layout *l, struct failure *why);
// The text of a tuple for a message.
const char *text_of(const struct int_tuple *t, char *buffer, size_t size);
// Drops blanks at both ends of [text, end).
void trim(const char **text, const char **end);
// Reads a decimal integer that fills [text, end). False: it is none, or too large.
bool read_integer(int64_t *out, const char *text, const char *end);

// ---- Tracing ------------------------------------------------------------------------------------

extern _Thread_local const struct layout_trace *layout_tracer;

static inline bool tracing(void) { return __builtin_expect(layout_tracer != NULL, 0); }

// One step; call it only if tracing().
void trace_step(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The line that names an operation, and one level deeper until trace_leave().
void trace_enter(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The result, where there is one (NULL: none), at the level of the name.
void trace_leave(const struct layout *result);

struct trace_text {
    char text[192];
};
// A layout or a tuple in a trace line: trace_step("%s", trace_layout(&l).text).
struct trace_text trace_layout(const struct layout *l);
struct trace_text trace_tuple(const struct int_tuple *t);

#endif
