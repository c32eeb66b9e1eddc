// SPDX-License-Identifier: MIT
//
// By objdump, which is a part of what gcc needs. A compiler's code has one instruction after the
// other, so that a listing from top to bottom shows what can be executed: machine code by hand was
// refused before (source_check.c).
#include "checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "../run/run.h"
#include "../source/text.h"

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

// "call   *%rax", "bnd jmp *0x10(%rbx)"
static bool goes_to_computed_address(const char *instruction)
{
    static const char *const names[] = {"call", "jmp", "lcall", "ljmp"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *at = strstr(instruction, names[i]);
        if (at && (at == instruction || at[-1] == ' ') && strchr(at, '*'))
            return true;
    }
    return false;
}

static bool instruction_is_allowed(const char *instruction, char *sentence, size_t size)
{
    static const char *const of_system[] = {"syscall",  "sysenter", "int ",
                                            "wrfsbase", "wrgsbase", "wrpkru"};
    for (size_t i = 0; i < sizeof of_system / sizeof *of_system; i++)
        if (begins(instruction, of_system[i])) {
            snprintf(sentence, size, "the file has the instruction %.12s, which no exercise needs",
                     of_system[i]);
            return false;
        }
    if (!goes_to_computed_address(instruction))
        return true;
    snprintf(
        sentence, size,
        "the file calls a function by an address that it computes or keeps in a variable: call "
        "functions by their names");
    return false;
}

// "     4a1:\tcall   *%rax"
static bool listing_is_allowed(const char *listing, char *sentence, size_t size)
{
    for (const char *line = listing; *line; line += *line == '\n') {
        const size_t length = strcspn(line, "\n");
        const char *const tab = memchr(line, '\t', length);
        char instruction[200];
        snprintf(instruction, sizeof instruction, "%.*s", tab ? (int)(line + length - tab - 1) : 0,
                 tab ? tab + 1 : "");
        if (!instruction_is_allowed(instruction, sentence, size))
            return false;
        line += length;
    }
    return true;
}

// For free(), or NULL.
static char *listing_of(const char *object)
{
    const char *const words[] = {"objdump", "-d", "-r", "-w", "--no-show-raw-insn", object, NULL};
    struct failure why;
    FILE *out = text_nameless_file(&why);
    const int status = out ? run_tool(words, out, out) : -1;
    char *const listing =
        out && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text_of_stream(out) : NULL;
    if (out)
        fclose(out);
    return listing;
}

bool code_is_allowed(const char *object, const char *accesses, char *sentence, size_t size)
{
    struct failure why;
    char *const listing = listing_of(object);
    char *const counted = accesses ? text_of_file(accesses, &why) : NULL;
    const bool readable = listing && (counted || !accesses);
    const bool allowed = readable && listing_is_allowed(listing, sentence, size) &&
                         kernel_calls_are_allowed(listing, counted, sentence, size);
    if (!listing)
        snprintf(sentence, size, "its code cannot be read: is objdump (binutils) installed?");
    else if (!readable)
        snprintf(sentence, size, "the compiler did not list its loads and stores");
    free(counted);
    free(listing);
    return allowed;
}
