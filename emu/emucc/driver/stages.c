// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700
#include "stages.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "flags.h"
#include "../base/message.h"
#include "../order/order.h"
#include "prepared.h"
#include "../base/process.h"
#include "../rewrite/rewrite.h"
#include "verbose.h"

char *stem_of(const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    const char *dot = strrchr(name, '.');
    if (strcmp(name, "-") == 0)
        return format_string("stdin");
    return format_string("%.*s", (int)(dot && dot > name ? dot - name : (long)strlen(name)), name);
}

// Appends a line to the file of -time: what was read, what was done, by which program.
static void note_time(const struct options *options, const char *name, const struct list *command,
                      double seconds)
{
    const bool to_stdout = strcmp(options->time_file, "-") == 0;
    FILE *stream = to_stdout ? stdout : fopen(options->time_file, "a");
    if (!stream)
        fail("%s: %s", options->time_file, strerror(errno));
    static bool has_head;
    if (!has_head && (to_stdout || ftell(stream) == 0))
        fputs("source file name,phase name,tool,metric,unit\n", stream);
    has_head = true;
    const char *source = options->input_count > 0 ? options->inputs[0].name : "";
    fprintf(stream, "%s,%s,%s,%.2f,ms\n", source, name, command->items[0], seconds * 1e3);
    if (!to_stdout && fclose(stream) != 0)
        fail("%s: %s", options->time_file, strerror(errno));
}

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

int run_explained(const struct options *options, const char *name, struct list *command,
                  const char *absent)
{
    int status = 0;
    if (options->dry_run || options->verbose)
        print_step(command);
    if (!options->dry_run) {
        const char *messages = temporary_file("messages");
        const char *terminal = getenv("TERM");
        const double start = now();
        if (isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0)
            list_add(command, "-fdiagnostics-color=always"); // it sees a file
        status = run(command, false, messages);
        explain(messages, absent);
        if (options->time_file)
            note_time(options, name, command, now() - start);
    }
    list_free(command);
    return status;
}

int run_stage(const struct options *options, const char *name, struct list *command)
{
    return run_explained(options, name, command, NULL);
}

// ---- Parts of commands --------------------------------------------------------------------------

static void add_dependencies(struct list *command, const struct options *options,
                             const char *source, const char *output)
{
    if (!options->dependencies)
        return;
    char *stem = stem_of(source);
    list_add(command, options->dependencies);
    list_add_all(command, &options->dependency_options);
    // The same place as with gcc: next to the object if it was named, else in the current folder.
    if (!options->has_dependency_file) {
        const char *dot = options->output ? strrchr(options->output, '.') : NULL;
        list_add(command, "-MF");
        if (dot && !strchr(dot, '/'))
            list_add_format(command, "%.*s.d", (int)(dot - options->output), options->output);
        else
            list_add_format(command, "%s.d", options->output ? options->output : stem);
    }
    if (!options->has_dependency_target) {
        list_add(command, "-MQ");
        if (options->mode == MODE_LINK)
            list_add_format(command, "%s", options->output ? options->output : "a.out");
        else
            list_add(command, output);
    }
    free(stem);
}

static const char *mode_flag(enum mode mode)
{
    return mode == MODE_PREPROCESS ? "-E" : mode == MODE_ASSEMBLY ? "-S" : "-c";
}

// ---- Stages of a .cu file -----------------------------------------------------------------------

// *prepared: the precompiled headers, or NULL. Set to NULL if they cannot be used.
static int preprocess(const struct options *options, const struct toolchain *toolchain,
                      const char *source, const char *output, const char *object,
                      const char **prepared)
{
    struct list command = {0}, cccl = {0};
    list_add_all(&command, &toolchain->cxx);
    list_add(&command, "-E");
    // This comes first, so that a makefile's -I/usr/local/cuda/include does not select NVIDIA's
    // headers.
    add_headers(&command, toolchain);
    add_cccl(&cccl, source, toolchain);
    if (cccl.count > 0)
        *prepared = NULL;
    for (size_t i = 0; i < cccl.count && !strchr("DU", cccl.items[i][1]); i++) // its folders
        list_add(&command, cccl.items[i]);
    add_cuda_macros(&command, options);
    add_cuda_flags(&command, options);
    if (*prepared) {
        add_prepared(&command, toolchain, *prepared);
    } else {
        list_add(&command, "-include");
        list_add(&command, "cuda_runtime.h");
    }
    list_add_all(&command, &cccl); // its file must follow that of the prepared headers
    list_free(&cccl);
    list_add_all(&command, &options->preprocessor);
    add_dependencies(&command, options, source, object);
    list_add(&command, "-x");
    list_add(&command, "c++");
    list_add(&command, source);
    if (output) {
        list_add(&command, "-o");
        list_add(&command, output);
    }
    return run_stage(options, "preprocess", &command);
}

// Returns true if the compiler produces assembly, which order.h sorts before it is assembled.
static bool produces_assembly(const struct options *options)
{
    for (size_t i = 0; i < options->host.count; i++)
        if (strncmp(options->host.items[i], "-flto", strlen("-flto")) == 0)
            return false;
    return !has_host_flag(options, "-fsyntax-only") && !has_host_flag(options, "-gsplit-dwarf");
}

struct rewritten {
    const char *source, *text; // the file, and the rewritten one
    bool keeps_addresses;      // (rewrite.h)
};

// functions: the file to which the compiler writes the functions of the program, or NULL.
static int compile(const struct options *options, const struct toolchain *toolchain,
                   const struct rewritten *from, enum mode mode, const char *output,
                   const char *functions)
{
    struct list command = {0};
    list_add_all(&command, &toolchain->cxx);
    list_add(&command, mode_flag(mode));
    add_cuda_flags(&command, options);
    add_kernel_flags(&command, toolchain, has_host_flag(options, "-ftree-sra"));
    if (from->keeps_addresses)
        add_address_flags(&command, toolchain);
    if (runs_thrust_as_kernels(from->source, toolchain)) {
        list_add(&command, "-fpermissive"); // g++ is stricter than nvcc on names in its classes
        list_add(&command, "-Wno-unused-function"); // and of those it warns even in headers
        list_add(&command, "-Wno-maybe-uninitialized");
    }
    if (functions)
        list_add_format(&command, "-fdump-tree-lower-lineno-uid=%s", functions);
    list_add(&command, "-x");
    list_add(&command, "c++-cpp-output");
    list_add(&command, from->text);
    list_add(&command, "-o");
    list_add(&command, output);
    return run_stage(options, "compile", &command);
}

static int assemble(const struct options *options, const struct toolchain *toolchain,
                    const char *text, const char *object)
{
    struct list command = {0};
    list_add_all(&command, &toolchain->cxx);
    list_add(&command, "-c");
    for (size_t i = 0; i < options->host.count; i++)
        if (strncmp(options->host.items[i], "-Wa,", strlen("-Wa,")) == 0 ||
            strncmp(options->host.items[i], "-gz", strlen("-gz")) == 0)
            list_add(&command, options->host.items[i]);
    list_add(&command, "-x");
    list_add(&command, "assembler");
    list_add(&command, text);
    list_add(&command, "-o");
    list_add(&command, object);
    return run_stage(options, "assemble", &command);
}

// Assembly that goes to a terminal or a pipe is not sorted.
static bool is_regular(const char *path)
{
    struct stat is;
    return stat(path, &is) == 0 && S_ISREG(is.st_mode);
}

// -diag-suppress 20014,20091, or -Xcudafe --diag_suppress=20014: nvcc's numbers of warnings.
static bool suppresses(const struct options *options, const char *numbers)
{
    static const char front_end[] = "--diag_suppress=";
    for (size_t i = 0; i < options->suppressed.count; i++) {
        const char *word = options->suppressed.items[i];
        word += strncmp(word, front_end, sizeof front_end - 1) == 0 ? sizeof front_end - 1 : 0;
        for (; *word; word += strcspn(word, ","), word += *word == ',') {
            char *number = format_string(" %.*s ", (int)strcspn(word, ","), word);
            const bool found = strstr(numbers, number);
            free(number);
            if (found)
                return true;
        }
    }
    return false;
}

static struct space_warnings wanted_warnings(const struct options *options)
{
    const bool all = !has_host_flag(options, "-w");
    return (struct space_warnings){.calls = all && !suppresses(options, " 20011 20014 "),
                                   .variables = all && !suppresses(options, " 20091 "),
                                   .constexprs = all && !suppresses(options, " 20013 20015 ")};
}

// Without optimization gcc lists calls that it otherwise folds, as nvcc does. A program with Thrust
// on the host is not compiled as nvcc compiles its device code, because __CUDA_ARCH__ is undefined.
// NVRTC has no functions of the host.
static bool checks_constexpr(const struct options *options, const struct toolchain *toolchain,
                             const struct rewritten *from)
{
    const char *optimization = options->optimization;
    return !options->relaxed_constexpr && !options->module &&
           !(optimization && strcmp(optimization, "-O0") == 0) &&
           !has_host_flag(options, "-fno-inline") && !runs_thrust_on_host(from->source, toolchain);
}

static int compile_in_order(const struct options *options, const struct toolchain *toolchain,
                            const struct rewritten *from, const char *assembly, const char *output,
                            const struct spaces *spaces)
{
    const enum mode mode = options->mode == MODE_ASSEMBLY ? MODE_ASSEMBLY : MODE_COMPILE;
    if (!produces_assembly(options))
        return compile(options, toolchain, from, mode, output, NULL);
    const char *to = mode == MODE_ASSEMBLY ? output : assembly;
    // clang has no such option: then nvcc must find a host function that device code calls.
    const char *functions = toolchain->is_clang ? NULL : temporary_file("functions");
    if (has_host_flag(options, "-Werror"))
        warnings_are_errors();
    const char *const checked = checks_constexpr(options, toolchain, from) ? from->text : NULL;
    int status = compile(options, toolchain, from, MODE_ASSEMBLY, to, functions);
    if (status == 0 && !options->dry_run && functions &&
        !space_check(spaces, functions, checked, wanted_warnings(options))) {
        status = 1;
        if (is_regular(output)) // the assembly, or of an earlier run
            remove(output);
    }
    if (options->dry_run || options->verbose)
        print_note("order %s", to);
    if (status == 0 && !options->dry_run && is_regular(to) && !order_assembly(to))
        status = 1;
    return status != 0 || mode == MODE_ASSEMBLY ? status : assemble(options, toolchain, to, output);
}

// A sanitizer that uses the same instrumentation as the engine cannot be combined with it.
static void refuse_sanitizers(const struct options *options)
{
    static const char *const refused[] = {"address", "thread", "leak", "memory", "hwaddress"};
    for (size_t i = 0; i < options->host.count; i++) {
        const char *word = options->host.items[i];
        if (strncmp(word, "-fsanitize=", strlen("-fsanitize=")) != 0)
            continue;
        for (size_t k = 0; k < sizeof refused / sizeof *refused; k++)
            if (strstr(word, refused[k]))
                fail("%s: the emulated GPU watches the memory accesses of .cu files itself, and no "
                     "other sanitizer can do so at the same time",
                     word);
    }
}

static const char *intermediate(const struct options *options, const char *stem, const char *ending)
{
    char *name = format_string("%s%s", stem, ending);
    if (!options->keep && !options->keep_folder) {
        const char *path = temporary_file(name);
        free(name);
        return path;
    }
    if (!options->keep_folder)
        return name; // small, and needed until the end
    char *path = format_string("%s/%s", options->keep_folder, name);
    free(name);
    return path;
}

static int make_cuda(const struct options *options, const struct toolchain *toolchain,
                     const char *source, const char *output)
{
    const char *headers = NULL;
    refuse_sanitizers(options);
    if (options->mode == MODE_PREPROCESS)
        return preprocess(options, toolchain, source, output, output, &headers);
    char *stem = stem_of(source), *prepared = find_prepared(options, toolchain);
    const char *plain = intermediate(options, stem, ".cu.ii");
    struct rewritten rewritten = {source, intermediate(options, stem, ".emu.ii"), false};
    const char *assembly = intermediate(options, stem, ".emu.s");
    free(stem);
    headers = prepared;
    struct spaces spaces = {0};
    int status = preprocess(options, toolchain, source, plain, output, &headers);
    bool lacks_headers = headers && status == 0 && !is_prepared(plain);
    while (status == 0) {
        if (lacks_headers) { // this source needs the headers' text after all
            headers = NULL;
            status = preprocess(options, toolchain, source, plain, output, &headers);
        }
        const struct rewrite_options how = {.separate_compilation = options->separate_compilation,
                                            .fills_variables = fills_variables(toolchain),
                                            .our_headers = toolchain->headers,
                                            .is_module = options->module != NULL,
                                            .spaces = &spaces,
                                            .keeps_addresses = &rewritten.keeps_addresses,
                                            .lacks_headers = headers ? &lacks_headers : NULL};
        if (options->dry_run || options->verbose)
            print_note("rewrite %s to %s", plain, rewritten.text);
        if (status == 0 && !options->dry_run && !rewrite_file(plain, rewritten.text, &how))
            status = 1;
        else if (status == 0 && (!headers || !lacks_headers))
            break;
    }
    free(prepared);
    if (status == 0)
        status = compile_in_order(options, toolchain, &rewritten, assembly, output, &spaces);
    spaces_free(&spaces);
    return status;
}

// ---- C and C++ files ------------------------------------------------------------

static int make_host(const struct options *options, const struct toolchain *toolchain,
                     const struct input *input, const char *output)
{
    bool is_c = input->language == LANGUAGE_C;
    struct list command = {0};
    list_add_all(&command, is_c ? &toolchain->cc : &toolchain->cxx);
    list_add(&command, mode_flag(options->mode));
    add_headers(&command, toolchain);
    list_add(&command, "-gdwarf-4"); // a diagnosis may name a line of these files, too
    if (options->optimization)
        list_add(&command, options->optimization);
    // -std=c++17 on the command line applies to the C++ files.
    if (options->standard && is_c == !strstr(options->standard, "++"))
        list_add_format(&command, "-std=%s", options->standard);
    list_add_all(&command, &options->host);
    list_add_all(&command, &options->preprocessor);
    add_dependencies(&command, options, input->name, output);
    list_add(&command, "-x");
    list_add(&command, is_c ? "c" : "c++");
    list_add(&command, input->name);
    if (output) {
        list_add(&command, "-o");
        list_add(&command, output);
    }
    return run_stage(options, "compile", &command);
}

int make_one(const struct options *options, const struct toolchain *toolchain,
             const struct input *input, const char *output)
{
    if (strcmp(input->name, "-") != 0 && access(input->name, R_OK) != 0) {
        complain("%s: %s", input->name, strerror(errno));
        return 1;
    }
    return input->language == LANGUAGE_CUDA ? make_cuda(options, toolchain, input->name, output)
                                            : make_host(options, toolchain, input, output);
}
