// SPDX-License-Identifier: MIT
//
// sampler.h: how many of its cases a test runs. `make test` runs some, TEST_MORE=1 more of them,
// and TEST_FULL=1 all of them.
//
// Cases that a test leaves out are taken in turn: of `of` cases one runs, and the next shape, scale
// or transposition gets another one. So every value of every parameter occurs, and only some of
// their combinations do not.
#ifndef EMU_TESTS_SAMPLER_H
#define EMU_TESTS_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>

enum sampling { SAMPLE_SOME, SAMPLE_MORE, SAMPLE_ALL };

// Which of them the environment asks for.
enum sampling sampling(void);
static inline bool more_tests(void) { return sampling() >= SAMPLE_MORE; }
static inline bool full_test(void) { return sampling() == SAMPLE_ALL; }

// A number of the test's own for each of them: a size, a stride, a count.
int sampled(int some, int more, int all);

// Whether case `number` runs where one of `of` does. of == 1: all run.
static inline bool in_turn(int number, int of) { return number % of == 0; }

// Keeps those of an array's elements, of `size` bytes, whose turn it is. Returns their number.
size_t keep_in_turn(void *elements, size_t count, size_t size, int of);

#endif
