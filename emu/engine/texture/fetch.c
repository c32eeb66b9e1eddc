// SPDX-License-Identifier: MIT
//
// fetch.c: texture fetches, and accesses through surfaces.
//
// The arithmetic follows the appendix on texture fetching of the CUDA Programming Guide. A
// coordinate x of N texels (x * N if coordinates are normalised) selects texel floor(x). Linear
// filtering weights the texels around x - 0.5 by the fraction, of which 8 bits are kept (rounded to
// nearest here; the guide does not specify it).
#include "texture.h"
#include "../access/access.h"
#include "../host/host.h"
#include "../program/program.h"
#include "../report/report.h"

#include <math.h>
#include <string.h>

#include "emu/float16/float16.h"
#include "emu/float16/round.h"

enum emu_fetch { FETCH_LINEAR, FETCH_1D, FETCH_2D, FETCH_3D, FETCH_CUBE };
// The same as in emu/device/texture.h, which is C++.
struct emu_texel {
    unsigned word[4];
};
struct emu_fetch_at {
    enum emu_fetch kind;
    float x, y, z;
    int element, layer;
    float level;
    int gather;
};
struct emu_texel emu_texture_fetch(cudaTextureObject_t object, const struct emu_fetch_at *at);
void emu_surface(cudaSurfaceObject_t object, int dimensions, int x, int y, int z, int layer,
                 enum cudaSurfaceBoundaryMode mode, void *to, const void *value, unsigned bytes);

// ---- One texel ----------------------------------------------------------------------------------

// A component as the program receives it: an integer, or the bits of a float.
static unsigned convert(const struct texture *t, const struct image *image, const char *p)
{
    const bool is_signed = image->desc.f == cudaChannelFormatKindSigned;
    uint32_t bits = 0;
    memcpy(&bits, p, (size_t)image->component_bytes);
    if (image->desc.f == cudaChannelFormatKindFloat)
        return image->component_bytes == 2 ? emu_float_bits(emu_half_to_float((uint16_t)bits))
                                           : bits;
    const int width = 8 * image->component_bytes;
    if (is_signed && width < 32)
        bits = (uint32_t)((int32_t)(bits << (32 - width)) >> (32 - width));
    if (t->how.readMode == cudaReadModeElementType)
        return bits;
    const float most = (float)((1 << (is_signed ? width - 1 : width)) - 1);
    const float value = (is_signed ? (float)(int32_t)bits : (float)bits) / most;
    return emu_float_bits(value < -1.0f ? -1.0f : value);
}

static struct emu_texel border(const struct texture *t)
{
    struct emu_texel texel;
    for (int i = 0; i < 4; i++)
        texel.word[i] = emu_float_bits(t->how.borderColor[i]);
    return texel;
}

// Indices of -1 are in the border. z is a slice or a layer.
static struct emu_texel texel_at(const struct texture *t, const struct image *image, long long x,
                                 long long y, long long z, const char *pc)
{
    if (x < 0 || y < 0 || z < 0)
        return border(t);
    const size_t size = element_bytes(image);
    const char *p =
        image->base + (size_t)z * image->slice + (size_t)y * image->pitch + (size_t)x * size;
    struct emu_texel texel = {{0}};
    access_texel(p, size, LOAD, pc);
    for (int i = 0; i < image->components; i++)
        texel.word[i] = convert(t, image, p + (size_t)i * (size_t)image->component_bytes);
    return texel;
}

// ---- Coordinates --------------------------------------------------------------------------------

// The texel for index i of n; -1: the border.
static long long wrap(const struct texture *t, int axis, long long i, long long n)
{
    const enum cudaTextureAddressMode mode = t->how.addressMode[axis];
    if (i >= 0 && i < n)
        return i;
    if (mode == cudaAddressModeBorder)
        return -1;
    if (t->how.normalizedCoords && mode == cudaAddressModeWrap)
        return (i % n + n) % n;
    if (t->how.normalizedCoords && mode == cudaAddressModeMirror) {
        const long long m = (i % (2 * n) + 2 * n) % (2 * n);
        return m < n ? m : 2 * n - 1 - m;
    }
    return i < 0 ? 0 : n - 1;
}

// Limits the value, because results far outside do not change, and replaces NaN by 0.
static float bounded(float x)
{
    const float most = 1e9f;
    return !(x == x) ? 0.0f : x > most ? most : x < -most ? -most : x;
}

static float scaled(const struct texture *t, float x, long long n)
{
    return bounded(t->how.normalizedCoords ? x * (float)n : x);
}

// The two texels on either side, and the weight of the second in 256ths.
struct pair {
    long long at[2];
    float weight;
};

static struct pair pair_at(const struct texture *t, int axis, float x, long long n)
{
    struct pair p;
    const float below = floorf(x - 0.5f);
    p.weight = rintf((x - 0.5f - below) * 256.0f) / 256.0f;
    p.at[0] = wrap(t, axis, (long long)below, n);
    p.at[1] = wrap(t, axis, (long long)below + 1, n);
    return p;
}

// ---- A fetch ------------------------------------------------------------------------------------

struct where {
    float x, y, z;
    int dimensions;
    long long layer; // -1: none
};

static struct emu_texel nearest(const struct texture *t, const struct image *image,
                                const struct where *w, const char *pc)
{
    const long long x = wrap(t, 0, (long long)floorf(scaled(t, w->x, image->width)), image->width);
    const long long y =
        w->dimensions > 1
            ? wrap(t, 1, (long long)floorf(scaled(t, w->y, image->height)), image->height)
            : 0;
    const long long z =
        w->layer >= 0 ? w->layer
        : w->dimensions > 2
            ? wrap(t, 2, (long long)floorf(scaled(t, w->z, image->depth)), image->depth)
            : 0;
    return texel_at(t, image, x, y, z, pc);
}

static struct emu_texel linear(const struct texture *t, const struct image *image,
                               const struct where *w, const char *pc)
{
    static const struct pair first = {{0, 0}, 0.0f};
    const struct pair x = pair_at(t, 0, scaled(t, w->x, image->width), image->width);
    const struct pair y =
        w->dimensions > 1 ? pair_at(t, 1, scaled(t, w->y, image->height), image->height) : first;
    struct pair z =
        w->dimensions > 2 ? pair_at(t, 2, scaled(t, w->z, image->depth), image->depth) : first;
    if (w->layer >= 0)
        z.at[0] = w->layer;
    float sum[4] = {0};
    for (int corner = 0; corner < 1 << w->dimensions; corner++) {
        const int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
        const float weight = (i ? x.weight : 1 - x.weight) * (j ? y.weight : 1 - y.weight) *
                             (k ? z.weight : 1 - z.weight);
        if (weight == 0.0f)
            continue;
        const struct emu_texel texel = texel_at(t, image, x.at[i], y.at[j], z.at[k], pc);
        for (int c = 0; c < 4; c++)
            sum[c] += weight * emu_float_from_bits(texel.word[c]);
    }
    struct emu_texel texel;
    for (int c = 0; c < 4; c++)
        texel.word[c] = emu_float_bits(sum[c]);
    return texel;
}

// One component of the four texels that a linear filter would use, counter-clockwise from below.
static struct emu_texel gathered(const struct texture *t, const struct image *image,
                                 const struct where *w, int component, const char *pc)
{
    const struct pair x = pair_at(t, 0, scaled(t, w->x, image->width), image->width);
    const struct pair y = pair_at(t, 1, scaled(t, w->y, image->height), image->height);
    static const int column[] = {0, 1, 1, 0}, row[] = {1, 1, 0, 0};
    struct emu_texel texel;
    for (int i = 0; i < 4; i++)
        texel.word[i] =
            texel_at(t, image, x.at[column[i]], y.at[row[i]], 0, pc).word[component & 3];
    return texel;
}

static struct emu_texel sample(const struct texture *t, int level, const struct where *w,
                               const char *pc)
{
    const struct image *image = &t->level[level];
    return t->how.filterMode == cudaFilterModeLinear ? linear(t, image, w, pc)
                                                     : nearest(t, image, w, pc);
}

// Computes the face of a cube that a direction hits, and the position on the face.
static void cube(struct where *w)
{
    const float x = w->x, y = w->y, z = w->z, ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    int face;
    float m, s, t;
    if (ax >= ay && ax >= az)
        face = x < 0, m = ax, s = x < 0 ? z : -z, t = -y;
    else if (ay >= az)
        face = 2 + (y < 0), m = ay, s = x, t = y < 0 ? -z : z;
    else
        face = 4 + (z < 0), m = az, s = z < 0 ? -x : x, t = -y;
    w->x = (s / m + 1) / 2;
    w->y = (t / m + 1) / 2;
    w->layer = (w->layer > 0 ? w->layer : 0) * 6 + face;
}

static float limited_level(const struct texture *t, float level)
{
    level += t->how.mipmapLevelBias;
    level = level < t->how.minMipmapLevelClamp ? t->how.minMipmapLevelClamp : level;
    level = level > t->how.maxMipmapLevelClamp ? t->how.maxMipmapLevelClamp : level;
    const float last = (float)(t->levels - 1);
    return !(level > 0.0f) ? 0.0f : level > last ? last : level;
}

struct emu_texel emu_texture_fetch(cudaTextureObject_t object, const struct emu_fetch_at *at)
{
    const char *pc = CALLER();
    const struct texture *t = texture_of(object, false, pc);
    const struct image *image = &t->level[0];
    if (at->kind == FETCH_LINEAR) { // zero outside
        if (at->element < 0 || at->element >= image->width)
            return (struct emu_texel){{0}};
        return texel_at(t, image, at->element, 0, 0, pc);
    }
    struct where w = {at->x, at->y, at->z, 0, at->layer};
    w.dimensions = at->kind == FETCH_1D ? 1 : at->kind == FETCH_3D ? 3 : 2;
    if (at->kind == FETCH_CUBE)
        cube(&w);
    if (w.layer >= image->depth) // clamped, as in the guide
        w.layer = image->depth - 1;
    if (at->gather >= 0)
        return gathered(t, image, &w, at->gather, pc);
    if (t->levels == 1)
        return sample(t, 0, &w, pc);
    const float level = limited_level(t, at->level);
    if (t->how.mipmapFilterMode == cudaFilterModePoint)
        return sample(t, (int)rintf(level), &w, pc);
    const int low = (int)level, high = low + 1 < t->levels ? low + 1 : low;
    const float weight = rintf((level - (float)low) * 256.0f) / 256.0f;
    struct emu_texel a = sample(t, low, &w, pc), b = sample(t, high, &w, pc);
    for (int c = 0; c < 4; c++)
        a.word[c] = emu_float_bits((1 - weight) * emu_float_from_bits(a.word[c]) +
                                   weight * emu_float_from_bits(b.word[c]));
    return a;
}

// ---- Surfaces -----------------------------------------------------------------------------------

static long long clamped(long long i, long long n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

void emu_surface(cudaSurfaceObject_t object, int dimensions, int x, int y, int z, int layer,
                 enum cudaSurfaceBoundaryMode mode, void *to, const void *value, unsigned bytes)
{
    const char *pc = CALLER();
    const struct image *image = &texture_of(object, true, pc)->level[0];
    const long long columns = (long long)image->pitch / bytes;
    long long column = x / (long long)bytes, row = dimensions > 1 ? y : 0,
              slice = layer >= 0       ? layer
                      : dimensions > 2 ? z
                                       : 0;
    if (x % (int)bytes != 0)
        report_and_stop(cudaErrorMisalignedAddress, KIND_MISALIGNED, pc, NULL,
                        "x counts bytes: multiply the column by sizeof the element",
                        "misaligned: surface access of %u bytes at byte %d of a row", bytes, x);
    const bool inside = column >= 0 && column < columns && x >= 0 && row >= 0 &&
                        row < image->height && slice >= 0 && slice < image->depth;
    if (!inside && mode == cudaBoundaryModeTrap)
        report_and_stop(cudaErrorIllegalAddress, KIND_BOUNDS, pc, NULL,
                        "guard the access, or name a boundary mode (cudaBoundaryModeZero, "
                        "cudaBoundaryModeClamp); x counts bytes",
                        "out of bounds: surface %s of %u bytes at byte %d, row %lld, slice %lld of "
                        "an array of %zu bytes x %lld x %lld",
                        value ? "write" : "read", bytes, x, row, slice, image->pitch, image->height,
                        image->depth);
    if (!inside && mode == cudaBoundaryModeZero) {
        if (to)
            memset(to, 0, bytes);
        return;
    }
    column = clamped(column, columns);
    row = clamped(row, image->height);
    slice = clamped(slice, image->depth);
    char *p = image->base + (size_t)slice * image->slice + (size_t)row * image->pitch +
              (size_t)column * bytes;
    access_texel(p, bytes, value ? STORE : LOAD, pc);
    if (value)
        memcpy(p, value, bytes);
    else
        memcpy(to, p, bytes);
}
