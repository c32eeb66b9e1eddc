// SPDX-License-Identifier: MIT
//
// reader_swizzle.h: readers of a swizzled tile whose pattern does not begin where the tile begins.
#ifndef READER_SWIZZLE_H
#define READER_SWIZZLE_H

#include "landed_box.h"

// A box has landed: from now on reads of it are watched if its start lies inside its pattern.
void reader_swizzle_watch(struct block *block, const struct landed_box *box);
// check.h: a thread reads shared memory of a block that is watched.
void reader_swizzle_note(struct thread *thread, uintptr_t offset, const char *pc);
// The block's threads have ended: reports if their reads follow the wrong pattern.
void reader_swizzle_block_done(struct block *block);
void reader_swizzle_end(struct block *block);

#endif
