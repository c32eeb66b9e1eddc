// SPDX-License-Identifier: MIT
//
// count.h: counts what a launch costs. Each lane notes its accesses (notes.h); the notes of a warp
// are merged into requests, sectors and wavefronts (tally.h). The first block is also traced for
// the expected time (trace.h) and recorded for pictures (record.h).
#ifndef ROOM_COUNT_H
#define ROOM_COUNT_H

#include "notes.h"
#include "record.h"
#include "tally.h"
#include "trace.h"

#endif
