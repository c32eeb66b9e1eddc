// SPDX-License-Identifier: MIT
//
// printed.h: a diagnosis as text, as JSON, in gcc's form, and in a SARIF file. Internal to report/.
#ifndef PRINTED_H
#define PRINTED_H

#include "report.h"

enum { TEXT = 8192 };

// A diagnosis with the text that source locations add to it.
struct printed {
    const struct diagnosis *d;
    struct reporter by;
    const char *message, *line; // line: NULL if no location is known
    char other_line[400];
    bool is_note; // no mistake yet: a refused call
};

// What the diagnosis advises, or NULL.
const char *cure_of(const struct diagnosis *d);

// Appends to `text` of TEXT bytes, of which `used` are used. Returns how many are used then.
size_t add(char *text, size_t used, const char *format, ...) __attribute__((format(printf, 3, 4)));

// Splits "file.h:12, called at main.cu:3" into file, line and the caller's location, or NULL.
struct place {
    char file[300];
    int line; // 0: unknown
    const char *caller;
};
struct place place_of(const char *text);

// ---- json.c -------------------------------------------------------------------------------------

size_t add_first_member(char *text, size_t used, const char *name, const char *value);
size_t add_member(char *text, size_t used, const char *name, const char *value);
void write_json(char *text, const struct printed *p);

// ---- gcc_form.c ---------------------------------------------------------------------------------

// "file.cu:3: error: ...", and notes.
void write_gcc_form(char *text, const struct printed *p);

// ---- sarif.c ------------------------------------------------------------------------------------

// Adds the diagnosis to the file of EMU_SARIF.
void sarif_add(const struct printed *p);

#endif
