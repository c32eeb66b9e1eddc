// SPDX-License-Identifier: MIT
//
// program.h: the running program as its files describe it: symbols, modules loaded at run time,
// kernels and their attributes, source locations.
#ifndef ROOM_PROGRAM_H
#define ROOM_PROGRAM_H

#include "kernel.h"
#include "source_location.h"
#include "module.h"
#include "tables.h"

#endif
