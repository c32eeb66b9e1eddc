// SPDX-License-Identifier: MIT
//
// option_file.h: options that are read from files: nvcc's --options-file FILE, gcc's @FILE.
#ifndef EMUCC_OPTION_FILE_H
#define EMUCC_OPTION_FILE_H

#include "text.h"

// Adds a word of the command line, or the words of the file that it names. `next` is the word after
// it, or NULL; *position is increased if it was used.
void add_expanded(struct list *words, const char *word, const char *next, int *position);

#endif
