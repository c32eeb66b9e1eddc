// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // nftw, chown
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

#include "checks.h"
#include "compiler.h"
#include "../run/run.h"
#include "../source/text.h"

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

// ---- Building ------------------------------------------------------------------------------------

static uint64_t hash_of(const struct exercise *e, const char *text, enum build_kind kind)
{
    const struct parts p = compiler_parts(e, kind);
    const char *const tools[] = {p.emucc, p.engine, p.child, p.place, p.openmp, p.library};
    const char *const folders[] = {"learn", "common/step", "common/device", "emu/include",
                                   e->chapter};
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

// Programs of this variant that were made of other texts, except those that another run may be
// about to run: another `make check` at the same time.
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

bool is_graded_whole(const struct exercise *e)
{
    const char *nvcc = getenv("LEARN_NVCC");
    return e->on_cpu || !nvcc || !*nvcc;
}

// The archives whose functions a submission must not define anew. With nvcc there is another object
// format and another set of names: a real GPU counts and diagnoses nothing, so nothing is graded by
// it but the result.
static bool is_allowed(const struct exercise *e, enum build_kind kind, const char *object,
                       const char *accesses, char *sentence, size_t size)
{
    const struct parts p = compiler_parts(e, kind);
    const char *const archives[] = {p.library, p.engine, NULL};
    return !is_graded_whole(e) ||
           (object_is_allowed(object, e->on_cpu, e->form != FORM_NONE, archives, sentence, size) &&
            code_is_allowed(object, e->on_cpu ? NULL : accesses, sentence, size));
}

// The limit ends the compiler proper; its driver reports that.
static bool ran_out_of_time(FILE *messages)
{
    char *const text = text_of_stream(messages);
    const bool found = text && (strstr(text, "CPU time limit exceeded") ||
                                strstr(text, "Killed signal terminated"));
    free(text);
    return found;
}

// Compiles, inspects, links. The status of the command that failed, or 0; `refusal` is a sentence
// about the file, or "".
static int make_program(const struct exercise *e, const char *source, enum build_kind kind,
                        const char *object, const char *output, FILE *messages, char *refusal,
                        size_t size)
{
    bool late;
    char accesses[420];
    *refusal = '\0';
    snprintf(accesses, sizeof accesses, "%s.accesses", object);
    int status = compiler_compile(e, source, kind, object, accesses, messages, &late);
    if (late || (status != 0 && ran_out_of_time(messages)))
        snprintf(
            refusal, size,
            "compiling took more than %d s of processor time, or too much memory, and was stopped",
            limit_compile_seconds());
    else if (status == 0 && is_allowed(e, kind, object, accesses, refusal, size))
        status = compiler_link(e, kind, object, output, messages);
    unlink(accesses);
    return status;
}

// Where another user compiles submissions (LEARN_UID), a folder of that user's; else `folder`.
static bool make_workplace(const char *folder, char *place, size_t size, struct failure *why)
{
    const unsigned user = run_as_user();
    snprintf(place, size, "%s", folder);
    if (!user)
        return true;
    snprintf(place, size, "%.200s/%d.work", folder, (int)getpid());
    return (make_folder(place, why) && chown(place, user, user) == 0) ||
           fail(why, "%s: %s", place, strerror(errno));
}

static bool compile(const struct exercise *e, const char *source, const char *variant,
                    enum build_kind kind, const char *folder, struct built *built,
                    struct failure *why)
{
    char place[240], object[400], output[400], refusal[300];
    FILE *messages =
        make_workplace(folder, place, sizeof place, why) ? text_nameless_file(why) : NULL;
    if (!messages)
        return false;
    // Under a name of this process until it is whole: two may build the same.
    snprintf(object, sizeof object, "%s/%s.%d.o", place, variant, (int)getpid());
    snprintf(output, sizeof output, "%s/%s.%d.new", place, variant, (int)getpid());
    const int status =
        make_program(e, source, kind, object, output, messages, refusal, sizeof refusal);
    unlink(object);
    built->compiled = true;
    built->refused = *refusal != '\0';
    if (built->refused)
        built->messages = strdup(refusal);
    else if (status != 0)
        built->messages = text_of_stream(messages);
    fclose(messages);
    // Who compiled it must not be able to change it.
    const bool made = !built->messages &&
                      (!run_as_user() || chown(output, geteuid(), getegid()) == 0) &&
                      rename(output, built->program) == 0;
    const int error = errno;
    if (strcmp(place, folder) != 0) {
        unlink(output);
        rmdir(place);
    }
    if (!built->refused && (status == -1 || (WIFEXITED(status) && WEXITSTATUS(status) == 127))) {
        free(built->messages);
        return fail(why, "the compiler cannot be run: `make doctor` reports what it lacks");
    }
    if (built->messages || made) {
        remove_older(folder, variant, built->program);
        return true;
    }
    return fail(why, "%s: %s", built->program, strerror(error));
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
    char refusal[300];
    built->refused =
        is_graded_whole(e) && !source_is_allowed(text, e->on_cpu, refusal, sizeof refusal);
    free(text);
    if (built->refused)
        return (built->messages = strdup(refusal)) != NULL || fail(why, "out of memory");
    if (access(built->program, X_OK) == 0)
        return true;
    return compile(e, source, variant, kind, folder, built, why);
}
