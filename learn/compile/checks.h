// SPDX-License-Identifier: MIT
//
// checks.h: what a submission may contain: its text, its object file, and what its kernels call.
//
// The learner's code and the emulated GPU, which counts and diagnoses, share a process. Each check
// returns false, with one sentence for the learner that says what is refused and why.
#ifndef LEARN_COMPILE_CHECKS_H
#define LEARN_COMPILE_CHECKS_H

#include <stdbool.h>
#include <stddef.h>

// ---- source_check.c: the text -------------------------------------------------------------------

// The compiler is asked to put a call-out before each load and store and to leave no call through a
// computed address; a text that could change that is refused before it is compiled. The sentence
// names the line. on_cpu: a file of chapter 01, whose loads and stores are counted in C.
bool source_is_allowed(const char *text, bool on_cpu, char *sentence, size_t size);

// ---- object_check.c: what the object file refers to and defines ---------------------------------

// The object file is inspected before it is linked: it may call CUDA's runtime, C's arithmetic and
// printing, and nothing that could do the exercise's work for it (cuBLAS), reach the grader's files
// and counters, or run before exercise() or at the same time. This is a list of what is allowed: a
// name that is on no list is refused. protected_archives: libraries whose functions the object must
// not define anew, up to a NULL. needs_exercise: a file without exercise() is refused, too.
bool object_is_allowed(const char *object, bool on_cpu, bool needs_exercise,
                       const char *const *protected_archives, char *sentence, size_t size);

// May code that runs on the emulated GPU call this function?
bool kernel_may_call(const char *name);

// ---- code_check.c: its instructions -------------------------------------------------------------

// Calls go to functions by their names, which object_check.c reads: an address that is computed
// could be any function of the grader. System calls go through the C library. accesses: the file
// with the compiler's listing for hidden_access.c, or NULL for a file without kernels. Compile with
// -fno-jump-tables.
bool code_is_allowed(const char *object, const char *accesses, char *sentence, size_t size);

// ---- kernel_calls.c: what its kernels call ------------------------------------------------------

// On the emulated GPU a kernel is a function of the PC, so it could call the C library or CUDA's
// runtime. Their loads and stores are neither counted nor checked. nvcc refuses such calls.
// listing: of `objdump -d -r`, one line per instruction; it is changed. accesses: as above.
bool kernel_calls_are_allowed(char *listing, const char *accesses, char *sentence, size_t size);

// ---- hidden_access.c: their loads and stores without a call-out ---------------------------------

// -fsanitize=thread makes gcc put a call-out before each assignment that loads or stores, but not
// before a call that takes a structure out of memory or stores the structure that it returns. If
// the function is inlined there is no call; only gcc knows which functions are inlined. So its
// own listing is read: -fdump-tree-tsan1-uid, the program after that pass. symbol: a function that
// kernels reach. False, too, if it is not in the listing, because the pass did not see it.
bool accesses_are_counted(const char *listing, const char *symbol, char *sentence, size_t size);

#endif
