// SPDX-License-Identifier: MIT
//
// source_location.h: source locations of addresses of the program.
#ifndef SOURCE_LOCATION_H
#define SOURCE_LOCATION_H

#include "../base/base.h"

#include <stdio.h>

// The source location of an address of the program, such as "file.cu:31". Wrappers of the CUDA
// headers are skipped. A line of a function that was inlined is followed by the line that called
// it: "tools/index.h:9, called at 2_coalesced.cu:31", and so on up to the kernel. Returns `text`.
char *source_location(const char *pc, char *text, size_t size);
// The same, but only a line of a header is followed by its caller. For calls of the host, where it
// depends on the compiler which functions are inlined, and to compare lines.
char *source_line(const char *pc, char *text, size_t size);
// Appends ", called at CALLER" if the text has fewer than CALLERS and this one fits.
bool add_caller(char *text, size_t size, const char *caller);
const char *next_caller(const char *location); // what follows the first ", called at "; or NULL
// Lines of many addresses at once, without callers: fills texts[i] (each of `size` bytes).
void source_locations(const char *const *pcs, int count, char *texts, size_t size);

// Starts addr2line or objdump and returns a stream of its output; NULL: not installed. child: its
// process number, for waitpid(). It is a plain int so that this header needs no other.
FILE *tool_start(char *const *argv, int *child);

// The file that contains the engine: the program, or a shared library.
const char *program_path(void);

// The address as the file has it.
uintptr_t address_in_file(const char *pc);

// A location in the program as a number that fits in an access record, and back. Flags next to the
// number: the access was made by a cp.async (PLACE_OF_COPY), or by the asynchronous proxy, that is
// the copy engine or wgmma (PLACE_OF_BULK), or by an atomic, whose scope it names.
enum {
    PLACE_OF_COPY = INT32_MIN,
    PLACE_OF_BULK = 1 << 30,
    PLACE_OF_BLOCK = 1 << 28,
    PLACE_OF_DEVICE = 2 << 28,
    PLACE_OF_SYSTEM = 3 << 28,
    PLACE_SCOPES = PLACE_OF_SYSTEM,
    PLACE_LAST = PLACE_OF_BLOCK - 1
};
uint32_t place_number(const char *pc);
const char *place_pc(uint32_t number);

#endif
