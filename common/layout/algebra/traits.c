// SPDX-License-Identifier: MIT
#include "traits.h"

#include "inverse.h"
#include "../core/leaves.h"

static const char letter[] = "DHWC";

int tile_traits_threads(const struct tile_traits *t)
{
    return t->threads[TILE_D] * t->threads[TILE_H] * t->threads[TILE_W] * t->threads[TILE_C];
}

void tile_traits_offset(const struct tile_traits *t, int thread, int coord[TILE_DIMENSIONS])
{
    for (int i = TILE_C; i >= TILE_D; i--) {
        coord[i] = thread % t->threads[i] * t->thread_step[i];
        thread /= t->threads[i];
    }
}

// The dimension along which a vector extends.
static int vector_dimension(const struct tile_traits *t)
{
    return t->tile[TILE_C] > 1 ? TILE_C : TILE_W;
}

static bool check(const struct tile_traits *t, struct failure *why)
{
    for (int i = 0; i < TILE_DIMENSIONS; i++) {
        if (t->tile[i] < 1 || t->iterations[i] < 1 || t->threads[i] < 1 || t->vector < 1)
            return fail(why, "%c: Tile, Iterations and the number of threads are at least 1",
                        letter[i]);
        if (t->delta[i] < 0 || t->thread_step[i] < 0)
            return fail(why, "%c: Delta and the step of a thread are not negative", letter[i]);
        const long long last = (long long)(t->threads[i] - 1) * t->thread_step[i] +
                               (long long)(t->iterations[i] - 1) * t->delta[i] +
                               (i == vector_dimension(t) ? t->vector - 1 : 0);
        if (last >= t->tile[i])
            return fail(why, "%c: the last access is at %lld, the tile ends at %d", letter[i], last,
                        t->tile[i]);
    }
    return true;
}

// One mode out of the extents that are more than 1; at least one leaf.
static void mode(struct layout *out, const int64_t *extents, const int64_t *strides, int count)
{
    struct leaves leaves = {.count = 0, .marked = false};
    for (int i = 0; i < count; i++)
        if (extents[i] > 1) {
            leaves.shape[leaves.count] = extents[i];
            leaves.stride[leaves.count++] = strides[i];
        }
    layout_from_leaves(out, &leaves);
}

bool tile_traits_tv(struct layout *out, const struct tile_traits *t, struct failure *why)
{
    int64_t thread_shape[TILE_DIMENSIONS], thread_stride[TILE_DIMENSIONS];
    int64_t value_shape[TILE_DIMENSIONS + 1] = {t->vector};
    int64_t value_stride[TILE_DIMENSIONS + 1] = {1};
    struct layout modes[2];
    if (!check(t, why))
        return false;
    int64_t stride = 1; // of dimension i in a row-major tile
    for (int i = TILE_C, n = 0; i >= TILE_D; i--, n++) {
        thread_shape[n] = t->threads[i];
        thread_stride[n] = t->thread_step[i] * stride;
        value_shape[n + 1] = t->iterations[i];
        value_stride[n + 1] = t->delta[i] * stride;
        stride *= t->tile[i];
    }
    mode(&modes[0], thread_shape, thread_stride, TILE_DIMENSIONS);
    mode(&modes[1], value_shape, value_stride, TILE_DIMENSIONS + 1);
    return layout_concat(out, modes, 2, why);
}

bool tile_traits_cover(bool *out, const struct tile_traits *t, struct failure *why)
{
    struct layout tv, inverse;
    int64_t size, covered, elements = 1;
    if (!tile_traits_tv(&tv, t, why) || !layout_size(&tv, &size, why) ||
        !layout_right_inverse(&inverse, &tv, why) || !layout_size(&inverse, &covered, why))
        return false;
    for (int i = 0; i < TILE_DIMENSIONS; i++)
        elements *= t->tile[i];
    *out = size == elements && covered == elements;
    return true;
}
