// SPDX-License-Identifier: MIT
//
// texture.h: textures and surfaces.
#ifndef ROOM_TEXTURE_H
#define ROOM_TEXTURE_H

#include "array.h"

struct texture {
    struct image level[MAX_LEVELS];
    struct cudaResourceDesc resource;
    struct cudaTextureDesc how;
    int levels;
    bool is_linear, is_surface, is_destroyed;
};
// The object with this number. Ends the launch with a diagnosis if there is none.
const struct texture *texture_of(unsigned long long object, bool surface, const char *pc);

#endif
