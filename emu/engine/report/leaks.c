// SPDX-License-Identifier: MIT
//
// leaks.c: device memory that the program never freed. The end of the process frees it, and many
// programs rely on that, so a leak is only advice; EMU_LEAKS=error makes it a mistake.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"
#include "report.h"
#include "../memory/memory.h"

// Memory from malloc in a kernel or from a graph lives until the device is reset; the program
// does not have to free it.
static bool stays(const struct allocation *a)
{
    return a->kind == ALLOC_HEAP || a->kind == ALLOC_GRAPH;
}

static void report_leak(struct allocation *a, const void *unused)
{
    (void)unused;
    if (!stays(a))
        report(KIND_LEAK, a->made_by, NULL, NULL,
               "leak: %zu bytes of device memory were never freed", a->size);
}

void leaks_report(void)
{
    if (!engine_was_forked()) // else the memory belongs to the parent process
        arena_for_each_live(report_leak, NULL);
}

static struct {
    size_t count, bytes;
    const char *first;
} left;

static void add_leak(struct allocation *a, const void *unused)
{
    (void)unused;
    if (stays(a))
        return;
    if (left.count++ == 0)
        left.first = a->made_by;
    left.bytes += a->size;
}

void leaks_at_exit(void)
{
    const char *wanted = environment_value("EMU_LEAKS");
    if (wanted && strcmp(wanted, "error") == 0)
        leaks_report();
    if (engine_was_forked() || (wanted && *wanted && strcmp(wanted, "advice") != 0))
        return;
    arena_for_each_live(add_leak, NULL);
    char among[40] = "";
    if (left.count > 1)
        snprintf(among, sizeof among, " in %zu allocations", left.count);
    if (left.count > 0)
        remark("advice", left.first,
               "%zu bytes of device memory%s were never freed (EMU_LEAKS=error: a mistake)",
               left.bytes, among);
}
