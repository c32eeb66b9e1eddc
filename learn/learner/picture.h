// SPDX-License-Identifier: MIT
//
// picture.h: which lane of a warp touches which bank or sector, small enough for 80 columns, and as
// an SVG file. Made from the text that a verdict shows in part (emu_print_heat).
#ifndef LEARN_LEARNER_PICTURE_H
#define LEARN_LEARNER_PICTURE_H

#include <stdio.h>

#include "../../common/base/failure.h"

void picture_print(const char *heat, FILE *out);

// False, with the reason: the file cannot be written.
bool picture_save(const char *heat, const char *path, struct failure *why);

#endif
