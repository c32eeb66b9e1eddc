// SPDX-License-Identifier: MIT
#include "layout_random.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../emu/tests/support/sampler.h"

static uint64_t state;

void random_seed(uint64_t seed) { state = seed; }

int random_below(int n) // xorshift64*
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (int)((state * 0x2545F4914F6CDD1D >> 33) % (uint64_t)n);
}

__attribute__((format(printf, 3, 4))) static void append(char *text, size_t size,
                                                         const char *format, ...)
{
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

// A random tree over leaves begin .. end-1, after the existing text.
static void random_tree(char *out, size_t size, const long long *leaf, int begin, int end,
                        int depth)
{
    if (end - begin == 1 && (depth > 0 || random_below(8) > 0)) {
        append(out, size, "%lld", leaf[begin]);
        return;
    }
    append(out, size, "(");
    for (int i = begin; i < end;) {
        int n = depth < 2 && random_below(3) == 0 ? 1 + random_below(end - i) : 1;
        if (i > begin)
            append(out, size, ",");
        if (n > 1)
            random_tree(out, size, leaf, i, i + n, depth + 1);
        else
            append(out, size, "%lld", leaf[i]);
        i += n;
    }
    append(out, size, ")");
}

// Kinds of strides: compact in random order, compact with holes, any numbers, with zeros.
void random_layout(struct sample *s, int max_size, int max_leaves, int max_stride)
{
    static const int extents[] = {1, 2, 2, 2, 3, 4, 4, 5, 6, 8, 8, 12, 16, 7};
    long long shape[8], stride[8];
    int order[8], n = 1 + random_below(max_leaves), kind = random_below(8);
    long long size = 1, step = 1;
    for (int i = 0; i < n; i++) {
        order[i] = i;
        shape[i] = extents[random_below((int)(sizeof extents / sizeof extents[0]))];
        if (size * shape[i] > max_size)
            shape[i] = 1;
        size *= shape[i];
    }
    for (int i = n - 1; i > 0 && kind != 0; i--) { // kind 0: column-major
        int j = random_below(i + 1), swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
    for (int i = 0; i < n; i++) {
        stride[order[i]] = step;
        if (kind >= 6) // any
            stride[order[i]] = random_below(max_stride);
        step *= shape[order[i]];
        if (kind == 4 || (kind == 5 && random_below(2) == 0)) // holes
            step *= 1 + random_below(3);
    }
    if (kind == 3)
        stride[random_below(n)] = 0;
    uint64_t tree = state; // the same tree for both
    char *text = s->text;
    text[0] = '\0';
    random_tree(text, sizeof s->text, shape, 0, n, 0);
    append(text, sizeof s->text, ":");
    uint64_t after = state;
    state = tree;
    random_tree(text, sizeof s->text, stride, 0, n, 0);
    state = after;
    struct failure why;
    if (!layout_parse(&s->l, text, &why) || !oracle_read(&s->o, text)) {
        fprintf(stderr, "%s: %s\n", text, why.text);
        abort();
    }
}

int random_rounds(int some) { return sampled(some, some, 10 * some); }

struct oracle oracle_of(const struct layout *l, char text[LAYOUT_TEXT])
{
    struct oracle o;
    layout_print(l, text, LAYOUT_TEXT);
    cr_assert(oracle_read(&o, text), "%s", text);
    return o;
}
