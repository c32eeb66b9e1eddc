// SPDX-License-Identifier: MIT
//
// rewrite.h: rewrites CUDA C++ into C++.
//
// Works on the tokens of a preprocessed text, so that formatting, macros and strings do not matter.
// It keeps and adds line markers, so that the compiler's messages and the debug information refer
// to the lines of the user's files.
#ifndef EMUCC_REWRITE_H
#define EMUCC_REWRITE_H

#include <stdbool.h>

#include "../space/spaces.h"

struct rewrite_options {
    bool separate_compilation; // nvcc's -rdc=true: device functions and variables have linkage
    const char *our_headers;   // the folder of the emulator's CUDA headers
    bool keeps_unused;         // also keeps the functions of these headers that are not used
    bool is_module;            // each kernel can be launched by its name
    bool fills_variables;      // the compiler gives variables without a value a pattern
    struct spaces *spaces;     // receives the names of functions, unless NULL
    // If not NULL: set to true if the engine keeps addresses of variables after their scope has
    // ended, so that no two variables of a function may have one address.
    bool *keeps_addresses;
    // If not NULL, the headers' text is missing (prepared.h). Set to true if it is needed.
    bool *lacks_headers;
};

// Rewrites the preprocessed file `from` into the file `to`. Returns false if the program uses
// features that the emulated GPU does not have, after reporting each such use on stderr.
bool rewrite_file(const char *from, const char *to, const struct rewrite_options *options);

#endif
