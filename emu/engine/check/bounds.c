// SPDX-License-Identifier: MIT
//
// bounds.c: an index beyond the declared extent of its array.
//
// The shadow memory (access.c) covers allocations and shared arrays. It cannot cover local arrays,
// whose addresses the engine does not know, nor an index past one row of a two-dimensional array,
// which is still inside the array. emucc therefore also compiles with -fsanitize=bounds, whose
// checks call the functions below. The layout of the record is that of UBSan's ABI.
#include "../report/report.h"

#include <stdio.h>

struct type_description {
    uint16_t kind, info;
    char name[1]; // "'float [2][8]'"
};

struct bounds_record {
    const char *file;
    uint32_t line, column;
    const struct type_description *array, *index;
};

static bool is_signed(const struct type_description *type)
{
    return type->kind == 0 && (type->info & 1);
}

static void __attribute__((noinline))
out_of_bounds(const struct bounds_record *record, uintptr_t index, const char *pc)
{
    char text[300];
    if (!emu_current)
        return; // host code is not checked
    snprintf(text, sizeof text, is_signed(record->index) ? "index %lld of %s" : "index %llu of %s",
             (long long)index, record->array->name);
    report_and_stop(cudaErrorIllegalAddress, KIND_BOUNDS, pc, text,
                    "compare the index with the extent in the array's declaration",
                    "out of bounds: an index beyond its array's extent");
}

// -fsanitize=return: a function that returns a value ends without a return statement. The code of
// another function would follow.
void __ubsan_handle_missing_return(const void *record) __attribute__((noreturn));

void __ubsan_handle_missing_return(const void *record)
{
    (void)record; // its file and line are those of the call
    report_and_stop(cudaErrorLaunchFailure, KIND_MISTAKE, CALLER(), NULL,
                    "end each way through the function with return and a value",
                    "missing return: a function that returns a value ends without one");
}

// memcpy() and similar functions run in the C library, so their accesses to local variables are not
// seen.
void emu_copy_beyond(const char *function, size_t bytes, size_t to, size_t from)
{
    char text[100];
    if (!emu_current)
        return;
    snprintf(text, sizeof text, "%s %zu bytes", bytes > to ? "the target has" : "the source has",
             bytes > to ? to : from);
    report_and_stop(cudaErrorIllegalAddress, KIND_BOUNDS, CALLER(), text,
                    "count bytes (neither bits nor elements), with sizeof",
                    "out of bounds: %s of %zu bytes in a local variable", function, bytes);
}

void __ubsan_handle_out_of_bounds(void *record, uintptr_t index);
void __ubsan_handle_out_of_bounds_abort(void *record, uintptr_t index);

void __ubsan_handle_out_of_bounds(void *record, uintptr_t index)
{
    out_of_bounds(record, index, CALLER());
}

void __ubsan_handle_out_of_bounds_abort(void *record, uintptr_t index)
{
    out_of_bounds(record, index, CALLER());
}
