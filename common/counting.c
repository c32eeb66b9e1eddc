// SPDX-License-Identifier: MIT
//
// Like machine.c one of the two files in which the builds differ: only the emulated GPU can be
// asked.
#include "counting.h"

#ifdef EMU_GPU
#include <stdlib.h>
#include <string.h>

#include "emu_api.h"

static void begin(void) { emu_count(1); }

// By name: neither side needs to know the other's order.
static void end(struct counts *counts)
{
    long long values[EMU_COUNTER_COUNT];
    emu_count(0);
    emu_counters(values);
    for (int i = 0; i < counts_number(); i++)
        for (int e = 0; e < EMU_COUNTER_COUNT; e++)
            if (strcmp(counts_name(i), emu_counter_name((enum emu_counter)e)) == 0)
                counts_set(counts, i, values[e]);
}

static bool has_place(const char *place)
{
    struct emu_line *lines;
    const int count = emu_lines(&lines);
    const size_t wanted = strlen(place);
    bool found = false;
    for (int i = 0; i < count; i++) {
        char full[300];
        const int length = snprintf(full, sizeof full, "%s:%d", lines[i].file, lines[i].line);
        if (length < (int)wanted)
            continue;
        const char *tail = full + (size_t)length - wanted;
        found = found || (strcmp(tail, place) == 0 && (tail == full || tail[-1] == '/'));
    }
    free(lines);
    return found;
}

static void print_heat(const char *place, FILE *out, const char *svg)
{
    emu_print_heat(place, out, svg);
}

const struct counting *counting_on_emulated_gpu(void)
{
    static const struct counting counting = {
        .begin = begin,
        .end = end,
        .print_lines = emu_print_lines,
        .has_place = has_place,
        .print_heat = print_heat,
    };
    return &counting;
}
#else
const struct counting *counting_on_emulated_gpu(void) { return NULL; }
#endif
