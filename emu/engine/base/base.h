// SPDX-License-Identifier: MIT
//
// base.h: what every other room builds on: the types of launches, blocks and threads, the emulated
// GPU's properties, the environment variables, and the width of the output. It includes no other
// room.
#ifndef ROOM_BASE_H
#define ROOM_BASE_H

#include "cluster.h"
#include "types.h"
#include "thread.h"
#include "clock.h"
#include "device.h"
#include "sealed.h"
#include "screen.h"

#endif
