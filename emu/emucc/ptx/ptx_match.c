// SPDX-License-Identifier: MIT
//
// ptx_match.c: matches an instruction's name against the patterns of the table.
//
//     ld[.relaxed|.acquire].{u32|s32}     matches ld.u32, ld.relaxed.s32 ...
//
// { } is one of several words, [ ] one of several or none; the matched word is a capture. A word
// ends at a dot or at the end of the name, except for a { } directly before another one:
// {vadd|vsub}{2|4}.
#include "ptx.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ends_word(char c) { return c == '\0' || c == '.'; }

static void capture(struct ptx_match *match, int number, const char *word, size_t length)
{
    char *to = match->captures[number];
    length = length < sizeof match->captures[0] ? length : sizeof match->captures[0] - 1;
    for (size_t i = 0; i < length; i++) // shared::cta becomes part of a C++ name
        to[i] = isalnum((unsigned char)word[i]) ? word[i] : '_';
    to[length] = '\0';
}

// Tries the alternatives between p and `end`, each with the rest of the pattern.
static bool fits(const char *pattern, const char *name, int number, struct ptx_match *match);

static bool choice_fits(const char *p, const char *name, int number, struct ptx_match *match)
{
    const char close = *p == '{' ? '}' : ']';
    const char *behind = strchr(p, close) + 1;
    for (const char *word = p + 1; word < behind;) {
        size_t length = strcspn(word, close == '}' ? "|}" : "|]");
        if (strncmp(word, name, length) == 0 && (*behind == '{' || ends_word(name[length]))) {
            const size_t dot = *word == '.';
            capture(match, number, word + dot, length - dot);
            if (fits(behind, name + length, number + 1, match))
                return true;
        }
        word += length + 1;
    }
    capture(match, number, "", 0);
    return close == ']' && fits(behind, name, number + 1, match);
}

static bool fits(const char *pattern, const char *name, int number, struct ptx_match *match)
{
    for (; *pattern != '\0'; pattern++, name++) {
        if (*pattern == '{' || *pattern == '[')
            return choice_fits(pattern, name, number, match);
        if (*pattern != *name)
            return false;
    }
    return *name == '\0';
}

// "V4" requires a vector of four, "t2" a tensor map with two coordinates, "D" N / 2 registers
// and "H" N / 4, where N is what the first { } of the pattern matched. Operands after "?" may be
// omitted.
static bool has_shape(const struct ptx_instruction *instruction, const char *shape,
                      const struct ptx_match *match)
{
    size_t i = 0;
    bool is_optional = false;
    for (; *shape != '\0'; shape++) {
        if (*shape == '?') {
            is_optional = true;
            continue;
        }
        const char wanted = *shape;
        size_t count = isdigit((unsigned char)shape[1]) ? (size_t)(*++shape - '0') : 0;
        if (wanted == 'D' || wanted == 'H')
            count = strtoul(match->captures[0], NULL, 10) / (wanted == 'D' ? 2 : 4);
        else if (wanted == 't')
            count++; // the tensor map
        if (i == instruction->operand_count)
            return is_optional;
        const struct ptx_operand *operand = &instruction->operands[i++];
        const bool is_vector = operand->kind == PTX_VECTOR;
        const bool is_one = operand->kind == PTX_SCALAR;
        if (wanted == 'a'          ? operand->kind != PTX_ADDRESS
            : wanted == 'l'        ? operand->kind != PTX_LABEL
            : wanted == 't'        ? operand->kind != PTX_TENSOR
            : strchr("DH", wanted) ? !is_vector
            : strchr("vV", wanted) ? !is_vector && !(is_one && count == 1)
                                   : !is_one)
            return false;
        if (count > 0 && operand->parts.count != count)
            return false;
    }
    return i == instruction->operand_count;
}

static void find_type(struct ptx_match *match)
{
    static const char types[] = "|u8|s8|b8|u16|s16|b16|u32|s32|b32|u64|s64|b64|f16|f16x2|bf16|"
                                "bf16x2|f32|f64|pred|";
    for (int i = 0; i < PTX_CAPTURES; i++) {
        char word[sizeof match->type + 2];
        snprintf(word, sizeof word, "|%s|", match->captures[i]);
        if (match->captures[i][0] != '\0' && strstr(types, word))
            snprintf(match->type, sizeof match->type, "%s", match->captures[i]);
    }
}

static bool find_in(const struct ptx_row rows[], size_t count,
                    const struct ptx_instruction *instruction, struct ptx_match *match,
                    const struct ptx_row **same_name)
{
    for (size_t i = 0; i < count; i++) {
        *match = (struct ptx_match){.row = &rows[i]};
        if (!fits(rows[i].pattern, instruction->name, 0, match))
            continue;
        *same_name = &rows[i];
        if (has_shape(instruction, rows[i].shape, match)) {
            find_type(match);
            return true;
        }
    }
    return false;
}

bool ptx_find(const struct ptx_instruction *instruction, struct ptx_match *match)
{
    const struct ptx_row *same_name = NULL;
    if (find_in(ptx_rows, ptx_row_count, instruction, match, &same_name) ||
        find_in(ptx_hopper_rows, ptx_hopper_row_count, instruction, match, &same_name))
        return true;
    match->row = same_name;
    return false;
}
