// SPDX-License-Identifier: MIT
//
// report.h: what went wrong, for the one who wrote the program: where, who, what to do.
#ifndef REPORT_H
#define REPORT_H

#include <stdio.h>

#include "../base/base.h"

// ---- allocation_name.c -----------------------------------------------------------------------------------------

// What the program calls that which cudaMalloc at `place` ("file.cu:12") made; false: not known.
bool source_name(const char *place, char *name, size_t size);

// ---- diagnosis.c -----------------------------------------------------------------------------------

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
// Registers what is called before any text is printed, to clear a line of progress; and what is
// called at the end of the program.
void report_before_text(void (*clear)(void));
void report_at_end(void (*say)(void));
// One line that is no diagnosis: the exit status stays. pc: where, or NULL; kind: in JSON.
void remark(const char *kind, const char *pc, const char *what, ...)
    __attribute__((format(printf, 3, 4)));
// The last line, where the program ends without running at_exit: after what it has printed.
void report_sum_up(void);

// ---- summary.c: under the lock of diagnosis.c ------------------------------------------------------------

// Has this kind of diagnosis been told at this place? Then it is counted. So it is when there were
// too many to look at one more.
bool told_again(const char *pc, const char *what);
// It has not: remembers it. Whether it is worth printing: two of one kind are, for one line.
bool told_first(const char *pc, const char *what, const char *message, const char *line);
bool told_any(void);
// "emu: 3 kinds of mistakes, 25,204 times; first: race at 1_panel.cu:41"
void told_sum_up(bool json, FILE *out);

// ---- leaks.c ------------------------------------------------------------------------------------

void leaks_report(void); // each as a diagnosis
void leaks_tell(void);   // as EMU_LEAKS says, where the program ends

// ---- matrix_name.c ------------------------------------------------------------------------------------

// "A is 100 x 100 (ld 100); this is row 100, column 3", where the program has named the array that
// begins at `base` (emu_name_array); else false.
bool named_place(uintptr_t base, uintptr_t address, char *text, size_t size);

#endif
