// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "stages.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cccl.h"
#include "message.h"
#include "process.h"
#include "rewrite.h"

char *stem_of(const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    const char *dot = strrchr(name, '.');
    if (strcmp(name, "-") == 0)
        return format_string("stdin");
    return format_string("%.*s", (int)(dot && dot > name ? dot - name : (long)strlen(name)), name);
}

static int run_stage(const struct options *options, struct list *command)
{
    int status = 0;
    if (options->dry_run)
        print_command(command);
    else
        status = run(command, options->verbose);
    list_free(command);
    return status;
}

// ---- Parts of commands --------------------------------------------------------------------------

// First, so that a makefile's -I/usr/local/cuda/include does not bring in NVIDIA's own; `refused`
// has a line for each header whose library cannot work here, and `after` what stands in for
// libraries that are not installed.
static void add_headers(struct list *command, const struct toolchain *toolchain)
{
    list_add_format(command, "-I%s", toolchain->headers);
    list_add_format(command, "-I%s/refused", toolchain->headers);
    list_add_format(command, "-idirafter%s/after", toolchain->headers);
}

// The rewritten launches need C++14; nvcc's own default is C++17.
static void add_cuda_standard(struct list *command, const char *standard)
{
    static const char *const old[] = {"c++98",   "c++03",   "c++0x",   "c++11",
                                      "gnu++98", "gnu++03", "gnu++0x", "gnu++11"};
    for (size_t i = 0; standard && i < sizeof old / sizeof *old; i++)
        if (strcmp(standard, old[i]) == 0)
            standard = "c++14";
    list_add_format(command, "-std=%s", standard ? standard : "gnu++17");
}

// -O3 would unroll, split and reorder loops further: what the engine counts for a line would no
// longer be what the line says, and kernels gain little from it.
static void add_cuda_optimization(struct list *command, const char *optimization)
{
    if (!optimization || strcmp(optimization, "-O3") == 0 || strcmp(optimization, "-Ofast") == 0)
        optimization = "-O2";
    list_add(command, optimization);
}

static bool is_asked_for(const struct options *options, const char *flag)
{
    for (size_t i = 0; i < options->host.count; i++)
        if (strcmp(options->host.items[i], flag) == 0)
            return true;
    return false;
}

// The macros of emu_callouts.h are in the assembler's own syntax, and for each file alone.
static bool wants_plain_calls(const struct options *options)
{
    for (size_t i = 0; i < options->host.count; i++)
        if (strncmp(options->host.items[i], "-flto", strlen("-flto")) == 0)
            return true;
    return is_asked_for(options, "-masm=intel");
}

// What both stages of a .cu file get. The preprocessor must not see -fsanitize=thread: it would
// define a macro by which headers change.
static void add_cuda_flags(struct list *command, const struct options *options)
{
    add_default_flags(command, options->keeps_rounding);
    add_cuda_optimization(command, options->optimization);
    add_cuda_standard(command, options->standard);
    list_add_all(command, &options->host);
}

static void add_dependencies(struct list *command, const struct options *options,
                             const char *source, const char *output)
{
    if (!options->dependencies)
        return;
    char *stem = stem_of(source);
    list_add(command, options->dependencies);
    list_add_all(command, &options->dependency_options);
    // As gcc does: beside the object if it was named, else in the current folder.
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

static int preprocess(const struct options *options, const struct toolchain *toolchain,
                      const char *source, const char *output, const char *object)
{
    // The macros that nvcc has, and one that says where we are.
    static const char *const macros[] = {"-D__NVCC__",
                                         "-D__CUDACC__",
                                         "-D__CUDA_ARCH__=900",
                                         "-D__CUDA_ARCH_FEAT_SM90_ALL", // sm_90a
                                         "-D__CUDACC_VER_MAJOR__=12",
                                         "-D__CUDACC_VER_MINOR__=4",
                                         "-D__CUDACC_VER_BUILD__=99",
                                         "-D__CUDACC_EXTENDED_LAMBDA__",
                                         "-D__CUDACC_RELAXED_CONSTEXPR__",
                                         "-D__EMU_GPU__=1"};
    struct list command = {0}, cccl = {0};
    list_add_all(&command, &toolchain->cxx);
    list_add(&command, "-E");
    // First, so that a makefile's -I/usr/local/cuda/include does not bring in NVIDIA's own.
    add_headers(&command, toolchain);
    add_cccl(&cccl, source, toolchain->headers);
    for (size_t i = 0; i < cccl.count && strncmp(cccl.items[i], "-I", 2) == 0; i++)
        list_add(&command, cccl.items[i]);
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        list_add(&command, macros[i]);
    if (options->separate_compilation)
        list_add(&command, "-D__CUDACC_RDC__");
    if (wants_plain_calls(options))
        list_add(&command, "-DEMU_PLAIN_CALLS");
    add_cuda_flags(&command, options);
    list_add(&command, "-include");
    list_add(&command, "cuda_runtime.h");
    list_add_all(&command, &cccl); // its file comes behind that one
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
    return run_stage(options, &command);
}

static int compile(const struct options *options, const struct toolchain *toolchain,
                   const char *text, const char *object)
{
    struct list command = {0};
    list_add_all(&command, &toolchain->cxx);
    list_add(&command, mode_flag(options->mode == MODE_LINK ? MODE_COMPILE : options->mode));
    add_cuda_flags(&command, options);
    add_kernel_flags(&command, toolchain, is_asked_for(options, "-ftree-sra"));
    list_add(&command, "-x");
    list_add(&command, "c++-cpp-output");
    list_add(&command, text);
    list_add(&command, "-o");
    list_add(&command, object);
    return run_stage(options, &command);
}

// A sanitizer that wants the same call-outs as the engine cannot share a file with it.
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
        return name; // small, and wanted until the end
    char *path = format_string("%s/%s", options->keep_folder, name);
    free(name);
    return path;
}

static int make_cuda(const struct options *options, const struct toolchain *toolchain,
                     const char *source, const char *output)
{
    refuse_sanitizers(options);
    if (options->mode == MODE_PREPROCESS)
        return preprocess(options, toolchain, source, output, output);
    char *stem = stem_of(source);
    const char *plain = intermediate(options, stem, ".cu.ii");
    const char *rewritten = intermediate(options, stem, ".emu.ii");
    free(stem);
    int status = preprocess(options, toolchain, source, plain, output);
    if (status != 0)
        return status;
    struct rewrite_options how = {.separate_compilation = options->separate_compilation,
                                  .our_headers = toolchain->headers};
    if (options->dry_run || options->verbose)
        fprintf(stderr, "# rewrite %s to %s\n", plain, rewritten);
    if (!options->dry_run && !rewrite_file(plain, rewritten, &how))
        return 1;
    return compile(options, toolchain, rewritten, output);
}

// ---- C and C++ files, and the linker ------------------------------------------------------------

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
    // -std=c++17 on the command line is meant for the files in C++.
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
    return run_stage(options, &command);
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

int make_program(const struct options *options, const struct toolchain *toolchain,
                 const char *const *objects)
{
    struct list command = {0};
    if (access(toolchain->library, R_OK) != 0) {
        complain("%s: %s (the engine; `make` builds it)", toolchain->library, strerror(errno));
        return 1;
    }
    list_add_all(&command, &toolchain->cxx);
    if (options->optimization)
        list_add(&command, options->optimization);
    list_add_all(&command, &options->host);
    for (size_t i = 0; i < options->input_count; i++)
        list_add(&command, objects[i] ? objects[i] : options->inputs[i].name);
    list_add(&command, toolchain->library);
    list_add(&command, "-pthread");
    list_add(&command, "-lm");
    list_add(&command, "-ldl");
    list_add(&command, "-o");
    list_add(&command, options->output ? options->output : "a.out");
    return run_stage(options, &command);
}
