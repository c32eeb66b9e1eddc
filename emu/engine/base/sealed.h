// SPDX-License-Identifier: MIT
//
// sealed.h: what a grader judges by, in memory that can only be written while the engine works:
// after emu_seal(), a store by host code of the program ends it with a segmentation fault.
#ifndef SEALED_H
#define SEALED_H

#include <stdbool.h>
#include <stddef.h>

enum { SEALED_PAGE = 4096, SEALED_RANGES = 300 };

// The linker gives these an address, so that no pointer to them can be bent.
extern union sealed {
    struct {
        bool is_on; // emu_seal() was called
        bool counting, checks;
        long long found, copied_to_host;
        const void *first_found;
        void *workers; // the list of struct worker_counts
        long long copied_to_device;
        struct sealed_range {
            void *start;
            size_t size;
        } ranges[SEALED_RANGES]; // more that is sealed with it, each in its own pages
        int range_count;
    };
    char pages[2 * SEALED_PAGE];
} sealed;

// In pairs, which may be nested, from any thread.
void sealed_open(void);
void sealed_close(void);

// Memory in its own pages, zeroed, that is sealed, too; while it is open. NULL: no range is free.
void *sealed_allocate(size_t size);

#endif
