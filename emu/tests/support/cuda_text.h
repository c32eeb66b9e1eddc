// SPDX-License-Identifier: MIT
//
// cuda_text.h: CUDA programs as texts of a test: compiled by emucc in the test's own folder, and
// run.
#ifndef TESTS_CUDA_TEXT_H
#define TESTS_CUDA_TEXT_H

#include "program.h"

// Compiles the text NAME.cu; the test fails where it does not compile. Returns the program's path:
// static memory, as scratch_path's.
const char *compile_text(const char *name, const char *text);

// Runs the program with one argument, or NULL, and ends it when it takes longer than that.
struct run run_for(const char *program, const char *argument, double seconds);

#endif
