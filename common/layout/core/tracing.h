// SPDX-License-Identifier: MIT
//
// tracing.h: how an operation reports its steps (trace.h). For the files of common/layout.
#ifndef COMMON_LAYOUT_TRACING_H
#define COMMON_LAYOUT_TRACING_H

#include <stddef.h>

#include "make.h"
#include "trace.h"

extern _Thread_local const struct layout_trace *layout_tracer;

static inline bool tracing(void) { return __builtin_expect(layout_tracer != NULL, 0); }

// One step; call it only if tracing().
void trace_step(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The line that names an operation, and one level deeper until trace_leave().
void trace_enter(const char *format, ...) __attribute__((format(printf, 1, 2)));
void trace_result(const struct layout *result);
// Returns ok; if the operation succeeded, the result is printed at the level of the name.
static inline bool trace_leave(bool ok, const struct layout *result)
{
    if (tracing())
        trace_result(ok ? result : NULL);
    return ok;
}

struct trace_text {
    char text[192];
};
// A layout or a tuple in a trace line: trace_step("%s", trace_layout(&l).text).
struct trace_text trace_layout(const struct layout *l);
struct trace_text trace_tuple(const struct int_tuple *t);

#endif
