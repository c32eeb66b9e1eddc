// SPDX-License-Identifier: MIT
//
// chapters.h: all chapters, for the tests that go over every step of the course.
#ifndef TESTS_CHAPTERS_H
#define TESTS_CHAPTERS_H

#include "../../common/step/course.h"

// A step by its number in the whole course (NULL beyond the last), and the number of all steps.
const struct step *step_number(int number, const struct chapter **chapter);
int step_total(void);

#endif
