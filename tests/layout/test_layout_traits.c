// SPDX-License-Identifier: MIT
//
// test_layout_traits.c: tile traits, affine maps, references and views as layouts, by brute force.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "../../common/layout/algebra/affine.h"
#include "../../common/layout/algebra/traits.h"
#include "data/facts.h"

// ---- Tile traits ----------------------------------------------------------------------------------------

static const struct tile_traits example = {.tile = {1, 16, 16, 1},
                                           .delta = {1, 4, 1, 1},
                                           .iterations = {1, 4, 1, 1},
                                           .threads = {1, 4, 8, 1},
                                           .thread_step = {0, 1, 2, 0},
                                           .vector = 2};

// The loops that the four vectors stand for, against the layout.
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

// ---- Affine maps ------------------------------------------------------------------------------------------

static void check_map(const struct affine_map *map, const int64_t *extent, const int64_t *stride,
                      const char *expected)
{
    struct layout l;
    struct failure why;
    int64_t begin, x[2], storage[AFFINE_RANK], offset;
    cr_assert(affine_layout(&l, &begin, map, extent, stride, &why), "%s", why.text);
    if (expected)
        same_text("affine map", &l, expected);
    for (x[0] = 0; x[0] < extent[0]; x[0]++)
        for (x[1] = 0; x[1] < extent[1]; x[1]++) {
            int64_t sum = 0;
            cr_assert(affine_apply(map, x, storage, &why));
            for (int s = 0; s < map->storage_rank; s++)
                sum += storage[s] * stride[s];
            struct int_tuple coord;
            int_tuple_flat(&coord, x, 2);
            cr_assert(layout_crd2idx(&l, &coord, &offset, &why));
            cr_assert(begin + offset == sum);
        }
}

Test(layout_affine, maps_are_layouts)
{
    const int64_t extent[] = {3, 5};
    struct affine_map map = affine_row_major();
    check_map(&map, extent, (int64_t[]){9, 1}, "(3,5):(9,1)");
    map = affine_column_major();
    check_map(&map, extent, (int64_t[]){9, 1}, "(3,5):(1,9)");
    // Both strides more than 1: storage of rank 3.
    map = affine_two_strides();
    check_map(&map, extent, (int64_t[]){100, 7, 1}, "(3,5):(100,7)");
    // A diagonal: (i, j) -> (i + j, j); and one that begins elsewhere.
    map = (struct affine_map){.rank = 2, .storage_rank = 2, .matrix = {{1, 1}, {0, 1}}};
    check_map(&map, extent, (int64_t[]){10, 1}, "(3,5):(10,11)");
    map.origin[0] = 2;
    map.origin[1] = -1;
    check_map(&map, extent, (int64_t[]){10, 1}, NULL);
    // Backwards.
    map = (struct affine_map){
        .rank = 2, .storage_rank = 2, .matrix = {{-1, 0}, {0, 1}}, .origin = {2, 0}};
    check_map(&map, extent, (int64_t[]){10, 1}, "(3,5):(-10,1)");
}

Test(layout_affine, too_large_is_refused)
{
    struct layout l;
    struct failure why;
    int64_t begin;
    struct affine_map map = affine_row_major();
    map.matrix[0][0] = INT64_MAX;
    cr_assert(!affine_layout(&l, &begin, &map, (int64_t[]){2, 2}, (int64_t[]){9, 1}, &why));
    cr_assert(strstr(why.text, "does not fit into 64 bits"));
    map.rank = 6;
    cr_assert(!affine_layout(&l, &begin, &map, (int64_t[]){2, 2}, (int64_t[]){9, 1}, &why));
}

Test(layout_affine, interleaved)
{
    struct layout l;
    struct failure why;
    cr_assert(interleaved_layout(&l, 6, 8, 4, 24, true, &why), "%s", why.text);
    same_text("columns by 4", &l, "(6,(4,2)):(4,(1,24))");
    cr_assert(interleaved_layout(&l, 8, 6, 4, 30, false, &why));
    same_text("rows by 4", &l, "((4,2),6):((1,30),4)");
    cr_assert(!interleaved_layout(&l, 6, 9, 4, 24, true, &why));
    cr_assert(strstr(why.text, "9 columns in groups of 4"), "%s", why.text);
    cr_assert(!interleaved_layout(&l, 6, 8, 4, 23, true, &why));
}

// ---- References and views -----------------------------------------------------------------------------------

Test(layout_affine, views_have_bounds)
{
    float memory[4 * 10];
    for (int i = 0; i < 40; i++)
        memory[i] = (float)i;
    struct tensor_ref ref = {.data = (char *)memory, .element_bytes = sizeof *memory};
    struct tensor_view view, part;
    struct failure why;
    ref.layout = layout_from("(4,7):(10,1)");
    cr_assert(tensor_view_make(&view, &ref, &why), "%s", why.text);
    for (int64_t i = -1; i < 6; i++)
        for (int64_t j = -1; j < 9; j++) {
            const int64_t at[] = {i, j};
            const float *element = tensor_view_at(&view, at);
            const bool inside = i >= 0 && i < 4 && j >= 0 && j < 7;
            cr_assert((element != NULL) == inside);
            cr_assert(!inside || *element == (float)(i * 10 + j));
            cr_assert(tensor_view_contains(&view, at) == inside);
        }
    // A tile that hangs over both edges is cut.
    cr_assert(tensor_view_part(&part, &view, (int64_t[]){2, 4}, (int64_t[]){4, 4}, &why));
    cr_assert(part.extent[0] == 2 && part.extent[1] == 3);
    const float *first = tensor_view_at(&part, (int64_t[]){0, 0});
    const float *last = tensor_view_at(&part, (int64_t[]){1, 2});
    cr_assert(first && *first == 24 && last && *last == 36);
    cr_assert(!tensor_view_at(&part, (int64_t[]){2, 0}));
    cr_assert(!tensor_view_part(&part, &view, (int64_t[]){4, 0}, (int64_t[]){1, 1}, &why));
    cr_assert(!tensor_view_part(&part, &view, (int64_t[]){0, 0}, (int64_t[]){0, 1}, &why));
    // A reference knows no bounds: the caller does.
    const float *any = tensor_ref_at(&ref, (int64_t[]){3, 9}, 2);
    cr_assert(any && *any == 39);
    // A mode of two levels can be looked at, but not cut.
    ref.layout = layout_from("((2,2),5):((1,20),2)");
    cr_assert(tensor_view_make(&view, &ref, &why));
    const float *deep = tensor_view_at(&view, (int64_t[]){3, 4});
    cr_assert(deep && *deep == 29);
    cr_assert(!tensor_view_part(&part, &view, (int64_t[]){0, 0}, (int64_t[]){2, 2}, &why));
    cr_assert(strstr(why.text, "mode 0 has modes of its own"), "%s", why.text);
}
