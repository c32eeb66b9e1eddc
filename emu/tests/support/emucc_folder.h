// SPDX-License-Identifier: MIT
//
// emucc_folder.h: emucc in a folder of a test's own, which is the current one.
#ifndef TESTS_EMUCC_FOLDER_H
#define TESTS_EMUCC_FOLDER_H

#include <stdbool.h>

#include "program.h"

// Absolute paths: of the folder, of emucc.
extern char emucc_folder[200], emucc_compiler[1200];

// What a test begins and ends with. The environment then says nothing about compilers.
void emucc_folder_enter(void);
void emucc_folder_remove(void);

// Files of the folder.
void write_text(const char *name, const char *text);
char *read_text(const char *name); // the caller frees it
bool exists(const char *name);

int files_in(const char *path); // of any folder

const char *temporary_folder(void); // made anew: emucc puts its temporary files there

// Runs emucc with these words ...
struct run emucc(const char *words);
// ... which must succeed and say nothing,
void succeeds(const char *words);
// ... which must fail with this text among its errors.
void fails(const char *words, const char *text);

// Runs a program of the folder, which must print this.
void prints(const char *program, const char *expected);

#endif
