// SPDX-License-Identifier: MIT
//
// object_check.h: what a learner's object file may refer to and define.
//
// The learner's code and the emulated GPU, which counts and diagnoses, share a process. So the
// object file is inspected before it is linked: it may call CUDA's runtime, C's arithmetic and
// printing, and nothing that could do the exercise's work for it (cuBLAS), reach the grader's files
// and counters, or run before exercise() or at the same time. This is a list of what is allowed: a
// name that is on no list is refused.
#ifndef LEARN_COMPILE_OBJECT_CHECK_H
#define LEARN_COMPILE_OBJECT_CHECK_H

#include <stdbool.h>
#include <stddef.h>

// False, with one sentence that says what is refused and why. protected_archives: libraries whose
// functions the object must not define anew, up to a NULL.
// needs_exercise: a file without exercise() is refused, too.
bool object_is_allowed(const char *object, bool on_cpu, bool needs_exercise,
                       const char *const *protected_archives, char *sentence, size_t size);

// May code that runs on the emulated GPU call this function?
bool kernel_may_call(const char *name);

#endif
