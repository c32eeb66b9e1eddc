// SPDX-License-Identifier: MIT
//
// copy_array.c: copies of boxes to and from CUDA arrays and pitched memory. All of them use
// copy_rows() of copy.c, which checks both sides.
#include "array.h"
#include "../report/report.h"

#include "emu/device/array.h"

// ---- One side of a copy -------------------------------------------------------------------------

struct side {
    char *at;
    size_t pitch, slice;
};

// Is the box [x, x + width) bytes, ... inside the array?
static bool lies_in(const struct image *image, size_t x, size_t y, size_t z, size_t width,
                    size_t height, size_t depth)
{
    return x + width <= image->pitch && y + height <= (size_t)image->height &&
           z + depth <= (size_t)image->depth;
}

static bool array_side(const char *function, const char *role, const struct cudaArray *array,
                       size_t x, size_t y, size_t z, size_t width, size_t height, size_t depth,
                       struct side *side, const char *pc)
{
    const struct image *image = &array->image;
    *side = (struct side){image->base + z * image->slice + y * image->pitch + x, image->pitch,
                          image->slice};
    if (lies_in(image, x, y, z, width, height, depth))
        return true;
    report(KIND_BOUNDS, pc, NULL,
           "compare offset and extent with what cudaMallocArray was asked for; offsets "
           "and widths are in bytes where the documentation requires it",
           "%s: %zu bytes x %zu rows x %zu at (%zu,%zu,%zu) do not fit in the %s, an array of %zu "
           "bytes x %lld x %lld",
           function, width, height, depth, x, y, z, role, image->pitch, image->height,
           image->depth);
    set_error_at(cudaErrorInvalidValue, pc);
    return false;
}

static cudaError_t copy_box(const char *function, struct side to, struct side from, size_t width,
                            size_t height, size_t depth, enum cudaMemcpyKind kind, const char *pc)
{
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < depth && error == cudaSuccess; z++)
        error = copy_rows(function, to.at + z * to.slice, to.pitch, from.at + z * from.slice,
                          from.pitch, width, height, kind, pc);
    return error;
}

#define PLAIN(p) ((char *)(uintptr_t)(p))

// ---- Boxes of three dimensions ------------------------------------------------------------------

static struct side pitched_side(const struct cudaPitchedPtr *p, const struct cudaPos *pos)
{
    const size_t slice = p->pitch * p->ysize;
    return (struct side){(char *)p->ptr + pos->z * slice + pos->y * p->pitch + pos->x, p->pitch,
                         slice};
}

static cudaError_t copy_3d(const struct cudaMemcpy3DParms *c, const char *pc)
{
    struct side to, from;
    if (!c || !c->srcArray == !c->srcPtr.ptr || !c->dstArray == !c->dstPtr.ptr)
        return set_error_at(cudaErrorInvalidValue, pc);
    // Positions in an array count elements, and so does the width if an array takes part.
    const struct cudaArray *array = c->srcArray ? c->srcArray : c->dstArray;
    const size_t unit = array ? element_bytes(&array->image) : 1;
    const size_t width = c->extent.width * unit, height = c->extent.height, depth = c->extent.depth;
    if (width == 0 || height == 0 || depth == 0)
        return cudaSuccess;
    if (c->srcArray && !array_side("cudaMemcpy3D", "source", c->srcArray, c->srcPos.x * unit,
                                   c->srcPos.y, c->srcPos.z, width, height, depth, &from, pc))
        return cudaErrorInvalidValue;
    if (c->dstArray && !array_side("cudaMemcpy3D", "target", c->dstArray,
                                   c->dstPos.x * element_bytes(&c->dstArray->image), c->dstPos.y,
                                   c->dstPos.z, width, height, depth, &to, pc))
        return cudaErrorInvalidValue;
    if (!c->srcArray)
        from = pitched_side(&c->srcPtr, &c->srcPos);
    if (!c->dstArray)
        to = pitched_side(&c->dstPtr, &c->dstPos);
    return copy_box("cudaMemcpy3D", to, from, width, height, depth, c->kind, pc);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy)
{
    const cudaError_t refused = capture_refuses(USE_WORK, STREAM_DEFAULT, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    pending_drain(STREAM_DEFAULT);
    return copy_3d(copy, CALLER());
}

struct later_copy {
    struct cudaMemcpy3DParms copy;
    const char *pc;
};

static void run_copy(void *data)
{
    const struct later_copy *l = data;
    copy_3d(&l->copy, l->pc);
}

// Does the call return after the copy?
static bool is_synchronous(const struct cudaMemcpy3DParms *c)
{
    return (!c->srcArray && copy_is_pageable(c->srcPtr.ptr)) ||
           (!c->dstArray && copy_is_pageable(c->dstPtr.ptr));
}

static cudaError_t copy_3d_async(const char *function, const struct cudaMemcpy3DParms *copy,
                                 cudaStream_t stream, const char *pc)
{
    struct later_copy later = {.pc = pc};
    const struct pending_call waiting = {
        .run = run_copy, .data = &later, .what = function, .pc = pc};
    if (copy && is_synchronous(copy))
        pending_drain(stream);
    if (!copy || !pending_blocks(stream))
        return copy_3d(copy, pc);
    later.copy = *copy;
    pending_add_copy(stream, &waiting, sizeof later);
    return sticky_error();
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy, cudaStream_t stream)
{
    const cudaError_t refused = capture_refuses(USE_WORK, stream, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    if (copy && capture && capture->copy(stream, copy, CALLER()))
        return cudaSuccess;
    return copy_3d_async(__func__, copy, stream, CALLER());
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent extent)
{
    enum { PITCH = 512 };
    if (!p)
        return set_error(cudaErrorInvalidValue);
    const size_t pitch = (extent.width + PITCH - 1) / PITCH * PITCH;
    size_t rows, bytes;
    if (pitch < extent.width || __builtin_mul_overflow(extent.height, extent.depth, &rows) ||
        __builtin_mul_overflow(rows, pitch, &bytes))
        return set_error(cudaErrorMemoryAllocation);
    *p = (struct cudaPitchedPtr){NULL, pitch, extent.width, extent.height};
    return allocate_memory(&p->ptr, bytes, CALLER());
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent extent)
{
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < extent.depth && error == cudaSuccess; z++)
        error = cudaMemset2D((char *)p.ptr + z * p.pitch * p.ysize, p.pitch, value, extent.width,
                             extent.height);
    return error;
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent extent,
                              cudaStream_t stream)
{
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < extent.depth && error == cudaSuccess; z++)
        error = cudaMemset2DAsync((char *)p.ptr + z * p.pitch * p.ysize, p.pitch, value,
                                  extent.width, extent.height, stream);
    return error;
}

// ---- Two dimensions -----------------------------------------------------------------------------

static cudaError_t to_array(const char *function, cudaArray_t to, size_t x, size_t y,
                            struct side from, size_t width, size_t height, enum cudaMemcpyKind kind,
                            const char *pc)
{
    struct side target;
    if (!to)
        return set_error_at(cudaErrorInvalidResourceHandle, pc);
    if (!array_side(function, "target", to, x, y, 0, width, height, 1, &target, pc))
        return cudaErrorInvalidValue;
    return copy_box(function, target, from, width, height, 1, kind, pc);
}

static cudaError_t from_array(const char *function, struct side to, cudaArray_const_t from,
                              size_t x, size_t y, size_t width, size_t height,
                              enum cudaMemcpyKind kind, const char *pc)
{
    struct side source;
    if (!from)
        return set_error_at(cudaErrorInvalidResourceHandle, pc);
    if (!array_side(function, "source", from, x, y, 0, width, height, 1, &source, pc))
        return cudaErrorInvalidValue;
    return copy_box(function, to, source, width, height, 1, kind, pc);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind)
{
    pending_drain(STREAM_DEFAULT);
    return to_array("cudaMemcpy2DToArray", to, x, y, (struct side){PLAIN(from), pitch, 0}, width,
                    height, kind, CALLER());
}

struct later_rows {
    cudaArray_t to;
    size_t x, y;
    char *from;
    size_t pitch, width, height;
    enum cudaMemcpyKind kind;
    const char *pc;
};

static cudaError_t rows_to_array(const struct later_rows *l)
{
    return to_array("cudaMemcpy2DToArrayAsync", l->to, l->x, l->y,
                    (struct side){l->from, l->pitch, 0}, l->width, l->height, l->kind, l->pc);
}

static void run_rows(void *data) { rows_to_array(data); }

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    struct later_rows later = {to, x, y, PLAIN(from), pitch, width, height, kind, CALLER()};
    const struct pending_call waiting = {
        .run = run_rows, .data = &later, .what = __func__, .pc = later.pc};
    if (copy_is_pageable(from))
        pending_drain(stream);
    if (!pending_blocks(stream))
        return rows_to_array(&later);
    pending_add_copy(stream, &waiting, sizeof later);
    return sticky_error();
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    pending_drain(STREAM_DEFAULT);
    return from_array("cudaMemcpy2DFromArray", (struct side){to, pitch, 0}, from, x, y, width,
                      height, kind, CALLER());
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                     cudaArray_const_t from, size_t from_x, size_t from_y,
                                     size_t width, size_t height, enum cudaMemcpyKind kind)
{
    struct side source;
    if (!from)
        return set_error(cudaErrorInvalidResourceHandle);
    pending_drain(STREAM_DEFAULT);
    if (!array_side("cudaMemcpy2DArrayToArray", "source", from, from_x, from_y, 0, width, height, 1,
                    &source, CALLER()))
        return cudaErrorInvalidValue;
    return to_array("cudaMemcpy2DArrayToArray", to, to_x, to_y, source, width, height, kind,
                    CALLER());
}

// ---- Deprecated functions: bytes that may continue in the next row ------------------------------

static cudaError_t copy_run(bool into, struct cudaArray *array, size_t x, size_t y, char *other,
                            size_t bytes, enum cudaMemcpyKind kind, const char *pc)
{
    const char *function = into ? "cudaMemcpyToArray" : "cudaMemcpyFromArray";
    cudaError_t error = cudaSuccess;
    if (!array)
        return set_error_at(cudaErrorInvalidResourceHandle, pc);
    pending_drain(STREAM_DEFAULT);
    for (const size_t pitch = array->image.pitch; bytes > 0 && error == cudaSuccess; x = 0, y++) {
        const size_t piece = bytes < pitch - x ? bytes : pitch - x;
        const struct side plain = {other, piece, 0};
        error = into ? to_array(function, array, x, y, plain, piece, 1, kind, pc)
                     : from_array(function, plain, array, x, y, piece, 1, kind, pc);
        other += piece;
        bytes -= piece;
    }
    return error;
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind)
{
    return copy_run(true, to, x, y, PLAIN(from), bytes, kind, CALLER());
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind)
{
    return copy_run(false, (struct cudaArray *)(uintptr_t)from, x, y, to, bytes, kind, CALLER());
}
