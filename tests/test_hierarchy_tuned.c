// SPDX-License-Identifier: MIT
//
// test_hierarchy_tuned.c: chapter 08, steps 6 to 8: predicates, functions of the epilogue, plans.
// (That the steps compute and count right is tested with those of all chapters.)
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "../08_cutlass_hierarchy/epilogue_functions.h"
#include "../08_cutlass_hierarchy/predicates.h"
#include "../08_cutlass_hierarchy/raster.h"
#include "../08_cutlass_hierarchy/tuned.h"
#include "../common/index.h"

static const struct tuned_device h200 = {132, 227 << 10}, small = {28, 99 << 10};

Test(hierarchy_tuned, predicates_are_kept_four_to_a_byte_or_as_a_mask)
{
    enum { VECTOR = PREDICATE_BYTES * PREDICATES_PER_BYTE };
    for (int round = 0; round < 100; round++) {
        uint32_t vector = 0, mask = 0;
        bool wanted[PREDICATES];
        for (int i = 0; i < PREDICATES; i++) {
            wanted[i] = rand() % 2;
            mask |= predicate_mask(i, wanted[i]);
            if (i < VECTOR)
                vector |= predicate_vector(i, wanted[i]);
        }
        cr_expect((vector & 0xf0f0f0f0u) == 0, "bits 4 to 7 of each byte stay free");
        for (int i = 0; i < PREDICATES; i++) {
            cr_expect((predicate_at_mask(mask, i) != 0) == wanted[i]);
            cr_expect(i >= VECTOR || (predicate_at_vector(vector, i) != 0) == wanted[i]);
        }
    }
}

Test(hierarchy_tuned, epilogue_functions_at_their_edges)
{
    const float bias[] = {10, -3};
    const struct epilogue e = {.alpha = 2, .beta = -1, .bias = bias, .low = -1, .high = 5};
    cr_expect(epilogue_value(EPILOGUE_LINEAR, &e, 3, 4, 0) == 2);
    cr_expect(epilogue_value(EPILOGUE_BIAS, &e, 3, 4, 1) == -1);
    cr_expect(epilogue_value(EPILOGUE_RELU, &e, -3, 0, 0) == 0);
    cr_expect(epilogue_value(EPILOGUE_RELU, &e, 3, 0, 0) == 6);
    cr_expect(epilogue_value(EPILOGUE_CLAMP, &e, 3, 0, 0) == 5);
    cr_expect(epilogue_value(EPILOGUE_CLAMP, &e, -3, 0, 0) == -1);
    cr_expect(epilogue_value(EPILOGUE_CLAMP, &e, 1, 0, 0) == 2);
    for (int i = -64; i <= 64; i++) {
        const float x = 0.125f * (float)i;
        const double exact = x * (1 + erf(x / sqrt(2))) / 2;
        cr_expect(fabs(epilogue_value(EPILOGUE_GELU, &e, x / 2, 0, 0) - exact) <=
                  1e-6 * (1 + fabs(exact)));
    }
    const struct epilogue no_c = {.alpha = 1, .beta = 0, .bias = bias, .low = -1, .high = 1};
    for (int f = 0; f < EPILOGUE_FUNCTIONS; f++) {
        cr_expect(isnan(epilogue_value((enum epilogue_function)f, &no_c, NAN, 0, 0)));
        cr_expect(!isnan(epilogue_value((enum epilogue_function)f, &no_c, 1, NAN, 0)));
    }
}

// Every tile of C is taken once, by a block that there is.
static void check_plan(const struct tuned_device *device, const struct hier_plan *plan, int m,
                       int n)
{
    const struct hier_configuration *c = &hier_configurations[plan->configuration];
    const int tiles_m = ceil_div(m, tuned_bm(c)), tiles_n = ceil_div(n, tuned_bn(c));
    const int tiles = tiles_m * tiles_n;
    cr_expect(plan->expected_ns > 0 && isfinite(plan->expected_ns));
    cr_expect(plan->blocks >= 1 && plan->blocks <= device->sms * c->blocks_per_sm);
    cr_expect(plan->blocks <= tiles);
    cr_expect(tuned_shared_bytes(c) <= device->shared_bytes);
    char *taken = calloc((size_t)tiles, 1);
    cr_assert_not_null(taken);
    for (int block = 0; block < plan->blocks; block++)
        for (int tile = block; tile < tiles; tile += plan->blocks) {
            const struct tile_place at = raster_tile(tile, plan->panel, tiles_m, tiles_n);
            cr_assert(at.row >= 0 && at.row < tiles_m && at.col >= 0 && at.col < tiles_n);
            taken[at.row * tiles_n + at.col]++;
        }
    for (int i = 0; i < tiles; i++)
        cr_assert(taken[i] == 1);
    free(taken);
}

Test(hierarchy_tuned, plans_take_every_tile_once)
{
    const int sizes[][3] = {{1, 1, 1},        {256, 256, 256},  {300, 4000, 0},
                            {4096, 4096, 64}, {1, 20000, 7},    {20000, 1, 7},
                            {1000, 1000, 9},  {2048, 2048, 99}, {8192, 8192, 8192}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int staged = 0; staged < 2; staged++) {
            struct hier_plan plan;
            const int m = sizes[i][0], n = sizes[i][1], k = sizes[i][2];
            for (int c = 0; c < TUNED_CONFIGURATIONS; c++)
                if (hier_plan(&h200, c, m, n, k, staged, &plan))
                    check_plan(&h200, &plan, m, n);
            plan = hier_choose(&h200, m, n, k, staged);
            check_plan(&h200, &plan, m, n);
            plan = hier_choose(&small, m, n, k, staged);
            check_plan(&small, &plan, m, n);
        }
}

// What an SM has: 64 K registers, and 228 KiB of shared memory of which a block takes 1 KiB more
// than it asks for.
Test(hierarchy_tuned, an_sm_holds_the_blocks_that_the_table_says)
{
    for (int i = 0; i < TUNED_CONFIGURATIONS; i++) {
        const struct hier_configuration *c = &hier_configurations[i];
        cr_expect(c->blocks_per_sm * (tuned_shared_bytes(c) + 1024) <= 228 << 10, "%d", i);
        cr_expect(c->blocks_per_sm * tuned_threads(c) * 168 <= 65536 || c->blocks_per_sm < 3);
        cr_expect(c->turn[0] > 0, "aligned operands have every configuration");
    }
}
