// SPDX-License-Identifier: MIT
//
// dump.h: the functions of a program and their calls, as gcc writes them with
// -fdump-tree-lower-lineno-uid. All texts point into the dump.
#ifndef EMUCC_SPACE_DUMP_H
#define EMUCC_SPACE_DUMP_H

#include <stdbool.h>
#include <stddef.h>

struct span {
    const char *text;
    size_t length;
};

struct position {
    struct span file;
    unsigned line, column;
};

struct called {
    struct span name; // qualified, with template arguments: N::A<int>::f<2>
    unsigned long id; // gcc's number of the function
    struct position at;
    size_t caller; // index of the function
};

enum mark { MARK_NONE, MARK_DEVICE, MARK_BOTH };

struct function {
    struct span name, symbol;
    unsigned long id;
    enum mark mark;
    struct position at; // its first statement; line 0: none
    struct span head;   // from its declaration to the first statement
    struct span body;   // the statements, to the next function
};

struct dump {
    char *text;
    struct function *functions;
    size_t function_count;
    struct called *calls;
    size_t call_count;
};

// A variable that a statement uses: of the global ones, gcc's number tells two of one name apart.
struct used {
    struct span name;
    unsigned long id;
    bool is_address;  // &name: its value is neither read nor written
    bool is_assigned; // name = ..., name[i] = ...
    struct position at;
};
typedef void use_visitor(const struct used *use, void *to);
// Visits the variables, members and functions that a function's statements name.
void dump_uses(const struct function *function, use_visitor *visit, void *to);

// Reads the dump. Returns false if the file cannot be read.
bool dump_read(struct dump *dump, const char *path);
void dump_free(struct dump *dump);

// Returns true if the span is this text.
bool span_is(struct span span, const char *text);
bool span_begins(struct span span, const char *text);
bool span_contains(struct span span, const char *text);
// Returns the name without its namespaces, classes and template arguments.
struct span base_name(struct span name);

#endif
