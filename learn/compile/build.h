// SPDX-License-Identifier: MIT
//
// build.h: compiles an exercise: what a learner wrote, or one of the texts of compose.c.
#ifndef LEARN_COMPILE_BUILD_H
#define LEARN_COMPILE_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "../../common/base/failure.h"
#include "../source/source.h"

// Which of the programs that can be made of one source: the GPU's, or chapter 01's that counts
// cache misses, or the one with gcc's thread sanitizer.
enum build_kind { BUILD_PLAIN, BUILD_TRACED, BUILD_THREADS };

struct built {
    char program[300];
    char *messages; // the compiler's, where it refused; else NULL. For free()
    bool refused;   // messages: one sentence, about what the file uses (checks.h)
    bool compiled;  // else it was there from an earlier time
};

// BUILD_DIR, or build/emu: where emucc and the library are.
const char *build_folder(void);

// With nvcc (LEARN_NVCC) the result alone is graded: a real GPU counts and diagnoses nothing.
bool is_graded_whole(const struct exercise *e);

// build/emu/learn/04_pad: exists when this returns true.
bool build_folder_of(const struct exercise *e, char *path, size_t size, struct failure *why);

// Compiles `source` and links child.c to it. `variant` names the program: "mine", "stub" ...
// Nothing is compiled twice: its name holds a hash of all that it is made of. False where it could
// not be tried at all; where the compiler refused, messages say why.
bool build_exercise(const struct exercise *e, const char *source, const char *variant,
                    enum build_kind kind, struct built *built, struct failure *why);

#endif
