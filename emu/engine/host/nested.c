// SPDX-License-Identifier: MIT
//
// nested.c: kernels that are launched by kernels (dynamic parallelism).
//
// In CUDA such a grid may start at any time after its launch, and the launching grid ends after it.
// Here it starts when the blocks of the launching grid have ended. The parent therefore never
// observes its results; CUDA 12 does not promise that either, because cudaDeviceSynchronize() in a
// kernel was removed.
#include "launch.h"
#include "../count/count.h"
#include "../report/report.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 24 };

struct nested {
    struct nested *next;
    struct kept_launch launch;
    bool at_end; // in cudaStreamTailLaunch
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void keep_copy(const struct kept_launch *launch, struct kept_launch *into)
{
    *into = *launch;
    into->closure = malloc(launch->size ? launch->size : 1);
    if (!into->closure)
        fatal("no memory for a graph");
    memcpy(into->closure, launch->closure, launch->size);
}

void kept_launch_free(struct kept_launch *launch)
{
    free(launch->closure);
    launch->closure = NULL;
}

void nested_add(struct launch *parent, const struct kept_launch *launch)
{
    struct nested *n = calloc(1, sizeof *n);
    if (!n)
        fatal("no memory for a launch");
    n->at_end = launch->config.stream == (void *)cudaStreamTailLaunch;
    keep_copy(launch, &n->launch);
    if (parent->sample) // in any block
        trace_unknown_to_all(parent, "it launches kernels");
    pthread_mutex_lock(&lock);
    struct nested **at = &parent->nested;
    while (*at)
        at = &(*at)->next;
    *at = n;
    pthread_mutex_unlock(&lock);
    emu_writes++;
}

static int depth;

static void run_some(const struct nested *list, bool at_end, cudaStream_t stream)
{
    for (const struct nested *n = list; n && sticky_error() == cudaSuccess; n = n->next)
        if (n->at_end == at_end)
            launch_kept(&n->launch, stream);
}

void nested_run(struct nested *list, cudaStream_t stream)
{
    if (!list)
        return;
    if (++depth > MAX_DEPTH)
        launch_refused(cudaErrorLaunchMaxDepthExceeded, list->launch.pc,
                       list->launch.kernel ? list->launch.kernel : "a kernel",
                       "kernels that launch kernels may do so 24 deep");
    else {
        run_some(list, false, stream);
        run_some(list, true, stream);
    }
    depth--;
    while (list) {
        struct nested *next = list->next;
        kept_launch_free(&list->launch);
        free(list);
        list = next;
    }
}
