// SPDX-License-Identifier: MIT
//
// driver.h: the CUDA driver API, which calls the runtime API.
#ifndef ROOM_DRIVER_H
#define ROOM_DRIVER_H

#include "../host/host.h"

#endif
