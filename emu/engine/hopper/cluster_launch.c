// SPDX-License-Identifier: MIT
//
// cluster_launch.c: the cluster dimensions of a launch, and whether they are allowed.
#include <stdio.h>
#include <string.h>

#include "hopper.h"
#include "../program/program.h"

// Of this host thread.
static _Thread_local struct dim3 next = {1, 1, 1};
static _Thread_local bool next_is_set;

void emu_cluster_launch(unsigned x, unsigned y, unsigned z)
{
    next = (struct dim3){x, y, z};
    next_is_set = true;
}

static __thread bool is_asking;
static __thread struct dim3 answer;

int emu_cluster_asked(unsigned x, unsigned y, unsigned z)
{
    if (is_asking)
        answer = (struct dim3){x, y, z};
    return is_asking;
}

static struct dim3 ask(void (*body)(void *), const void *closure)
{
    is_asking = true;
    body((void *)(uintptr_t)closure);
    is_asking = false;
    return answer;
}

struct dim3 cluster_dims(const void *function, const char *kernel, void (*body)(void *),
                         const void *closure)
{
    struct dim3 dims = next_is_set ? next : (struct dim3){1, 1, 1};
    const bool set = next_is_set;
    const char *name = NULL;
    struct span span; // emucc's list of kernels that are marked __cluster_dims__
    next_is_set = false;
    for (int number = 0; !set && table_of(TABLE_CLUSTERS, number, &span); number++) {
        const struct emu_cluster_entry *entries = span.begin;
        for (size_t i = 0; i < span.size / sizeof *entries; i++) {
            const struct emu_cluster_entry *entry = &entries[i];
            const size_t length = strlen(entry->kernel);
            if (!name)
                name = function ? kernel_name(function) : kernel;
            if (strncmp(entry->kernel, name, length) == 0 &&
                (name[length] == '\0' || name[length] == '<'))
                dims = entry->dims[0] == 0
                           ? ask(body, closure)
                           : (struct dim3){entry->dims[0], entry->dims[1] ? entry->dims[1] : 1,
                                           entry->dims[2] ? entry->dims[2] : 1};
        }
    }
    return dims;
}

cudaError_t cluster_check(struct dim3 grid, struct dim3 c, char *why, size_t size)
{
    const unsigned long long blocks = (unsigned long long)c.x * c.y * c.z;
    if (blocks == 1)
        return cudaSuccess;
    if (gpu_model()->major < 9) {
        snprintf(why, size, "clusters need compute capability 9.0; this GPU has %d.%d",
                 gpu_model()->major, gpu_model()->minor);
        return cudaErrorInvalidClusterSize;
    }
    if (blocks == 0 || blocks > MAX_CLUSTER) {
        snprintf(why, size, "a cluster of (%u,%u,%u) blocks; it may have 1 to %d", c.x, c.y, c.z,
                 MAX_CLUSTER);
        return cudaErrorInvalidClusterSize;
    }
    if (grid.x % c.x || grid.y % c.y || grid.z % c.z) {
        snprintf(
            why, size,
            "the grid (%u,%u,%u) is not a multiple of the cluster (%u,%u,%u): round it up, and "
            "let the blocks outside take part in what their cluster waits for",
            grid.x, grid.y, grid.z, c.x, c.y, c.z);
        return cudaErrorInvalidClusterSize;
    }
    return cudaSuccess;
}

// ---- Occupancy ----------------------------------------------------------------------------------

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *blocks, const void *kernel,
                                                 const cudaLaunchConfig_t *config)
{
    engine_init();
    if (!blocks || !kernel || !config)
        return set_error(cudaErrorInvalidValue);
    *blocks = gpu_model()->major >= 9 ? MAX_CLUSTER : 1;
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *kernel,
                                           const cudaLaunchConfig_t *config)
{
    engine_init();
    if (!clusters || !kernel || !config)
        return set_error(cudaErrorInvalidValue);
    unsigned size = 1;
    for (unsigned i = 0; i < config->numAttrs; i++)
        if (config->attrs[i].id == cudaLaunchAttributeClusterDimension)
            size = config->attrs[i].val.clusterDim.x * config->attrs[i].val.clusterDim.y *
                   config->attrs[i].val.clusterDim.z;
    const int threads = (int)(config->blockDim.x * config->blockDim.y * config->blockDim.z);
    const int each =
        gpu_blocks_per_sm(threads, config->dynamicSmemBytes + kernel_info(kernel)->static_shared);
    *clusters = size == 0 || size > MAX_CLUSTER ? 0 : each * gpu_model()->sms / (int)size;
    return cudaSuccess;
}
