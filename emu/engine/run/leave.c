// SPDX-License-Identifier: MIT
//
// leave.c: functions that end the whole program although a kernel means to end a thread.
//
// On a GPU a kernel cannot call these functions of the C library; nvcc rejects them. Here they
// would silently end the program, or one of the engine's own threads.
#include "../report/report.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
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

// Returns the function of this name in the C library.
static void *real_function(const char *name) { return dlsym(RTLD_NEXT, name); }

static pid_t process; // this one; in a child of vfork(), which shares this variable, its parent
static void remember_process(void) { process = getpid(); }

// However the program ends, its status is not 0 after a diagnosis. A child that it has forked ends
// as it likes.
static int status_after(int status)
{
    if (status != 0 || engine_was_forked() || !summary_any() || getpid() != process)
        return status;
    report_sum_up();
    return 1;
}

void _exit(int status)
{
    if (status == 0) // the engine itself ends with 1
        refuse_in_kernel("_exit", CALLER());
    syscall(SYS_exit_group, status); // which calls status_after()
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
    remember_process();
    pthread_atfork(NULL, NULL, remember_process);
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
    void (*real)(int) = (void (*)(int))(uintptr_t)real_function("exit");
    if (real)
        real(status);
    _exit(status);
}

void pthread_exit(void *result)
{
    refuse_in_kernel("pthread_exit", CALLER());
    void (*real)(void *) = (void (*)(void *))(uintptr_t)real_function("pthread_exit");
    if (real)
        real(result);
    abort();
}

// ---- Another program in this one's place --------------------------------------------------------

// It would end with a status of its own. So after a diagnosis the program ends here.
static void before_exec(void)
{
    if (status_after(0) != 0)
        _exit(1);
}

typedef int exec_function(const char *file, char *const *args, char *const *environment);

static int exec_by(const char *function, const char *file, char *const *args,
                   char *const *environment)
{
    before_exec();
    exec_function *real = (exec_function *)(uintptr_t)real_function(function);
    return real(file, args, environment);
}

int execve(const char *file, char *const args[], char *const environment[])
{
    return exec_by("execve", file, args, environment);
}

int execvpe(const char *file, char *const args[], char *const environment[])
{
    return exec_by("execvpe", file, args, environment);
}

int execv(const char *file, char *const args[]) { return execve(file, args, environ); }
int execvp(const char *file, char *const args[]) { return execvpe(file, args, environ); }

int fexecve(int file, char *const args[], char *const environment[])
{
    before_exec();
    int (*real)(int, char *const *, char *const *) =
        (int (*)(int, char *const *, char *const *))(uintptr_t)real_function("fexecve");
    return real(file, args, environment);
}

// execl() and others list the arguments, up to a null pointer. execle() has the environment after
// it.
enum { LISTED, LISTED_SEARCHED, LISTED_WITH_ENVIRONMENT };
static int exec_listed(int form, const char *file, const char *first, va_list rest)
{
    va_list again;
    size_t count = 1;
    va_copy(again, rest);
    for (const char *arg = first; arg; arg = va_arg(again, const char *))
        count++;
    va_end(again);
    char *args[count];
    args[0] = (char *)(uintptr_t)first;
    for (size_t i = 1; i < count; i++)
        args[i] = va_arg(rest, char *);
    return form == LISTED_SEARCHED ? execvp(file, args)
           : form == LISTED        ? execv(file, args)
                                   : execve(file, args, va_arg(rest, char *const *));
}

#define EXEC_LISTED(function, form) \
    int function(const char *file, const char *first, ...) \
    { \
        va_list rest; \
        va_start(rest, first); \
        const int result = exec_listed(form, file, first, rest); \
        va_end(rest); \
        return result; \
    }
EXEC_LISTED(execl, LISTED)
EXEC_LISTED(execlp, LISTED_SEARCHED)
EXEC_LISTED(execle, LISTED_WITH_ENVIRONMENT)

// The same by number. All calls have at most six arguments; what the caller has not passed, the
// kernel does not read.
long syscall(long number, ...)
{
    static long (*_Atomic real)(long, ...);
    long args[6];
    va_list all;
    va_start(all, number);
    for (int i = 0; i < 6; i++)
        args[i] = va_arg(all, long);
    va_end(all);
    if (!real)
        real = (long (*)(long, ...))(uintptr_t)real_function("syscall");
    if (number == SYS_exit_group)
        args[0] = status_after((int)args[0]);
    if (number == SYS_execve || number == SYS_execveat)
        before_exec();
    return real(number, args[0], args[1], args[2], args[3], args[4], args[5]);
}
