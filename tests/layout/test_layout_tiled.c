// SPDX-License-Identifier: MIT
//
// test_layout_tiled.c: tiled MMAs and copies against CuTe's own.
#include <criterion/criterion.h>

#include "../../common/layout/atoms/tiled.h"
#include "data/facts.h"

// ---- TiledMMA -----------------------------------------------------------------------------------------

static struct tiled_mma mma_of(const char *atom_name, const char *threads, const char *permutation)
{
    struct mma_atom atom;
    struct tiled_mma mma;
    struct tiler tile;
    struct failure why;
    const struct layout thr = layout_from(threads);
    const bool permuted = strcmp(permutation, "_") != 0;
    cr_assert(mma_atom_find(&atom, atom_name, &why), "%s", why.text);
    cr_assert(!permuted || tiler_parse(&tile, permutation, &why), "%s", why.text);
    cr_assert(make_tiled_mma(&mma, &atom, &thr, permuted ? &tile : NULL, &why), "%s", why.text);
    return mma;
}

static void check_mma(const struct fact *f)
{
    struct failure why;
    char text[100];
    const struct tiled_mma mma = mma_of(f->field[2], f->field[3], f->field[4]);
    same_text(f->field[1], &mma.thr_vmnk, f->field[5]);
    snprintf(text, sizeof text, "(%lld,%lld,%lld)", (long long)mma.tile[0], (long long)mma.tile[1],
             (long long)mma.tile[2]);
    cr_assert(strcmp(text, f->field[6]) == 0, "%s: tile %s", f->field[1], text);
    for (int i = 0; i < 3; i++) {
        struct layout tv;
        cr_assert(tiled_mma_tv(&tv, &mma, (enum mma_operand)i, &why), "%s %d: %s", f->field[1], i,
                  why.text);
        same_text(f->field[1], &tv, f->field[7 + i]);
    }
}

Test(layout_tiled, mma) { cr_assert(each_fact("tmma", check_mma) == 17); }

// The parts of single threads follow their TiledMMA.
static struct fact current;
static void remember(const struct fact *f)
{
    current = *f;
    for (int i = 0; i < f->count; i++)
        current.field[i] = current.line + (f->field[i] - f->line);
}

static const char *wanted;
static void find_wanted(const struct fact *f)
{
    if (strcmp(f->field[1], wanted) == 0)
        remember(f);
}

static void check_mma_part(const struct fact *f)
{
    struct failure why;
    struct layout part;
    int64_t offset;
    wanted = f->field[1];
    each_fact("tmma", find_wanted);
    const struct tiled_mma mma = mma_of(current.field[2], current.field[3], current.field[4]);
    const struct layout tensor = layout_from(f->field[3]);
    cr_assert(tiled_mma_partition(&part, &offset, &mma, (enum mma_operand)(f->field[2][0] - 'A'),
                                  &tensor, atoll(f->field[4]), &why),
              "%s: %s", f->field[1], why.text);
    same_text(f->field[1], &part, f->field[5]);
    cr_assert(offset == atoll(f->field[6]), "%s %s: thread %s at %lld, not %s", f->field[1],
              f->field[2], f->field[4], (long long)offset, f->field[6]);
}

Test(layout_tiled, mma_parts) { cr_assert(each_fact("tmma-p", check_mma_part) > 200); }

Test(layout_tiled, mma_refuses)
{
    struct mma_atom atom;
    struct tiled_mma mma;
    struct tiler tile;
    struct layout part;
    struct failure why;
    int64_t offset;
    const struct layout four = layout_from("(2,2,1,1):(1,2,0,0)"), one = layout_from("1:0");
    cr_assert(mma_atom_find(&atom, "SM80_16x8x16_F16F16F16F16_TN", &why));
    cr_assert(!make_tiled_mma(&mma, &atom, &four, NULL, &why));
    cr_assert(tiler_parse(&tile, "<32,32>", &why));
    cr_assert(!make_tiled_mma(&mma, &atom, &one, &tile, &why));
    cr_assert(make_tiled_mma(&mma, &atom, &one, NULL, &why));
    const struct layout tensor = layout_from("(16,16):(16,1)"), flat = layout_from("16:1");
    cr_assert(!tiled_mma_partition(&part, &offset, &mma, MMA_A, &tensor, 32, &why));
    cr_assert(!tiled_mma_partition(&part, &offset, &mma, MMA_A, &tensor, -1, &why));
    cr_assert(!tiled_mma_partition(&part, &offset, &mma, MMA_A, &flat, 0, &why));
}

// The number of values and of repetitions, as partition_shape_C.
Test(layout_tiled, mma_partition_shape)
{
    struct int_tuple shape, part;
    struct failure why;
    char text[LAYOUT_TEXT];
    const struct tiled_mma mma =
        mma_of("SM80_16x8x16_F16F16F16F16_TN", "(2,2,1):(1,2,0)", "<32,32,16>");
    int_tuple_flat(&shape, (int64_t[]){64, 64}, 2);
    cr_assert(tiled_mma_partition_shape(&part, &mma, MMA_C, &shape, &why), "%s", why.text);
    int_tuple_print(&part, text, sizeof text);
    cr_assert(strcmp(text, "((2,2),2,4)") == 0, "%s", text);
}

// ---- TiledCopy ----------------------------------------------------------------------------------------

// The nine of atoms.json, by what they were made of.
static const struct {
    const char *name, *atom;
    int bits, operand;
    const char *threads, *values; // values NULL: for the operand of the 2 x 2 TiledMMA
} copies[] = {
    {"UniversalCopy<uint128_t>,float thr(32,8) val(4,1)", "UniversalCopy<uint128_t>", 32, 0,
     "(32,8):(1,32)", "(4,1):(1,0)"},
    {"UniversalCopy<uint128_t>,half thr(16,8):(8,1) val(1,8)", "UniversalCopy<uint128_t>", 16, 0,
     "(16,8):(8,1)", "(1,8):(0,1)"},
    {"UniversalCopy<uint32_t>,half thr(8,4):(4,1) val(2,2)", "UniversalCopy<uint32_t>", 16, 0,
     "(8,4):(4,1)", "(2,2):(1,2)"},
    {"UniversalCopy<half> thr(4,8) val(2,2):(2,1)", "UniversalCopy<uint16_t>", 16, 0, "(4,8):(1,4)",
     "(2,2):(2,1)"},
    {"CP_ASYNC<uint128_t>,half thr(32,4):(4,1) val(1,8)", "SM80_CP_ASYNC_CACHEALWAYS<uint128_t>",
     16, 0, "(32,4):(4,1)", "(1,8):(0,1)"},
    {"LDSM_N x4 half for A of SM80 16x8x16 2x2x1 T32x32x16", "SM75_U32x4_LDSM_N", 16, MMA_A,
     "(2,2,1):(1,2,0)", NULL},
    {"LDSM_N x4 half for B of SM80 16x8x16 2x2x1 T32x32x16", "SM75_U32x4_LDSM_N", 16, MMA_B,
     "(2,2,1):(1,2,0)", NULL},
    {"LDSM_T x4 half for B of SM80 16x8x16 2x2x1 T32x32x16", "SM75_U16x8_LDSM_T", 16, MMA_B,
     "(2,2,1):(1,2,0)", NULL},
    {"UniversalCopy<uint32_t> half for C of SM80 16x8x16", "UniversalCopy<uint32_t>", 16, MMA_C,
     "(1,1,1):(0,0,0)", NULL},
};
enum { COPIES = sizeof copies / sizeof *copies };

static struct tiled_copy copy_of(const char *name)
{
    struct tiled_copy copy;
    struct copy_atom atom;
    struct failure why;
    int i = 0;
    while (i < COPIES - 1 && strcmp(copies[i].name, name) != 0)
        i++;
    cr_assert(strcmp(copies[i].name, name) == 0, "%s", name);
    cr_assert(copy_atom_find(&atom, copies[i].atom, copies[i].bits, &why), "%s", why.text);
    if (copies[i].values) {
        const struct layout threads = layout_from(copies[i].threads);
        const struct layout values = layout_from(copies[i].values);
        cr_assert(make_tiled_copy(&copy, &atom, &threads, &values, &why), "%s: %s", name, why.text);
    } else {
        const bool single = copies[i].operand == MMA_C;
        const struct tiled_mma mma =
            mma_of("SM80_16x8x16_F16F16F16F16_TN", copies[i].threads, single ? "_" : "<32,32,16>");
        cr_assert(
            make_tiled_copy_for(&copy, &atom, &mma, (enum mma_operand)copies[i].operand, &why),
            "%s: %s", name, why.text);
    }
    return copy;
}

static void check_copy(const struct fact *f)
{
    struct failure why;
    char text[LAYOUT_TEXT];
    const struct tiled_copy copy = copy_of(f->field[1]);
    int_tuple_print(&copy.tiler, text, sizeof text);
    cr_assert(strcmp(text, f->field[2]) == 0, "%s: tiler %s", f->field[1], text);
    same_text(f->field[1], &copy.tv, f->field[3]);
    for (int i = 0; i < 2; i++) {
        struct layout tv;
        cr_assert(tiled_copy_tv(&tv, &copy, (enum copy_side)i, &why), "%s: %s", f->field[1],
                  why.text);
        same_text(f->field[1], &tv, f->field[4 + i]);
    }
    cr_assert(copy.threads == atoll(f->field[6]));
}

Test(layout_tiled, copy) { cr_assert(each_fact("tcopy", check_copy) == COPIES); }

static void check_copy_part(const struct fact *f)
{
    struct failure why;
    struct layout part;
    int64_t offset;
    const struct tiled_copy copy = copy_of(f->field[1]);
    const struct layout tensor = layout_from(f->field[3]);
    cr_assert(tiled_copy_partition(&part, &offset, &copy,
                                   f->field[2][0] == 'S' ? COPY_SRC : COPY_DST, &tensor,
                                   atoll(f->field[4]), &why),
              "%s: %s", f->field[1], why.text);
    same_text(f->field[1], &part, f->field[5]);
    cr_assert(offset == atoll(f->field[6]), "%s: %lld, not %s", f->field[1], (long long)offset,
              f->field[6]);
}

Test(layout_tiled, copy_parts) { cr_assert(each_fact("tcopy-p", check_copy_part) == 72); }
