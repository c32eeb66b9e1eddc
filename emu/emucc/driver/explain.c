// SPDX-License-Identifier: MIT
//
// explain.c: rewrites the compiler's and the linker's errors about CUDA names that the emulated GPU
// lacks into one clear line. All other messages pass unchanged.
#define _GNU_SOURCE // getline
#include "stages.h"

#include "../base/text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Returns the message without colours and with uniform quotes. The caller frees it.
static char *plain_of(const char *line)
{
    char *plain = malloc(strlen(line) + 1), *to = plain;
    while (plain && *line) {
        if (*line == '\033') { // the escape sequence ends with a letter
            line += strcspn(line, "mK");
            line += *line != '\0';
        } else if (strncmp(line, "‘", 3) == 0 || strncmp(line, "’", 3) == 0) {
            *to++ = '\'';
            line += 3;
        } else {
            *to++ = *line == '`' ? '\'' : *line;
            line++;
        }
    }
    if (plain)
        *to = '\0';
    return plain;
}

// Returns true for functions, types, constants and namespaces of NVIDIA: cudaFoo, but not a
// program's own cuda_foo.
static bool is_of_cuda(const char *name)
{
    static const char *const starts[] = {"cuda",   "cublas",      "cusparse",  "cusolver",
                                         "curand", "cufft",       "cudnn",     "nvml",
                                         "nppi",   "nvjpeg",      "nvrtc",     "cooperative_groups",
                                         "nvcuda", "struct cuda", "const cuda"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const size_t length = strlen(starts[i]);
        const char next = strncmp(name, starts[i], length) == 0 ? name[length] : '_';
        if (isupper((unsigned char)next) || next == ':' || next == '\0')
            return true;
    }
    return (strncmp(name, "cu", 2) == 0 && isupper((unsigned char)name[2])) ||
           strncmp(name, "curand_", 7) == 0 || strncmp(name, "CUDA_", 5) == 0;
}

// The header that declares the names of a part of CUDA: a program may only lack the #include. A .cu
// source includes the runtime's header in any case. Returns NULL if there is none to suggest.
static const char *header_of(const char *name, const char *place)
{
    static const struct {
        const char *start, *header;
    } parts[] = {{"cublasLt", "cublasLt.h"},
                 {"cublasXt", "cublasXt.h"},
                 {"cublas", "cublas_v2.h"},
                 {"curand_", "curand_kernel.h"},
                 {"curandState", "curand_kernel.h"},
                 {"curand", "curand.h"},
                 {"cufft", "cufft.h"},
                 {"cusparse", "cusparse.h"},
                 {"nvml", "nvml.h"},
                 {"nvrtc", "nvrtc.h"},
                 {"nvcuda", "mma.h"},
                 {"cooperative_groups", "cooperative_groups.h"},
                 {"CUDA_", NULL},
                 {"cuda", "cuda_runtime.h"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strncmp(name, parts[i].start, strlen(parts[i].start)) == 0)
            return strcmp(parts[i].start, "cuda") == 0 && strstr(place, ".cu:") ? NULL
                                                                                : parts[i].header;
    return strncmp(name, "cu", 2) == 0 && isupper((unsigned char)name[2]) ? "cuda.h" : NULL;
}

// Returns the text in the first pair of quotes at or after `from`, or NULL. The caller frees it.
static char *quoted(const char *from)
{
    const char *begin = strchr(from, '\'');
    const char *end = begin ? strchr(begin + 1, '\'') : NULL;
    return end ? strndup(begin + 1, (size_t)(end - begin - 1)) : NULL;
}

// "file.cu:3:5: error: 'cudaFoo' was not declared ...": rewrites the message if the name is
// NVIDIA's. `belongs`: the message names a member, and the class or namespace is in the second pair
// of quotes.
static bool explain_unknown(const char *plain)
{
    static const struct {
        const char *before, *behind;
        bool belongs;
    } forms[] = {{"error: '", "' was not declared", false},
                 {"error: '", "' has not been declared", false},
                 {"error: '", "' does not name a type", false},
                 {"error: '", "' undeclared", false},
                 {"error: unknown type name '", "", false},
                 {"error: '", "' is not a member of '", true},
                 {"error: '", "' has no member named '", true},
                 {"undefined reference to '", "", false}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const char *at = strstr(plain, forms[i].before);
        const char *behind = at ? strstr(at, forms[i].behind) : NULL;
        if (!behind)
            continue;
        char *name = quoted(at);
        char *other = forms[i].belongs ? quoted(behind + 1) : NULL;
        const bool is_cuda = name && (is_of_cuda(name) || (other && is_of_cuda(other)));
        if (is_cuda) {
            char *place = format_string("%.*s", (int)(at - plain), plain);
            const char *guess = strstr(plain, "did you mean");
            char *near = guess ? quoted(guess) : NULL;
            if (near && !is_of_cuda(near)) // 'uint' for cuInit
                guess = NULL;
            free(near);
            const bool owner_first = other && strstr(behind, "has no member");
            const char *header = other || guess || strstr(plain, "undefined reference")
                                     ? NULL
                                     : header_of(name, place);
            fprintf(stderr, "%serror: %s%s%s: the emulated GPU has nothing of this name%s%s%s%s%s",
                    place, owner_first ? other : name, other ? " of " : "",
                    owner_first ? name : (other ? other : ""), header ? ", or <" : "",
                    header ? header : "", header ? "> is not included" : "", guess ? "; " : "",
                    guess ? guess : "\n");
            free(place);
        }
        free(name);
        free(other);
        return is_cuda;
    }
    return false;
}

// A source that loads NVIDIA's driver library itself defines its functions.
static bool explain_twice(const char *plain)
{
    static bool is_reported;
    const char *at = strstr(plain, "multiple definition of '"), *place;
    char *name = at ? quoted(at) : NULL;
    const bool is_cuda = name && is_of_cuda(name);
    if (is_cuda && !is_reported) {
        place = strstr(plain, ".o:");
        const char *end = place ? strstr(place, ": first defined") : NULL;
        fprintf(stderr,
                "%.*s%serror: %s: the emulated GPU has it: leave out the source that loads "
                "NVIDIA's driver for itself\n",
                end ? (int)(end - place - 3) : 0, place ? place + 3 : "", end ? ": " : "", name);
        is_reported = true;
    }
    free(name);
    return is_cuda || (is_reported && strstr(plain, "libemu"));
}

// The place before `at`: "a.cu:2: ", also where the linker adds a section: "a.cu:2:(.text+0x23): ".
static char *place_of(const char *plain, const char *at)
{
    const char *section = at;
    while (section > plain && *section != '(')
        section--;
    return section > plain && section[1] == '.'
               ? format_string("%.*s ", (int)(section - plain), plain)
               : format_string("%.*s", (int)(at - plain), plain);
}

// "undefined reference to 'cublasCreate_v2'": a library that was not built may define it.
static bool explain_absent(const char *plain, const char *absent)
{
    const char *at = absent ? strstr(plain, "undefined reference to '") : NULL;
    char *name = at ? quoted(at) : NULL;
    const bool is_engine = name && (is_of_cuda(name) || strncmp(name, "emu_", 4) == 0 ||
                                    strncmp(name, "nccl", 4) == 0);
    if (is_engine) {
        char *place = place_of(plain, at);
        fprintf(stderr,
                "%serror: %s: not found, but these libraries were not built: %s (`make emucc` "
                "builds them)\n",
                place, name, absent);
        free(place);
    }
    free(name);
    return is_engine;
}

void explain(const char *messages, const char *absent)
{
    FILE *in = fopen(messages, "r");
    char *line = NULL;
    size_t capacity = 0;
    while (in && getline(&line, &capacity, in) > 0) {
        char *plain = plain_of(line);
        if (!plain ||
            (!explain_absent(plain, absent) && !explain_unknown(plain) && !explain_twice(plain)))
            fputs(line, stderr);
        free(plain);
    }
    free(line);
    if (in)
        fclose(in);
}
