// SPDX-License-Identifier: MIT
//
// thread_races.c: reads a report such as
//
//     WARNING: ThreadSanitizer: data race (pid=7)
//       Write of size 4 at 0x7fff by thread T1:
//         #0 exercise._omp_fn.0 my/01_threads.c:31 (01_threads+0x13)
//         ...
//       Previous read of size 4 at 0x7fff by main thread:
//         #0 ...
#define _XOPEN_SOURCE 700 // getcwd
#include "thread_races.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Of the frames "#0 function place (...)" from `at` to the next empty line, the first that has a
// place in a file of the program: #0 may be memcpy().
static bool read_place(const char *at, char place[200])
{
    const char *end = strstr(at, "\n\n");
    while ((at = strchr(at, '#')) && (!end || at < end)) {
        if (sscanf(at, "#%*d %*s %199s", place) == 1 && *place != '.' && *place != '<')
            return true;
        at++;
    }
    return false;
}

// A path below the working directory as seen from there.
static const char *from_here(const char *path)
{
    char here[200];
    const size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
    return length && strncmp(path, here, length) == 0 && path[length] == '/' ? path + length + 1
                                                                             : path;
}

// The next "Write of size 4 ..." and where, as "write of 4 bytes at my/01_threads.c:31". Returns
// where to go on; NULL: there is none.
static const char *read_access(const char *from, char *text, size_t size)
{
    const char *of_size = strstr(from, " of size ");
    int bytes;
    char place[200];
    if (!of_size || sscanf(of_size, " of size %d", &bytes) != 1 || !read_place(of_size, place))
        return NULL;
    const bool write = of_size - from >= 5 && (of_size[-5] == 'w' || of_size[-5] == 'W');
    snprintf(text, size, "%s of %d bytes at %s", write ? "write" : "read", bytes, from_here(place));
    return of_size + 1;
}

bool race_places(const char *report, char *text, size_t size)
{
    char one[300], other[300];
    const char *from = strstr(report, "ThreadSanitizer: data race");
    if (!from)
        return false;
    from = read_access(from, one, sizeof one);
    if (from && read_access(from, other, sizeof other))
        snprintf(text, size, "race: %s\nand   %s, in another thread and in no order\n", one, other);
    else
        snprintf(text, size, "race: two threads use the same memory, and one of them writes\n");
    return true;
}
