// SPDX-License-Identifier: MIT
//
// option_table.h: finds options by name.
#ifndef EMUCC_OPTION_TABLE_H
#define EMUCC_OPTION_TABLE_H

enum option_shape {
    SHAPE_FLAG,  // -c
    SHAPE_VALUE, // -arch=sm_90 or -arch sm_90
    SHAPE_GLUED, // -Ifolder or -I folder
    SHAPE_TAIL,  // -O, -O2: the rest belongs to it and may be missing
};

enum option_action {
    OPTION_IGNORE, // has a meaning only for NVIDIA's compiler
    OPTION_REFUSE, // requires code for a real GPU
    OPTION_ARCHITECTURE,
    OPTION_DEFAULT_STREAM,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_VERBOSE,
    OPTION_DRY_RUN,
    OPTION_KEEP,
    OPTION_PREPARE,
    OPTION_MODULE,
    OPTION_ARCHIVE,
    OPTION_DEVICE_LINK,
    OPTION_RUN,
    OPTION_RUN_ARGUMENTS,
    OPTION_TIME,
    OPTION_FILE, // a file of options
    OPTION_KEEP_FOLDER,
    OPTION_OUTPUT,
    OPTION_OUTPUT_FOLDER,
    OPTION_COMPILE,
    OPTION_COMPILE_SEPARATELY,
    OPTION_ASSEMBLY,
    OPTION_PREPROCESS,
    OPTION_LIST_DEPENDENCIES,  // -M and -MM, distinguished by spelling
    OPTION_WRITE_DEPENDENCIES, // -MD and -MMD
    OPTION_DEPENDENCY_FILE,
    OPTION_DEPENDENCY_TARGET,
    OPTION_DEPENDENCY_PHONY,
    OPTION_LANGUAGE,
    OPTION_STANDARD,
    OPTION_OPTIMIZE,
    OPTION_DEBUG,
    OPTION_CONTRACT,
    OPTION_SEPARATE,
    OPTION_HOST_COMPILER,
    OPTION_HOST_LIST,   // -Xcompiler a,b
    OPTION_LINKER_LIST, // -Xlinker a,b
    OPTION_LIBRARY,
    OPTION_RELAXED_CONSTEXPR,
    OPTION_SUPPRESS,          // -diag-suppress 20014
    OPTION_WARNING,           // -Werror, which has an optional value in nvcc
    OPTION_PREPROCESSOR,      // spelling and value in one word: -DX
    OPTION_PREPROCESSOR_PAIR, // in two words: -include file
    OPTION_HOST,
    OPTION_HOST_PAIR,
    OPTION_LINKER,
    OPTION_LINKER_PAIR,
};

struct option {
    const char *names; // separated by blanks
    enum option_shape shape;
    enum option_action action;
    const char *spelling; // for the host compiler, or NULL
};

// Returns the option that the argument starts with, or NULL if it is an option for the host
// compiler. Stores the value that is part of the argument, or NULL.
const struct option *find_option(const char *argument, const char **value);

#endif
