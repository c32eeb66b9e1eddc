// SPDX-License-Identifier: MIT
//
// array.c: CUDA arrays. A GPU stores their elements in an order that keeps two-dimensional
// neighbours close. Here they are stored row by row, in device memory that only copies, textures
// and surfaces can access.
#include "array.h"
#include "../check/check.h"

#include <stdlib.h>

#include "emu/device/array.h"

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

bool image_element(struct image *image, const struct cudaChannelFormatDesc *d)
{
    const int bits[] = {d->x, d->y, d->z, d->w};
    int count = 0;
    while (count < 4 && bits[count] > 0)
        count++;
    for (int i = 1; i < 4; i++)
        if (bits[i] != (i < count ? bits[0] : 0))
            return false;
    image->desc = *d;
    image->components = count;
    image->component_bytes = d->x / 8;
    const bool is_float = d->f == cudaChannelFormatKindFloat;
    return (count == 1 || count == 2 || count == 4) && d->f != cudaChannelFormatKindNone &&
           (d->x == 32 || d->x == 16 || (d->x == 8 && !is_float));
}

static cudaError_t make(struct cudaArray **array, const struct cudaChannelFormatDesc *desc,
                        struct cudaExtent extent, unsigned flags, const char *pc)
{
    struct image image = {.width = (long long)extent.width,
                          .height = (long long)(extent.height ? extent.height : 1),
                          .depth = (long long)(extent.depth ? extent.depth : 1),
                          .flags = flags};
    size_t rows, bytes;
    const bool cube = flags & cudaArrayCubemap;
    if (!array || !desc || !image_element(&image, desc) || extent.width == 0 ||
        (cube && (extent.width != extent.height || extent.depth % 6 != 0 || extent.depth == 0)))
        return set_error_at(cudaErrorInvalidValue, pc);
    image.pitch = extent.width * element_bytes(&image);
    image.slice = image.pitch * (size_t)image.height;
    if (__builtin_mul_overflow((size_t)image.height, (size_t)image.depth, &rows) ||
        __builtin_mul_overflow(rows, image.pitch, &bytes))
        return set_error_at(cudaErrorMemoryAllocation, pc);
    struct cudaArray *made = calloc(1, sizeof *made);
    void *base = NULL;
    cudaError_t error = made ? allocate_array(&base, bytes, pc) : cudaErrorMemoryAllocation;
    if (error != cudaSuccess) {
        free(made);
        return set_error_at(error, pc);
    }
    gone_remove(made);
    made->image = image;
    made->image.base = base;
    *array = made;
    return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                            size_t width, size_t height, unsigned flags)
{
    return make(array, desc, make_cudaExtent(width, height, 0), flags, CALLER());
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned flags)
{
    return make(array, desc, extent, flags, CALLER());
}

static cudaError_t release(struct cudaArray *array, const char *pc)
{
    cudaError_t error = release_memory(array->image.base, pc);
    free(array);
    return error;
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    if (!array)
        return cudaSuccess;
    if (gone_is_used(array, "array", __func__, CALLER()) || array->is_level)
        return set_error(cudaErrorInvalidValue);
    gone_add(array, CALLER());
    return release(array, CALLER());
}

// height 0 for one-dimensional arrays, depth 0 for a single slice without layers.
static struct cudaExtent extent_of(const struct image *image)
{
    const bool layered = image->flags & (cudaArrayLayered | cudaArrayCubemap);
    return make_cudaExtent((size_t)image->width, image->height > 1 ? (size_t)image->height : 0,
                           image->depth > 1 || layered ? (size_t)image->depth : 0);
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
                             unsigned *flags, cudaArray_t array)
{
    if (!array)
        return set_error(cudaErrorInvalidResourceHandle);
    if (desc)
        *desc = array->image.desc;
    if (extent)
        *extent = extent_of(&array->image);
    if (flags)
        *flags = array->image.flags;
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array)
{
    if (!desc || !array)
        return set_error(cudaErrorInvalidValue);
    *desc = array->image.desc;
    return cudaSuccess;
}

// ---- Mipmapped arrays: each level half as large as the one before -------------------------------

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *array,
                                     const struct cudaChannelFormatDesc *desc,
                                     struct cudaExtent extent, unsigned levels, unsigned flags)
{
    const char *pc = CALLER();
    if (!array || !desc || levels == 0)
        return set_error(cudaErrorInvalidValue);
    struct cudaMipmappedArray *made = calloc(1, sizeof *made);
    if (!made)
        return set_error(cudaErrorMemoryAllocation);
    const bool layered = flags & (cudaArrayLayered | cudaArrayCubemap);
    while (made->levels < MAX_LEVELS && (unsigned)made->levels < levels) {
        struct cudaArray **level = &made->level[made->levels];
        cudaError_t error = make(level, desc, extent, flags, pc);
        if (error != cudaSuccess || !*level) {
            cudaFreeMipmappedArray(made);
            return error;
        }
        (*level)->is_level = true;
        made->levels++;
        if (extent.width <= 1 && extent.height <= 1 && (layered || extent.depth <= 1))
            break;
        extent.width = extent.width > 1 ? extent.width / 2 : 1;
        extent.height = extent.height > 1 ? extent.height / 2 : extent.height;
        extent.depth = extent.depth > 1 && !layered ? extent.depth / 2 : extent.depth;
    }
    *array = made;
    return cudaSuccess;
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_const_t array,
                                       unsigned number)
{
    if (!level || !array || number >= (unsigned)array->levels)
        return set_error(cudaErrorInvalidValue);
    *level = array->level[number];
    return cudaSuccess;
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array)
{
    for (int i = 0; array && i < array->levels; i++)
        release(array->level[i], CALLER());
    free(array);
    return cudaSuccess;
}
