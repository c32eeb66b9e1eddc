// SPDX-License-Identifier: MIT
#include "workspace.h"

#include <pthread.h>
#include <stdbool.h>

#include "../cuda_check.h"

// What one user has on one device, for one host thread: with --default-stream per-thread each
// thread has its own stream.
struct kept {
    struct kept *next;
    const void *user;
    unsigned thread;
    int device;
    void *memory;
    size_t bytes;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kept *all;

// The runtime may have shut down already: then the memory is gone, and the error does not matter.
static void free_all(void)
{
    while (all) {
        struct kept *next = all->next;
        cudaFree(all->memory);
        free(all);
        all = next;
    }
}

// Numbers of threads: a pthread_t may be reused while launches of the old thread still run.
static unsigned this_thread(void)
{
    static unsigned threads;
    static _Thread_local unsigned number;
    if (number == 0)
        number = ++threads;
    return number;
}

// Call it with the lock held; NULL: not enough memory.
static struct kept *find(const void *user, int device)
{
    const unsigned thread = this_thread();
    for (struct kept *k = all; k; k = k->next)
        if (k->user == user && k->thread == thread && k->device == device)
            return k;
    struct kept *k = malloc(sizeof *k);
    if (!k)
        return NULL;
    *k = (struct kept){.next = all, .user = user, .thread = thread, .device = device};
    if (!all)
        atexit(free_all);
    return all = k;
}

static cudaError_t enlarge(struct kept *k, size_t bytes)
{
    cudaError_t error = cudaFree(k->memory); // waits for the launches that use it
    k->memory = NULL;
    k->bytes = 0;
    if (error == cudaSuccess)
        error = cudaMalloc(&k->memory, bytes);
    if (error == cudaSuccess)
        error = cudaMemset(k->memory, 0, bytes);
    if (error == cudaSuccess)
        k->bytes = bytes;
    return error;
}

void *workspace(const void *user, size_t bytes)
{
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    pthread_mutex_lock(&lock);
    struct kept *k = find(user, device);
    const cudaError_t error = !k                 ? cudaErrorMemoryAllocation
                              : k->bytes < bytes ? enlarge(k, bytes)
                                                 : cudaSuccess;
    void *memory = k ? k->memory : NULL;
    pthread_mutex_unlock(&lock); // the line below may not return
    CUDA_CHECK(error);
    return memory;
}

void workspaces_clear(void)
{
    cudaError_t error = cudaSuccess;
    pthread_mutex_lock(&lock);
    for (struct kept *k = all; k && error == cudaSuccess; k = k->next) {
        error = cudaFree(k->memory);
        k->memory = NULL;
        k->bytes = 0;
    }
    pthread_mutex_unlock(&lock); // the line below may not return
    CUDA_CHECK(error);
}
