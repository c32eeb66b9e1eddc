// SPDX-License-Identifier: MIT
#include "storage.h"

#include <stdio.h>

#include "../../common/layout/core/coord.h"
#include "../../common/layout/core/offset.h"
#include "../../common/layout/core/text.h"

// The tensor and the element that are shown. 70 channels: NC/32HW32 has room for 96.
enum { N = 2, H = 3, W = 5, C = 70, GROUPS = (C + 31) / 32, ROOM = N * H * W * GROUPS * 32 };

// Each mapping function with its own strides, and the equivalent layout.
static const struct {
    const char *name;
    enum storage_map map;
    ptrdiff_t stride[STORAGE_MODES - 1];
    struct tuple extent, shown;
    const char *layout;
} cases[] = {
    {"row-major", MAP_ROW_MAJOR, {8}, {2, {6, 8}}, {2, {4, 5}}, "(6,8):(8,1)"},
    {"column-major", MAP_COLUMN_MAJOR, {6}, {2, {6, 8}}, {2, {4, 5}}, "(6,8):(1,6)"},
    {"interleaved by 4",
     MAP_COLUMN_INTERLEAVED_4,
     {24, 4},
     {2, {6, 8}},
     {2, {4, 5}},
     "(6,(4,2)):(4,(1,24))"},
    {"any two strides", MAP_TWO_STRIDES, {3, 20}, {2, {6, 8}}, {2, {4, 5}}, "(6,8):(3,20)"},
    {"NHWC",
     MAP_NHWC,
     {1050, 350, 70},
     {4, {N, H, W, C}},
     {4, {1, 2, 3, 37}},
     "(2,3,5,70):(1050,350,70,1)"},
    {"NCHW",
     MAP_NCHW,
     {1050, 15, 5},
     {4, {N, H, W, C}},
     {4, {1, 2, 3, 37}},
     "(2,3,5,70):(1050,5,1,15)"},
    {"NC/32HW32",
     MAP_NC32HW32,
     {1440, 480, 160, 32},
     {4, {N, H, W, C}},
     {4, {1, 2, 3, 37}},
     "(2,3,5,(32,3)):(1440,160,32,(1,480))"},
};
enum { CASES = sizeof cases / sizeof *cases };

static struct tensor_view view_of(int i)
{
    struct tensor_view v = {.ref = {.map = cases[i].map}, .extent = cases[i].extent};
    for (int j = 0; j < STORAGE_MODES - 1; j++)
        v.ref.stride[j] = cases[i].stride[j];
    return v;
}

// (1,2,3)
static void print_tuple(const int *at, int count, int width)
{
    char text[64];
    int used = 0;
    for (int i = 0; i < count; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%c%d", i ? ',' : '(', at[i]);
    snprintf(text + used, sizeof text - (size_t)used, ")");
    printf("%-*s", width, text);
}

// The next coordinate, the last mode fastest; false after the last.
static bool next(struct tuple *x, struct tuple extent)
{
    for (int i = extent.rank; i-- > 0; x->at[i] = 0)
        if (++x->at[i] < extent.at[i])
            return true;
    return false;
}

// Whether view and layout agree about every element.
static bool agree(int i, struct failure *why)
{
    const struct tensor_view v = view_of(i);
    struct layout layout;
    if (!layout_parse(&layout, cases[i].layout, why))
        return false;
    struct tuple x = {v.extent.rank, {0}};
    do {
        struct int_tuple coordinate;
        const int64_t values[] = {x.at[0], x.at[1], x.at[2], x.at[3]};
        int64_t at;
        int_tuple_flat(&coordinate, values, x.rank);
        if (!layout_crd2idx(&layout, &coordinate, &at, why))
            return false;
        if (at != ref_offset(v.ref, x))
            return fail(why, "%s and its layout differ", cases[i].name);
    } while (next(&x, v.extent));
    return true;
}

static void print_case(int i)
{
    const struct tensor_view v = view_of(i);
    const struct tuple x = cases[i].shown;
    const struct storage_coord s = storage_coord_of(v.ref.map, x);
    int strides[STORAGE_MODES - 1];
    for (int j = 0; j < s.rank - 1; j++)
        strides[j] = (int)v.ref.stride[j];
    printf("%-18s", cases[i].name);
    print_tuple(x.at, x.rank, 13);
    print_tuple(s.at, s.rank, 14);
    print_tuple(strides, s.rank - 1, 19);
    printf("%6td\n    as a layout   %s\n", ref_offset(v.ref, x), cases[i].layout);
}

// From NCHW to NHWC (or to NC/32HW32) on the GPU; how many elements arrived.
static int copied(int to, int from)
{
    static float there[ROOM], here[ROOM];
    struct tensor_view a = view_of(from), b = view_of(to);
    for (int i = 0; i < ROOM; i++)
        there[i] = (float)i;
    storage_copy(b, here, a, there, ROOM);
    int right = 0;
    struct tuple x = {4, {0}};
    do
        right += here[ref_offset(b.ref, x)] == there[ref_offset(a.ref, x)];
    while (next(&x, b.extent));
    return right;
}

int layouts_storage(const struct gemm_problem *p, const struct setup *setup)
{
    (void)p, (void)setup;
    enum { NHWC = 4, NCHW, NC32HW32 }; // rows of cases
    struct failure why;
    printf("%-18s%-13s%-14s%-19s%6s\n", "map", "element", "storage", "strides (and 1)", "offset");
    for (int i = 0; i < CASES; i++) {
        print_case(i);
        if (!agree(i, &why)) {
            fprintf(stderr, "--storage: %s\n", why.text);
            return 1;
        }
    }
    const int all = N * H * W * C, nhwc = copied(NHWC, NCHW), nc32 = copied(NC32HW32, NCHW);
    printf("one kernel, two views: NCHW to NHWC: %d of %d elements,\n"
           "                       NCHW to NC/32HW32: %d of %d\n",
           nhwc, all, nc32, all);
    return nhwc == all && nc32 == all ? 0 : 1;
}
