// SPDX-License-Identifier: MIT
//
// replaced.cu: a program without a mistake may replace itself by each function of the C library,
// and end by a system call: arguments, environment and status are as usual.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../headers/check.h"

extern char **environ;

__global__ void add(int *x) { *x += 1; }

static int once_more(int x)
{
    int *d;
    cudaMalloc(&d, sizeof *d);
    cudaMemcpy(d, &x, sizeof x, cudaMemcpyHostToDevice);
    add<<<1, 1>>>(d);
    cudaMemcpy(&x, d, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return x;
}

// Starts this program again, with the number of the next step as its argument.
static void next(int step, const char *self)
{
    char number[12], variable[] = "REPLACED=yes";
    snprintf(number, sizeof number, "%d", step + 1);
    char *const args[] = {(char *)"replaced", number, NULL};
    switch (step) {
    case 0: execl(self, "replaced", number, (char *)NULL); break;
    case 1: execlp(self, "replaced", number, (char *)NULL); break;
    case 2: execle(self, "replaced", number, (char *)NULL, environ); break;
    case 3: execv(self, args); break;
    case 4: execvp(self, args); break;
    case 5: execve(self, args, environ); break;
    case 6: execvpe(self, args, environ); break;
    case 7: fexecve(open(self, O_RDONLY), args, environ); break;
    case 8: putenv(variable), syscall(SYS_execve, self, args, environ); break;
    default: syscall(SYS_exit_group, getenv("REPLACED") ? check_result() : 3);
    }
    HOST_CHECK(!"replaced");
}

int main(int argc, char **argv)
{
    const int step = argc > 1 ? atoi(argv[1]) : 0;
    HOST_CHECK(once_more(step) == step + 1 && argc == (step > 0) + 1);
    HOST_CHECK(execl("/no such file", "x", (char *)NULL) == -1);
    HOST_CHECK(syscall(SYS_getpid) == getpid() && syscall(SYS_close, -1) == -1);
    if (check_host_failures == 0)
        next(step, "/proc/self/exe");
    return check_result();
}
