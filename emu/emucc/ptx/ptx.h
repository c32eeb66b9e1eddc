// SPDX-License-Identifier: MIT
//
// ptx.h: translates inline PTX to C++.
//
//   asm.c        the asm statement: template, operands, and the code that replaces it
//   ptx_read.c   reads the template's text as instructions
//   ptx_name.c   operands as C++: registers, labels, special registers, numbers
//   ptx_table.c  maps instructions to C++ (the functions are in include/emu_ptx*.h)
//   ptx_hopper.c the same for compute capability 9.0: mbarriers, the copy engine, clusters, wgmma
//   ptx_match.c  finds an instruction's row in these tables
//   ptx_width.c  refuses registers of a wrong width
//   ptx_write.c  substitutes the operands into the row's text
//
// Every register is an unsigned integer of its width, because in PTX the instruction determines the
// meaning of the bits. So the asm statement's operand %2 becomes the variable emu_2, and a register
// `p` declared in the template becomes emu_reg_p.
#ifndef EMUCC_PTX_H
#define EMUCC_PTX_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"

enum { PTX_OPERANDS = 8 };

// The text between two commas.
struct ptx_operand {
    enum ptx_kind { PTX_SCALAR, PTX_VECTOR, PTX_ADDRESS, PTX_TENSOR, PTX_LABEL } kind;
    // C++: one value, or a vector's elements, or a tensor map and coordinates. "" means PTX's
    // `_`, a result that is discarded.
    struct list parts;
    char *pair; // the p of `d|p`, or NULL
};

struct ptx_instruction {
    size_t at;       // offset in the template
    char *name;      // "ld.global.v2.f32"
    char *predicate; // C++ of the predicate after '@', or NULL
    struct ptx_operand operands[PTX_OPERANDS];
    size_t operand_count;
};

// The template of one asm statement while it is read and translated.
struct ptx {
    const char *text;     // without the quotes and escapes of its strings
    const char *at;       // the next character to read
    int depth;            // of braces
    int outputs;          // the asm statement writes its operands %0 to %(outputs - 1)
    int arguments;        // and reads %outputs to %(arguments - 1)
    const char *kinds;    // of the operands: r l h f d n
    struct list names;    // registers: PTX name and C++ name alternate
    struct list types;    // of the registers: ".b32"
    struct list labels;   // in C++, without "emu_label_"
    struct list targets;  // the labels that are jump targets
    struct list places;   // in C++, operands whose address is needed, not their value: wgmma's D
    struct list held;     // the same, but both are needed: A's registers
    struct text declared; // C++ declarations of the registers
    char *wrong;          // the reason why the template cannot be translated, or NULL
    size_t wrong_at;
};

// kinds: a letter for each operand, which must live as long as ptx.
void ptx_begin(struct ptx *ptx, const char *text, int outputs, const char *kinds);
void ptx_free(struct ptx *ptx);

// Reads the next instruction. Returns false at the end or after an error. Adds the labels before it
// to `before` as C++.
bool ptx_read(struct ptx *ptx, struct ptx_instruction *instruction, struct text *before);
void ptx_free_instruction(struct ptx_instruction *instruction);

// Appends the instruction as a C++ statement. Returns false and sets ptx->wrong if there is no
// translation.
bool ptx_write(struct ptx *ptx, const struct ptx_instruction *instruction, struct text *to);

// ---- Shared by the files of this folder ---------------------------------------------------------

// Records an error at position `at` of the template, unless there is one already.
void ptx_wrong(struct ptx *ptx, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void ptx_skip_blanks(struct ptx *ptx);
bool ptx_skip(struct ptx *ptx, char punctuator);
// Records an error if one of these operators follows.
void ptx_refuse_expression(struct ptx *ptx, const char *operators);
// Reads a name or a word of a number, which the caller frees. Returns NULL if there is none.
char *ptx_word(struct ptx *ptx);

// Turns ".reg .b32 a, b<4>;" into variables.
void ptx_declare(struct ptx *ptx);
// Reads one value as C++, with an operator such as ! or - before it. Returns NULL after an error.
char *ptx_value(struct ptx *ptx);

// Records an error if an operand is a register of another width than the instruction's type has.
void ptx_check_widths(struct ptx *ptx, const struct ptx_instruction *instruction, const char *type);

struct ptx_row {
    const char *pattern; // "{ld|ldu}[.relaxed].{u32|s32}": { } one of these, [ ] one of these or
                         // none
    const char *shape;   // one letter per operand (ptx_table.c)
    const char *text;
};
enum { PTX_CAPTURES = 12 };
struct ptx_match {
    const struct ptx_row *row;
    char captures[PTX_CAPTURES][24]; // the word that matched each { } and [ ], "" if none did
    char type[24];                   // the last capture that is a type, "u32"
};
extern const struct ptx_row ptx_rows[], ptx_hopper_rows[];
extern const size_t ptx_row_count, ptx_hopper_row_count;
bool ptx_find(const struct ptx_instruction *instruction, struct ptx_match *match);
// Returns what to use instead of an instruction without a row: "; use ...", or "".
const char *ptx_instead(const char *name);

#endif
