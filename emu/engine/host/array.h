// SPDX-License-Identifier: MIT
//
// array.h: CUDA arrays, and the images that textures and surfaces access.
#ifndef ARRAY_H
#define ARRAY_H

#include "../base/base.h"
#include "texture_types.h"

// The layout of an array, or of memory used as one: row by row, slice by slice.
struct image {
    char *base;
    size_t pitch, slice;            // bytes from row to row, from slice to slice
    long long width, height, depth; // height 1: one-dimensional; depth: slices, or layers
    struct cudaChannelFormatDesc desc;
    int components, component_bytes; // of an element
    unsigned flags;                  // of cudaMalloc3DArray
};

struct cudaArray {
    struct image image;
    bool is_level; // part of a mipmapped array, which frees it
};

enum { MAX_LEVELS = 16 };
struct cudaMipmappedArray {
    struct cudaArray *level[MAX_LEVELS];
    int levels;
};

// Fills in the element type. Returns false if textures do not support it.
bool image_element(struct image *image, const struct cudaChannelFormatDesc *desc);
static inline size_t element_bytes(const struct image *image)
{
    return (size_t)image->components * (size_t)image->component_bytes;
}

// copy.c: copies `height` rows of `width` bytes, like cudaMemcpy2D.
cudaError_t copy_rows(const char *function, char *to, size_t to_pitch, const char *from,
                      size_t from_pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
                      const char *pc);
// memory.c
cudaError_t allocate_memory(void **p, size_t bytes, const char *pc);
cudaError_t allocate_array(void **p, size_t bytes, const char *pc);
cudaError_t release_memory(void *p, const char *pc);

#endif
