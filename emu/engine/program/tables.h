// SPDX-License-Identifier: MIT
//
// tables.h: tables that emucc writes into sections of the program and of shared libraries. The
// linker joins those of all objects of a file.
#ifndef TABLES_H
#define TABLES_H

#include <stdbool.h>
#include <stddef.h>

enum table { TABLE_SITES, TABLE_BOUNDS, TABLE_CLUSTERS, TABLE_MAPS, TABLE_FRAMES, TABLES };

struct span {
    const void *begin;
    size_t size; // in bytes
};

extern const char *const table_sections[TABLES]; // their names

// The table of the program (number 0), then those of loaded files. Returns false after the last.
bool table_of(enum table which, int number, struct span *span);

#endif
