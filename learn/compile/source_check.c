// SPDX-License-Identifier: MIT
//
// Tokens of the raw text. Since ## is refused, a name that is not in the text cannot be made of
// pieces; since only the course's and the system's headers can be included, and #line is refused,
// the text is all that the learner brings.
#include "checks.h"
#include "listed.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    const char *at;
    int line;
    bool begins_line; // only blanks and comments so far
    bool on_cpu;      // chapter 01
    char *why;
    size_t size;
};

// ---- Lists ---------------------------------------------------------------------------------------

static const char *const directives[] = {"include", "define", "undef", "if",     "ifdef", "ifndef",
                                         "elif",    "else",   "endif", "pragma", "error", NULL};

static const char *const pragmas[] = {"unroll", "nounroll", "once", "omp", NULL};

// Headers in quotes are the course's. What other headers declare is judged by the object file;
// those of `not_in_brackets`, and C++'s, have code whose loads and stores may have no call-outs.
// The compiler also looks for a name in brackets in the course's root: names with a folder are only
// these.
static const char *const quoted[] = {"learn/*", "common/*", "emu_api.h", "0*", "1*", NULL};
static const char *const not_in_brackets[] = {"x86*", "asm*", NULL};
static const char *const without_h[] = {"cassert", "cctype",  "cfloat",  "cinttypes", "climits",
                                        "cmath",   "cstdarg", "cstddef", "cstdint",   "cstdio",
                                        "cstdlib", "cstring", NULL};
static const char *const with_folder[] = {"cuda/*", "cooperative_groups/*", NULL};

// Spelled with or without underscores at both ends.
static const char *const machine_code[] = {"asm", NULL};
static const char *const uninstrumented[] = {"no_sanitize*",
                                             "no_instrument_function",
                                             "disable_sanitizer_instrumentation",
                                             "indirect_branch",
                                             "function_return",
                                             "naked",
                                             "nocf_check",
                                             "optimize",
                                             "target_clones",
                                             "noinline", // a structure that it takes is not counted
                                             "noclone",
                                             "noipa",
                                             "uninitialized", // a thread finds what others left
                                             NULL};
// Memory of the stack that the compiler does not fill.
static const char *const unfilled[] = {"alloca", "strdupa", "strndupa", NULL};
// Functions of C that the compiler replaces by loads without call-outs.
static const char *const uncounted[] = {
    "memcmp",  "memchr", "bcmp",   "mempcpy", "strlen", "strnlen", "strcmp", "strncmp", "strcpy",
    "strncpy", "strcat", "strchr", "strrchr", "strstr", "stpcpy",  "strdup", NULL};
// Attributes that put something into a table of the linker, or under another name.
static const char *const linking[] = {"section", "symver", "EXERCISE_TABLE", NULL};
// Asks for a file; its name in brackets may look like the start of a comment.
static const char *const asking[] = {"__has_include*", "__has_embed", NULL};
// In chapter 01 a function that takes a structure by value has it copied by the call, where the
// compiler puts no call-out. (In CUDA C++ the copy is a load and a store before the call.) So files
// of chapter 01 have no structures: neither their own nor those that C's headers name.
static const char *const structures[] = {"struct", "union",  "typeof*", "auto_type",
                                         "FILE",   "fd_set", NULL};
static const char *const numbers[] = {"size_t", "ptrdiff_t", "int*", "uint*", NULL};
static const char *const headers_of_c[] = {"assert.h", "float.h",   "limits.h", "math.h",
                                           "omp.h",    "stdbool.h", "stddef.h", "stdint.h",
                                           "stdio.h",  "stdlib.h",  "string.h", NULL};
// Headers call these for the learner. Even a kernel is launched by them.
static const char *const of_engine[] = {"emu_*", "EMU_*", NULL};
// What the host sees, too: results could come from it.
static const char *const shared_with_host[] = {"__managed__", NULL};
// Instructions of the PC that load and store where the compiler puts no call-out.
static const char *const instructions[] = {"__builtin_*", "_mm_*",    "_mm256_*", "_mm512_*",
                                           "__m128*",     "__m256*",  "__m512*",  "__atomic_*",
                                           "__sync_*",    "__tsan_*", "_Pragma",  NULL};

// ---- Reading -------------------------------------------------------------------------------------

static bool refuse(const struct text *t, const char *what, const char *name, const char *reason)
{
    snprintf(t->why, t->size, "line %d has %s%.60s%s", t->line, what, name, reason);
    return false;
}

// Lines that end with a backslash, joined; the number of lines stays right where it matters, which
// is before the first such line. For free(), or NULL.
static char *joined(const char *text)
{
    char *copy = malloc(strlen(text) + 1), *to = copy;
    for (const char *c = text; copy && *c; c++) {
        const char *rest = c + 1;
        rest += *c == '\\' ? strspn(rest, " \t\r\f\v") : 0; // as gcc does
        if (*c == '\\' && *rest == '\n')
            c = rest;
        else
            *to++ = *c;
    }
    if (copy)
        *to = '\0';
    return copy;
}

static void skip_comment(struct text *t)
{
    if (t->at[1] == '/') {
        t->at += strcspn(t->at, "\n");
        return;
    }
    for (t->at += 2; *t->at && strncmp(t->at, "*/", 2) != 0; t->at++)
        t->line += *t->at == '\n';
    t->at += *t->at ? 2 : 0;
}

static bool is_comment(const char *at) { return at[0] == '/' && (at[1] == '/' || at[1] == '*'); }

// Blanks and comments of this line.
static void skip_blanks(struct text *t)
{
    for (;;) {
        if (is_comment(t->at))
            skip_comment(t);
        else if (*t->at && strchr(" \t\r\f\v", *t->at))
            t->at++;
        else
            return;
    }
}

static bool begins_name(char c) { return isalpha((unsigned char)c) || c == '_'; }
static bool goes_on(char c) { return begins_name(c) || isdigit((unsigned char)c) || c == '$'; }

static void take_name(struct text *t, char name[80])
{
    size_t length = 0;
    while (goes_on(t->at[length]))
        length++;
    snprintf(name, 80, "%.*s", (int)length, t->at);
    t->at += length;
}

// A string or a character, up to its closing quote. Raw strings end elsewhere: refused.
static void skip_quoted(struct text *t)
{
    const char quote = *t->at++;
    while (*t->at && *t->at != quote && *t->at != '\n')
        t->at += t->at[0] == '\\' && t->at[1] ? 2 : 1;
    t->at += *t->at == quote;
}

// ---- Checking ------------------------------------------------------------------------------------

static bool may_be_structure(const char *bare)
{
    const size_t length = strlen(bare);
    return is_listed(bare, structures) ||
           (length > 2 && strcmp(bare + length - 2, "_t") == 0 && !is_listed(bare, numbers));
}

static bool check_name(const struct text *t, const char *name)
{
    char bare[80];
    size_t begin = strspn(name, "_"), end = strlen(name);
    while (end > begin && name[end - 1] == '_')
        end--;
    snprintf(bare, sizeof bare, "%.*s", (int)(end - begin), name + begin);
    if (is_listed(bare, machine_code))
        return refuse(t, "", name, ": an exercise is written in C and CUDA, without machine code");
    if (is_listed(bare, uninstrumented))
        return refuse(t, "", name, ", which changes how the compiler prepares loads and stores");
    if (is_listed(bare, linking))
        return refuse(t, "", name, ", which changes what the linker does: no exercise needs it");
    if (is_listed(name, uncounted))
        return refuse(t, "", name, "(), whose loads and stores are not counted: use a loop");
    if (is_listed(name, shared_with_host))
        return refuse(t, "", name,
                      ", which the host can read and write: results come from kernels");
    if (is_listed(bare, unfilled))
        return refuse(t, "", name, ": declare an array");
    if (t->on_cpu && may_be_structure(bare))
        return refuse(t, "", name, ": this chapter counts loads and stores of numbers and arrays");
    if (is_listed(name, asking))
        return refuse(t, "", name, ", which no exercise needs");
    if (is_listed(name, of_engine))
        return refuse(
            t, "", name,
            ", which controls the emulated GPU: only the grader and CUDA's headers may do "
            "that");
    if (is_listed(name, instructions))
        return refuse(t, "", name, ": the grader does not see what such an instruction does");
    return true;
}

// From file, at its quote or bracket, to end, at the closing one. Sources of exercises and of
// steps, which end with .cu, hold solutions.
static bool header_is_allowed(const char *file, const char *end, bool on_cpu)
{
    char name[120];
    snprintf(name, sizeof name, "%.*s", (int)(end - file - 1), file + 1);
    const size_t length = strlen(name);
    if (strstr(name, "..") || length == 0)
        return false;
    if (*file == '"')
        return length > 2 && strcmp(name + length - 2, ".h") == 0 && is_listed(name, quoted);
    if (on_cpu)
        return is_listed(name, headers_of_c);
    if (strchr(name, '/'))
        return is_listed(name, with_folder);
    return length > 2 && strcmp(name + length - 2, ".h") == 0
               ? !is_listed(name, not_in_brackets) && !strstr(name, "intrin")
               : is_listed(name, without_h);
}

static bool check_include(struct text *t)
{
    char file[120];
    snprintf(file, sizeof file, "%.*s", (int)strcspn(t->at, "\n"), t->at);
    char *const end = *file == '"'   ? strchr(file + 1, '"')
                      : *file == '<' ? strchr(file, '>')
                                     : NULL;
    if (!end || !header_is_allowed(file, end, t->on_cpu))
        return refuse(t, "#include ", file,
                      ": an exercise includes headers of the course, of CUDA and of C");
    t->at += end - file + 1;
    return true;
}

static bool check_directive(struct text *t)
{
    char name[80];
    skip_blanks(t);
    take_name(t, name);
    if (!*name && (*t->at == '\n' || *t->at == '\0'))
        return true;
    if (!is_listed(name, directives))
        return refuse(t, "#", *name ? name : "line", ", which no exercise needs");
    skip_blanks(t);
    if (strcmp(name, "include") == 0)
        return check_include(t);
    if (strcmp(name, "pragma") == 0) {
        take_name(t, name);
        if (strcmp(name, "GCC") == 0) {
            skip_blanks(t);
            take_name(t, name);
        }
        if (!is_listed(name, pragmas))
            return refuse(t, "#pragma ", name, ", which no exercise needs");
    }
    return true;
}

static bool check_word(struct text *t)
{
    char name[80];
    take_name(t, name);
    const char last = name[strlen(name) - 1];
    if (*t->at == '"' && last == 'R' && strlen(name) <= 3)
        return refuse(t, "", "a raw string", ", which no exercise needs");
    return check_name(t, name);
}

// To C++ a quote in 1'000 opens nothing, to C it opens a character.
static bool check_number(struct text *t)
{
    while (goes_on(*t->at) || *t->at == '.')
        t->at++;
    return *t->at != '\'' || refuse(t, "", "a quote after a digit", ": write 1000 for 1'000");
}

// Digraphs, trigraphs and letters by their numbers.
static bool is_rare_spelling(const char *at)
{
    return (at[0] == '%' && at[1] == ':') ||
           (at[0] == '?' && at[1] == '?' && at[2] && strchr("=/'()!<>-", at[2])) ||
           (at[0] == '\\' && (at[1] == 'u' || at[1] == 'U'));
}

static bool check_next(struct text *t)
{
    const bool first = t->begins_line;
    if (*t->at == '\n') {
        t->line++, t->at++, t->begins_line = true;
        return true;
    }
    if (is_comment(t->at)) {
        skip_comment(t);
        return true;
    }
    t->begins_line = first && isspace((unsigned char)*t->at);
    if (strncmp(t->at, "##", 2) == 0 || is_rare_spelling(t->at))
        return refuse(t, "", *t->at == '#' ? "##" : "a rare spelling",
                      ": names are written in one piece");
    if (begins_name(*t->at))
        return check_word(t);
    if (*t->at == '#' && first) {
        t->at++;
        return check_directive(t);
    }
    if (isdigit((unsigned char)*t->at))
        return check_number(t);
    if (*t->at == '"' || *t->at == '\'')
        skip_quoted(t);
    else
        t->at++;
    return true;
}

bool source_is_allowed(const char *text, bool on_cpu, char *sentence, size_t size)
{
    char *const copy = joined(text);
    struct text t = {.at = copy,
                     .line = 1,
                     .begins_line = true,
                     .on_cpu = on_cpu,
                     .why = sentence,
                     .size = size};
    bool allowed = copy != NULL;
    if (!copy)
        snprintf(sentence, size, "the file is too large");
    while (allowed && *t.at)
        allowed = check_next(&t);
    free(copy);
    return allowed;
}
