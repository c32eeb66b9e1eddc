// SPDX-License-Identifier: MIT
#include "chapters.h"

#include "../../01_cpu/cpu.h"
#include "../../02_naive/naive.h"
#include "../../03_tiled/tiled.h"
#include "../../04_shared/shared.h"
#include "../../05_outer_product/outer.h"
#include "../../06_layouts/layouts.h"
#include "../../07_tensor_core/tensor_core.h"
#include "../../08_cutlass_hierarchy/hierarchy.h"

enum { CHAPTERS = 8 };
const struct chapter *const all_chapters[CHAPTERS] = {
    &chapter_01_cpu,           &chapter_02_naive,
    &chapter_03_tiled,         &chapter_04_shared,
    &chapter_05_outer_product, &chapter_06_layouts,
    &chapter_07_tensor_core,   &chapter_08_cutlass_hierarchy,
};
const int all_chapter_count = CHAPTERS;

const struct step *step_number(int number, const struct chapter **chapter)
{
    for (int c = 0; c < all_chapter_count; c++) {
        *chapter = all_chapters[c];
        if (number < (*chapter)->step_count)
            return chapter_step(*chapter, number);
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
