// SPDX-License-Identifier: MIT
//
// stream.h: what the device may still be doing while the host goes on.
#ifndef STREAM_H
#define STREAM_H

#include "../base/base.h"

// ---- stream.c -----------------------------------------------------------------------------------

// Notes the launch in its stream, and which earlier ones nothing puts before it.
void stream_launch(cudaStream_t stream, struct launch *launch);
// The next launch could run beside these, too: nodes of its graph that nothing puts before it. They
// must live until then.
void stream_beside(const uint16_t *stamps, int count);
void stream_sync(cudaStream_t stream); // the host has waited for it
void stream_sync_all(void);
void stream_sync_device(void); // with all streams of the GPU that is current
int stream_device(cudaStream_t stream);

#endif
