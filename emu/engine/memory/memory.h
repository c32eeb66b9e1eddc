// SPDX-License-Identifier: MIT
//
// memory.h: the memory that a kernel can reach. One reserved range of addresses (arena.h) holds
// device memory, managed memory, shared memory and stacks. Next to it are the shadow bytes, which
// say what may be accessed. The shadow cells store the last accesses of each word (cells.h,
// settled.h).
#ifndef ROOM_MEMORY_H
#define ROOM_MEMORY_H

#include "shared_array.h"
#include "arena.h"
#include "budget.h"
#include "cells.h"
#include "links.h"
#include "settled.h"

#endif
