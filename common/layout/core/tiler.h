// SPDX-License-Identifier: MIT
//
// tiler.h: the right operand of composition, divide and product.
//
//     layout        4:2, (3,4):(1,3)     acts on the whole left layout
//     integer       4                    the same as 4:1 (1 is 1:0 in a divide or product)
//     `_`                                changes nothing
//     <t0,t1,...>   <3:3,(2,4):(1,8),_>  acts mode by mode; each t is a tiler
//     tuple         (3,(2,8))            mode by mode, the integers are layouts n:1
#ifndef COMMON_LAYOUT_TILER_H
#define COMMON_LAYOUT_TILER_H

#include "make.h"

enum { TILER_ITEMS = 16 };

enum tiler_kind { TILER_LAYOUT, TILER_INTEGER, TILER_UNDERSCORE };

// As int_tuple: the items from left to right with the brackets that open and close around them.
// The leaves of all items stand in `leaves`; item i has leaves first[i] .. first[i+1]-1.
struct tiler {
    int count; // items; 0: the empty <>
    unsigned char open[TILER_ITEMS], close[TILER_ITEMS];
    unsigned char kind[TILER_ITEMS]; // enum tiler_kind
    unsigned char first[TILER_ITEMS + 1];
    struct layout leaves; // `_` has none
};

bool tiler_parse_range(struct tiler *out, const char *text, const char *end, struct failure *why);
bool tiler_parse(struct tiler *out, const char *text, struct failure *why);

void tiler_from_layout(struct tiler *out, const struct layout *l);
// Mode by mode with integers: what a shape means as a tiler.
bool tiler_from_shape(struct tiler *out, const struct int_tuple *shape, struct failure *why);

bool tiler_is_tuple(const struct tiler *t); // acts mode by mode
int tiler_rank(const struct tiler *t);      // modes; 1 for a layout, an integer, `_`
bool tiler_get(struct tiler *out, const struct tiler *t, int i, struct failure *why);
// The brackets of a tiler as a tuple of item numbers, to be walked like any tuple.
void tiler_outline(struct int_tuple *out, const struct tiler *t);
// The only item of a tiler that is not a tuple, as a layout. Fails for `_`.
bool tiler_layout(struct layout *out, const struct tiler *t, struct failure *why);
// Keeps the modes that meet an integer of the projection: (_,1,1) of <1,2,6> -> <2,6>.
bool tiler_dice(struct tiler *out, const struct int_tuple *projection, const struct tiler *t,
                struct failure *why);

#endif
