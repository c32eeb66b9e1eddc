// SPDX-License-Identifier: MIT
#include "edit_distance.h"

static int least(int a, int b) { return a < b ? a : b; }

int edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int row[EDIT_DISTANCE_LONGEST + 1];
    if (a_length > EDIT_DISTANCE_LONGEST)
        a_length = EDIT_DISTANCE_LONGEST;
    if (b_length > EDIT_DISTANCE_LONGEST)
        b_length = EDIT_DISTANCE_LONGEST;
    for (size_t j = 0; j <= b_length; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            const int change = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(change, 1 + least(row[j], row[j - 1]));
        }
    }
    return row[b_length];
}
