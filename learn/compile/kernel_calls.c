// SPDX-License-Identifier: MIT
//
// A walk along direct calls and jumps, from the functions by which the engine enters kernels.
// Others do not exist: code_check.c refuses computed addresses.
#define _XOPEN_SOURCE 700 // strtok_r
#include "checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct function {
    const char *section, *name;
    unsigned long long address;
    int first, last; // lines
    bool is_reached, is_read;
};

struct listing {
    char **lines;
    int line_count;
    struct function *functions; // by section, then by address
    int function_count;
};

// ---- Reading -------------------------------------------------------------------------------------

static void free_listing(struct listing *l)
{
    free(l->lines);
    free(l->functions);
}

static bool split_lines(struct listing *l, char *text)
{
    int count = 1;
    char *rest;
    for (const char *c = text; *c; c++)
        count += *c == '\n';
    l->lines = malloc((size_t)count * sizeof *l->lines);
    l->functions = malloc((size_t)count * sizeof *l->functions);
    if (!l->lines || !l->functions)
        return false;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        l->lines[l->line_count++] = line;
    return true;
}

// emu_call<...>: the engine calls it for each thread of a launch (emu/include/emu.h). No text of a
// learner has a name with "emu_" (source_check.c).
static bool enters_kernel(const char *name) { return strstr(name, "8emu_call") != NULL; }

// "Disassembly of section .text:" and "0000000000000230 <_Z8emu_callIZ...>:"
static void find_functions(struct listing *l)
{
    static const char begin[] = "Disassembly of section ";
    const char *section = "";
    for (int i = 0; i < l->line_count; i++) {
        char *const line = l->lines[i], *open = strstr(line, " <");
        const size_t length = strlen(line);
        if (strncmp(line, begin, sizeof begin - 1) == 0) {
            line[length - 1] = '\0';
            section = line + sizeof begin - 1;
        } else if (open && length > 2 && strcmp(line + length - 2, ">:") == 0 && *line != ' ') {
            line[length - 2] = '\0';
            l->functions[l->function_count++] = (struct function){
                section, open + 2, strtoull(line, NULL, 16), i + 1, i + 1, enters_kernel(open + 2),
                false};
        } else if (l->function_count > 0) {
            l->functions[l->function_count - 1].last = i + 1;
        }
    }
}

// ---- Targets -------------------------------------------------------------------------------------

static struct function *function_named(const struct listing *l, const char *name, size_t length)
{
    for (int i = 0; i < l->function_count; i++)
        if (strncmp(l->functions[i].name, name, length) == 0 && !l->functions[i].name[length])
            return &l->functions[i];
    return NULL;
}

static struct function *function_at(const struct listing *l, const char *section, size_t length,
                                    unsigned long long address)
{
    struct function *found = NULL;
    for (int i = 0; i < l->function_count; i++) {
        struct function *const f = &l->functions[i];
        if (strncmp(f->section, section, length) == 0 && !f->section[length] &&
            f->address <= address && (!found || f->address > found->address))
            found = f;
    }
    return found;
}

// "call", "jmp", "jne", also after "bnd " or "notrack ".
static bool is_branch(const char *instruction)
{
    const char *const blank = strchr(instruction, ' ');
    return *instruction == 'j' || strncmp(instruction, "call", 4) == 0 ||
           (blank &&
            (strncmp(instruction, "bnd ", 4) == 0 || strncmp(instruction, "notrack ", 8) == 0));
}

// The target by which the linker completes the instruction: "__tsan_read4-0x4", ".text.cold+0x10";
// a function of the file is marked as reached, the name of another must be one that kernels may
// call.
static bool follow_symbol(const struct listing *l, const char *symbol, char *sentence, size_t size)
{
    const size_t length = strcspn(symbol, "+-@ \t");
    char name[120];
    snprintf(name, sizeof name, "%.*s", (int)length, symbol);
    struct function *f = NULL;
    if (*symbol == '.') // counted from the end of the instruction, 4 bytes on
        f = function_at(l, symbol, length, strtoull(symbol + length, NULL, 16) + 4);
    else if (kernel_may_call(name))
        return true;
    else
        f = function_named(l, symbol, length);
    if (f) {
        f->is_reached = true;
        return true;
    }
    snprintf(sentence, size,
             "a kernel calls %.80s(), which runs on the host: nvcc refuses such a call", name);
    return false;
}

static bool follow(const struct listing *l, const char *line, char *sentence, size_t size)
{
    const char *const instruction = strchr(line, '\t');
    if (!instruction || !is_branch(instruction + 1))
        return true;
    const char *const completed = strstr(instruction, "R_X86_64_");
    const char *const symbol = completed ? strchr(completed, '\t') : NULL;
    if (symbol)
        return follow_symbol(l, symbol + 1, sentence, size);
    const char *const inside = strchr(instruction, '<');
    struct function *const f =
        inside ? function_named(l, inside + 1, strcspn(inside + 1, "+>")) : NULL;
    if (f)
        f->is_reached = true;
    return true;
}

// ---- The walk ------------------------------------------------------------------------------------

static bool walk(const struct listing *l, char *sentence, size_t size)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < l->function_count; i++) {
            struct function *const f = &l->functions[i];
            if (!f->is_reached || f->is_read)
                continue;
            f->is_read = more = true;
            for (int k = f->first; k < f->last; k++)
                if (!follow(l, l->lines[k], sentence, size))
                    return false;
        }
    }
    return true;
}

// Functions of the emulated GPU's headers may do what the engine counts by other means.
static bool reached_are_counted(const struct listing *l, const char *accesses, char *sentence,
                                size_t size)
{
    for (int i = 0; i < l->function_count; i++)
        if (l->functions[i].is_reached && !strstr(l->functions[i].name, "emu_") &&
            !accesses_are_counted(accesses, l->functions[i].name, sentence, size))
            return false;
    return true;
}

bool kernel_calls_are_allowed(char *listing, const char *accesses, char *sentence, size_t size)
{
    struct listing l = {.lines = NULL};
    bool allowed = split_lines(&l, listing);
    if (allowed) {
        find_functions(&l);
        allowed = walk(&l, sentence, size) &&
                  (!accesses || reached_are_counted(&l, accesses, sentence, size));
    } else {
        snprintf(sentence, size, "out of memory");
    }
    free_listing(&l);
    return allowed;
}
