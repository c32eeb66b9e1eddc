// SPDX-License-Identifier: MIT
//
// cuda_text.h: compiles CUDA programs that a test contains as text, in the test's own folder, and
// runs them.
#ifndef TESTS_CUDA_TEXT_H
#define TESTS_CUDA_TEXT_H

#include "program.h"

// Compiles the text as NAME.cu; the test fails if it does not compile. Returns the program's path,
// in static memory like that of scratch_path().
const char *compile_text(const char *name, const char *text);

// Runs the program with one argument, or NULL. Kills it when it takes longer than `seconds`.
struct run run_for(const char *program, const char *argument, double seconds);

#endif
