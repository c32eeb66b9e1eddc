// SPDX-License-Identifier: MIT
//
// compiler.h: the commands that make a program of an exercise.
#ifndef LEARN_COMPILE_COMPILER_H
#define LEARN_COMPILE_COMPILER_H

#include <stdio.h>

#include "build.h"

// The parts that are compiled once, of the build folder.
struct parts {
    char emucc[300], engine[300], child[300], place[300], openmp[300], library[300];
};

struct parts compiler_parts(const struct exercise *e, enum build_kind kind);

// The compiler's messages go to that file, its listing for hidden_access.c to `accesses`. Both
// return waitpid's status, or -1. Two commands: the object is inspected in between, and the linker
// must not see the compiler's options, because a separate library serves the call-outs.
int compiler_compile(const struct exercise *e, const char *source, enum build_kind kind,
                     const char *object, const char *accesses, FILE *messages, bool *late);
int compiler_link(const struct exercise *e, enum build_kind kind, const char *object,
                  const char *output, FILE *messages);

#endif
