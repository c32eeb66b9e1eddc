// SPDX-License-Identifier: MIT
//
// spaces.h: host and device code. One compilation serves both here, so the compiler itself accepts
// a kernel that calls std::sort() or a function whose __device__ was forgotten. nvcc refuses such
// calls, and so does space_check().
//
// The rewriter marks device functions by an attribute that has no effect, and lists the names of
// the other functions. The compiler writes each function that the program uses, after templates
// were instantiated and overloads resolved and before anything is inlined (-fdump-tree-lower):
// names.c has the list, dump.c reads the functions, check.c compares.
#ifndef EMUCC_SPACES_H
#define EMUCC_SPACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the declarations of a name say. A variable may have the name of a function.
enum {
    SPACE_HOST = 1,               // a function of the user's for the host
    SPACE_HOST_ELSEWHERE = 2,     // ... which another file defines
    SPACE_DEFAULTED = 4,          // a defaulted function of the user's
    SPACE_SYSTEM = 8,             // a function of a system header
    SPACE_SYSTEM_CONSTEXPR = 16,  // ... which is constexpr
    SPACE_DEVICE_VARIABLE = 32,   // a __device__ variable of the user's
    SPACE_CONSTANT_VARIABLE = 64, // a __constant__ variable of the user's
    SPACE_VARIABLE = 128,         // a name of the user's in a class or namespace, such as blockDim
    SPACE_UNCHECKED = 256,        // a function after #pragma nv_exec_check_disable
    SPACE_CONSTEXPR = 512,        // a constexpr function of the user's for the host
    SPACE_DEVICE = 1024,          // a __device__ function that is not CUDA's
    SPACE_KERNEL = 2048           // a kernel of the user's
};

// The marks: nvcc's __device__ or __global__, and __host__ __device__. Their values are gcc's
// defaults, so the code stays the same.
#define SPACE_MARK_DEVICE "__attribute__((patchable_function_entry(0))) "
#define SPACE_MARK_BOTH "__attribute__((patchable_function_entry(0, 0))) "

// A name in the list that says that some lambda has no mark although it is for the GPU.
#define SPACE_UNMARKED "<lambda"

struct space_name {
    char *text;
    unsigned says; // SPACE_...
};

// A call of a constexpr function of the C++ library in the user's code for the GPU, which the
// compiler may compute itself, and the braces of the function around it.
struct space_call {
    char *file, *name;
    char *owner; // the class of the function, or the function
    struct {
        unsigned line, column;
    } at, first, last;
};

struct spaces {
    struct space_name *slots; // a hash table
    size_t slot_count, name_count;
    char **files; // the user's
    size_t file_count;
    struct space_call *calls;
    size_t call_count;
};

// Adds what a declaration says about the name of a function.
void space_add(struct spaces *spaces, const char *name, size_t length, unsigned says);
void space_add_file(struct spaces *spaces, const char *file);
// Returns what all declarations of the name say.
unsigned space_says(const struct spaces *spaces, const char *name, size_t length);
bool space_is_user_file(const struct spaces *spaces, const char *file, size_t length);
void spaces_free(struct spaces *spaces);

// What nvcc only warns of: calls of host functions in __host__ __device__ functions, and variables
// of the GPU that host code uses.
struct space_warnings {
    bool calls, variables, constexprs;
};

// Complains about the calls between host and device code in the functions that the compiler wrote
// to the file `dump` for the source `text`. Returns false if there are any. Also prints the
// warnings that are wanted. `text` is NULL if device code may call constexpr functions of the host.
bool space_check(const struct spaces *spaces, const char *dump, const char *text,
                 struct space_warnings wanted);

#endif
