// SPDX-License-Identifier: MIT
//
// option_table.h: the options by name.
#ifndef EMUCC_OPTION_TABLE_H
#define EMUCC_OPTION_TABLE_H

enum option_shape {
    SHAPE_FLAG,  // -c
    SHAPE_VALUE, // -arch=sm_90 or -arch sm_90
    SHAPE_GLUED, // -Ifolder or -I folder
    SHAPE_TAIL,  // -O, -O2: what follows belongs to it and may be missing
};

enum option_action {
    OPTION_IGNORE, // means something to NVIDIA's compiler only
    OPTION_REFUSE, // asks for code for a real GPU
    OPTION_ARCHITECTURE,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_VERBOSE,
    OPTION_DRY_RUN,
    OPTION_KEEP,
    OPTION_PREPARE,
    OPTION_MODULE,
    OPTION_KEEP_FOLDER,
    OPTION_OUTPUT,
    OPTION_OUTPUT_FOLDER,
    OPTION_COMPILE,
    OPTION_COMPILE_SEPARATELY,
    OPTION_ASSEMBLY,
    OPTION_PREPROCESS,
    OPTION_LIST_DEPENDENCIES,  // -M and -MM, by their spelling
    OPTION_WRITE_DEPENDENCIES, // -MD and -MMD, by their spelling
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
    OPTION_WARNING,           // -Werror, which nvcc lets have a value
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

// The option that an argument starts with, or NULL: then it is the host compiler's business.
// Stores the value that is part of the argument, or NULL.
const struct option *find_option(const char *argument, const char **value);

#endif
