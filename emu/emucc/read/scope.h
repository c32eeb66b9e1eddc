// SPDX-License-Identifier: MIT
//
// scope.h: which braces are around a token, and where the declaration or statement it belongs to
// begins.
#ifndef EMUCC_SCOPE_H
#define EMUCC_SCOPE_H

#include "declaration.h"

enum scope_kind {
    SCOPE_NAMESPACE, // the file itself, namespaces, extern "C" { }
    SCOPE_CLASS,     // classes and enumerations
    SCOPE_CODE,      // function bodies and all braces in them
};

struct scope {
    enum scope_kind kind;
    size_t head;       // first token of the current declaration or statement
    int parentheses;   // open ones, brackets included
    bool in_namespace; // a named one, or one without a name
    bool is_device;    // code that only the GPU runs
    bool has_device;   // code that the GPU runs, and perhaps the host
    bool is_template;  // code of a template, an inline function or a member: its statics are shared
                       // between object files
};

struct scopes {
    struct scope *stack;
    size_t count, capacity;
};

void scopes_init(struct scopes *scopes);
void scopes_free(struct scopes *scopes);

static inline struct scope *scope_now(const struct scopes *scopes)
{
    return &scopes->stack[scopes->count - 1];
}

// Takes notice of token i, which must be the one behind the last one seen. Returns true if i opens
// the body of a function that is not inside another function.
bool scope_step(struct scopes *scopes, const struct source *source, size_t i);

#endif
