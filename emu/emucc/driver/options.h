// SPDX-License-Identifier: MIT
//
// options.h: the command line, which accepts the options of gcc and of nvcc.
#ifndef EMUCC_OPTIONS_H
#define EMUCC_OPTIONS_H

#include <stdbool.h>

#include "../base/text.h"

enum mode {
    MODE_LINK,        // make a program
    MODE_COMPILE,     // -c
    MODE_ASSEMBLY,    // -S
    MODE_PREPROCESS,  // -E, -M, -MM
    MODE_ARCHIVE,     // -lib: put the objects into a library
    MODE_DEVICE_LINK, // -dlink: write an empty object, because the linker links device code too
};

enum language { LANGUAGE_CUDA, LANGUAGE_CXX, LANGUAGE_C, LANGUAGE_LINKER };

// A source file, or an argument for the linker. Their order on the command line is kept.
struct input {
    char *name;
    enum language language;
};

// --default-stream per-thread defines it, and CUDA's headers test it.
#define PER_THREAD_DEFAULT_STREAM "CUDA_API_PER_THREAD_DEFAULT_STREAM"

// The struct owns its strings, which live as long as the program.
struct options {
    enum mode mode;
    struct input *inputs;
    size_t input_count;
    const char *output, *output_folder; // -o, -odir, or NULL
    struct list preprocessor;           // -D -I -include ...
    struct list suppressed;             // nvcc's numbers of warnings: -diag-suppress
    struct list host;                   // for all stages of the host compiler: -W -f -m -g ...
    const char *standard;               // "c++17", or NULL
    const char *optimization;           // "-O2", or NULL
    int architecture;                   // the highest one in -arch: 90; 0: none
    bool keeps_rounding;                // -fmad=false: a*b+c rounds twice
    bool separate_compilation;          // -rdc=true
    bool relaxed_constexpr;             // --expt-relaxed-constexpr
    const char *dependencies;           // "-MD" or "-MMD", or NULL
    struct list dependency_options;     // -MF -MT -MQ -MP
    bool has_dependency_file, has_dependency_target;
    bool verbose, dry_run, keep;
    bool run;                  // -run: run the program, too
    struct list run_arguments; // its arguments
    const char *time_file;     // -time: append the seconds of each stage; or NULL
    const char *module;        // "cubin": a library that a running program loads
                               // (engine/program/module.c); or NULL
    bool prepare;              // precompile the headers, without a source (prepared.h)
    const char *keep_folder;   // or NULL
    const char *host_compiler; // -ccbin, or NULL
};

// Reads the command line. Handles --help and --version and then ends the program. Also ends it if
// an option cannot be supported.
void read_options(struct options *options, int argc, char **argv);

// help.c: the texts of --help and --version.
void print_help(void);
void print_version(void);

#endif
