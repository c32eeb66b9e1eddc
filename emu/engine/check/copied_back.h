// SPDX-License-Identifier: MIT
//
// copied_back.h: device memory that nothing has written, copied to the host and read there.
#ifndef COPIED_BACK_H
#define COPIED_BACK_H

#include "../base/base.h"

// A copy has ended. Bytes of device memory that nothing has written are watched in the host's
// buffer.
struct copied_rows {
    const void *to, *from;
    size_t to_pitch, from_pitch, width, height;
};
void copied_back(const char *function, const struct copied_rows *rows, const char *pc);
// Host code accesses memory while host_quick is set (base/thread.h).
void copied_back_touched(const void *p, size_t size, enum access_kind kind, const char *pc);

#endif
