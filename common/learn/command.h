// SPDX-License-Identifier: MIT
//
// command.h: what `make check`, `make hint` and `make solution` do. Each returns the exit status:
// 0, 1 where the exercise is not solved, 2 where the request cannot be met.
#ifndef COMMON_LEARN_COMMAND_H
#define COMMON_LEARN_COMMAND_H

#include "catalogue.h"

int command_check(const struct catalogue *c, const char *id);

#endif
