// SPDX-License-Identifier: MIT
//
// rewrite.h: CUDA C++ in, C++ out.
//
// Works on the tokens of a preprocessed text, so that neither formatting nor macros nor strings can
// confuse it. Line markers are kept and added: what the compiler says about the result, and what
// its debug information records, are the lines of the user's own files.
#ifndef EMUCC_REWRITE_H
#define EMUCC_REWRITE_H

#include <stdbool.h>

struct rewrite_options {
    bool separate_compilation; // nvcc's -rdc=true: device functions and variables have linkage
    const char *our_headers;   // the folder of the emulator's CUDA headers
    bool keeps_unused;         // functions of these headers, too
    bool is_module;            // each kernel is to be launched by its name
    // Not NULL: the headers' text is missing (prepared.h); set where it would have been wanted.
    bool *lacks_headers;
};

// Rewrites the preprocessed file `from` into the file `to`. Returns false if the program uses what
// the emulated GPU does not have; each such use has then been reported on stderr.
bool rewrite_file(const char *from, const char *to, const struct rewrite_options *options);

#endif
