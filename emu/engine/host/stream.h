// SPDX-License-Identifier: MIT
//
// stream.h: which launches may still be running on the device while the host continues.
#ifndef STREAM_H
#define STREAM_H

#include "../base/base.h"

// ---- stream.c -----------------------------------------------------------------------------------

// Records the launch in its stream, and the earlier launches that may run concurrently with it.
void stream_launch(cudaStream_t stream, struct launch *launch);
// The next launch may also run concurrently with these: nodes of its graph that do not happen
// before it. The array must live until then.
void stream_beside(const uint16_t *stamps, int count);
void stream_sync(cudaStream_t stream); // the host has waited for it
void stream_sync_all(void);
void stream_sync_device(void); // with all streams of the current GPU
int stream_device(cudaStream_t stream);

#endif
