// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "prepared.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "flags.h"
#include "../base/message.h"
#include "../base/process.h"
#include "../rewrite/rewrite.h"

#define MARK "#pragma GCC pch_preprocess"
// Leaves out the special functions of <cmath>, which are half of the whole text.
#define PLAIN_MATH "-D_GLIBCXX_BITS_SPECFUN_H=1"

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

// ---- Selection ----------------------------------------------------------------------------------

static bool has_plain_math(const struct options *options)
{
    for (size_t i = 0; i < options->preprocessor.count; i++)
        if (strcmp(options->preprocessor.items[i], PLAIN_MATH) == 0)
            return true;
    return false;
}

// Returns the NAME of prepared.h. The caller frees it.
static char *name_for(const struct options *options)
{
    return format_string("%s%s", options->standard ? options->standard : "gnu++17",
                         has_plain_math(options) ? "_plain" : "");
}

// The headers test only macros that begin with _ or EMU_, NDEBUG, and the default stream's. For
// other macros gcc checks whether the headers use the name.
static bool is_harmless_macro(const char *word)
{
    return begins(word, "-D") && word[2] != '_' && !begins(word, "-DEMU_") &&
           !begins(word, "-DNDEBUG") && !begins(word, "-D" PER_THREAD_DEFAULT_STREAM);
}

// Returns the last part of a path.
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool are_plain(const struct options *options)
{
    enum {
        NO_PLAIN_SHUFFLES = 70
    }; // the headers differ from this architecture on (emu/device/warp.h)
    const char *optimization = options->optimization, *dependencies = options->dependencies;
    // -MMD lists neither these headers nor the system's. With any other dependency option the
    // headers must be listed, so they are read again.
    if (options->module || options->architecture >= NO_PLAIN_SHUFFLES ||
        (dependencies && strcmp(dependencies, "-MMD") != 0) || options->separate_compilation ||
        options->keeps_rounding || options->keep || options->keep_folder || options->dry_run ||
        (optimization && strcmp(optimization, "-O1") != 0 && strcmp(optimization, "-O2") != 0 &&
         strcmp(optimization, "-O3") != 0))
        return false;
    for (size_t i = 0; i < options->host.count; i++) {
        const char *word = options->host.items[i];
        // -Wp,-DX is more; with -Wpedantic gcc does not take the precompiled header.
        const bool warns =
            begins(word, "-W") && !strchr(word, ',') && strcmp(word, "-Wpedantic") != 0;
        // A listing leaves the program as it is.
        const bool lists = begins(word, "-fdump-tree-");
        const bool optimizes = strcmp(word, "-ftree-sra") == 0 ||
                               strcmp(word, "-fno-tree-sra") == 0 ||
                               strcmp(word, "-fno-jump-tables") == 0;
        if (strcmp(word, "-g") != 0 && strcmp(word, "-w") != 0 && !warns && !lists && !optimizes)
            return false;
    }
    for (size_t i = 0; i < options->preprocessor.count; i++) {
        const char *word = options->preprocessor.items[i];
        if (!begins(word, "-I") && strcmp(word, PLAIN_MATH) != 0 && !is_harmless_macro(word))
            return false;
    }
    return !getenv("CPATH") && !getenv("CPLUS_INCLUDE_PATH");
}

// ---- Validity -----------------------------------------------------------------------------------

// Returns true if a folder that is searched before the system's has a file with the same name.
static bool is_hidden(const struct options *options, const char *path)
{
    for (size_t i = 0; i < options->preprocessor.count; i++) {
        const char *word = options->preprocessor.items[i];
        if (!begins(word, "-I"))
            continue;
        char *other = format_string("%s/%s", word + 2, base_name(path));
        struct stat own, hiding;
        const bool hides = stat(other, &hiding) == 0 && S_ISREG(hiding.st_mode) &&
                           !(stat(path, &own) == 0 && own.st_ino == hiding.st_ino);
        free(other);
        if (hides)
            return true;
    }
    return false;
}

// Returns a line of the list: the file's modification time, size and path. The caller frees it.
static char *line_for(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return NULL;
    return format_string("%lld.%09ld %lld %s", (long long)status.st_mtim.tv_sec,
                         status.st_mtim.tv_nsec, (long long)status.st_size, path);
}

static bool is_current(const char *list, const struct options *options,
                       const struct toolchain *toolchain)
{
    FILE *stream = fopen(list, "r");
    char line[4096];
    bool current = stream && fgets(line, sizeof line, stream);
    line[strcspn(line, "\n")] = '\0';
    current = current && strcmp(line, toolchain->headers) == 0;
    while (current && fgets(line, sizeof line, stream)) {
        line[strcspn(line, "\n")] = '\0';
        const char *path = strchr(line, '/');
        char *now = path ? line_for(path) : NULL;
        current = now && strcmp(now, line) == 0 && !is_hidden(options, path);
        free(now);
    }
    if (stream)
        fclose(stream);
    return current;
}

char *find_prepared(const struct options *options, const struct toolchain *toolchain)
{
    if (toolchain->is_clang || !are_plain(options))
        return NULL;
    char *name = name_for(options);
    char *list = format_string("%s/%s", toolchain->prepared, name);
    char *header = format_string("%s.hh", list);
    if (!is_current(list, options, toolchain)) {
        free(header);
        header = NULL;
    }
    free(list);
    free(name);
    return header;
}

void add_prepared(struct list *command, const struct toolchain *toolchain, const char *header)
{
    // gcc accepts a precompiled header only with the flags that made it.
    add_kernel_flags(command, toolchain, false);
    list_add(command, "-U__SANITIZE_THREAD__");
    list_add(command, "-isystem"); // so that no list of dependencies contains it
    list_add(command, toolchain->prepared);
    list_add(command, "-include");
    list_add(command, base_name(header));
    list_add(command, "-fpch-preprocess");
}

bool is_prepared(const char *preprocessed)
{
    enum { FIRST_LINES = 16 };
    char line[4096];
    bool found = false;
    FILE *stream = fopen(preprocessed, "r");
    for (int i = 0; stream && !found && i < FIRST_LINES && fgets(line, sizeof line, stream); i++)
        found = begins(line, MARK);
    if (stream)
        fclose(stream);
    return found;
}

// ---- Creation -----------------------------------------------------------------------------------

static void must(struct list *command, const struct options *options)
{
    const int status = run(command, options->verbose, NULL);
    list_free(command);
    if (status != 0)
        exit(status);
}

// `how` and `dependencies` are options for the preprocessor. It reads the headers if `header` is
// set.
static void preprocess(const struct options *options, const struct toolchain *toolchain,
                       const char *how, const char *dependencies, bool header, const char *output)
{
    struct list command = {0};
    list_add_all(&command, &toolchain->cxx);
    list_add(&command, how);
    if (strcmp(how, "-dM") == 0)
        list_add(&command, "-E");
    add_headers(&command, toolchain);
    add_cuda_macros(&command, options);
    add_cuda_flags(&command, options);
    list_add_all(&command, &options->preprocessor);
    if (header) {
        list_add(&command, "-include");
        list_add(&command, "cuda_runtime.h");
    }
    if (dependencies) {
        list_add(&command, "-MD");
        list_add(&command, "-MF");
        list_add(&command, dependencies);
    }
    list_add(&command, "-x");
    list_add(&command, "c++");
    list_add(&command, "/dev/null");
    list_add(&command, "-o");
    list_add(&command, output);
    must(&command, options);
}

static FILE *open_file(const char *path, const char *mode)
{
    FILE *stream = fopen(path, mode);
    if (!stream)
        fail("%s: %s", path, strerror(errno));
    return stream;
}

static void close_file(FILE *stream, const char *path)
{
    const bool failed = ferror(stream) != 0;
    if (fclose(stream) != 0 || failed)
        fail("%s: cannot be written: %s", path, strerror(errno));
}

static struct list read_lines(const char *path)
{
    struct list lines = {0};
    char *line = NULL;
    size_t capacity = 0;
    FILE *stream = open_file(path, "r");
    while (getline(&line, &capacity, stream) > 0)
        list_add(&lines, line);
    free(line);
    fclose(stream);
    return lines;
}

static bool contains(const struct list *lines, const char *line)
{
    for (size_t i = 0; i < lines->count; i++)
        if (strcmp(lines->items[i], line) == 0)
            return true;
    return false;
}

// Appends the macros that are defined after all headers. (In the text they are expanded already.)
static void append_macros(const char *header, const char *before, const char *after)
{
    struct list compilers = read_lines(before), all = read_lines(after);
    FILE *stream = open_file(header, "a");
    for (size_t i = 0; i < all.count; i++)
        if (!contains(&compilers, all.items[i]))
            fputs(all.items[i], stream);
    close_file(stream, header);
    list_free(&compilers);
    list_free(&all);
}

// From "null.o: /dev/null a.h \", the form of make. No header's path has blanks, or it is not
// Converts make's format, "null.o: /dev/null a.h \". A header whose path has blanks would not be
// listed, so NAME would never be current.
static void write_list(const char *list, const char *dependencies,
                       const struct toolchain *toolchain)
{
    struct list lines = read_lines(dependencies);
    FILE *stream = open_file(list, "w");
    fprintf(stream, "%s\n", toolchain->headers);
    for (size_t i = 0; i < lines.count; i++)
        for (char *rest = lines.items[i], *word; (word = strtok_r(rest, " \\\n", &rest));) {
            char *line = word[0] == '/' && strcmp(word, "/dev/null") != 0 ? line_for(word) : NULL;
            if (line)
                fprintf(stream, "%s\n", line);
            free(line);
        }
    close_file(stream, list);
    list_free(&lines);
}

static void put(const char *from, const char *to)
{
    if (rename(from, to) != 0)
        fail("%s: %s", to, strerror(errno));
}

int prepare_headers(const struct options *options, const struct toolchain *toolchain)
{
    const char *text = temporary_file("all.ii"), *dependencies = temporary_file("all.d");
    const char *before = temporary_file("before"), *after = temporary_file("after");
    const char *slash = options->output ? strrchr(options->output, '/') : NULL;
    if (!slash)
        fail("--prepare needs -o FOLDER/NAME");
    char *name = name_for(options);
    char *header =
        format_string("%.*s/%s.hh", (int)(slash - options->output), options->output, name);
    char *compiled = format_string("%s.gch", header);
    const char *new_header = temporary_near(header), *new_compiled = temporary_near(compiled);

    preprocess(options, toolchain, "-E", dependencies, true, text);
    preprocess(options, toolchain, "-dM", NULL, false, before);
    preprocess(options, toolchain, "-dM", NULL, true, after);
    const struct rewrite_options how = {.our_headers = toolchain->headers,
                                        .keeps_unused = true,
                                        .fills_variables = fills_variables(toolchain)};
    if (!rewrite_file(text, new_header, &how))
        return 1;
    append_macros(new_header, before, after);

    struct list command = {0};
    list_add_all(&command, &toolchain->cxx);
    add_cuda_macros(&command, options);
    add_cuda_flags(&command, options);
    list_add_all(&command, &options->preprocessor);
    add_kernel_flags(&command, toolchain, false);
    list_add(&command, "-U__SANITIZE_THREAD__");
    list_add(&command, "-x");
    list_add(&command, "c++-header");
    list_add(&command, new_header);
    list_add(&command, "-o");
    list_add(&command, new_compiled);
    must(&command, options);
    put(new_header, header);
    put(new_compiled, compiled);
    write_list(options->output, dependencies, toolchain);

    free(name);
    free(header);
    free(compiled);
    return 0;
}
