// SPDX-License-Identifier: MIT
//
// test_layout_traits.c: CUTLASS before CuTe, tile traits and mapping functions, as layouts, by
// brute force.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "../../common/layout/algebra/traits.h"
#include "data/facts.h"

// ---- Tile traits ----------------------------------------------------------------------------------------

static const struct tile_traits example = {.tile = {1, 16, 16, 1},
                                           .delta = {1, 4, 1, 1},
                                           .iterations = {1, 4, 1, 1},
                                           .threads = {1, 4, 8, 1},
                                           .thread_step = {0, 1, 2, 0},
                                           .vector = 2};

// The loops that the four vectors mean, compared with the layout.
static void check_traits(const struct tile_traits *t)
{
    struct layout tv;
    struct failure why;
    cr_assert(tile_traits_tv(&tv, t, &why), "%s", why.text);
    const int threads = tile_traits_threads(t);
    int64_t index = 0, offset;
    for (int d = 0; d < t->iterations[TILE_D]; d++)
        for (int h = 0; h < t->iterations[TILE_H]; h++)
            for (int w = 0; w < t->iterations[TILE_W]; w++)
                for (int c = 0; c < t->iterations[TILE_C]; c++)
                    for (int v = 0; v < t->vector; v++)
                        for (int thread = 0; thread < threads; thread++) {
                            int at[TILE_DIMENSIONS];
                            tile_traits_offset(t, thread, at);
                            at[TILE_D] += d * t->delta[TILE_D];
                            at[TILE_H] += h * t->delta[TILE_H];
                            at[TILE_W] += w * t->delta[TILE_W];
                            at[TILE_C] += c * t->delta[TILE_C];
                            at[t->tile[TILE_C] > 1 ? TILE_C : TILE_W] += v;
                            const int64_t element =
                                ((at[0] * t->tile[1] + at[1]) * t->tile[2] + at[2]) * t->tile[3] +
                                at[3];
                            cr_assert(layout_at(&tv, index, &offset, &why));
                            cr_assert(offset == element, "thread %d: %lld, not %lld", thread,
                                      (long long)offset, (long long)element);
                            index++;
                        }
    cr_assert(layout_size(&tv, &offset, &why) && offset == index);
}

Test(layout_traits, the_example_of_the_text)
{
    struct layout tv;
    struct failure why;
    bool cover;
    int at[TILE_DIMENSIONS];
    cr_assert(tile_traits_tv(&tv, &example, &why), "%s", why.text);
    same_text("the 16 x 16 tile", &tv, "((8,4),(2,4)):((2,16),(1,64))");
    cr_assert(tile_traits_cover(&cover, &example, &why) && cover);
    check_traits(&example);
    // Thread 9: columns 2 and 3 of rows 1, 5, 9, 13.
    tile_traits_offset(&example, 9, at);
    cr_assert(at[TILE_D] == 0 && at[TILE_H] == 1 && at[TILE_W] == 2 && at[TILE_C] == 0);
}

Test(layout_traits, others)
{
    const struct tile_traits several[] = {
        {{1, 8, 128, 1}, {1, 1, 1, 1}, {1, 8, 1, 1}, {1, 1, 32, 1}, {0, 0, 4, 0}, 4},
        {{1, 4, 8, 4}, {1, 2, 1, 1}, {1, 2, 1, 1}, {1, 2, 8, 1}, {0, 1, 1, 0}, 4},
        {{2, 3, 5, 1}, {1, 1, 1, 1}, {2, 3, 5, 1}, {1, 1, 1, 1}, {0, 0, 0, 0}, 1},
        {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {0, 0, 0, 0}, 1},
    };
    for (size_t i = 0; i < sizeof several / sizeof *several; i++) {
        struct failure why;
        bool cover;
        check_traits(&several[i]);
        cr_assert(tile_traits_cover(&cover, &several[i], &why) && cover, "%zu", i);
    }
    struct tile_traits half = example;
    half.iterations[TILE_H] = 2;
    struct failure why;
    bool cover;
    cr_assert(tile_traits_cover(&cover, &half, &why) && !cover);
}

Test(layout_traits, a_thread_may_not_leave_the_tile)
{
    struct layout tv;
    struct failure why;
    struct tile_traits t = example;
    t.iterations[TILE_H] = 5;
    cr_assert(!tile_traits_tv(&tv, &t, &why));
    cr_assert(strcmp(why.text, "H: the last access is at 19, the tile ends at 16") == 0, "%s",
              why.text);
    t = example;
    t.vector = 3;
    cr_assert(!tile_traits_tv(&tv, &t, &why) && why.text[0] == 'W', "%s", why.text);
    t = example;
    t.tile[TILE_W] = 0;
    cr_assert(!tile_traits_tv(&tv, &t, &why));
}

// ---- Mapping functions ------------------------------------------------------------------------------------

// The rows of the lesson's table: the offset of (i, j) is its storage coordinate times the strides.
static int64_t row_major(int64_t i, int64_t j) { return i * 9 + j; }
static int64_t column_major(int64_t i, int64_t j) { return j * 9 + i; }
static int64_t interleaved_by_4(int64_t i, int64_t j) { return j / 4 * 24 + i * 4 + j % 4; }
static int64_t two_strides(int64_t i, int64_t j) { return i * 100 + j * 7; }

Test(layout_traits, mapping_functions_are_layouts)
{
    static const struct {
        const char *layout;
        int64_t (*offset)(int64_t i, int64_t j);
    } maps[] = {{"(6,8):(9,1)", row_major},
                {"(6,8):(1,9)", column_major},
                {"(6,(4,2)):(4,(1,24))", interleaved_by_4},
                {"(6,8):(100,7)", two_strides}};
    for (size_t n = 0; n < sizeof maps / sizeof *maps; n++) {
        const struct layout l = layout_from(maps[n].layout);
        for (int64_t i = 0; i < 6; i++)
            for (int64_t j = 0; j < 8; j++) {
                struct int_tuple coord;
                struct failure why;
                int64_t offset;
                int_tuple_flat(&coord, (int64_t[]){i, j}, 2);
                cr_assert(layout_crd2idx(&l, &coord, &offset, &why), "%s", why.text);
                cr_assert(offset == maps[n].offset(i, j), "%s", maps[n].layout);
            }
    }
}
