// SPDX-License-Identifier: MIT
//
// secret.h: what could forge a report: the order with its nonce, the number of the report's file,
// the head of a chunk. It has pages of its own, which can be neither read nor written while
// exercise() runs. No copy of the nonce may be made elsewhere, on the stack for example.
#ifndef LEARN_CHILD_SECRET_H
#define LEARN_CHILD_SECRET_H

#include "../run/job.h"

struct secret {
    struct order order;
    struct chunk head;
    int report_to;
    long long copied_before; // bytes copied to the host before the call (gpu.c)
};

// Ends the process between secret_hide() and secret_show().
struct secret *secret(void);

void secret_hide(void);
void secret_show(void);

#endif
