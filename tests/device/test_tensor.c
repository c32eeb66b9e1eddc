// SPDX-License-Identifier: MIT
//
// test_tensor.c: the tensors of kernels (common/device/tensor.h) cut as the layout algebra does,
// count in 64 bits, and the step that copies 16 bytes at a time does so in machine code.
#define _POSIX_C_SOURCE 200809L // access, setenv
#include <criterion/criterion.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../common/layout/atoms/atoms.h"
#include "../../common/device/tensor.h"
#include "../layout/data/facts.h"
#include "../layout/data/fold.h"

#define TENSOR_ELEMENT const float
#define TENSOR_NAME const_f32
#include "../../common/device/tensor_of.h"
#define TENSOR_ELEMENT int
#define TENSOR_NAME i32
#include "../../common/device/tensor_of.h"

static int size_of(const struct layout *l)
{
    struct failure why;
    int64_t size;
    cr_assert(layout_size(l, &size, &why), "%s", why.text);
    return (int)size;
}

// The same offset of every element, counted with the first mode fastest.
static void same_piece(const char *what, struct tensor_piece piece, const struct layout *l,
                       int64_t offset)
{
    struct failure why;
    int64_t at;
    cr_assert(piece.offset == offset, "%s: begins at %td, not %lld", what, piece.offset,
              (long long)offset);
    cr_assert(tensor_size(piece.layout) == size_of(l), "%s", what);
    for (int i = 0; i < size_of(l); i++)
        cr_assert(layout_at(l, i, &at, &why) && at == tensor_offset_1d(piece.layout, (unsigned)i),
                  "%s: element %d", what, i);
}

static struct tensor_layout tensor_from(const struct layout *l)
{
    struct tensor_layout t = {l->shape.count, {1, 1, 1, 1}, {1, 1, 1, 1}};
    for (int i = 0; i < t.rank; i++) {
        t.shape[i] = (int)l->shape.value[i];
        t.stride[i] = (ptrdiff_t)l->stride.value[i];
    }
    return t;
}

static const char *const tensors[] = {"(24,36):(36,1)", "(24,36):(1,24)", "(24,36):(50,1)",
                                      "(24,36):(3,100)"};
enum { TENSORS = sizeof tensors / sizeof *tensors };

Test(tensor, local_tile_is_the_algebras)
{
    struct failure why;
    for (int i = 0; i < TENSORS; i++)
        for (int row = 0; row < 3; row++)
            for (int col = 0; col < 3; col++) {
                const struct layout whole = layout_from(tensors[i]);
                struct layout tile;
                struct tiler tiler;
                struct int_tuple coordinate;
                int64_t offset;
                int_tuple_flat(&coordinate, (int64_t[]){row, col}, 2);
                cr_assert(tiler_parse(&tiler, "<8,12>", &why));
                cr_assert(
                    layout_local_tile(&tile, &offset, &whole, &tiler, &coordinate, NULL, &why),
                    "%s", why.text);
                const struct tensor_piece piece =
                    tensor_local_tile(tensor_from(&whole), tuple2(8, 12), tuple2(row, col));
                same_piece(tensors[i], piece, &tile, offset);
            }
}

Test(tensor, local_partition_is_the_algebras)
{
    const char *const threads[] = {"(4,6):(6,1)", "(4,6):(1,4)", "(8,2):(2,1)", "(1,12):(12,1)"};
    struct failure why;
    for (int i = 0; i < TENSORS; i++)
        for (int j = 0; j < 4; j++) {
            const struct layout whole = layout_from(tensors[i]), layout = layout_from(threads[j]);
            for (int t = 0; t < size_of(&layout); t++) {
                struct layout mine;
                int64_t offset;
                cr_assert(layout_local_partition(&mine, &offset, &whole, &layout, t, NULL, &why),
                          "%s", why.text);
                const struct tensor_piece piece =
                    tensor_local_partition(tensor_from(&whole), tensor_from(&layout), t);
                same_piece(threads[j], piece, &mine, offset);
            }
        }
}

// A rest mode walks over the tiles that local_tile() gives one by one.
Test(tensor, all_tiles_along_a_mode_are_a_last_mode)
{
    const struct tensor_layout l = tensor_row_major(70, 130, 131);
    for (int row = 0; row < 9; row++) {
        const struct tensor_piece all = tensor_local_tiles(l, tuple2(8, 12), tuple2(row, ALL));
        cr_assert(all.layout.rank == 3 && all.layout.shape[2] == 11); // 130 = 10 * 12 + 10
        for (int col = 0; col < 11; col++) {
            const struct tensor_piece one = tensor_local_tile(l, tuple2(8, 12), tuple2(row, col)),
                                      here = tensor_slice(all.layout, 2, col);
            cr_assert(one.offset == all.offset + here.offset);
            for (int mode = 0; mode < 2; mode++)
                cr_assert(one.layout.shape[mode] == here.layout.shape[mode] &&
                          one.layout.stride[mode] == here.layout.stride[mode]);
        }
    }
    const struct tensor_piece down = tensor_local_tiles(l, tuple2(8, 12), tuple2(ALL, 3));
    cr_expect(down.offset == 36 && down.layout.shape[2] == 9 && down.layout.stride[2] == 8L * 131);
    const struct tensor_piece none = tensor_local_tiles(l, tuple2(8, 12), tuple2(2, 3));
    cr_expect(none.layout.rank == 2 && none.offset == 16 * 131 + 36);
}

Test(tensor, a_slice_has_one_mode_less)
{
    const struct tensor_layout l = {3, {4, 5, 6, 1}, {100, 10, 1, 0}};
    const struct tensor_piece row = tensor_slice(l, 1, 3);
    cr_expect(row.offset == 30 && row.layout.rank == 2);
    cr_expect(row.layout.shape[0] == 4 && row.layout.shape[1] == 6);
    cr_expect(row.layout.stride[0] == 100 && row.layout.stride[1] == 1);
    const struct tensor_piece last = tensor_slice(l, 2, 5);
    cr_expect(last.offset == 5 && last.layout.shape[1] == 5 && last.layout.stride[1] == 10);
    const struct tensor_piece first = tensor_slice(l, 0, 2);
    cr_expect(first.offset == 200 && first.layout.shape[0] == 5 && first.layout.shape[1] == 6);
}

// partition_tv is the composition with the atom's layout, for A, B and C of two instructions.
Test(tensor, a_thread_value_layout_is_composed)
{
    const struct {
        const char *atom, *tile;
        enum mma_operand operand;
        struct tensor_layout layout;
    } cases[] = {
        {"SM80_16x8x16_F16F16F16F16_TN",
         "(16,16):(64,1)",
         MMA_A,
         {2, {16, 16, 1, 1}, {64, 1, 0, 0}}},
        {"SM80_16x8x16_F16F16F16F16_TN", "(8,16):(1,8)", MMA_B, {2, {8, 16, 1, 1}, {1, 8, 0, 0}}},
        {"SM80_16x8x16_F16F16F16F16_TN",
         "(16,8):(100,1)",
         MMA_C,
         {2, {16, 8, 1, 1}, {100, 1, 0, 0}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct failure why;
        struct mma_atom atom;
        struct layout result, threads, values;
        const struct layout tile = layout_from(cases[i].tile);
        cr_assert(mma_atom_find(&atom, cases[i].atom, &why));
        const struct layout *tv = &atom.tv[cases[i].operand];
        cr_assert(layout_composition(&result, &tile, tv, &why), "%s", why.text);
        cr_assert(layout_get(&threads, tv, 0, &why) && layout_get(&values, tv, 1, &why));
        const struct layout_literal ones = {0, {1, 1, 1, 1, 1, 1, 1, 1}, {0}};
        struct tv_literal literal = {ones, ones};
        literal.thread.rank = (unsigned)threads.shape.count;
        literal.value.rank = (unsigned)values.shape.count;
        for (int j = 0; j < threads.shape.count; j++) {
            literal.thread.shape[j] = (unsigned)threads.shape.value[j];
            literal.thread.stride[j] = (int)threads.stride.value[j];
        }
        for (int j = 0; j < values.shape.count; j++) {
            literal.value.shape[j] = (unsigned)values.shape.value[j];
            literal.value.stride[j] = (int)values.stride.value[j];
        }
        const int n_threads = size_of(&threads), n_values = size_of(&values);
        for (int t = 0; t < n_threads; t++) {
            const struct tensor_piece mine =
                tensor_partition_tv(cases[i].layout, literal, (unsigned)t);
            for (int v = 0; v < n_values; v++) {
                int64_t at;
                cr_assert(layout_at(&result, t + (int64_t)v * n_threads, &at, &why));
                cr_assert(at ==
                              mine.offset + tensor_value_offset(mine.layout, literal, (unsigned)v),
                          "%s, thread %d, value %d", cases[i].tile, t, v);
            }
        }
    }
}

Test(tensor, edges)
{
    const struct tensor_layout l = tensor_row_major(70, 130, 131);
    struct tuple e = tile_extent(l, tuple2(64, 64), tuple2(0, 1));
    cr_expect(e.at[0] == 64 && e.at[1] == 64);
    e = tile_extent(l, tuple2(64, 64), tuple2(1, 2));
    cr_expect(e.at[0] == 6 && e.at[1] == 2);
    e = tile_extent(l, tuple2(64, 64), tuple2(2, 0));
    cr_expect(e.at[0] <= 0 && e.at[1] == 64);
    cr_expect(tuple_inside(tuple2(5, 1), tuple2(6, 2)) &&
              !tuple_inside(tuple2(6, 1), tuple2(6, 2)));
    cr_expect(!tuple_inside(tuple2(-1, 0), tuple2(6, 2)));
}

// Tiles beyond element 2^31: offsets do not overflow.
Test(tensor, offsets_have_64_bits)
{
    const struct tensor_layout l = tensor_row_major(100000, 100000, 100001);
    const struct tensor_piece tile = tensor_local_tile(l, tuple2(64, 64), tuple2(1500, 2));
    cr_expect(tile.offset == (ptrdiff_t)96000 * 100001 + 128);
    cr_expect(tensor_slice(l, 0, 99999).offset == (ptrdiff_t)99999 * 100001);
    cr_expect(tensor_size(l) == (ptrdiff_t)10000000000);
    const struct tensor_layout vector = tensor_vector(2147483647);
    cr_expect(tensor_local_tile(vector, tuple1(8), tuple1(268435455)).offset == 2147483640);
    cr_expect(tile_extent(vector, tuple1(8), tuple1(268435455)).at[0] == 7);
    cr_expect(tile_extent(vector, tuple1(8), tuple1(268435456)).at[0] < 0);
}

// The typed half: a pointer that goes along.
Test(tensor, elements)
{
    int A[6][8];
    for (int i = 0; i < 48; i++)
        A[i / 8][i % 8] = i;
    const struct tensor_i32 gA = make_tensor_i32(&A[0][0], tensor_row_major(6, 8, 8));
    const struct tensor_i32 tile = local_tile_i32(gA, tuple2(3, 4), tuple2(1, 1));
    cr_expect(*at2_i32(tile, 0, 0) == 28 && *at2_i32(tile, 2, 3) == 47);
    *at2_i32(tile, 2, 3) = -1;
    cr_expect(A[5][7] == -1);
    cr_expect(*at1_i32(slice_i32(gA, 0, 2), 5) == 21 && *at1_i32(slice_i32(gA, 1, 5), 2) == 21);
    cr_expect(*at2_i32(domain_offset_i32(gA, tuple2(1, 1)), 1, 1) == 18);
    const struct tensor_layout threads = tensor_row_major(3, 2, 2);
    const struct tensor_i32 mine = local_partition_i32(gA, threads, 3); // (1,1) of (3,2)
    cr_expect(*at2_i32(mine, 0, 0) == 9 && *at2_i32(mine, 1, 2) == 9 + 3 * 8 + 4);
    const float x = 1;
    cr_expect(*at1_const_f32(make_tensor_const_f32(&x, tensor_vector(1)), 0) == 1);
}

// ---- Machine code --------------------------------------------------------------------------------

Test(tensor, copies_of_16_bytes_are_one_instruction)
{
    const char *const script[] = {repository_path("tests/layout/data/wide.sh"), NULL};
    if (!getenv("NVCC") && access("/usr/local/cuda/bin/nvcc", X_OK) == 0)
        setenv("NVCC", "/usr/local/cuda/bin/nvcc", 1);
    struct run run = run_program(script);
    fprintf(stderr, "wide.sh: %s", run.out);
    cr_assert(run.status == 0 || run.status == 77, "%s%s", run.out, run.err);
    run_free(&run);
    if (run.status == 77)
        cr_skip_test("no nvcc: machine code is not looked at");
}
