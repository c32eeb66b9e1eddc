// SPDX-License-Identifier: MIT
//
// scope.h: tracks the braces around a token, and the start of its declaration or statement.
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
    int parentheses;   // number of open parentheses and brackets
    bool in_namespace; // a named or an unnamed one
    bool is_device;    // code that only the GPU executes
    bool has_device;   // code that the GPU executes, and perhaps the host
    bool is_template;  // code of a template, an inline function or a member: object files share its
                       // statics
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

// Processes token i, which must follow the last token processed. Returns true if i opens the body
// of a function that is not inside another function.
bool scope_step(struct scopes *scopes, const struct source *source, size_t i);

#endif
