// SPDX-License-Identifier: MIT
//
// picture.h: which lane of a warp touches which bank or sector, or which coordinate of a layout has
// which element; small enough for 80 columns, and as an SVG file. Made from text: what a verdict
// shows in part (emu_print_heat), or what grade/owners.h writes.
#ifndef LEARN_LEARNER_PICTURE_H
#define LEARN_LEARNER_PICTURE_H

#include <stdio.h>

#include "../../common/base/failure.h"

void verdict_picture_print(const char *text, FILE *out);

// False, with the reason: the file cannot be written.
bool verdict_picture_save(const char *text, const char *path, struct failure *why);

#endif
