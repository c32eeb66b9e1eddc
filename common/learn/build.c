// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // nftw
#include "build.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run.h"
#include "text.h"

const char *build_folder(void)
{
    const char *folder = getenv("BUILD_DIR");
    return folder && *folder ? folder : "build/emu";
}

static bool make_folder(const char *path, struct failure *why)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST || fail(why, "%s: %s", path, strerror(errno));
}

bool build_folder_of(const struct exercise *e, char *path, size_t size, struct failure *why)
{
    snprintf(path, size, "%s/learn", build_folder());
    if (!make_folder(path, why))
        return false;
    snprintf(path, size, "%s/learn/%s", build_folder(), e->id);
    return make_folder(path, why);
}

// ---- The hash ------------------------------------------------------------------------------------

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u; // FNV-1a
    return hash;
}

// Of files that an exercise may include, and of tools: when they changed will do. nftw has no
// context for its callback.
static uint64_t header_hash;

static int add_header(const char *path, const struct stat *status, int type, struct FTW *where)
{
    const char *dot = strrchr(path, '.');
    (void)where;
    if (type == FTW_F && dot && strchr("hao", dot[1])) {
        header_hash = hash_bytes(header_hash, path, strlen(path));
        header_hash = hash_bytes(header_hash, &status->st_mtim, sizeof status->st_mtim);
    }
    return 0;
}

static uint64_t hash_headers(uint64_t hash, const char *folder)
{
    header_hash = hash;
    nftw(folder, add_header, 16, FTW_PHYS);
    return header_hash;
}

// ---- Commands ------------------------------------------------------------------------------------

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

// The parts that are compiled once, of the build folder.
struct parts {
    char emucc[300], engine[300], child[300], place[300], openmp[300], library[300];
};

static struct parts parts_of(const struct exercise *e, enum build_kind kind)
{
    static const char *const places[] = {"child_cpu", "child_cache", "child_threads"};
    const char *b = build_folder();
    struct parts p;
    snprintf(p.emucc, sizeof p.emucc, "%s/bin/emucc", b);
    snprintf(p.engine, sizeof p.engine, "%s/lib/libemu.a", b);
    snprintf(p.child, sizeof p.child, "%s/common/learn/child.o", b);
    snprintf(p.place, sizeof p.place, "%s/common/learn/%s.o", b,
             e->on_cpu ? places[kind] : "child_gpu");
    snprintf(p.openmp, sizeof p.openmp, "%s/common/learn/child_openmp.o", b);
    snprintf(p.library, sizeof p.library, "%s/learn/liblearn.a", b);
    return p;
}

static void add_gpu(struct command *c, const struct parts *p)
{
    // As mk/flags.mk has them for the chapters.
    static const char *const flags[] = {
        "-std=c++17", "-O2", "-g", "-I.", "-D_GLIBCXX_BITS_SPECFUN_H=1", NULL};
    add(c, p->emucc);
    add_all(c, flags);
}

static void add_cpu(struct command *c, enum build_kind kind)
{
    static const char *const flags[] = {"-std=c11", "-O2", "-g", "-I.", "-pthread", NULL};
    // Each load and store of the source is one call, of its own width: at -O1 few of them are
    // moved, and an array that stays in its function counts as registers. memcpy() is no load to
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

// Two commands where the linker must not see what the compiler is told: a library of its own serves
// the call-outs.
static int run_compiler(const struct exercise *e, const char *source, enum build_kind kind,
                        const char *object, const char *output, FILE *messages)
{
    const struct parts p = parts_of(e, kind);
    struct command compile = {.count = 0}, link = {.count = 0};
    if (e->on_cpu) {
        add_cpu(&compile, kind);
        add(&compile, "-fopenmp");
    } else {
        add_gpu(&compile, &p);
    }
    const char *const rest[] = {form_macro(e->form), "-c", source, "-o", object, NULL};
    add_all(&compile, rest);
    int status = run_command(compile.words, messages, messages, NULL, NULL, NULL);
    if (status != 0)
        return status;
    const char *const parts[] = {object, p.child, p.place, p.library, "-o", output, NULL};
    const char *const libraries[] = {"-lm", "-lpthread", "-ldl", NULL};
    if (e->on_cpu) {
        add_cpu(&link, kind == BUILD_THREADS ? kind : BUILD_PLAIN);
        add(&link, kind == BUILD_THREADS ? p.openmp : "-fopenmp"); // not libgomp: see there
    } else {
        add(&link, p.emucc);
    }
    add_all(&link, parts);
    add_all(&link, libraries);
    return run_command(link.words, messages, messages, NULL, NULL, NULL);
}

// ---- Building ------------------------------------------------------------------------------------

static uint64_t hash_of(const struct exercise *e, const char *text, enum build_kind kind)
{
    const struct parts p = parts_of(e, kind);
    const char *const tools[] = {p.emucc, p.engine, p.child, p.place, p.openmp, p.library};
    const char *const folders[] = {"common/learn", "common/step", "common/device",
                                   "common/emu/include", e->chapter};
    uint64_t hash = hash_bytes(0xcbf29ce484222325u, text, strlen(text));
    hash = hash_bytes(hash, &e->form, sizeof e->form);
    hash = hash_bytes(hash, &kind, sizeof kind);
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        struct stat status = {0};
        stat(tools[i], &status);
        hash = hash_bytes(hash, &status.st_mtim, sizeof status.st_mtim);
    }
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        hash = hash_headers(hash, folders[i]);
    return hash;
}

// Programs of this variant that were made of other texts, but for those that somebody may be about
// to run: another `make check` at the same time.
static void remove_older(const char *folder, const char *variant, const char *keep)
{
    enum { OLD_SECONDS = 60 };
    DIR *directory = opendir(folder);
    const size_t length = strlen(variant);
    for (struct dirent *f; directory && (f = readdir(directory)) != NULL;) {
        char path[600];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, f->d_name);
        if (strncmp(f->d_name, variant, length) == 0 && f->d_name[length] == '-' &&
            strcmp(path, keep) != 0 && stat(path, &status) == 0 &&
            time(NULL) - status.st_mtime > OLD_SECONDS)
            unlink(path);
    }
    if (directory)
        closedir(directory);
}

static bool compile(const struct exercise *e, const char *source, const char *variant,
                    enum build_kind kind, const char *folder, struct built *built,
                    struct failure *why)
{
    char object[400], output[400];
    FILE *messages = text_nameless_file(why);
    if (!messages)
        return false;
    // Under a name of this process until it is whole: two may build the same.
    snprintf(object, sizeof object, "%s/%s.%d.o", folder, variant, (int)getpid());
    snprintf(output, sizeof output, "%s/%s.%d.new", folder, variant, (int)getpid());
    const int status = run_compiler(e, source, kind, object, output, messages);
    unlink(object);
    built->compiled = true;
    if (status != 0)
        built->messages = text_of_stream(messages);
    fclose(messages);
    if (status == -1 || (WIFEXITED(status) && WEXITSTATUS(status) == 127)) {
        free(built->messages);
        return fail(why, "the compiler cannot be run: `make doctor` says what is missing");
    }
    if (status != 0 || rename(output, built->program) == 0) {
        remove_older(folder, variant, built->program);
        return true;
    }
    return fail(why, "%s: %s", built->program, strerror(errno));
}

bool build_exercise(const struct exercise *e, const char *source, const char *variant,
                    enum build_kind kind, struct built *built, struct failure *why)
{
    char folder[200];
    char *text = text_of_file(source, why);
    *built = (struct built){.messages = NULL};
    if (!text || !build_folder_of(e, folder, sizeof folder, why)) {
        free(text);
        return false;
    }
    snprintf(built->program, sizeof built->program, "%s/%s-%016" PRIx64, folder, variant,
             hash_of(e, text, kind));
    free(text);
    if (access(built->program, X_OK) == 0)
        return true;
    return compile(e, source, variant, kind, folder, built, why);
}
