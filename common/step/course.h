// SPDX-License-Identifier: MIT
//
// course.h: all chapters, for programs that are linked with all of them (tests, benchmarks).
#ifndef COMMON_COURSE_H
#define COMMON_COURSE_H

#include "step.h"

// In the order of the ladder. The build writes the table from its own list (mk/chapters.mk), so a
// new chapter appears in it automatically.
extern const struct chapter *const course_chapters[];
extern const int course_chapter_count;

#endif
