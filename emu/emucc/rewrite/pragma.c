// SPDX-License-Identifier: MIT
#include "pragma.h"

#include <stdlib.h>
#include <string.h>

#include "../read/walk.h"

static bool starts_with(const char *p, const char *end, const char *word)
{
    return (size_t)(end - p) >= strlen(word) && memcmp(p, word, strlen(word)) == 0;
}

// g++ requires a loop after its own pragma, nvcc does not. The conditions of `while` and `do` may
// contain a call that round.c inserts, which g++ would reject there.
static bool loop_follows(const struct source *source, size_t i) { return is(source, i, "for"); }

// `#pragma unroll 4` becomes g++'s own pragma. Any other argument is dropped (a macro, a template
// parameter, or none for "the whole loop"), because g++ needs a number here and unrolling does not
// change results.
static void translate_unroll(struct text *out, const struct source *source,
                             const struct directive *directive, const char *p, const char *end)
{
    enum { LARGEST = 65534 }; // the largest number that g++ accepts
    while (p < end && strchr(" \t(", *p))
        p++;
    char *after;
    unsigned long count = strtoul(p, &after, 10);
    if (after == p || count > LARGEST)
        return;
    while (after < end && strchr(" \t)\r", *after))
        after++;
    if (after == end && loop_follows(source, directive->before))
        text_add_format(out, "#pragma GCC unroll %lu", count);
}

void translate_pragma(struct text *out, const struct source *source,
                      const struct directive *directive)
{
    static const char *const dropped[] = {"nv_", "nvcc", "hd_warning_disable", "nounroll", "diag_"};
    const char *p = directive->text, *end = p + directive->length;
    p += 1 + strspn(p + 1, " \t");
    if (starts_with(p, end, "pragma")) {
        p += strlen("pragma");
        p += strspn(p, " \t");
        if (starts_with(p, end, "unroll")) {
            translate_unroll(out, source, directive, p + strlen("unroll"), end);
            return;
        }
        for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
            if (starts_with(p, end, dropped[i]))
                return;
    }
    text_add_bytes(out, directive->text, directive->length);
}
