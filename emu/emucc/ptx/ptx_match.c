// SPDX-License-Identifier: MIT
//
// ptx_match.c: matches an instruction's name against the patterns of the table.
//
//     ld[.relaxed|.acquire].{u32|s32}     matches ld.u32, ld.relaxed.s32 ...
//
// ptxas accepts the words of many instructions in another order, and so does the second attempt.
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

// ---- Words in another order ---------------------------------------------------------------------

enum { MOST_WORDS = 24 };
struct words {
    const char *start[MOST_WORDS];
    size_t length[MOST_WORDS];
    bool is_taken[MOST_WORDS];
    size_t count;
};

// Types, spaces and layouts must stay in order: d, a, b, c; to, from.
enum word_kind { WORD_OTHER, WORD_TYPE, WORD_SPACE, WORD_LAYOUT };

static enum word_kind kind_of(const char *word, size_t length)
{
    static const char *const spaces[] = {"global", "shared", "local", "const"};
    const size_t letters = strcspn(word, "0123456789.");
    if (letters > 0 && letters < 3 && letters < length && strchr("bufset", word[0]))
        return WORD_TYPE;
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (strncmp(word, spaces[i], strlen(spaces[i])) == 0)
            return WORD_SPACE;
    return length == 3 && (strncmp(word, "row", 3) == 0 || strncmp(word, "col", 3) == 0)
               ? WORD_LAYOUT
               : WORD_OTHER;
}

// Finds the first word that is equal to this one and not taken.
static bool find_word(const struct words *words, const char *word, size_t length, size_t *found)
{
    const enum word_kind kind = kind_of(word, length);
    for (size_t i = 0; i < words->count; i++) {
        if (words->is_taken[i])
            continue;
        if (words->length[i] == length && strncmp(words->start[i], word, length) == 0) {
            *found = i;
            return true;
        }
        if (kind != WORD_OTHER && kind_of(words->start[i], words->length[i]) == kind)
            return false;
    }
    return false;
}

static bool fits_in_any_order(const char *pattern, struct words *words, int number,
                              struct ptx_match *match);

static bool choice_fits_in_any_order(const char *p, struct words *words, int number,
                                     struct ptx_match *match)
{
    const char close = *p == '{' ? '}' : ']';
    const char *behind = strchr(p, close) + 1;
    for (const char *word = p + 1; word < behind;) {
        const size_t length = strcspn(word, close == '}' ? "|}" : "|]"), dot = *word == '.';
        size_t i;
        if (find_word(words, word + dot, length - dot, &i)) {
            words->is_taken[i] = true;
            capture(match, number, word + dot, length - dot);
            if (fits_in_any_order(behind, words, number + 1, match))
                return true;
            words->is_taken[i] = false;
        }
        word += length + 1;
    }
    capture(match, number, "", 0);
    return close == ']' && fits_in_any_order(behind, words, number + 1, match);
}

static bool fits_in_any_order(const char *pattern, struct words *words, int number,
                              struct ptx_match *match)
{
    pattern += pattern[0] == '.';
    if (*pattern == '{' || *pattern == '[')
        return choice_fits_in_any_order(pattern, words, number, match);
    if (*pattern == '\0') {
        for (size_t i = 0; i < words->count; i++)
            if (!words->is_taken[i])
                return false;
        return true;
    }
    const size_t length = strcspn(pattern, ".[{");
    size_t i;
    if (!find_word(words, pattern, length, &i))
        return false;
    words->is_taken[i] = true;
    if (fits_in_any_order(pattern + length, words, number, match))
        return true;
    words->is_taken[i] = false;
    return false;
}

// The instructions that ptxas (of CUDA 13) accepts so.
static bool has_free_order(const char *name, size_t length)
{
    static const char instructions[] = " add atom cvt fma ld ldmatrix mma red shfl st stmatrix "
                                       "sub ";
    char word[20];
    snprintf(word, sizeof word, " %.*s ", (int)length, name);
    return length < sizeof word - 3 && strstr(instructions, word);
}

static bool fits_reordered(const char *pattern, const char *name, struct ptx_match *match)
{
    const size_t opcode = strcspn(name, ".");
    struct words words = {0};
    if (!has_free_order(name, opcode) || strncmp(pattern, name, opcode) != 0 ||
        !strchr(".[", pattern[opcode]))
        return false;
    for (const char *at = name + opcode; *at == '.' && words.count < MOST_WORDS; words.count++) {
        words.start[words.count] = ++at;
        words.length[words.count] = strcspn(at, ".");
        at += words.length[words.count];
    }
    return fits_in_any_order(pattern + opcode, &words, 0, match);
}

// ---- Rows ---------------------------------------------------------------------------------------

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
                    const struct ptx_instruction *instruction, bool any_order,
                    struct ptx_match *match, const struct ptx_row **same_name)
{
    for (size_t i = 0; i < count; i++) {
        *match = (struct ptx_match){.row = &rows[i]};
        if (!(any_order ? fits_reordered(rows[i].pattern, instruction->name, match)
                        : fits(rows[i].pattern, instruction->name, 0, match)))
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
    if (find_in(ptx_rows, ptx_row_count, instruction, false, match, &same_name) ||
        find_in(ptx_hopper_rows, ptx_hopper_row_count, instruction, false, match, &same_name) ||
        (!same_name && find_in(ptx_rows, ptx_row_count, instruction, true, match, &same_name)))
        return true;
    match->row = same_name;
    return false;
}
