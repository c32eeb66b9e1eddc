// SPDX-License-Identifier: MIT
//
// operation.h: operations of the algebra by name.
#ifndef LAYOUTS_OPERATION_H
#define LAYOUTS_OPERATION_H

#include "../../common/layout/eval/eval.h"
#include "command.h"

// The operation of that name, or NULL.
const struct layout_operation *operation_find(const char *name);

// Runs words[0] with the operands after it. The answer as eval prints it, for the caller to free;
// NULL with a reason.
char *operation_run(const struct words *words, struct failure *why);

// The operands that are layouts and the result as panels, coloured so that what belongs together
// shows: tiles of a divide, copies of a product, elements of a composition. colour: -1 for that.
bool operation_figure(struct picture *p, const struct words *words, int colour, int bits,
                      struct failure *why);

#endif
