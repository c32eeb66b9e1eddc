// SPDX-License-Identifier: MIT
//
// host_access.h: finds host code that does not wait for the device.
#ifndef HOST_ACCESS_H
#define HOST_ACCESS_H

#include "../base/base.h"

// On a GPU, a launch or an asynchronous copy may still be running when the call returns; here it
// has usually ended. Memory that host and device share is therefore protected from the host until
// the program synchronises.
void host_access_launch(const char *pc);
// stamp: of the copy, if it is work like a launch; 0: it ends when the host waits for anything.
void host_access_copy(const void *host, size_t size, bool host_may_read, uint16_t stamp,
                      const char *pc);
void host_access_open_for_device(void);
void host_access_settle(void); // the program has waited for everything
// It has waited for something. any: some launches and copies are still unfinished.
void host_access_waited(bool (*is_unfinished)(uint16_t stamp), bool any);
void host_access_strong(const void *p);         // the host uses an atomic or volatile access
void host_access_on_strong(void (*call)(void)); // calls this before each such access
// Was the fault at `address` caused by this protection? Then returns true, after reporting the
// access or removing the protection.
bool host_access_fault(uintptr_t address, bool host_writes, const char *pc);
// The program passes this memory on to a system call, which would fail and not fault. Reports the
// access, or removes the protection.
void host_access_system_call(const void *p, size_t size, bool host_writes, const char *pc);
// The same for a fault in a kernel: another thread has protected the memory meanwhile.
bool host_access_fault_of_kernel(uintptr_t address);

#endif
