// SPDX-License-Identifier: MIT
//
// links.h: the bytes that GPUs send each other.
#ifndef LINKS_H
#define LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bytes that a copy or a collective has sent from one GPU to another (emu_link_bytes).
void links_sent(int from, int to, size_t bytes);

// A GPU may access a peer's memory: from now on the loads and stores of kernels are counted.
extern bool links_open;

// Bytes of global memory that a kernel on `device`, or its bulk copy, has read or written.
void links_read(int device, uintptr_t address, size_t bytes);
void links_written(int device, uintptr_t address, size_t bytes);

#endif
