// SPDX-License-Identifier: MIT
//
// test_layout_device.c: literals in kernels come from the algebra, find what they should, and cost
// nothing; and the arithmetic of banks agrees with the emulated GPU.
#define _POSIX_C_SOURCE 200809L // access, setenv
#include <criterion/criterion.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../common/driver/gpu/counting.h"
#include "../../common/layout/atoms/atoms.h"
#include "../../common/layout/draw/banks.h"
#include "../../common/layout/core/literal.h"
#include "data/device.h"
#include "data/facts.h"
#include "data/fold.h"

// ---- Literals -----------------------------------------------------------------------------------------

// Written by hand, and made by the algebra: the same.
static void same_literal(const char *what, const struct layout_literal *literal,
                         const struct layout *l)
{
    struct layout_literal made;
    struct failure reason;
    char by_hand[600], by_algebra[600];
    cr_assert(literal_from(&made, l, &reason), "%s: %s", what, reason.text);
    literal_print(literal, by_hand, sizeof by_hand);
    literal_print(&made, by_algebra, sizeof by_algebra);
    cr_assert(strcmp(by_hand, by_algebra) == 0, "%s is %s, should be %s", what, by_hand,
              by_algebra);
    for (unsigned i = 0; i < literal_size(*literal); i++) {
        struct failure why;
        int64_t offset;
        cr_assert(layout_at(l, i, &offset, &why) && offset == literal_offset(*literal, i));
    }
}

static void same_tv(const char *what, struct tv_literal literal, const struct layout *tv)
{
    struct layout threads, values;
    struct failure why;
    cr_assert(layout_get(&threads, tv, 0, &why) && layout_get(&values, tv, 1, &why));
    same_literal(what, &literal.thread, &threads);
    same_literal(what, &literal.value, &values);
    // What tv_swizzled() asks for: no bit is set in a thread's part and in a value's.
    unsigned bits_of_threads = 0, bits_of_values = 0;
    for (unsigned i = 0; i < literal_size(literal.thread); i++)
        bits_of_threads |= (unsigned)literal_offset(literal.thread, i);
    for (unsigned i = 0; i < literal_size(literal.value); i++)
        bits_of_values |= (unsigned)literal_offset(literal.value, i);
    cr_assert((bits_of_threads & bits_of_values) == 0, "%s", what);
}

Test(layout_device, literals_come_from_the_algebra)
{
    struct failure why;
    struct layout result;
    struct mma_atom atom;
    const struct layout tile = layout_from("(16,64):(64,1)");
    cr_assert(mma_atom_find(&atom, "SM80_16x8x16_F16F16F16F16_TN", &why));
    cr_assert(layout_composition(&result, &tile, &atom.tv[MMA_A], &why), "%s", why.text);
    same_tv("fold_a_in_tile", fold_a_in_tile(), &result);

    // 16 x 8 threads, row-major, eight neighbours each: the raked product, inverted, in the tile.
    const struct layout threads = layout_from("(16,8):(8,1)"), values = layout_from("(1,8):(0,1)");
    struct layout raked, inverse, tv;
    struct int_tuple counts;
    int_tuple_flat(&counts, (int64_t[]){128, 8}, 2);
    cr_assert(layout_raked_product(&raked, &threads, &values, &why) &&
              layout_right_inverse(&inverse, &raked, &why) &&
              layout_with_shape(&tv, &inverse, &counts, &why) &&
              layout_composition(&result, &tile, &tv, &why));
    same_tv("fold_fill", fold_fill(), &result);

    const struct layout inner = layout_from("(2,3):(3,1)"), outer = layout_from("(4,5):(1,4)");
    const struct layout_literal blocked = fold_blocked();
    cr_assert(layout_blocked_product(&result, &inner, &outer, &why));
    same_literal("fold_blocked", &blocked, &result);
}

Test(layout_device, what_does_not_fit_is_refused)
{
    static const char *const bad[] = {"(1,1,1,1,1,1,1,1,1):(0,0,0,0,0,0,0,0,0)",
                                      "(4294967296,2):(1,1)", "2:4294967296", "0:1"};
    struct layout_literal literal;
    struct tv_literal tv;
    struct failure why;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const struct layout l = layout_from(bad[i]);
        cr_assert(!literal_from(&literal, &l, &why), "%s", bad[i]);
    }
    const struct layout flat = layout_from("8:1"), pair = layout_from("((2,4),2):((1,2),-8)");
    cr_assert(!tv_literal_from(&tv, &flat, &why));
    cr_assert(tv_literal_from(&tv, &pair, &why) && tv_offset(tv, 7, 1) == -1);
}

Test(layout_device, swizzles)
{
    const struct swizzle_literal literal = fold_swizzle();
    struct swizzle swizzle;
    struct failure why;
    cr_assert(swizzle_make(&swizzle, literal.bits, literal.base, literal.shift, &why));
    for (int x = 0; x < 4096; x++)
        cr_assert(swizzled(literal, x) == swizzle_apply(&swizzle, x));
    for (unsigned t = 0; t < 32; t++)
        for (unsigned v = 0; v < 8; v++)
            cr_assert(tv_swizzled(literal, fold_a_in_tile(), t, v) ==
                      swizzled(literal, tv_offset(fold_a_in_tile(), t, v)));
}

Test(layout_device, a_kernel_finds_its_fragment)
{
    static int found[1024];
    device_fragments(found);
    for (int t = 0; t < 128; t++)
        for (int v = 0; v < 8; v++) {
            // By hand, from the figure of mma.m16n8k16 in the PTX manual.
            const int lane = t % 32, row = lane / 4 + (v / 2 % 2) * 8;
            const int col = lane % 4 * 2 + v % 2 + (v / 4) * 8;
            cr_assert(found[t * 8 + v] == row * 64 + col, "thread %d value %d: %d", t, v,
                      found[t * 8 + v]);
        }
}

// ---- What they cost -------------------------------------------------------------------------------------

Test(layout_device, they_cost_nothing)
{
    const char *const script[] = {repository_path("tests/layout/data/compare.sh"), NULL};
    if (!getenv("NVCC") && access("/usr/local/cuda/bin/nvcc", X_OK) == 0)
        setenv("NVCC", "/usr/local/cuda/bin/nvcc", 1);
    struct run run = run_program(script);
    fprintf(stderr, "compare.sh: %s", run.out);
    cr_assert(run.status == 0 || run.status == 77, "%s%s", run.out, run.err);
    run_free(&run);
    if (run.status == 77)
        cr_skip_test("no nvcc: instruction counts are not compared");
}

// ---- Banks ----------------------------------------------------------------------------------------------

static uint64_t random_state = 1;
static int random_below(int limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (uint64_t)limit);
}

// Addresses of one kind: 0 any, 1 a stride, 2 a few that many want, 3 equal in pairs of lanes.
static void make_request(struct bank_request *r, int kind)
{
    const int sizes[] = {1, 2, 4, 8, 16};
    *r = (struct bank_request){.bytes = sizes[random_below(5)]};
    r->lanes = random_below(3) ? WARP_LANES : 1 + random_below(WARP_LANES);
    const int places = SHARED_BYTES / r->bytes, stride = 1 + random_below(40);
    for (int lane = 0; lane < WARP_LANES; lane++) {
        const int place = kind == 0   ? random_below(places)
                          : kind == 1 ? lane * stride
                          : kind == 2 ? random_below(5) * stride
                                      : 0;
        r->address[lane] = (long long)(place % places) * r->bytes;
    }
    const int step = 1 + random_below(2);
    for (int lane = 0; kind == 3 && lane < WARP_LANES; lane++)
        r->address[lane] =
            lane & step ? r->address[lane ^ step] : (long long)random_below(places) * r->bytes;
}

static struct counts count_request(const struct counting *counting, const struct bank_request *r,
                                   int lanes)
{
    struct counts counts;
    int address[WARP_LANES];
    for (int lane = 0; lane < WARP_LANES; lane++)
        address[lane] = (int)r->address[lane];
    counting->begin();
    device_request(address, r->bytes, lanes, r->is_store);
    counting->end(&counts);
    return counts;
}

Test(layout_device, banks_as_the_emulated_gpu_counts_them)
{
    const struct counting *counting = counting_on_emulated_gpu();
    if (!counting)
        cr_skip_test("only the emulated GPU counts");
    for (int i = 0; i < 400; i++) {
        struct bank_request r;
        make_request(&r, i % 4);
        const struct bank_passes expected = bank_passes_of(&r);
        const struct counts counted = count_request(counting, &r, r.lanes);
        cr_assert(counted.shared_load_requests == 1, "%lld requests", counted.shared_load_requests);
        cr_assert(counted.shared_load_wavefronts == expected.passes &&
                      counted.shared_load_conflicts == expected.conflicts,
                  "case %d, %d lanes, %d bytes: %lld passes, %lld conflicts; by arithmetic %d, %d",
                  i, r.lanes, r.bytes, counted.shared_load_wavefronts,
                  counted.shared_load_conflicts, expected.passes, expected.conflicts);
    }
}

// Stores go to places that differ: two lanes that store to one would be a race.
Test(layout_device, banks_of_stores)
{
    const struct counting *counting = counting_on_emulated_gpu();
    if (!counting)
        cr_skip_test("only the emulated GPU counts");
    for (int stride = 1; stride <= 8; stride++)
        for (int bytes = 1; bytes <= 16; bytes *= 2) {
            struct bank_request r = {.lanes = WARP_LANES, .bytes = bytes, .is_store = true};
            for (int lane = 0; lane < WARP_LANES; lane++)
                r.address[lane] = (long long)lane * stride * bytes;
            const struct bank_passes expected = bank_passes_of(&r);
            const struct counts filled = count_request(counting, &r, 0);
            const struct counts counted = count_request(counting, &r, r.lanes);
            cr_assert(counted.shared_store_wavefronts - filled.shared_store_wavefronts ==
                      expected.passes);
            cr_assert(counted.shared_store_conflicts - filled.shared_store_conflicts ==
                      expected.conflicts);
        }
}
