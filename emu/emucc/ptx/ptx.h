// SPDX-License-Identifier: MIT
//
// ptx.h: inline PTX, as C++.
//
//   asm.c        the asm statement: template, operands, what is written in its place
//   ptx_read.c   the template's text as instructions
//   ptx_name.c   operands as C++: registers, labels, special registers, numbers
//   ptx_table.c  which instruction is which C++ (the functions stand in include/emu_ptx*.h)
//   ptx_hopper.c the same of compute capability 9.0: mbarriers, the copy engine, clusters, wgmma
//   ptx_match.c  finds an instruction's row in these tables
//   ptx_write.c  fills the row's text in
//
// Every register is an unsigned integer of its width: what the bits mean is the instruction's to
// say, as in PTX. So the asm statement's operand %2 becomes the variable emu_2, and a register `p`
// declared within it emu_reg_p.
#ifndef EMUCC_PTX_H
#define EMUCC_PTX_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"

enum { PTX_OPERANDS = 8 };

// What stands between two commas.
struct ptx_operand {
    enum ptx_kind { PTX_SCALAR, PTX_VECTOR, PTX_ADDRESS, PTX_TENSOR, PTX_LABEL } kind;
    // C++: one, or a vector's elements, or a tensor map and coordinates; "" is PTX's `_`, a result
    // to throw away
    struct list parts;
    char *pair; // the p of `d|p`, or NULL
};

struct ptx_instruction {
    size_t at;       // where it begins in the template
    char *name;      // "ld.global.v2.f32"
    char *predicate; // C++ of the condition behind '@', or NULL
    struct ptx_operand operands[PTX_OPERANDS];
    size_t operand_count;
};

// The template of one asm statement while it is read and translated.
struct ptx {
    const char *text;     // without the quotes and escapes of its strings
    const char *at;       // the next character to read
    int depth;            // of braces
    int outputs;          // the asm statement's operands are %0 to %(outputs - 1), which it writes,
    int arguments;        // and %outputs to %(arguments - 1), which it reads
    struct list names;    // registers: PTX's name, C++'s name, in turn
    struct list labels;   // in C++, without "emu_label_"
    struct list targets;  // the labels that are jumped to
    struct list places;   // in C++, operands whose place is wanted, not their value: wgmma's D
    struct text declared; // C++ of the registers' declarations
    char *wrong;          // what cannot be translated, or NULL
    size_t wrong_at;
};

void ptx_begin(struct ptx *ptx, const char *text, int outputs, int arguments);
void ptx_free(struct ptx *ptx);

// Reads the next instruction; false at the end, or where something is wrong. Labels before it are
// added to `before` as C++.
bool ptx_read(struct ptx *ptx, struct ptx_instruction *instruction, struct text *before);
void ptx_free_instruction(struct ptx_instruction *instruction);

// Appends the instruction as a C++ statement. Returns false, with ptx->wrong, if there is none.
bool ptx_write(struct ptx *ptx, const struct ptx_instruction *instruction, struct text *to);

// ---- Between the files --------------------------------------------------------------------------

// Says once what is wrong at the place `at` of the template.
void ptx_wrong(struct ptx *ptx, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void ptx_skip_blanks(struct ptx *ptx);
bool ptx_skip(struct ptx *ptx, char punctuator);
// Says so where one of the operators stands next.
void ptx_refuse_expression(struct ptx *ptx, const char *operators);
// A name, or a word of a number; the caller frees it. NULL if none stands here.
char *ptx_word(struct ptx *ptx);

// ".reg .b32 a, b<4>;": the registers become variables.
void ptx_declare(struct ptx *ptx);
// One value as C++, with an operator such as ! or - before it; NULL if it is wrong.
char *ptx_value(struct ptx *ptx);

struct ptx_row {
    const char *pattern; // "{ld|ldu}[.relaxed].{u32|s32}": one of, perhaps one of
    const char *shape;   // of its operands, a letter each (ptx_table.c)
    const char *text;
};
enum { PTX_CAPTURES = 12 };
struct ptx_match {
    const struct ptx_row *row;
    char captures[PTX_CAPTURES][24]; // what stood for each { } and [ ], "" if nothing did
    char type[24];                   // the last of them that is a type, "u32"
};
extern const struct ptx_row ptx_rows[], ptx_hopper_rows[];
extern const size_t ptx_row_count, ptx_hopper_row_count;
bool ptx_find(const struct ptx_instruction *instruction, struct ptx_match *match);
// What to use instead of an instruction that no row has: "; use ...", or "".
const char *ptx_instead(const char *name);

#endif
