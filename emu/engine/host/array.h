// SPDX-License-Identifier: MIT
//
// array.h: CUDA arrays, and what textures and surfaces read: images.
#ifndef ARRAY_H
#define ARRAY_H

#include "../base/base.h"
#include "texture_types.h"

// Where the elements of an array, or of memory seen as one, stand: row after row, slice after
// slice.
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
    bool is_level; // of a mipmapped array: that frees it
};

enum { MAX_LEVELS = 16 };
struct cudaMipmappedArray {
    struct cudaArray *level[MAX_LEVELS];
    int levels;
};

// Fills in what an element is; false where no texture may hold such ones.
bool image_element(struct image *image, const struct cudaChannelFormatDesc *desc);
static inline size_t element_bytes(const struct image *image)
{
    return (size_t)image->components * (size_t)image->component_bytes;
}

// copy.c: `height` rows of `width` bytes, as cudaMemcpy2D has them.
cudaError_t copy_rows(const char *function, char *to, size_t to_pitch, const char *from,
                      size_t from_pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
                      const char *pc);
// memory.c
cudaError_t allocate_memory(void **p, size_t bytes, const char *pc);
cudaError_t allocate_array(void **p, size_t bytes, const char *pc);
cudaError_t release_memory(void *p, const char *pc);

#endif
