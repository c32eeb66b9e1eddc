// SPDX-License-Identifier: MIT
//
// evaluation.h: what the files of eval/ share: an operation by name, the operands of one case, its
// answer.
#ifndef COMMON_LAYOUT_EVALUATION_H
#define COMMON_LAYOUT_EVALUATION_H

#include "eval.h"
#include "../layout.h"

struct operation;

struct call {
    const struct operation *op;
    int count; // operands
    const char *arg[LAYOUT_EVAL_ARGUMENTS], *end[LAYOUT_EVAL_ARGUMENTS];
    char *out;
    size_t size, length;
    bool cut; // the answer did not fit
    struct failure why;
};

struct operation {
    struct layout_operation info;
    int least, most; // operands
    bool (*run)(struct call *c);
    union {
        bool (*unary)(struct layout *, const struct layout *, struct failure *);
        bool (*binary)(struct layout *, const struct layout *, const struct layout *,
                       struct failure *);
        bool (*tiler)(struct layout *, const struct layout *, const struct tiler *,
                      struct failure *);
        bool (*by_tuple)(struct layout *, const struct layout *, const struct int_tuple *,
                         struct failure *);
        bool (*from_tuple)(struct layout *, const struct int_tuple *, struct failure *);
        bool (*tuples)(struct int_tuple *, const struct int_tuple *, const struct int_tuple *,
                       struct failure *);
        bool (*tuple_to_tuple)(struct int_tuple *, const struct int_tuple *, struct failure *);
        bool (*less)(bool *, const struct int_tuple *, const struct int_tuple *, struct failure *);
        bool (*relation)(const struct int_tuple *, const struct int_tuple *);
        bool (*range)(struct layout *, const struct layout *, int, int, struct failure *);
        bool (*number)(const struct layout *, int64_t *, struct failure *);
        int (*small_number)(const struct int_tuple *);
        bool (*inverse)(struct composed_layout *, const struct composed_layout *, struct failure *);
        bool (*cast)(struct composed_layout *, int64_t, const struct composed_layout *,
                     struct failure *);
        bool (*swizzle_cast)(struct swizzle *, int64_t, const struct swizzle *, struct failure *);
        bool (*coord)(struct int_tuple *, const struct layout *, int64_t, struct failure *);
        bool inner; // partition
    } f;
};

// The i-th operation by name, NULL beyond the last.
const struct operation *operation_at(size_t i);

// The operations by kind; the table in operations.c lists their functions.
typedef bool runner(struct call *c);
runner run_unary, run_plain, run_binary, run_tiler, run_by_tuple, run_composition, run_complement,
    run_inverse, run_filter_zeros, run_tile_to_shape, run_fragment_like, run_from_tuple,
    run_make_layout, run_concat, run_ordered, run_compact, run_domain_distribute, run_size,
    run_small_number, run_cosize, run_max_alignment, run_max_common_vector, run_max_common_layout,
    run_vec_copy_bits, run_offsets, run_tuples, run_tuple, run_less, run_relation,
    run_inner_product, run_evenly_divides, run_crd2idx_shape, run_crd2idx, run_idx2crd, run_crd2crd,
    run_coord, run_get, run_select, run_range, run_flatten, run_unflatten, run_join, run_replace,
    run_append_to, run_zip, run_slice_and_offset, run_slice, run_dice, run_partition,
    run_local_partition, run_cast, run_recast, run_swizzle_cast, run_make_swizzle,
    run_swizzle_apply, run_swizzle_compose, run_swizzle_layout;
bool filter_zeros(struct layout *out, const struct layout *l, struct failure *why);
bool coord_1d(struct int_tuple *out, const struct layout *l, int64_t offset, struct failure *why);

void answer(struct call *c, const char *text, size_t length);
bool answer_bool(struct call *c, bool value);
bool answer_integer(struct call *c, int64_t value);
bool answer_tuple(struct call *c, const struct int_tuple *t);
bool answer_layout(struct call *c, const struct layout *l);
bool answer_composed(struct call *c, const struct composed_layout *l);
// The result of an operation on a layout; it keeps the swizzle of the operand.
bool answer_behind(struct call *c, const struct composed_layout *operand, const struct layout *l);
bool answer_swizzle(struct call *c, const struct swizzle *s);

// Operand i, parsed. False: c->why says which operand and why.
bool operand_integer(struct call *c, int i, int64_t *out);
bool operand_mode(struct call *c, int i, int *out); // -1: no mode number
bool operand_tuple(struct call *c, int i, struct int_tuple *out);
bool operand_layout(struct call *c, int i, struct layout *out);
bool operand_composed(struct call *c, int i, struct composed_layout *out);
bool operand_tiler(struct call *c, int i, struct tiler *out);
bool operand_swizzle(struct call *c, int i, struct swizzle *out);
bool operand_is_swizzled(const struct call *c, int i);
bool operand_is_layout(const struct call *c, int i);

#endif
