// SPDX-License-Identifier: MIT
//
// leave.c: functions that end the program or replace it by another one.
//
// A kernel must not call them: nvcc rejects them, and here they would end the program or one of the
// engine's own threads. After a diagnosis they end the program with status 1.
#include "../report/report.h"

#include <dlfcn.h>
#include <errno.h>
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

// The C library's functions, which those of this file replace. They are looked up when the
// program starts, because a signal handler or a child of vfork() may call _exit() or execve() but
// not dlsym(). Only a call from an earlier constructor looks them up by itself.
enum real { EXIT, PTHREAD_EXIT, EXECVE, EXECVPE, FEXECVE, SYSCALL, REAL_FUNCTIONS };
static void *_Atomic found[REAL_FUNCTIONS];

// Returns NULL if the C library lacks the function.
static void *real_function(enum real which)
{
    static const char *const names[] = {"exit",    "pthread_exit", "execve",
                                        "execvpe", "fexecve",      "syscall"};
    if (!found[which])
        found[which] = dlsym(RTLD_NEXT, names[which]);
    return found[which];
}

static pid_t process; // this one; in a child of vfork(), which shares this variable, its parent
static void remember_process(void) { process = getpid(); }
static pid_t first_process; // 0 until it is known

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
    long (*real)(long, ...) = (long (*)(long, ...))(uintptr_t)real_function(SYSCALL);
    if (real)
        real(SYS_exit_group, status_after(status));
    __builtin_trap();
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
    for (int i = 0; i < REAL_FUNCTIONS; i++)
        (void)real_function((enum real)i);
    remember_process();
    first_process = process;
    pthread_atfork(NULL, NULL, remember_process);
    (void)at_quick_exit(at_quick_end); // if there is no memory for it, only the status of
                                       // quick_exit() is wrong
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
    void (*real)(int) = (void (*)(int))(uintptr_t)real_function(EXIT);
    if (real)
        real(status);
    _exit(status);
}

void pthread_exit(void *result)
{
    refuse_in_kernel("pthread_exit", CALLER());
    void (*real)(void *) = (void (*)(void *))(uintptr_t)real_function(PTHREAD_EXIT);
    if (real)
        real(result);
    abort();
}

// ---- Another program in this one's place --------------------------------------------------------

// The environment that the other program gets, in the array `checked`. A child of fork() or vfork()
// passes what it likes.
static char *const *for_exec(char *const *environment, const char **checked)
{
    if (first_process && getpid() != first_process)
        return environment;
    environment_for_exec(environment, checked);
    return (char *const *)(uintptr_t)checked;
}

// The other program would end with a status of its own. So after a diagnosis this program ends
// here, even if the call would fail.
static void before_exec(const char *function, const char *pc)
{
    refuse_in_kernel(function, pc);
    if (status_after(0) != 0)
        _exit(1);
}

static int cannot_exec(void)
{
    errno = ENOSYS;
    return -1;
}

typedef int exec_function(const char *file, char *const *args, char *const *environment);

static int exec_by(enum real which, const char *file, char *const *args, char *const *environment)
{
    exec_function *real = (exec_function *)(uintptr_t)real_function(which);
    const char *checked[environment_most_for_exec(environment)]; // a signal handler cannot allocate
    return real ? real(file, args, for_exec(environment, checked)) : cannot_exec();
}

int execve(const char *file, char *const args[], char *const environment[])
{
    before_exec("execve", CALLER());
    return exec_by(EXECVE, file, args, environment);
}

int execvpe(const char *file, char *const args[], char *const environment[])
{
    before_exec("execvpe", CALLER());
    return exec_by(EXECVPE, file, args, environment);
}

int execv(const char *file, char *const args[])
{
    before_exec("execv", CALLER());
    return exec_by(EXECVE, file, args, environ);
}

int execvp(const char *file, char *const args[])
{
    before_exec("execvp", CALLER());
    return exec_by(EXECVPE, file, args, environ);
}

int fexecve(int file, char *const args[], char *const environment[])
{
    before_exec("fexecve", CALLER());
    int (*real)(int, char *const *, char *const *) =
        (int (*)(int, char *const *, char *const *))(uintptr_t)real_function(FEXECVE);
    const char *checked[environment_most_for_exec(environment)];
    return real ? real(file, args, for_exec(environment, checked)) : cannot_exec();
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
    return exec_by(form == LISTED_SEARCHED ? EXECVPE : EXECVE, file, args,
                   form == LISTED_WITH_ENVIRONMENT ? va_arg(rest, char *const *) : environ);
}

#define EXEC_LISTED(function, form) \
    int function(const char *file, const char *first, ...) \
    { \
        va_list rest; \
        before_exec(#function, CALLER()); \
        va_start(rest, first); \
        const int result = exec_listed(form, file, first, rest); \
        va_end(rest); \
        return result; \
    }
EXEC_LISTED(execl, LISTED)
EXEC_LISTED(execlp, LISTED_SEARCHED)
EXEC_LISTED(execle, LISTED_WITH_ENVIRONMENT)

// Does the same by number. No call has more than six arguments, and Linux ignores those that the
// caller did not pass.
long syscall(long number, ...)
{
    const char *pc = CALLER();
    long (*real)(long, ...) = (long (*)(long, ...))(uintptr_t)real_function(SYSCALL);
    long args[6];
    va_list all;
    va_start(all, number);
    for (int i = 0; i < 6; i++)
        args[i] = va_arg(all, long);
    va_end(all);
    if (!real) {
        errno = ENOSYS;
        return -1;
    }
    if (number == SYS_exit_group) {
        refuse_in_kernel("syscall", pc);
        args[0] = status_after((int)args[0]);
    }
    if (number == SYS_execve || number == SYS_execveat) {
        before_exec("syscall", pc);
        long *place = &args[number == SYS_execve ? 2 : 3];
        char *const *environment = (char *const *)*place;
        const char *checked[environment_most_for_exec(environment)];
        *place = (long)for_exec(environment, checked);
        return real(number, args[0], args[1], args[2], args[3], args[4]);
    }
    return real(number, args[0], args[1], args[2], args[3], args[4], args[5]);
}
