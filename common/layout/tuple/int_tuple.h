// SPDX-License-Identifier: MIT
//
// int_tuple.h: an integer, or a tuple of such: 4, (4,8), ((2,4),(3,5)).
//
// A tuple is stored in its written form: its leaves from left to right, and for each leaf how many
// parentheses open just before it and close just after it.
//
//     ((2,4),5)       leaf   0  1  2
//                     value  2  4  5
//                     open   2  0  0
//                     close  0  1  1
//
// So an integer has one leaf and no parentheses, (4) has one pair, and the empty tuple () has no
// leaf at all; it exists only at the outside. Mode i of a tuple is its i-th component.
#ifndef COMMON_LAYOUT_INT_TUPLE_H
#define COMMON_LAYOUT_INT_TUPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../base/failure.h"

enum {
    LAYOUT_LEAVES = 32, // leaves of one tuple
    LAYOUT_DEPTH = 32,  // parentheses around one leaf
    LAYOUT_MODES = 5,   // modes named by one basis stride: 1@0@1@2@3@4
    LAYOUT_TEXT = 4096, // characters that hold the text of any tuple, layout or composed layout
    LAYOUT_ENUMERATE = 1 << 14, // elements tried one by one at most, to verify a result
};

// A mark in addition to a leaf's value. An integer has mark 0. A basis stride 3@1@0 (three steps
// along mode 0 of mode 1: innermost mode first, as CuTe prints it) keeps its modes in the mark.
enum { MARK_INTEGER = 0 };
#define MARK_UNDERSCORE UINT32_MAX // the `_` of slices and tilers; its value is 0

struct int_tuple {
    int count;                          // leaves; 0: the empty tuple ()
    bool marked;                        // some leaf is not an integer: mark[] is in use
    unsigned char open[LAYOUT_LEAVES];  // parentheses that open before leaf i
    unsigned char close[LAYOUT_LEAVES]; // parentheses that close after leaf i
    int64_t value[LAYOUT_LEAVES];       // for a basis stride the number before the first @
    uint32_t mark[LAYOUT_LEAVES];       // undefined unless `marked`; read it with int_tuple_mark()
};

static inline uint32_t int_tuple_mark(const struct int_tuple *t, int leaf)
{
    return t->marked ? t->mark[leaf] : (uint32_t)MARK_INTEGER;
}

static inline bool int_tuple_is_leaf(const struct int_tuple *t)
{
    return t->count == 1 && t->open[0] == 0;
}

// ---- Text ---------------------------------------------------------------------------------------

// Reads "4", "(4,(2,_))", "(1@0,1@1)". `text` ends at `end`, which may be any byte, not only a NUL.
// Blanks and the underscore that CuTe prints before a compile-time integer (_4) are skipped.
bool int_tuple_parse_range(struct int_tuple *out, const char *text, const char *end,
                           struct failure *why);
bool int_tuple_parse(struct int_tuple *out, const char *text, struct failure *why);

// Writes at most size - 1 characters and a NUL; returns the length of the whole text, as snprintf.
size_t int_tuple_print(const struct int_tuple *t, char *out, size_t size);

// ---- Building and taking apart ------------------------------------------------------------------

void int_tuple_integer(struct int_tuple *out, int64_t value);                 // 4
void int_tuple_flat(struct int_tuple *out, const int64_t *values, int count); // (a,b,...)

int int_tuple_rank(const struct int_tuple *t);  // modes; 1 for an integer
int int_tuple_depth(const struct int_tuple *t); // 0 for an integer, 1 for (4,8)
bool int_tuple_equal(const struct int_tuple *a, const struct int_tuple *b);
bool int_tuple_all_underscore(const struct int_tuple *t);

// Mode i. An integer is its own mode 0.
bool int_tuple_get(struct int_tuple *out, const struct int_tuple *t, int i, struct failure *why);
// Modes begin .. end-1; always a tuple, even of one. begin < end.
bool int_tuple_take(struct int_tuple *out, const struct int_tuple *t, int begin, int end,
                    struct failure *why);
// The chosen modes in the given order; always a tuple.
bool int_tuple_select(struct int_tuple *out, const struct int_tuple *t, const int *modes, int count,
                      struct failure *why);
// No parentheses but the outermost: ((2,3),5) -> (2,3,5); 4 -> 4; ((4)) -> (4).
void int_tuple_flatten(struct int_tuple *out, const struct int_tuple *t);
// A flat tuple with the parentheses of `profile`, which has as many leaves.
bool int_tuple_unflatten(struct int_tuple *out, const struct int_tuple *t,
                         const struct int_tuple *profile, struct failure *why);
// Modes begin .. end-1 become one mode: (2,3,5) group 0,2 -> ((2,3),5).
bool int_tuple_group(struct int_tuple *out, const struct int_tuple *t, int begin, int end,
                     struct failure *why);
// x becomes the last or first mode, or mode i. An integer counts as a tuple of one.
bool int_tuple_append(struct int_tuple *out, const struct int_tuple *t, const struct int_tuple *x,
                      struct failure *why);
bool int_tuple_prepend(struct int_tuple *out, const struct int_tuple *t, const struct int_tuple *x,
                       struct failure *why);
bool int_tuple_replace(struct int_tuple *out, const struct int_tuple *t, int i,
                       const struct int_tuple *x, struct failure *why);
// Appends x until there are `rank` modes. CuTe: append<N>.
bool int_tuple_append_to(struct int_tuple *out, const struct int_tuple *t, int rank,
                         const struct int_tuple *x, struct failure *why);
// Two tuples (a,b,..) and (c,d,..) by mode: ((a,c),(b,d),..). An integer a and any c: ((a,c)).
bool int_tuple_zip(struct int_tuple *out, const struct int_tuple *a, const struct int_tuple *b,
                   struct failure *why);

// The parts that meet a `_` of the coordinate, wherever in the tree they are, as neighbours: (2,_)
// of (3,4) -> (4). None: (). dice: those that meet an integer.
bool int_tuple_slice(struct int_tuple *out, const struct int_tuple *coord,
                     const struct int_tuple *t, struct failure *why);
bool int_tuple_dice(struct int_tuple *out, const struct int_tuple *coord, const struct int_tuple *t,
                    struct failure *why);

// ---- Comparing the trees ------------------------------------------------------------------------

// The same parentheses.
bool int_tuple_congruent(const struct int_tuple *a, const struct int_tuple *b);
// b's parentheses refine a's: an integer of a may meet anything in b.
bool int_tuple_weakly_congruent(const struct int_tuple *a, const struct int_tuple *b);
// The same with equal sizes: each leaf of a is the product of what it meets in b, so that every
// coordinate of a is one of b. 24 <= (4,6) <= ((2,2),6).
bool int_tuple_compatible(const struct int_tuple *a, const struct int_tuple *b);

// ---- Arithmetic ---------------------------------------------------------------------------------

// Product of the leaves, 1 for (). Fails on overflow.
bool int_tuple_product(const struct int_tuple *t, int64_t *out, struct failure *why);
// By mode, always a tuple: (2,(3,4)) -> (2,12).
bool int_tuple_product_each(struct int_tuple *out, const struct int_tuple *t, struct failure *why);
// The product at each leaf of `guide`, which truncates t: (2,(3,4)) like (1,1) -> (2,12).
bool int_tuple_product_like(struct int_tuple *out, const struct int_tuple *t,
                            const struct int_tuple *guide, struct failure *why);
// Sum of the products of the leaves of two congruent tuples.
bool int_tuple_inner_product(const struct int_tuple *a, const struct int_tuple *b, int64_t *out,
                             struct failure *why);
// a / b, rounded up. Tuple by tuple: mode by mode, b may be shorter. Tuple by integer: from left
// to right, each mode takes what it can: (4,5,6) by 40 -> (1,1,3). Integer by tuple: its product.
bool int_tuple_ceil_div(struct int_tuple *out, const struct int_tuple *a, const struct int_tuple *b,
                        struct failure *why);
// The same, and one of the two must divide the other wherever two integers meet.
bool int_tuple_shape_div(struct int_tuple *out, const struct int_tuple *a,
                         const struct int_tuple *b, struct failure *why);
// a rounded up to a multiple of b, mode by mode.
bool int_tuple_round_up(struct int_tuple *out, const struct int_tuple *a, const struct int_tuple *b,
                        struct failure *why);
// Each leaf of a times the product of what it meets in b.
bool int_tuple_elem_scale(struct int_tuple *out, const struct int_tuple *a,
                          const struct int_tuple *b, struct failure *why);

// ---- Order --------------------------------------------------------------------------------------

// Dictionary order from the left, from the right, and "every component is less". An integer and a
// tuple cannot be compared: fails.
bool int_tuple_lex_less(bool *out, const struct int_tuple *a, const struct int_tuple *b,
                        struct failure *why);
bool int_tuple_colex_less(bool *out, const struct int_tuple *a, const struct int_tuple *b,
                          struct failure *why);
bool int_tuple_elem_less(bool *out, const struct int_tuple *a, const struct int_tuple *b,
                         struct failure *why);

#endif
