// SPDX-License-Identifier: MIT
//
// figures.h: from the words of a command to a picture.
#ifndef LAYOUTS_FIGURES_H
#define LAYOUTS_FIGURES_H

#include "../../common/layout/draw/figure.h"
#include "command.h"

// Prints the picture and releases it; returns the exit status of the command.
int figure_finish(struct picture *p, enum picture_format format);

// Reads a layout, plain or behind a swizzle, or the name of a tile in shared memory. The reason
// begins with what was read.
bool read_layout(struct composed_layout *out, const char *text, int bits, struct failure *why);
// The same where a swizzle has no place.
bool read_plain(struct layout *out, const char *text, struct failure *why);

#endif
