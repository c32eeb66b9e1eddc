// SPDX-License-Identifier: MIT
#include "chapters.h"

#include "../01_cpu/cpu.h"
#include "../02_naive/naive.h"

enum { CHAPTERS = 2 };
const struct chapter *const all_chapters[CHAPTERS] = {&chapter_01_cpu, &chapter_02_naive};
const int all_chapter_count = CHAPTERS;

const struct step *step_number(int number, const struct chapter **chapter)
{
    for (int c = 0; c < all_chapter_count; c++) {
        *chapter = all_chapters[c];
        if (number < (*chapter)->step_count)
            return &(*chapter)->steps[number];
        number -= (*chapter)->step_count;
    }
    return NULL;
}

int step_total(void)
{
    int total = 0;
    for (int c = 0; c < all_chapter_count; c++)
        total += all_chapters[c]->step_count;
    return total;
}
