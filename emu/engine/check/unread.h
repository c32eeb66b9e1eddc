// SPDX-License-Identifier: MIT
//
// unread.h: advice (EMU_ADVICE=1): bytes that the program copies to the GPU and no kernel reads,
// and shared memory that a kernel stores and never reads.
#ifndef UNREAD_H
#define UNREAD_H

#include "../base/base.h"

struct allocation;
struct copied_rows;

void unread_init(void);
// The host has copied rows to device memory, as part of a launch if `stamp` is not 0.
void unread_uploaded(const struct copied_rows *rows, uint16_t stamp, const char *pc);
void unread_used(uintptr_t address, size_t size); // read otherwise than by loads of a kernel
void unread_freed(const struct allocation *allocation);
void unread_forget(void); // the shadow cells are discarded
void unread_at_exit(void);

void unread_launch_begins(struct launch *launch);
void unread_launch_ends(struct launch *launch);
void unread_block_begins(struct block *block);
void unread_block_ends(struct block *block);
// A thread, or the copy engine on its behalf, accesses shared memory of a block whose `unread` is
// set.
void unread_note(const struct thread *t, uintptr_t offset, size_t size, enum access_kind kind,
                 const char *pc);

#endif
