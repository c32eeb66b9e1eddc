// SPDX-License-Identifier: MIT
// toolchain.h: locates the host compilers, the emulator's headers and its engine, and determines
// the options that compile kernels.
#ifndef EMUCC_TOOLCHAIN_H
#define EMUCC_TOOLCHAIN_H

#include <stdbool.h>

#include "../base/text.h"

struct toolchain {
    struct list cxx, cc; // the compilers' commands, with arguments if CXX or CC has some
    bool is_clang;
    int gcc_version;     // 12; 0: another compiler, or unknown
    char *program;       // path of emucc, absolute if it was found from its own location
    char *headers;       // the folder of cuda_runtime.h
    char *library;       // libemu.a
    char *toolkit;       // bin/, include/ and lib64/ as in NVIDIA's toolkit, for build tools
    char *prepared;      // the folder of the precompiled headers (prepared.h)
    char *other_headers; // first/ and after/: headers that only include other headers, or refuse
};

// Finds everything relative to this program's own folder, bin/, or in EMU_ROOT (the folder that
// holds bin/, lib/ and include/) and EMU_LIB. `host_compiler` is the value of -ccbin, or NULL. Ends
// the program if the headers are missing. The library is only needed for linking.
void find_toolchain(struct toolchain *toolchain, const char *host_compiler);

// Options for .cu files: those that the user's options may override, and those that must come after
// them. splits_structs: g++ may keep the members of structs in registers, as if each were a
// variable.
void add_default_flags(struct list *command, bool keeps_rounding);
bool fills_variables(const struct toolchain *toolchain); // by a pattern, where they have no value
void add_kernel_flags(struct list *command, const struct toolchain *toolchain, bool splits_structs);
// Variables of different scopes have different addresses.
void add_address_flags(struct list *command, const struct toolchain *toolchain);

#endif
