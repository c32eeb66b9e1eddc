// SPDX-License-Identifier: MIT
//
// emucc: compiles CUDA C++ for the emulated GPU.
//
// Replaces nvcc on a machine without a GPU. The host compiler preprocesses a .cu file, and emucc
// rewrites its CUDA extensions into C++ (rewrite.h). The result is compiled with instrumentation
// that reports every load and store to the engine, and linked with the engine.
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/message.h"
#include "link.h"
#include "prepared.h"
#include "../base/process.h"
#include "stages.h"
#include "verbose.h"

static bool is_source(const struct input *input) { return input->language != LANGUAGE_LINKER; }

static size_t count_sources(const struct options *options)
{
    size_t count = 0;
    for (size_t i = 0; i < options->input_count; i++)
        count += is_source(&options->inputs[i]);
    return count;
}

// Returns the output file of one source, or NULL for stdout. The string lives until the program
// ends.
static const char *output_of(const struct options *options, const struct input *input)
{
    const bool is_part = options->mode == MODE_LINK || options->mode == MODE_ARCHIVE;
    if (!is_part && options->output)
        return options->output;
    if (options->mode == MODE_PREPROCESS)
        return NULL;
    char *stem = stem_of(input->name);
    const char *folder = options->output_folder, *path;
    char *name = format_string("%s.%s", stem, options->mode == MODE_ASSEMBLY ? "s" : "o");
    if (is_part)
        path = temporary_file(name);
    else
        path = format_string("%s%s%s", folder ? folder : "", folder ? "/" : "", name);
    free(name);
    free(stem);
    return path;
}

// Compares the files, not their names.
static bool is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

static void check(const struct options *options)
{
    size_t sources = count_sources(options);
    const bool is_one_result = options->mode == MODE_LINK || options->mode == MODE_ARCHIVE ||
                               options->mode == MODE_DEVICE_LINK;
    if (options->input_count == 0 || (!is_one_result && sources == 0))
        fail("no input files");
    if (!is_one_result && options->output && sources > 1)
        fail("-o names one file, but there are %zu sources to compile", sources);
    struct stat status; // opening a FIFO could block forever
    for (size_t i = 0; i < options->input_count; i++)
        if (stat(options->inputs[i].name, &status) == 0 && S_ISFIFO(status.st_mode) &&
            strncmp(options->inputs[i].name, "/dev/", 5) != 0)
            fail("%s: is not a regular file", options->inputs[i].name);
    for (size_t i = 0; options->output && i < options->input_count; i++)
        if (is_same_file(options->inputs[i].name, options->output))
            fail("%s would be overwritten by the output", options->inputs[i].name);
}

static int make_all(const struct options *options, const struct toolchain *toolchain)
{
    int status = 0;
    const char **objects = grow(NULL, options->input_count, sizeof *objects);
    for (size_t i = 0; i < options->input_count; i++) {
        const struct input *input = &options->inputs[i];
        objects[i] = is_source(input) ? output_of(options, input) : NULL;
        if (is_source(input)) {
            int result = make_one(options, toolchain, input, objects[i]);
            status = status == 0 ? result : status;
        }
    }
    if (status == 0 && options->mode == MODE_LINK)
        status = make_program(options, toolchain, objects);
    if (status == 0 && options->mode == MODE_ARCHIVE)
        status = make_archive(options, objects);
    free(objects);
    return status;
}

int main(int argc, char **argv)
{
    struct options options;
    struct toolchain toolchain;
    read_options(&options, argc, argv);
    find_toolchain(&toolchain, options.host_compiler);
    print_folders(&options, &toolchain);
    if (!options.prepare)
        check(&options);
    process_init();
    if (options.prepare)
        return prepare_headers(&options, &toolchain);
    if (options.mode == MODE_DEVICE_LINK)
        return make_device_link(&options, &toolchain);
    if (options.run && options.mode == MODE_LINK && !options.output)
        options.output = temporary_file("program");
    int status = make_all(&options, &toolchain);
    if (status == 0 && options.run && options.mode == MODE_LINK)
        status = run_result(&options);
    return status;
}
