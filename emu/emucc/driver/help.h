// SPDX-License-Identifier: MIT
//
// help.h: the texts of --help and --version.
#ifndef EMUCC_HELP_H
#define EMUCC_HELP_H

void print_help(void);
void print_version(void);

#endif
