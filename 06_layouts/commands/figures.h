// SPDX-License-Identifier: MIT
//
// figures.h: from the words of a command to a picture.
#ifndef LAYOUTS_FIGURES_H
#define LAYOUTS_FIGURES_H

#include "../../common/layout/draw/figure.h"
#include "command.h"

// Prints the picture, if there is one, and releases it; where it could not be drawn, says why.
// Returns the exit status of the command.
int figure_finish(struct picture *p, bool drawn, int format, const struct failure *why);

// Reads a layout, plain or after a swizzle, or the name of a tile in shared memory. The reason
// begins with what was read.
bool read_layout(struct composed_layout *out, const char *text, int bits, struct failure *why);
// The same where a swizzle has no place.
bool read_plain(struct layout *out, const char *text, struct failure *why);
// "(16,8):(8,1)", or a shape: column-major. The flag is for the reason.
bool read_shape_or_layout(struct layout *out, const char *flag, const char *text,
                          struct failure *why);
// --operand A: the number of the operand in "ABC".
bool read_operand(int *out, const char *text, struct failure *why);

#endif
