// SPDX-License-Identifier: MIT
//
// source_check.h: what a submission's text may contain. The compiler is asked to put a call-out
// before each load and store and to leave no call through a computed address; a text that could
// change that is refused before it is compiled.
#ifndef LEARN_COMPILE_SOURCE_CHECK_H
#define LEARN_COMPILE_SOURCE_CHECK_H

#include <stdbool.h>
#include <stddef.h>

// False, with a sentence for the learner that names the line. on_cpu: a file of chapter 01, whose
// loads and stores are counted in C.
bool source_is_allowed(const char *text, bool on_cpu, char *sentence, size_t size);

#endif
