// SPDX-License-Identifier: MIT
//
// array.h: CUDA arrays, and the images that textures and surfaces access.
#ifndef ARRAY_H
#define ARRAY_H

#include "../host/host.h"
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

#endif
