// SPDX-License-Identifier: MIT
//
// owners.h: which coordinate has which element, by the layout that an exercise expects and by the
// learner's: the text of a picture (learner/picture.h).
#ifndef LEARN_GRADE_OWNERS_H
#define LEARN_GRADE_OWNERS_H

// A layout as a table: of coordinate (i, j), counted i + rows * j, the number of its element. rows:
// of the first mode; 0 where the layout has one mode.
struct owned {
    const long long *element;
    int size, rows;
};

enum { OWNERS_MOST = 1024 }; // elements in a picture

// A line with the name, then one for each element from number 0 on: "3,1 2,1", the coordinate that
// must have it and the coordinate that has it; "." for none, "*" for several. For free(); NULL
// without memory, or with too many elements.
char *owners_text(const char *name, const struct owned *expected, const struct owned *yours);

#endif
