// SPDX-License-Identifier: MIT
//
// program.h: the program that runs, as its files describe it: symbols, modules loaded at run time,
// kernels and their attributes, source locations of addresses.
#ifndef ROOM_PROGRAM_H
#define ROOM_PROGRAM_H

#include "kernel.h"
#include "source_location.h"
#include "module.h"

#endif
