// SPDX-License-Identifier: MIT
//
// support.h: what several tests need: other programs, temporary files (emu/tests/support has
// these), the chapters' programs, NumPy.
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <stdbool.h>

#include "../../emu/tests/support/program.h"

// The program of a chapter in $BUILD_DIR (else build/emu). Static memory, overwritten by the next
// call, of repository_path() too.
const char *chapter_program(const char *chapter);

// Whether there is a Python with NumPy: $PYTHON, python3 or /usr/bin/python3.
bool have_numpy(void);

// Runs a script that finds NumPy as np.
struct run run_numpy(const char *script);

#endif
