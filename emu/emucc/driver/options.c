// SPDX-License-Identifier: MIT
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/message.h"
#include "../base/option_file.h"
#include "option_table.h"

struct reader {
    struct options *options;
    char **next;          // the rest of the command line
    const char *language; // of -x, or NULL
    bool dc, wants_dependencies;
};

// ---- Inputs -------------------------------------------------------------------------------------

static void add_input(struct options *options, const char *name, enum language language)
{
    options->inputs = grow(options->inputs, options->input_count + 1, sizeof *options->inputs);
    options->inputs[options->input_count++] =
        (struct input){.name = format_string("%s", name), .language = language};
}

static enum language language_by_name(const char *name)
{
    if (strcmp(name, "cu") == 0 || strcmp(name, "cuda") == 0)
        return LANGUAGE_CUDA;
    if (strcmp(name, "c++") == 0)
        return LANGUAGE_CXX;
    if (strcmp(name, "c") == 0)
        return LANGUAGE_C;
    fail("language '%s' is not known: cu, c++ and c are", name);
}

static enum language language_by_ending(const char *file)
{
    static const struct {
        const char *ending;
        enum language language;
    } endings[] = {{".cu", LANGUAGE_CUDA}, {".c", LANGUAGE_C},     {".cc", LANGUAGE_CXX},
                   {".cpp", LANGUAGE_CXX}, {".cxx", LANGUAGE_CXX}, {".C", LANGUAGE_CXX}};
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(dot, endings[i].ending) == 0)
            return endings[i].language;
    if (dot &&
        (strcmp(dot, ".ptx") == 0 || strcmp(dot, ".cubin") == 0 || strcmp(dot, ".fatbin") == 0))
        fail("%s holds code for a real GPU; the emulated GPU runs .cu sources only", file);
    return LANGUAGE_LINKER;
}

static void add_file(struct reader *reader, const char *name)
{
    bool by_name = reader->language && strcmp(reader->language, "none") != 0;
    add_input(reader->options, name,
              by_name ? language_by_name(reader->language) : language_by_ending(name));
}

// NVIDIA's runtime is part of the engine, and some of its libraries are linked where a program
// calls them (link.h). Other libraries are not available.
static void add_library(struct options *options, const char *name)
{
    static const char *const available[] = {
        "cudart",     "cudadevrt", "cuda",  "cublas",         "cublasLt", "curand",   "cufft",
        "nvToolsExt", "culibos",   "nvrtc", "nvrtc-builtins", "nccl",     "cusparse", "nvidia-ml"};
    static const char *const absent[] = {"cusparseLt", "cusolver", "cudnn", "cutensor", "nvjpeg",
                                         "npp",        "nvblas",   "cupti", "cufftw"};
    for (size_t i = 0; i < sizeof available / sizeof *available; i++) {
        const size_t length = strlen(available[i]);
        if (strncmp(name, available[i], length) == 0 &&
            (name[length] == '\0' || strcmp(name + length, "_static") == 0))
            return;
    }
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        if (strncmp(name, absent[i], strlen(absent[i])) == 0)
            fail("-l%s: this library of NVIDIA's is not available on the emulated GPU", name);
    char *word = format_string("-l%s", name);
    add_input(options, word, LANGUAGE_LINKER);
    free(word);
}

// ---- Options ------------------------------------------------------------------------------------

// Returns the words of "a,b" or "a b". The caller frees the list.
static struct list split(const char *value)
{
    struct list words = {0};
    while (*value != '\0') {
        size_t length = strcspn(value, ", ");
        if (length > 0)
            list_add_format(&words, "%.*s", (int)length, value);
        value += length + (value[length] != '\0');
    }
    return words;
}

static void add_words(struct list *list, const char *value)
{
    struct list words = split(value);
    list_add_all(list, &words);
    list_free(&words);
}

static void add_linker_list(struct options *options, const char *value)
{
    struct list words = split(value);
    for (size_t i = 0; i < words.count; i++) {
        add_input(options, "-Xlinker", LANGUAGE_LINKER);
        add_input(options, words.items[i], LANGUAGE_LINKER);
    }
    list_free(&words);
}

static bool is_true(const char *name, const char *value)
{
    if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
        fail("%s=%s: the value must be true or false", name, value);
    return strcmp(value, "true") == 0;
}

// Options of two words keep their order relative to the other options.
static void add_pair(struct list *list, const char *name, const char *value)
{
    list_add(list, name);
    list_add(list, value);
}

static const char *value_of(struct reader *reader, const char *argument, const char *value)
{
    if (value)
        return value;
    if (!*reader->next)
        fail("%s needs a value after it", argument);
    return *reader->next++;
}

// g++ searches this folder anyway. Named once more it would precede the folders of the C++ library,
// whose <cstdlib> then finds no <stdlib.h> after itself.
static bool is_systems_own(const char *option, const char *value)
{
    return strcmp(option, "-isystem") == 0 &&
           (strcmp(value, "/usr/include") == 0 || strcmp(value, "/usr/include/") == 0);
}

// nvcc has `-Werror all-warnings`; gcc treats the word after -Werror as a separate argument.
static void add_werror(struct reader *reader, const char *value)
{
    static const char *const kinds[] = {
        "all-warnings",          "cross-execution-space-call", "reorder",
        "default-stream-launch", "ext-lambda-captures-this",   "deprecated-declarations"};
    const char *kind = value ? value : *reader->next;
    for (size_t i = 0; kind && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kind, kinds[i]) != 0)
            continue;
        reader->next += !value;
        if (i == 0)
            list_add(&reader->options->host, "-Werror");
        return;
    }
    list_add_format(&reader->options->host, value ? "-Werror=%s" : "-Werror", value ? value : "");
}

// sm_90a, arch=compute_90,code=sm_90; "native" and "all" select the emulated GPU.
static void add_architecture(struct options *options, const char *value)
{
    const char *number = strchr(value, '_');
    const int architecture = number ? (int)strtol(number + 1, NULL, 10) : 90;
    options->architecture =
        architecture > options->architecture ? architecture : options->architecture;
}

static void add_default_stream(struct options *options, const char *value)
{
    if (strcmp(value, "per-thread") == 0)
        list_add(&options->preprocessor, "-D" PER_THREAD_DEFAULT_STREAM "=1");
    else if (strcmp(value, "legacy") != 0 && strcmp(value, "null") != 0)
        fail("--default-stream %s: the value must be legacy, null or per-thread", value);
}

static void act(struct reader *reader, const struct option *option, const char *argument,
                const char *value)
{
    struct options *options = reader->options;
    switch (option->action) {
    case OPTION_IGNORE: break;
    case OPTION_REFUSE: fail("%s asks for code for a real GPU: use nvcc", argument);
    case OPTION_ARCHITECTURE: add_architecture(options, value); break;
    case OPTION_DEFAULT_STREAM: add_default_stream(options, value); break;
    case OPTION_HELP: print_help(); exit(0);
    case OPTION_VERSION: print_version(); exit(0);
    case OPTION_VERBOSE: options->verbose = true; break;
    case OPTION_DRY_RUN: options->dry_run = true; break;
    case OPTION_KEEP: options->keep = true; break;
    case OPTION_PREPARE: options->prepare = true; break;
    case OPTION_ARCHIVE: options->mode = MODE_ARCHIVE; break;
    case OPTION_DEVICE_LINK: options->mode = MODE_DEVICE_LINK; break;
    case OPTION_RUN: options->run = true; break;
    case OPTION_RUN_ARGUMENTS: add_words(&options->run_arguments, value); break;
    case OPTION_TIME: options->time_file = value; break;
    case OPTION_FILE: break; // expanded before
    case OPTION_MODULE: options->module = argument + strspn(argument, "-"); break;
    case OPTION_KEEP_FOLDER: options->keep_folder = value; break;
    case OPTION_OUTPUT: options->output = value; break;
    case OPTION_OUTPUT_FOLDER: options->output_folder = value; break;
    case OPTION_COMPILE_SEPARATELY: options->separate_compilation = true; // fall through
    case OPTION_COMPILE: options->mode = MODE_COMPILE; break;
    case OPTION_ASSEMBLY: options->mode = MODE_ASSEMBLY; break;
    case OPTION_LIST_DEPENDENCIES: list_add(&options->preprocessor, option->spelling);
    // fall through
    case OPTION_PREPROCESS: options->mode = MODE_PREPROCESS; break;
    case OPTION_WRITE_DEPENDENCIES: options->dependencies = option->spelling; break;
    case OPTION_DEPENDENCY_FILE:
        options->has_dependency_file = true;
        add_pair(&options->dependency_options, option->spelling, value);
        break;
    case OPTION_DEPENDENCY_TARGET:
        options->has_dependency_target = true;
        add_pair(&options->dependency_options, option->spelling, value);
        break;
    case OPTION_DEPENDENCY_PHONY: list_add(&options->dependency_options, option->spelling); break;
    case OPTION_LANGUAGE: reader->language = value; break;
    case OPTION_STANDARD: options->standard = value; break;
    case OPTION_OPTIMIZE: options->optimization = format_string("-O%s", value ? value : "1"); break;
    case OPTION_DEBUG:
        if (!value || strcmp(value, "0") != 0) // the engine needs the line table
            list_add(&options->host, argument);
        break;
    case OPTION_CONTRACT: options->keeps_rounding = !is_true("-fmad", value); break;
    case OPTION_RELAXED_CONSTEXPR: options->relaxed_constexpr = true; break;
    case OPTION_SEPARATE: options->separate_compilation = is_true("-rdc", value); break;
    case OPTION_HOST_COMPILER: options->host_compiler = value; break;
    case OPTION_HOST_LIST: add_words(&options->host, value); break;
    case OPTION_LINKER_LIST: add_linker_list(options, value); break;
    case OPTION_LIBRARY: add_library(options, value); break;
    case OPTION_SUPPRESS: list_add(&options->suppressed, value); break;
    case OPTION_WARNING: add_werror(reader, value); break;
    case OPTION_PREPROCESSOR:
        list_add_format(&options->preprocessor, "%s%s", option->spelling, value);
        break;
    case OPTION_PREPROCESSOR_PAIR:
        if (!is_systems_own(option->spelling, value))
            add_pair(&options->preprocessor, option->spelling, value);
        break;
    case OPTION_HOST: list_add(&options->host, option->spelling); break;
    case OPTION_HOST_PAIR: add_pair(&options->host, option->spelling, value); break;
    case OPTION_LINKER: {
        char *word = format_string("%s%s", option->spelling, value ? value : "");
        add_input(options, word, LANGUAGE_LINKER);
        free(word);
        break;
    }
    case OPTION_LINKER_PAIR:
        add_input(options, option->spelling, LANGUAGE_LINKER);
        add_input(options, value, LANGUAGE_LINKER);
        break;
    }
}

void read_options(struct options *options, int argc, char **argv)
{
    *options = (struct options){0};
    struct list words = {0}; // they live as long as the program
    for (int i = 1; i < argc; i++)
        add_expanded(&words, argv[i], argv[i + 1], &i);
    if (words.count == 0)
        return;
    struct reader reader = {.options = options, .next = words.items};
    while (*reader.next) {
        const char *argument = *reader.next++, *value;
        if (argument[0] != '-' || argument[1] == '\0') {
            add_file(&reader, argument);
            continue;
        }
        const struct option *option = find_option(argument, &value);
        if (!option) {
            list_add(&options->host, argument);
            continue;
        }
        if (option->shape == SHAPE_GLUED ||
            (option->shape == SHAPE_VALUE && option->action != OPTION_WARNING))
            value = value_of(&reader, argument, value);
        act(&reader, option, argument, value);
    }
}
