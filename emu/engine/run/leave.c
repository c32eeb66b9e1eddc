// SPDX-License-Identifier: MIT
//
// leave.c: functions that end the whole program although a kernel means to end a thread.
//
// On a GPU a kernel cannot call these functions of the C library; nvcc rejects them. Here they
// would silently end the program, or one of the engine's own threads.
#include "../report/report.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void refuse_in_kernel(const char *function, const char *pc)
{
    if (emu_current)
        report_and_stop(cudaErrorLaunchFailure, KIND_HOST, pc, NULL,
                        "end one thread with return, the whole kernel with __trap() or assert()",
                        "%s() in a kernel: it is a function of the host, and nvcc refuses it",
                        function);
}

// However the program ends, its status is not 0 after a diagnosis. A child that it has forked ends
// as it likes.
static int status_after(int status)
{
    if (status != 0 || engine_was_forked() || !summary_any())
        return status;
    report_sum_up();
    return 1;
}

void _exit(int status)
{
    if (status == 0) // the engine itself ends with 1
        refuse_in_kernel("_exit", CALLER());
    syscall(SYS_exit_group, status_after(status));
    __builtin_unreachable();
}

void _Exit(int status) { _exit(status); }

// quick_exit() calls this last, because it is registered first.
static void at_quick_end(void)
{
    if (status_after(0) != 0)
        _exit(1);
}

static void __attribute__((constructor(101))) watch_quick_exit(void)
{
    (void)at_quick_exit(at_quick_end); // without memory for it, a process has other worries
}

void abort(void)
{
    refuse_in_kernel("abort", CALLER());
    raise(SIGABRT); // a handler of the program may catch it and return
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
    _exit(128 + SIGABRT);
}

void exit(int status)
{
    refuse_in_kernel("exit", CALLER());
    void (*real)(int) = (void (*)(int))(uintptr_t)dlsym(RTLD_NEXT, "exit");
    if (real)
        real(status);
    _exit(status);
}

void pthread_exit(void *result)
{
    refuse_in_kernel("pthread_exit", CALLER());
    void (*real)(void *) = (void (*)(void *))(uintptr_t)dlsym(RTLD_NEXT, "pthread_exit");
    if (real)
        real(result);
    abort();
}
