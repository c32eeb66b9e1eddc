// SPDX-License-Identifier: MIT
#include "tracing.h"

#include <stdarg.h>
#include <stdio.h>

_Thread_local const struct layout_trace *layout_tracer;
static _Thread_local int depth;

const struct layout_trace *layout_trace_to(const struct layout_trace *trace)
{
    const struct layout_trace *before = layout_tracer;
    layout_tracer = trace;
    depth = 0;
    return before;
}

static void line(const char *format, va_list arguments)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    layout_tracer->line(layout_tracer->context, depth, text);
}

void trace_step(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    line(format, arguments);
    va_end(arguments);
}

void trace_enter(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    line(format, arguments);
    va_end(arguments);
    depth++;
}

void trace_result(const struct layout *result)
{
    if (result != NULL)
        trace_step("= %s", trace_layout(result).text);
    depth--;
}

struct trace_text trace_layout(const struct layout *l)
{
    struct trace_text t = {.text = ""};
    layout_print(l, t.text, sizeof t.text);
    return t;
}

struct trace_text trace_tuple(const struct int_tuple *t)
{
    struct trace_text text = {.text = ""};
    int_tuple_print(t, text.text, sizeof text.text);
    return text;
}
