// SPDX-License-Identifier: MIT
//
// blocks.h: the control flow of one function, read from the compiler's assembly output.
#ifndef EMUCC_BLOCKS_H
#define EMUCC_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

// A basic block. Blocks are numbered in the order of the file.
struct block {
    int *next; // the possible successors
    size_t next_count;
    bool ends_iteration; // it calls emu_round(): an iteration of a loop ends here
};

struct call {
    size_t end; // offset of the line after the call in the file
    int block;
};

struct function {
    size_t end; // offset of the line with .size in the file
    struct block *blocks;
    size_t block_count;
    struct call *calls;
    size_t call_count;
    bool has_all_targets; // false if the targets of a jump could not be found
};

// Reads the next function of an assembly file, starting at *at, and moves *at past it. Returns
// false if no function follows.
bool read_function(struct function *function, const char *text, size_t *at);
void free_function(struct function *function);

#endif
