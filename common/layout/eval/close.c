// SPDX-License-Identifier: MIT
//
// close.c: names that somebody may have meant by an unknown one.
#include "close.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "../../base/edit_distance.h"

enum { LONGEST = 40, MOST_CHANGES = 2, SAME_START = 4 };

// The letters that agree, or 0 if the name is not close.
static int score_of(const char *known, const char *name, size_t length)
{
    const size_t known_length = strlen(known);
    size_t same = 0;
    while (same < length && same < known_length && known[same] == name[same])
        same++;
    if (known_length <= LONGEST && length <= LONGEST) {
        // Of a short name, two letters are too much: all names of that length would be close.
        const int changes = edit_distance(known, known_length, name, length);
        if (changes <= MOST_CHANGES && 2 * changes < (int)length)
            return (int)length - changes;
    }
    return same >= SAME_START ? (int)same : 0;
}

void close_names_add(struct close_names *names, const char *known, const char *name, size_t length)
{
    int score = score_of(known, name, length);
    bool moves = false; // the earlier of equal names stays in front
    for (int i = 0; i < MOST_CLOSE_NAMES; i++)
        if (score > names->score[i] || (moves && score == names->score[i])) {
            moves = true;
            const int next_score = names->score[i];
            const char *next = names->name[i];
            names->score[i] = score;
            names->name[i] = known;
            score = next_score;
            known = next;
        }
}

const char *close_names_text(const struct close_names *names, char *text)
{
    text[0] = '\0';
    for (int i = 0; i < MOST_CLOSE_NAMES && names->name[i]; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, CLOSE_TEXT - used, "%s%s", i ? ", " : "; close are ", names->name[i]);
    }
    return text;
}
