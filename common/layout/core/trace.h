// SPDX-License-Identifier: MIT
//
// trace.h: the steps of an operation, reported by the code that executes them.
//
//     static void print_line(void *context, int depth, const char *text) { ... }
//     struct layout_trace trace = {print_line, NULL};
//     layout_trace_to(&trace);
//     layout_composition(&r, &a, &b, &why);  // prints every division, remainder, merged mode
//     layout_trace_to(NULL);
//
// For one thread; costs one load and one branch if it is off.
#ifndef COMMON_LAYOUT_TRACE_H
#define COMMON_LAYOUT_TRACE_H

struct layout_trace {
    // One step, without a newline. depth counts the operations around it: a divide is at 0, the
    // composition it calls at 1. A line that names an operation and its operands begins each.
    void (*line)(void *context, int depth, const char *text);
    void *context;
};

// Sends this thread's steps there from now on (NULL: nowhere); returns the previous receiver.
const struct layout_trace *layout_trace_to(const struct layout_trace *trace);

#endif
