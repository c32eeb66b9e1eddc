// SPDX-License-Identifier: MIT
//
// files.h: what belongs to the learner: the folder my/ with his copies and his progress.
#ifndef LEARN_LEARNER_FILES_H
#define LEARN_LEARNER_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../common/base/failure.h"
#include "../source/source.h"

// "my", or what LEARN_MY names.
const char *own_folder(void);

// "my/04_pad.cu"
void own_path(const struct exercise *e, char *path, size_t size);

// Makes it from the stub where it is not there; never overwrites it. *made says which.
bool own_copy(const struct exercise *e, char *path, size_t size, bool *made, struct failure *why);

// SEED of the environment, else an unpredictable one. False if SEED is not a number.
bool own_seed(uint64_t *seed, struct failure *why);

#endif
