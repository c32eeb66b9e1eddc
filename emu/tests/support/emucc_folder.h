// SPDX-License-Identifier: MIT
//
// emucc_folder.h: runs emucc in a test's own folder, which becomes the current one.
#ifndef TESTS_EMUCC_FOLDER_H
#define TESTS_EMUCC_FOLDER_H

#include <stdbool.h>

#include "program.h"

// Absolute paths of the folder and of emucc.
extern char emucc_folder[200], emucc_compiler[1200];

// Called at the beginning and the end of a test. Removes compiler settings from the environment.
void emucc_folder_enter(void);
void emucc_folder_remove(void);

// Accesses to files of the folder.
void write_text(const char *name, const char *text);
char *read_text(const char *name); // the caller frees it
bool exists(const char *name);

int files_in(const char *path); // in any folder

const char *temporary_folder(void); // a new folder, in which emucc puts its temporary files

// Runs emucc with these arguments ...
struct run emucc(const char *words);
// ... which must succeed and print nothing,
void succeeds(const char *words);
// ... which must fail and print this text among its errors.
void fails(const char *words, const char *text);

// Runs a program of the folder, which must print this.
void prints(const char *program, const char *expected);

#endif
