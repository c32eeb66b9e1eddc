// SPDX-License-Identifier: MIT
#include "verbose.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "../base/process.h"

void print_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("#$ # ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

void print_step(const struct list *command)
{
    fputs("#$ ", stderr);
    print_command(command);
}

// A variable whose value is one word of the shell.
static void print_folder(const char *name, const char *option, const struct toolchain *toolchain,
                         const char *part)
{
    struct list word = {0};
    list_add_format(&word, "%s%s/%s", option, toolchain->toolkit, part);
    fprintf(stderr, "#$ %s=", name);
    print_command(&word);
    list_free(&word);
}

void print_folders(const struct options *options, const struct toolchain *toolchain)
{
    if (!options->verbose && !options->dry_run)
        return;
    const char *path = getenv("PATH");
    fprintf(stderr, "#$ TOP=%s\n", toolchain->toolkit);
    // CMake looks for NVIDIA's folder of this name.
    fprintf(stderr, "#$ NVVMIR_LIBRARY_DIR=%s/nvvm/libdevice\n", toolchain->toolkit);
    fprintf(stderr, "#$ PATH=%s/bin:%s\n", toolchain->toolkit, path ? path : "");
    print_folder("INCLUDES", "-I", toolchain, "include");
    print_folder("LIBRARIES", "-L", toolchain, "lib64");
    print_note("default architecture, as nvcc's: -arch compute_52");
}

void print_cuda_link(const struct options *options, const struct toolchain *toolchain,
                     const char *const *objects)
{
    static const char *const libraries[] = {
        "-lcudadevrt", "-lcudart_static", "-lrt", "-lpthread", "-ldl", "-lm"};
    if (!options->verbose && !options->dry_run)
        return;
    struct list command = {0};
    list_add(&command, toolchain->program);
    for (size_t i = 0; i < options->input_count; i++)
        list_add(&command, objects[i] ? objects[i] : options->inputs[i].name);
    list_add(&command, "-o");
    list_add(&command, options->output ? options->output : "a.out");
    list_add_format(&command, "-L%s/lib64", toolchain->toolkit);
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        list_add(&command, libraries[i]);
    print_note("the same link, in the form of nvcc:");
    print_step(&command);
    list_free(&command);
}
