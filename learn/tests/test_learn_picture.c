// SPDX-License-Identifier: MIT
//
// test_learn_picture.c: which coordinate of a layout has which element, expected and the learner's.
#define _POSIX_C_SOURCE 200809L // open_memstream
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../grade/owners.h"
#include "../learner/picture.h"
#include "learner.h"

TestSuite(learn_picture, .fini = scratch_remove);

// (2,3):(3,1), row-major, and (2,3):(1,2), which has rows and columns the other way round.
static const long long by_rows[] = {0, 3, 1, 4, 2, 5}, by_columns[] = {0, 1, 2, 3, 4, 5};

Test(learn_picture, owners_of_two_layouts)
{
    char *text =
        owners_text("tile", &(struct owned){by_rows, 6, 2}, &(struct owned){by_columns, 6, 2});
    cr_expect_str_eq(text, "owners of tile: the coordinate that has each element\n"
                           "0,0 0,0\n0,1 1,0\n0,2 0,1\n1,0 1,1\n1,1 0,2\n1,2 1,2\n");
    free(text);
}

Test(learn_picture, elements_without_an_owner_and_with_several)
{
    static const long long odd[] = {0, 0, 9, -1};
    char *text = owners_text("one", &(struct owned){by_columns, 4, 0}, &(struct owned){odd, 4, 0});
    cr_expect_str_eq(text, "owners of one: the coordinate that has each element; 2 of yours are "
                           "beyond element 3\n0 *\n1 .\n2 .\n3 .\n");
    free(text);
}

Test(learn_picture, more_elements_than_a_picture_has)
{
    static const long long far_away[] = {0, 1LL << 40};
    cr_expect(owners_text("far", &(struct owned){far_away, 2, 0}, &(struct owned){by_rows, 2, 0}) ==
              NULL);
}

Test(learn_picture, on_the_terminal_and_in_a_file)
{
    struct failure why;
    char *text =
        owners_text("t", &(struct owned){by_rows, 6, 2}, &(struct owned){by_columns, 6, 2});
    char *shown = NULL;
    size_t size;
    FILE *out = open_memstream(&shown, &size);
    cr_assert(text && out);
    verdict_picture_print(text, out);
    fclose(out);
    cr_expect(strstr(shown, " element  expected\n       0  0,0  0,1  0,2  1,0  1,1  1,2 \n"), "%s",
              shown);
    cr_expect(strstr(shown, "       0  0,0  1,0! 0,1! 1,1! 0,2! 1,2 \n"), "%s", shown);
    cr_assert(verdict_picture_save(text, scratch_path("t.svg"), &why), "%s", why.text);
    char *svg = read_all_of(scratch_path("t.svg"));
    int wrong = 0;
    for (const char *c = svg; (c = strstr(c, "#e9a08f")) != NULL; c++)
        wrong++;
    cr_expect(wrong == 4 && strstr(svg, ">1,0</text>") && strstr(svg, "</svg>"), "%d", wrong);
    free(svg), free(shown), free(text);
}
