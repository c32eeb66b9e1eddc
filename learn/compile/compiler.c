// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // strtok_r
#include "compiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../run/run.h"

enum { MAX_WORDS = 40 };

struct command {
    const char *words[MAX_WORDS + 1];
    int count;
};

static void add(struct command *c, const char *word)
{
    if (c->count < MAX_WORDS)
        c->words[c->count++] = word;
}

static void add_all(struct command *c, const char *const *words)
{
    for (; *words; words++)
        add(c, *words);
}

static const char *form_macro(enum form form)
{
    static const char *const macros[FORM_COUNT] = {[FORM_NONE] = "-DEXERCISE_NONE",
                                                   [FORM_SGEMM] = "-DEXERCISE_SGEMM",
                                                   [FORM_PROGRAM] = "-DEXERCISE_PROGRAM",
                                                   [FORM_GEMM] = "-DEXERCISE_GEMM",
                                                   [FORM_VECTOR] = "-DEXERCISE_VECTOR",
                                                   [FORM_ROW_SUM] = "-DEXERCISE_ROW_SUM",
                                                   [FORM_SUM_SQUARES] = "-DEXERCISE_SUM_SQUARES",
                                                   [FORM_TRANSPOSE] = "-DEXERCISE_TRANSPOSE",
                                                   [FORM_OFFSET] = "-DEXERCISE_OFFSET"};
    return macros[form];
}

struct parts compiler_parts(const struct exercise *e, enum build_kind kind)
{
    static const char *const places[] = {"cpu", "cache", "threads"};
    const char *b = build_folder();
    struct parts p;
    snprintf(p.emucc, sizeof p.emucc, "%s/bin/emucc", b);
    snprintf(p.engine, sizeof p.engine, "%s/lib/libemu.a", b);
    snprintf(p.child, sizeof p.child, "%s/learn/child/child.o", b);
    snprintf(p.place, sizeof p.place, "%s/learn/child/%s.o", b, e->on_cpu ? places[kind] : "gpu");
    snprintf(p.openmp, sizeof p.openmp, "%s/learn/child/openmp.o", b);
    snprintf(p.library, sizeof p.library, "%s/learn/liblearn.a", b);
    return p;
}

// LEARN_NVCC: "nvcc -arch=sm_90", for a real GPU, as mk/learn.mk sets it; words of it go to
// `words`.
static bool add_nvcc(struct command *c, bool compiling, char words[400])
{
    static const char *const flags[] = {
        "-std=c++17", "-O3", "-lineinfo", "-I.", "-D_GLIBCXX_BITS_SPECFUN_H=1", NULL};
    const char *nvcc = getenv("LEARN_NVCC");
    char *rest;
    if (!nvcc || !*nvcc)
        return false;
    snprintf(words, 400, "%s", nvcc);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        add(c, word);
    if (compiling)
        add_all(c, flags);
    return true;
}

static void add_emucc(struct command *c, const struct parts *p)
{
    // As mk/flags.mk has them for the chapters.
    static const char *const flags[] = {
        "-std=c++17", "-O2", "-g", "-I.", "-D_GLIBCXX_BITS_SPECFUN_H=1", NULL};
    add(c, p->emucc);
    add_all(c, flags);
    add(c, "-fno-jump-tables"); // code_check.c
}

static void add_cpu(struct command *c, enum build_kind kind)
{
    static const char *const flags[] = {"-std=c11", "-O2", "-g", "-I.", "-pthread", NULL};
    // Each load and store of the source is one call, for its width: at -O1 few of them are
    // moved, and an array that stays in its function counts as registers. memcpy() is not a load to
    // gcc: its calls are renamed.
    static const char *const traced[] = {"-O1",
                                         "-fsanitize=thread",
                                         "-fno-tree-vectorize",
                                         "-fno-builtin",
                                         "-U_FORTIFY_SOURCE",
                                         "-Dmemcpy=traced_memcpy",
                                         "-Dmemmove=traced_memmove",
                                         "-Dmemset=traced_memset",
                                         NULL};
    const char *cc = getenv("CC");
    add(c, cc && *cc ? cc : "gcc");
    add_all(c, flags);
    if (kind == BUILD_TRACED)
        add_all(c, traced);
    if (kind == BUILD_THREADS)
        add(c, "-fsanitize=thread");
}

int compiler_compile(const struct exercise *e, const char *source, enum build_kind kind,
                     const char *object, const char *accesses, FILE *messages, bool *late)
{
    const struct parts p = compiler_parts(e, kind);
    struct command compile = {.count = 0};
    char words[400], listing[500];
    if (e->on_cpu) {
        add_cpu(&compile, kind);
        add(&compile, "-fopenmp");
        add(&compile, "-fno-jump-tables");
    } else if (!add_nvcc(&compile, true, words)) {
        add_emucc(&compile, &p);
        snprintf(listing, sizeof listing, "-fdump-tree-tsan1-uid=%s", accesses);
        add(&compile, listing);
    }
    const char *const rest[] = {form_macro(e->form), "-c", source, "-o", object, NULL};
    add_all(&compile, rest);
    return run_compiler(compile.words, messages, late);
}

int compiler_link(const struct exercise *e, enum build_kind kind, const char *object,
                  const char *output, FILE *messages)
{
    const struct parts p = compiler_parts(e, kind);
    struct command link = {.count = 0};
    char words[400];
    bool late;
    const char *const parts[] = {object, p.child, p.place, p.library, "-o", output, NULL};
    // The table of the functions of other libraries cannot be written to. printf() is that of
    // child/printing.c. nvcc has no such flags.
    const char *const linking[] = {"-Wl,-z,relro,-z,now", "-Wl,--wrap=printf", NULL};
    const char *const libraries[] = {"-lm", "-lpthread", "-ldl", NULL};
    bool by_nvcc = false;
    if (e->on_cpu) {
        add_cpu(&link, kind == BUILD_THREADS ? kind : BUILD_PLAIN);
        add(&link, kind == BUILD_THREADS ? p.openmp : "-fopenmp"); // not libgomp: see there
    } else {
        by_nvcc = add_nvcc(&link, false, words);
        if (!by_nvcc)
            add(&link, p.emucc);
    }
    add_all(&link, parts);
    add_all(&link, libraries);
    if (!by_nvcc)
        add_all(&link, linking);
    return run_compiler(link.words, messages, &late);
}
