// SPDX-License-Identifier: MIT
//
// eval.h: an operation by name, operands and result as text.
#ifndef COMMON_LAYOUT_EVAL_H
#define COMMON_LAYOUT_EVAL_H

#include <stddef.h>

enum {
    LAYOUT_EVAL_OFFSETS = 4096, // offsets that the operation `offsets` lists at most
    LAYOUT_EVAL_TEXT = 1 << 17, // characters that hold any answer
    LAYOUT_EVAL_ARGUMENTS = 33, // operands of one operation
};

// One case: op<TAB>operand<TAB>operand..., `length` bytes, any bytes. Writes the answer without a
// newline: the result in canonical text (true or false for a question), <TAB>offset after the
// result of slice-like operations, <TAB>[0,1,..] after that of `offsets`; or "error: reason".
// Returns 0, or 1 for an error. Never fails otherwise, whatever the bytes are.
int layout_eval_line(const char *line, size_t length, char *out, size_t size);

// The operations, in alphabetical order: name, operands, what it does, each in a few words. For
// help and for tests. NULL beyond the last.
struct layout_operation {
    const char *name;
    const char *operands; // "A B", "N L", "L [order]"
    const char *about;
};
const struct layout_operation *layout_operation(size_t i);

#endif
