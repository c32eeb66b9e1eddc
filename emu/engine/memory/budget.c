// SPDX-License-Identifier: MIT
//
// budget.c: how much memory this PC can give to the emulated GPU.
//
// A PC promises more memory than it has and kills the program that touches too much of it. The
// emulated GPU therefore allocates only what can be touched completely. Each byte needs itself, an
// eighth for its bounds, and nine for the checks (cells.h).
#include "budget.h"
#include "cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The share that remains for other programs, and for the stacks and windows of running threads.
enum { SPARE_SHARE = 20, MIB = 1 << 20, ASK_EVERY = 64 * MIB };

static FILE *open_below(const char *root, const char *folder, const char *group, const char *name)
{
    char path[2048];
    snprintf(path, sizeof path, "%s%s%s/%s", root, folder, group, name);
    return fopen(path, "re");
}

// The number in the line that starts with `key` ("": the first line); SIZE_MAX if there is none.
static size_t number_in(FILE *stream, const char *key)
{
    char line[256];
    size_t found = SIZE_MAX;
    while (stream && fgets(line, sizeof line, stream))
        if (strncmp(line, key, strlen(key)) == 0) {
            char *start = line + strlen(key), *end;
            const unsigned long long value = strtoull(start, &end, 10);
            if (end > start)
                found = (size_t)value;
            break;
        }
    if (stream)
        fclose(stream);
    return found;
}

// Files of a control group. It leaves its limit minus what is used; cached files can be evicted and
// do not count as used.
struct group_files {
    const char *folder, *limit, *used, *files;
};

static size_t left_in_group(const char *root, const struct group_files *f, const char *group)
{
    const size_t limit = number_in(open_below(root, f->folder, group, f->limit), "");
    const size_t used = number_in(open_below(root, f->folder, group, f->used), "");
    const size_t files = number_in(open_below(root, f->folder, group, "memory.stat"), f->files);
    if (limit == SIZE_MAX || used == SIZE_MAX)
        return SIZE_MAX;
    const size_t kept = files != SIZE_MAX && files < used ? used - files : used;
    return limit > kept ? limit - kept : 0;
}

// The limits of a group's ancestors apply to it, too. In a container its own group may be the
// topmost one that is visible, whatever its name.
static size_t left_in_groups(const char *root, const struct group_files *f, char *group)
{
    size_t least = SIZE_MAX;
    for (;;) {
        const size_t left = left_in_group(root, f, group);
        least = left < least ? left : least;
        char *slash = strrchr(group, '/');
        if (!slash)
            return least;
        *slash = '\0';
    }
}

size_t memory_available(const char *root)
{
    static const struct group_files version_1 = {"/sys/fs/cgroup/memory", "memory.limit_in_bytes",
                                                 "memory.usage_in_bytes", "total_inactive_file "};
    static const struct group_files version_2 = {"/sys/fs/cgroup", "memory.max", "memory.current",
                                                 "inactive_file "};
    char line[1024];
    size_t least = number_in(open_below(root, "/proc", "", "meminfo"), "MemAvailable:");
    if (least != SIZE_MAX)
        least *= 1024;
    FILE *groups = open_below(root, "/proc/self", "", "cgroup"); // "4:memory:/a/b", "0::/a/b"
    while (groups && fgets(line, sizeof line, groups)) {
        line[strcspn(line, "\n")] = '\0';
        char *names = strchr(line, ':'), *group = names ? strchr(names + 1, ':') : NULL;
        if (!group)
            continue;
        *group++ = '\0';
        const bool second = names[1] == '\0';
        if (!second && !strstr(names, "memory"))
            continue;
        const size_t left = left_in_groups(root, second ? &version_2 : &version_1, group);
        least = left < least ? left : least;
    }
    if (groups)
        fclose(groups);
    return least;
}

static double bytes_for_each(void) { return check_is_on() ? 10 + 1.0 / 8 : 1 + 1.0 / 8; }

// Bytes that the system can give, minus a reserve.
static double ask(void)
{
    const double there = (double)memory_available("");
    return there - there / SPARE_SHARE;
}

size_t budget_left(size_t in_use, bool afresh)
{
    static double at_start = -1, now;
    static size_t asked_at; // in_use when the system was last queried
    if (afresh || at_start < 0 || in_use > asked_at + ASK_EVERY || in_use + ASK_EVERY < asked_at) {
        now = ask();
        asked_at = in_use;
    }
    if (at_start < 0)
        at_start = now;
    const double promised = (double)in_use * bytes_for_each();
    const double left = at_start - promised < now ? at_start - promised : now;
    return left > 0 ? (size_t)(left / bytes_for_each()) : 0;
}

char *budget_explain(size_t in_use, char *text, size_t size)
{
    snprintf(text, size,
             "this computer can back %zu MiB more (%zu MiB of memory are available, and each byte "
             "needs %s)",
             budget_left(in_use, true) / MIB, memory_available("") / MIB,
             check_is_on() ? "10: itself and the records of the checks; EMU_CHECK=off needs 1.1"
                           : "1.1: itself and its bounds");
    return text;
}
