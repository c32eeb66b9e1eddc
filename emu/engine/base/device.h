// SPDX-License-Identifier: MIT
//
// device.h: the properties of the emulated GPU, and how many GPUs there are.
#ifndef DEVICE_H
#define DEVICE_H

#include "types.h"

// ---- device.c -----------------------------------------------------------------------------------

struct gpu_model {
    const char *key, *name;
    int major, minor, sms;
    int threads_per_sm, blocks_per_sm;
    int shared_per_sm, shared_per_block_optin; // bytes
    int l2_bytes, bus_bits, clock_khz, memory_clock_khz;
    long long memory_bytes;
};

const struct gpu_model *gpu_model(void);           // the selected model
int gpu_blocks_per_sm(int threads, size_t shared); // occupancy; 0 if not even one block fits

// ---- gpus.c -------------------------------------------------------------------------------------

enum { MAX_GPUS = 8 };

int gpu_count(void);
int gpu_current(void); // selected by this host thread
bool gpu_exists(int device);

#endif
