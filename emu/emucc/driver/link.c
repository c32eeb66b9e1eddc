// SPDX-License-Identifier: MIT
//
// link.c: the last stage: a program, a shared library, an archive of objects.
#define _GNU_SOURCE // memmem
#include "link.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/message.h"
#include "../base/process.h"
#include "stages.h"
#include "verbose.h"

// Returns true if the file contains the bytes.
static bool has_bytes(const char *path, const char *wanted, size_t length)
{
    bool found = false;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat is;
    if (file >= 0 && fstat(file, &is) == 0 && S_ISREG(is.st_mode) && is.st_size > 0) {
        size_t size = (size_t)is.st_size;
        void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes != MAP_FAILED) {
            found = memmem(bytes, size, wanted, length) != NULL;
            munmap(bytes, size);
        }
    }
    if (file >= 0)
        close(file);
    return found;
}

// Returns true if the program loads kernels at run time: then one of its objects refers to a
// function that does.
static bool names_module_loader(const char *path)
{
    static const char compiles[] = "\0nvrtcCompileProgram", // and the zero that ends it
        loads[] = "\0cuModuleLoad";                         // LoadData, LoadDataEx ...
    return has_bytes(path, compiles, sizeof compiles) || has_bytes(path, loads, sizeof loads - 1);
}

// Returns true if the file is a shared library that contains the engine.
static bool is_library_of_kernels(const char *path)
{
    static const char shared[] = ".so", engine[] = "\0emu_own_engine";
    return strstr(path, shared) && has_bytes(path, engine, sizeof engine - 1);
}

// Is there such a library among the inputs, by its path or by -l and -L?
static bool has_library_of_kernels(const struct options *options)
{
    bool found = false;
    for (size_t i = 0; !found && i < options->input_count; i++) {
        const char *name = options->inputs[i].name;
        found = *name != '-' && is_library_of_kernels(name);
        for (size_t k = 0; !found && strncmp(name, "-l", 2) == 0 && k < options->input_count; k++) {
            const char *folder = options->inputs[k].name;
            if (strncmp(folder, "-L", 2) != 0)
                continue;
            char *path = format_string("%s/lib%s.so", folder + 2, name + 2);
            found = is_library_of_kernels(path);
            free(path);
        }
    }
    return found;
}

static bool is_shared(const struct options *options)
{
    for (size_t i = 0; i < options->input_count; i++)
        if (strcmp(options->inputs[i].name, "-shared") == 0)
            return true;
    return false;
}

static bool loads_modules(const struct options *options, const char *const *objects)
{
    bool found = false;
    for (size_t i = 0; !found && !options->dry_run && i < options->input_count; i++) {
        const char *path = objects[i] ? objects[i] : options->inputs[i].name;
        found = *path != '-' && names_module_loader(path);
    }
    return found;
}

// Writes an assembler file that stores the path of emucc for NVRTC in the program.
static const char *write_own_name(const struct toolchain *toolchain)
{
    const char *path = temporary_file("emucc.s");
    FILE *stream = fopen(path, "w");
    if (!stream)
        fail("%s: %s", path, strerror(errno));
    fputs(
        ".section .note.GNU-stack,\"\",@progbits\n.section .rodata\n.globl emu_emucc\nemu_emucc:\n"
        ".asciz \"",
        stream);
    for (const char *at = toolchain->program; *at; at++)
        fprintf(stream, strchr("\"\\", *at) ? "\\%c" : "%c", *at);
    fputs("\"\n", stream);
    if (fclose(stream) != 0)
        fail("%s: %s", path, strerror(errno));
    return path;
}

static void add_whole_engine(struct list *command, const struct toolchain *toolchain)
{
    list_add(command, write_own_name(toolchain)); // for NVRTC
    list_add(command, "-rdynamic");
    list_add(command, "-Wl,--whole-archive");
    add_archives(command, toolchain->library);
    list_add(command, "-Wl,--no-whole-archive");
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
    // The engine of a program is used for its libraries, too, so all of it must be in the program.
    const bool needs_whole = !options->module && !is_shared(options) &&
                             (loads_modules(options, objects) || has_library_of_kernels(options));
    if (needs_whole)
        add_whole_engine(&command, toolchain);
    for (size_t i = 0; i < options->input_count; i++)
        list_add(&command, objects[i] ? objects[i] : options->inputs[i].name);
    if (options->module) { // the program that loads it contains the engine
        list_add(&command, "-shared");
        list_add(&command, "-Wl,-Bsymbolic");
    } else if (!needs_whole) {
        list_add(&command, "-Wl,-u,emu_image");
        add_archives(&command, toolchain->library);
    }
    list_add(&command, "-pthread");
    list_add(&command, "-lm");
    list_add(&command, "-ldl");
    list_add(&command, "-o");
    if (options->output || !options->module) {
        list_add(&command, options->output ? options->output : "a.out");
    } else {
        char *stem = stem_of(options->inputs[0].name);
        list_add_format(&command, "%s.%s", stem, options->module);
        free(stem);
    }
    print_cuda_link(options, toolchain, objects);
    char *absent = absent_archives(toolchain->library);
    const int status = run_explained(options, "link", &command, absent);
    free(absent);
    return status;
}

int make_archive(const struct options *options, const char *const *objects)
{
    struct list command = {0};
    const char *output = options->output ? options->output : "a.a";
    if (!options->dry_run)
        remove(output); // ar would keep its members
    list_add(&command, "ar");
    list_add(&command, "rcs");
    list_add(&command, output);
    for (size_t i = 0; i < options->input_count; i++) {
        const char *name = objects[i] ? objects[i] : options->inputs[i].name;
        if (objects[i] || *name != '-')
            list_add(&command, name);
    }
    return run_stage(options, "archive", &command);
}

int make_device_link(const struct options *options, const struct toolchain *toolchain)
{
    struct list command = {0};
    list_add_all(&command, &toolchain->cxx);
    list_add(&command, "-c");
    list_add(&command, "-x");
    list_add(&command, "c++");
    list_add(&command, "/dev/null");
    list_add(&command, "-o");
    list_add(&command, options->output ? options->output : "a_dlink.o");
    return run_stage(options, "device link", &command);
}

int run_result(const struct options *options)
{
    struct list command = {0};
    const char *program = options->output ? options->output : "a.out";
    list_add_format(&command, "%s%s", strchr(program, '/') ? "" : "./", program);
    list_add_all(&command, &options->run_arguments);
    if (options->dry_run || options->verbose)
        print_step(&command);
    const int status = options->dry_run ? 0 : run(&command, false, NULL);
    list_free(&command);
    return status;
}
