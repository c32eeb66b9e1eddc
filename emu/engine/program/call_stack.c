// SPDX-License-Identifier: MIT
//
// call_stack.c: finds the user's call. A location inside the engine or a library does not help the
// user, so the nearest caller in the user's own code is reported instead.
#include "source_location.h"

#include <string.h>
#include <unwind.h>

enum { MOST_FRAMES = 48, LINE = 300 };

struct frames {
    const char *pc[MOST_FRAMES];
    int count;
};

// The return address of a caller is after the call; a frame that a signal interrupted is at its
// address.
static _Unwind_Reason_Code note(struct _Unwind_Context *context, void *data)
{
    struct frames *frames = data;
    int interrupted = 0;
    const char *pc = (const char *)_Unwind_GetIPInfo(context, &interrupted);
    if (!pc || frames->count == MOST_FRAMES)
        return _URC_END_OF_STACK;
    frames->pc[frames->count++] = interrupted ? pc : pc - 1;
    return _URC_NO_REASON;
}

static bool is_line(const char *text) { return strncmp(text, "address ", strlen("address ")) != 0; }

const char *nearest_of_program(const char *pc)
{
    static char texts[MOST_FRAMES][LINE]; // under the lock of diagnosis.c
    if (is_line(source_location(pc, texts[0], LINE)))
        return pc;
    struct frames frames = {{NULL}, 0};
    _Unwind_Backtrace(note, &frames);
    source_locations(frames.pc, frames.count, texts[0], LINE);
    for (int i = 0; i < frames.count; i++)
        if (is_line(texts[i]))
            return frames.pc[i];
    return pc;
}
