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
#include <unistd.h>

static void refuse_in_kernel(const char *function, const char *pc)
{
    if (emu_current)
        report_and_stop(cudaErrorLaunchFailure, KIND_HOST, pc, NULL,
                        "end one thread with return, the whole kernel with __trap() or assert()",
                        "%s() in a kernel: it is a function of the host, and nvcc refuses it",
                        function);
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
