// SPDX-License-Identifier: MIT
//
// secret.h: pages that can be neither read nor written while exercise() runs. They hold what could
// forge a report: the order with its nonce, the number of the report's file, the head of a chunk.
// No copy of the nonce may be made elsewhere, on the stack for example. And the host's copies of
// the operands, from which host code could compute the result without a copy from the device.
#ifndef LEARN_CHILD_SECRET_H
#define LEARN_CHILD_SECRET_H

#include <stddef.h>

#include "../run/job.h"

struct secret {
    struct order order;
    struct chunk head;
    int report_to;
    long long copied_before; // bytes copied to the host before the call (gpu.c)
    long long sent_before;   // and to the device
};

// Ends the process between secret_hide() and secret_show().
struct secret *secret(void);

// Zeros, or the process ends. secret_free() of NULL does nothing.
void *secret_allocate(size_t size);
void secret_free(void *start);

void secret_hide(void);
void secret_show(void);

#endif
