// SPDX-License-Identifier: MIT
//
// fault.c: explains segmentation faults.
//
// Device memory is inaccessible to host code (arena.c), so a host program that dereferences a
// device pointer faults there. In a kernel, only code that emucc did not compile can fault (memcpy
// of the C library, for example), or a thread whose local arrays reach the guard page below its
// stack.
#include "run.h"
#include "../check/check.h"
#include "../fiber/fiber.h"
#include "../memory/memory.h"
#include "../report/report.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum { SPARE_STACK = 64 << 10, PAGE_FAULT_OF_WRITE = 2 /* in the error code of x86 */ };

static struct sigaction earlier, earlier_arithmetic;

static void handle(int signal, siginfo_t *info, void *context)
{
    const ucontext_t *at = context;
    const char *pc = (const char *)at->uc_mcontext.gregs[REG_RIP];
    uintptr_t address = (uintptr_t)info->si_addr, offset = address - ARENA_BASE;
    const struct thread *t = emu_current;
    char text[512];
    // The handler ends the program, so functions that are not async-signal-safe may be used:
    // nothing that they leave incomplete is used again.
    const bool writes = at->uc_mcontext.gregs[REG_ERR] & PAGE_FAULT_OF_WRITE;
    if (!t && host_access_fault(address, writes, pc))
        return; // accessible again: the access is repeated
    if (t && host_access_fault_of_kernel(address))
        return;
    if (t && address >= t->stack_low - 4096 && address < t->stack_low) {
        report(KIND_MISTAKE, pc, NULL, "use smaller local arrays, or less recursion",
               "a thread's local variables need more than %d bytes", STACK_ROOM);
    } else if (t) {
        describe_address(address, 0, text, sizeof text);
        report(KIND_MEMORY, pc, text,
               "copy element by element in the kernel: that access can be checked",
               "a library function inside the kernel touched memory that it may not");
    } else if (offset < GLOBAL_END) {
        describe_address(address, 0, text, sizeof text);
        report(KIND_MEMORY, pc, text, "copy the data to the host with cudaMemcpy first",
               "host code used a device pointer");
    } else {
        sigaction(signal, &earlier, NULL); // the program's own fault: raise it again, unhandled
        return;
    }
    report_sum_up();
    _exit(1);
}

static void handle_arithmetic(int signal, siginfo_t *info, void *context)
{
    (void)info;
    if (!emu_current || !division_go_on(context))
        sigaction(signal, &earlier_arithmetic, NULL); // raise it again, unhandled
}

void fault_handler_for_this_thread(void)
{
    stack_t spare = {.ss_sp = malloc(SPARE_STACK), .ss_size = SPARE_STACK};
    if (spare.ss_sp)
        sigaltstack(&spare, NULL);
}

void fault_handler_init(void)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    fault_handler_for_this_thread();
    sigaction(SIGSEGV, &action, &earlier);
    action.sa_sigaction = handle_arithmetic;
    sigaction(SIGFPE, &action, &earlier_arithmetic);
}
