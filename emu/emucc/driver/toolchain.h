// SPDX-License-Identifier: MIT
//
// toolchain.h: the host compilers, the emulator's headers and its engine: where they are and how
// kernels have to be compiled with them.
#ifndef EMUCC_TOOLCHAIN_H
#define EMUCC_TOOLCHAIN_H

#include <stdbool.h>

#include "../base/text.h"

struct toolchain {
    struct list cxx, cc; // the compilers: a command each, with arguments if CXX or CC has some
    bool is_clang;
    int gcc_version;     // 12; 0: another compiler, or unknown
    char *program;       // emucc, absolute where it was found by its own place
    char *headers;       // the folder of cuda_runtime.h
    char *library;       // libemu.a
    char *prepared;      // the folder of headers that were read beforehand (prepared.h)
    char *other_headers; // first/ and after/: headers that only include others, or refuse
};

// Finds everything beside this program's own folder, bin/, or where EMU_ROOT (the folder that holds
// bin/, lib/ and include/) and EMU_LIB say. `host_compiler` is that of -ccbin, or NULL. Ends the
// program if the headers are missing; the library is only needed for linking.
void find_toolchain(struct toolchain *toolchain, const char *host_compiler);

// Flags for .cu files that a user's own flags may change, and those that must come after them.
// takes_apart: g++ may keep the members of structs in registers, as if each were a variable.
void add_default_flags(struct list *command, bool keeps_rounding);
void add_kernel_flags(struct list *command, const struct toolchain *toolchain, bool takes_apart);

#endif
