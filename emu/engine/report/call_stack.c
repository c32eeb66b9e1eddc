// SPDX-License-Identifier: MIT
//
// call_stack.c: finds the user's call. A location inside the engine or a library does not help the
// user, so the nearest caller in the user's own code is reported instead. A line of a device
// function is followed by the lines that called it.
#include "report.h"
#include "../fiber/fiber.h"
#include "../program/program.h"

#include <string.h>
#include <unwind.h>

enum { MOST_FRAMES = 48, LINE = 400 };

struct frames {
    const char *pc[MOST_FRAMES];
    const char *function[MOST_FRAMES]; // where it begins
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
    frames->function[frames->count] = (const char *)_Unwind_GetRegionStart(context);
    frames->pc[frames->count++] = interrupted ? pc : pc - 1;
    return _URC_NO_REASON;
}

static bool is_line(const char *text) { return strncmp(text, "address ", strlen("address ")) != 0; }

const char *nearest_of_program(const char *pc)
{
    static char texts[MOST_FRAMES][LINE]; // under the lock of diagnosis.c
    if (is_line(source_location(pc, texts[0], LINE)))
        return pc;
    struct frames frames = {{NULL}, {NULL}, 0};
    _Unwind_Backtrace(note, &frames);
    source_locations(frames.pc, frames.count, texts[0], LINE);
    for (int i = 0; i < frames.count; i++)
        if (is_line(texts[i]))
            return frames.pc[i];
    return pc;
}

// Is this the stack of the current thread? Some reports are about a thread that waits.
static bool is_on_own_stack(const struct thread *t)
{
    return (uintptr_t)__builtin_frame_address(0) - t->stack_low < stack_size();
}

static bool is_in(const char *pc, const void *function, size_t bytes)
{
    return (uintptr_t)pc - (uintptr_t)function < bytes;
}

// The frames of the callers of `pc`, up to the kernel's. The kernel is `function`, or what `body`
// calls if the compiler made a copy of it for a constant argument. Returns the first frame's
// number; the last frame is the kernel's.
static int callers_of(const char *pc, const struct launch *launch, struct frames *frames)
{
    const size_t bytes = launch->function ? function_size(launch->function) : 0;
    const size_t body = function_size((const void *)(uintptr_t)launch->body);
    int first = 0;
    _Unwind_Backtrace(note, frames);
    while (first < frames->count && frames->pc[first] != pc)
        first++;
    for (int i = first; i + 1 < frames->count; i++)
        if (is_in(frames->pc[i], launch->function, bytes) ||
            is_in(frames->pc[i + 1], (const void *)(uintptr_t)launch->body, body)) {
            frames->count = i + 1;
            return first + 1;
        }
    return frames->count;
}

// The compiler splits a function whose beginning is worth inlining. The line that calls the rest is
// not a call of the user's.
enum { CALLED_PART = PLACE_OF_COPY };

static bool is_part(const char *function)
{
    char name[256];
    function_symbol(function, name, sizeof name);
    return strstr(name, ".part.") != NULL;
}

void find_callers(const char *pc, uint32_t places[CALLERS])
{
    const struct thread *t = emu_current;
    struct frames frames = {{NULL}, {NULL}, 0};
    memset(places, 0, CALLERS * sizeof *places);
    if (!t || t->block->launch->is_library || !is_on_own_stack(t))
        return;
    const int first = callers_of(pc, t->block->launch, &frames);
    for (int i = first; i < frames.count && i < first + CALLERS; i++)
        places[i - first] = place_number(frames.pc[i]) |
                            (is_part(frames.function[i - 1]) ? (uint32_t)CALLED_PART : 0);
}

void add_callers(const uint32_t places[CALLERS], char *text, size_t size)
{
    char text_of[LINE];
    for (int i = 0; i < CALLERS && places[i]; i++) {
        const char *caller = source_location(place_pc(places[i]), text_of, LINE);
        if (places[i] & (uint32_t)CALLED_PART)
            caller = next_caller(caller);
        if (caller && is_line(caller) && !add_caller(text, size, caller))
            return;
    }
}
