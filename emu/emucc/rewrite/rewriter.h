// SPDX-License-Identifier: MIT
//
// rewriter.h: declarations shared by the parts of the rewriter.
//
//   rewrite.c                walks over the tokens, and writes the text with all edits
//   edits.c                  the replacements of tokens
//   scope.c                  the braces around a token
//   launch.c, kernels.c      kernel<<<grid, block>>>(arguments), and the kernels declared so far
//   call.c                   a kernel that is called and not launched
//   cast.c                   cudaLaunchCooperativeKernel((void *)kernel, ...)
//   shared.c, shared_see.c   __shared__ variables
//   specifier.c              __global__, __device__, __constant__ ... on functions and variables
//   returns.c                kernels that return something
//   unset.c                  sums that begin with a variable without a value
//   functions.c              names of functions, for calls between host and device code
//   folded.c                 calls of constexpr functions, for the same check
//   round.c                  the ends of iterations of loops
//   asm.c, ptx_*.c           inline PTX
//   parameter.c              parameters of the function around a token
//   outside.c                features that the emulated GPU does not have
//   unused.c                 functions of the emulator's headers that are not called
#ifndef EMUCC_REWRITER_H
#define EMUCC_REWRITER_H

#include "../read/declaration.h"
#include "emit.h"
#include "../read/kernels.h"
#include "rewrite.h"
#include "../read/scope.h"

struct launch {
    size_t kernel;    // first token of the kernel's name
    size_t open;      // the first '<' of "<<<"
    size_t close;     // the first '>' of ">>>"
    size_t arguments; // '('
    enum kernel_reference reference;
};

// The replacement of the tokens from the one with the edit's number up to `end`: `text`, or the
// output of `write` for a construct that begins with token `begin`.
struct rewriter;
struct edit;
typedef void edit_writer(struct rewriter *rewriter, size_t begin, const struct edit *edit);

struct edit {
    edit_writer *write; // NULL: use `text`
    size_t end;
    char *text;
    struct launch launch; // for emit_launch
    // for emit_shared: a declaration of __shared__ variables, with its ';'
    unsigned serial; // of the first variable; the next ones follow
    bool at_namespace;
    bool is_listed; // in a function that is not a template
};

// A __shared__ variable at namespace scope.
struct shared_variable {
    const struct token *name;
    unsigned serial; // of the names generated for it
    bool is_dynamic, is_aligned;
};

// A function defined in one of the emulator's headers.
struct header_function {
    uint32_t name, brace; // tokens: its name, the '{' of its body
    uint32_t same_name;   // index + 1 of another such function, or 0
    bool is_needed;
};

struct rewriter {
    struct source source;
    const struct rewrite_options *options;
    struct emitter emitter;
    struct edit *edits;
    size_t edit_count, edit_capacity;
    struct scopes scopes;
    struct kernels kernels;
    struct list externals; // device functions and variables declared `extern` or `friend`
    size_t body;           // '{' of the function that was entered last
    size_t specified;      // head of the declaration whose specifiers were processed last
    struct shared_variable *shared;
    size_t shared_count;
    struct header_function *header_functions;
    size_t header_function_count;
    bool has_ptx;    // the source has inline PTX
    unsigned serial; // for generated names
    bool has_own_texture;
    bool has_other_std; // a namespace std in another one
};

// Returns true for files of the emulator's CUDA headers.
bool is_our_place(const struct rewriter *rewriter, uint32_t place);
// Returns true if token i is in a file of the user's: neither a system header nor one of the
// emulator's.
bool is_user_code(const struct rewriter *rewriter, size_t i);

// Records an edit of the tokens [begin, end). Copies the text.
struct edit *add_edit(struct rewriter *rewriter, edit_writer *write, size_t begin, size_t end);
void replace_tokens(struct rewriter *rewriter, size_t begin, size_t end, const char *text);
// Returns the edit that begins at token i, or NULL.
const struct edit *edit_at(const struct rewriter *rewriter, size_t i);

// Writes the tokens [begin, end) with all edits.
void emit_range(struct rewriter *rewriter, size_t begin, size_t end);
// Writes one token or its replacement. Returns the index after it.
size_t emit_simple(struct rewriter *rewriter, size_t i);

// One function per construct, called for each token i while walking.
void see_launch(struct rewriter *rewriter, size_t i); // i: '<' of "<<<"

void see_kernel_cast(struct rewriter *rewriter, size_t i); // i: the same
void see_launch_call(struct rewriter *rewriter, size_t i); // i: an identifier of the program

void see_shared(struct rewriter *rewriter, size_t i); // i: __shared__
void see_function_body(struct rewriter *rewriter, size_t head, size_t brace);
edit_writer emit_shared;

void see_specifier(struct rewriter *rewriter, size_t i); // i: __device__ and similar
void see_static(struct rewriter *rewriter, size_t i);    // i: static
// Returns the '(' of a kernel's __cluster_dims__ between head and end if it depends on template
// parameters, otherwise NOWHERE.
size_t dependent_cluster_dims(const struct source *source, size_t head, size_t end);
// Complains if a kernel returns a value.
void check_returns_nothing(const struct rewriter *rewriter, const struct declaration *declaration,
                           const struct declarator *declarator);

void see_headers(const struct rewriter *rewriter);  // called before all other rewritings
void see_loop(struct rewriter *rewriter, size_t i); // i: for, while

void see_call(struct rewriter *rewriter, size_t i); // i: an identifier of the program
void see_asm(struct rewriter *rewriter, size_t i);  // i: asm
void see_sum(struct rewriter *rewriter, size_t i);  // i: an operator
void see_name(struct rewriter *rewriter, size_t i); // i: an identifier of the program

// Does the expression of tokens [from, to), in the function that contains token i, name a parameter
// that the function has by value?
bool names_own_value(const struct source *source, size_t i, size_t from, size_t to);

// The declaration of tokens [head, end): end is the '{' of its body or the ';'.
void see_declared_function(struct rewriter *rewriter, size_t head, size_t end);
void see_exception(struct rewriter *rewriter, size_t i); // i: try, throw, dynamic_cast, typeid
void see_folded(struct rewriter *rewriter, size_t i);    // i: an identifier
void see_declared_variable(struct rewriter *rewriter, size_t i); // i: a name
// For a __host__ __device__ function whose tokens [begin, end] may follow a pragma of nvcc.
void see_unchecked(struct rewriter *rewriter, size_t begin, size_t end,
                   const struct declarator *declarator);

// i: '{' of a function's body at namespace scope
void see_header_function(struct rewriter *rewriter, size_t head, size_t brace);
void leave_out_unused(struct rewriter *rewriter); // called after all other rewritings

#endif
