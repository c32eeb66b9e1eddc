// SPDX-License-Identifier: MIT
//
// blocks.h: the control flow of one function, read from the assembly that the compiler has written.
#ifndef EMUCC_BLOCKS_H
#define EMUCC_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

// Instructions that are executed one after another. Blocks are numbered in the order of the file.
struct block {
    int *next; // the blocks that may follow
    size_t next_count;
    bool has_mark; // it calls emu_round(): a round of a loop ends here
};

struct call {
    size_t end; // offset in the file of the line after the call
    int block;
};

struct function {
    size_t end; // offset in the file of the line with .size
    struct block *blocks;
    size_t block_count;
    struct call *calls;
    size_t call_count;
    bool is_known; // false: it has a jump whose targets could not be found
};

// Reads the next function of an assembly file. *at: where to begin; moved past the function.
// Returns false when no function follows.
bool read_function(struct function *function, const char *text, size_t *at);
void free_function(struct function *function);

#endif
