// SPDX-License-Identifier: MIT
//
// source_location.h: source locations of addresses of the program.
#ifndef SOURCE_LOCATION_H
#define SOURCE_LOCATION_H

#include "../base/base.h"

#include <stdio.h>

// Source position of an address of the program, "file.cu:31"; the wrappers of the CUDA headers are
// skipped, and after a line of a header comes the one that called it: "tools/index.h:9,
// called at 2_coalesced.cu:31". Returns `text`.
char *source_location(const char *pc, char *text, size_t size);
// The same for many addresses at once, without callers: fills texts[i] (each of `size` bytes).
void source_locations(const char *const *pcs, int count, char *texts, size_t size);

// pc itself, or where it lies in the engine or a library, the nearest caller that does not
// (call_stack.c).
const char *nearest_of_program(const char *pc);

// Starts addr2line or objdump; what it says comes back through the result, NULL: it is not there.
// child: its number, for waitpid(); a plain int, so that this header needs no other.
FILE *tool_start(char *const *argv, int *child);

// As it stands in the program's file.
uintptr_t address_in_file(const char *pc);

// A place in the program as a number that fits in a record, and back.
// Marks beside the number: an asynchronous copy stands there (cp.async); the asynchronous proxy
// came by: a copy of the copy engine, or wgmma.
enum { PLACE_OF_COPY = INT32_MIN, PLACE_OF_BULK = 1 << 30, PLACE_LAST = PLACE_OF_BULK - 1 };
uint32_t place_number(const char *pc);
const char *place_pc(uint32_t number);

#endif
