// SPDX-License-Identifier: MIT
#include "chapters.h"

const struct step *step_number(int number, const struct chapter **chapter)
{
    for (int c = 0; c < course_chapter_count; c++) {
        *chapter = course_chapters[c];
        if (number < (*chapter)->step_count)
            return chapter_step(*chapter, number);
        number -= (*chapter)->step_count;
    }
    return NULL;
}

int step_total(void)
{
    int total = 0;
    for (int c = 0; c < course_chapter_count; c++)
        total += course_chapters[c]->step_count;
    return total;
}
