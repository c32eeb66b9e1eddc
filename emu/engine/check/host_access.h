// SPDX-License-Identifier: MIT
//
// host_access.h: host code that does not wait for the device.
#ifndef HOST_ACCESS_H
#define HOST_ACCESS_H

#include "../base/base.h"

// Here a launch or an asynchronous copy has ended when the call returns; on a GPU it may not have.
// Memory that both sides can touch stays closed to the host until the program synchronises.
void host_access_launch(const char *pc);
void host_access_copy(const void *host, size_t size, bool host_may_read, const char *pc);
void host_access_open_for_device(void);
void host_access_settle(void);          // the program has synchronised
void host_access_strong(const void *p); // by the host: atomic or volatile
// A fault at `address` because of that? Then it is reported (or the memory opened again), and true.
bool host_access_fault(uintptr_t address, const char *pc);

#endif
