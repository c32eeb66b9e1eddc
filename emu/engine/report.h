// SPDX-License-Identifier: MIT
//
// report.h: what went wrong, for the one who wrote the program: where, who, what to do.
#ifndef REPORT_H
#define REPORT_H

#include <stdio.h>

#include "engine.h"

// ---- where.c ------------------------------------------------------------------------------------

// Source position of an address of the program, "file.cu:31"; the wrappers of the CUDA headers are
// skipped, and behind a line of common/ stands the one that called it: "common/device/index.h:9,
// called at 2_coalesced.cu:31". Returns `text`.
char *where(const char *pc, char *text, size_t size);
// The same for many addresses at once, without callers: fills texts[i] (each of `size` bytes).
void where_all(const char *const *pcs, int count, char *texts, size_t size);

// pc itself, or where it lies in the engine or a library, the nearest caller that does not
// (stack.c).
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

// ---- name.c -----------------------------------------------------------------------------------------

// What the program calls that which cudaMalloc at `place` ("file.cu:12") made; false: not known.
bool source_name(const char *place, char *name, size_t size);

// ---- report.c -----------------------------------------------------------------------------------

// One diagnosis, printed to stderr in one piece; the program's exit status becomes 1.
// `what` is the first line; `address` and `cure` may be NULL.
void report(const char *pc, const char *address, const char *cure, const char *what, ...)
    __attribute__((format(printf, 4, 5)));
// Has this been told (it is counted then)? Spares the work of describing it once more.
bool report_is_old(const char *pc, const char *what);
bool report_wants_json(void); // EMU_REPORT=json
// As above for the running thread, then ends its launch with `error`.
void report_and_stop(cudaError_t error, const char *pc, const char *address, const char *cure,
                     const char *what, ...) __attribute__((format(printf, 5, 6), noreturn));
// "allocation of 4096 bytes by cudaMalloc at main.c:12, 4 bytes past its end"
// size: of the element that was meant, 0 where none was.
char *describe_address(uintptr_t address, size_t size, char *text, size_t text_size);
// The same for one allocation.
struct allocation;
char *describe_in(const struct allocation *a, uintptr_t address, size_t size, char *text,
                  size_t text_size);
// A launch that never began: remembered for cudaGetLastError, and explained.
void launch_refused(cudaError_t error, const char *pc, const char *kernel, const char *why);
// A call that was refused, and why: "cuTensorMapEncodeTiled refused (...)". Told at once as a note.
void call_refused(const char *pc, const char *call, const char *why);
// An allocation that this PC cannot back: told once for each place that asks for one.
void allocation_refused(const char *pc, const char *function, size_t bytes, const char *why);
// One line that is no diagnosis: the exit status stays. pc: where, or NULL; kind: in JSON.
void remark(const char *kind, const char *pc, const char *what, ...)
    __attribute__((format(printf, 3, 4)));
// The last line, where the program ends without running at_exit: after what it has printed.
void report_sum_up(void);
void fatal(const char *what, ...) __attribute__((format(printf, 1, 2), noreturn));

// ---- told.c: under the lock of report.c ------------------------------------------------------------

// Has this kind of diagnosis been told at this place? Then it is counted. So it is when there were
// too many to look at one more.
bool told_again(const char *pc, const char *what);
// It has not: remembers it. Whether it is worth printing: two of one kind are, for one line.
bool told_first(const char *pc, const char *what, const char *message, const char *line);
bool told_any(void);
char *grouped(char text[32], unsigned long long number); // "25,204"
// "emu: 3 kinds of mistakes, 25,204 times; first: race at 1_panel.cu:41"
void told_sum_up(bool json, FILE *out);

// ---- leaks.c ------------------------------------------------------------------------------------

void leaks_report(void); // each as a diagnosis
void leaks_tell(void);   // as EMU_LEAKS says, where the program ends

// ---- named.c ------------------------------------------------------------------------------------

// "A is 100 x 100 (ld 100); this is row 100, column 3", where the program has named the array that
// begins at `base` (emu_name_array); else false.
bool named_place(uintptr_t base, uintptr_t address, char *text, size_t size);

// ---- fault.c ------------------------------------------------------------------------------------

// Turns a segmentation fault into a diagnosis: host code that follows a device pointer, a library
// function inside a kernel that was handed a wrong one, a thread whose local arrays outgrew its
// stack.
void fault_handler_init(void);
void fault_handler_for_this_thread(void); // each thread needs a spare stack to handle it on

// ---- division.c ---------------------------------------------------------------------------------

// A signal stopped a kernel's integer division: goes on behind it with what a GPU gives, after a
// diagnosis. False when it was something else. context: of the signal.
bool division_go_on(void *context);

#endif
