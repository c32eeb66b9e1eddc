// SPDX-License-Identifier: MIT
//
// engine.h: the inside of the emulated GPU. Only files of this folder include it and the headers
// beside it, which declare
//
//   array.h       CUDA arrays, and what textures read
//   device.h      the GPU that is shown, and what is known of a kernel
//   arena.h       the memory that a kernel can reach
//   thread.h      launches, blocks, threads
//   check.h       may this thread touch that memory now? (cells.h: how that is known)
//   count.h       what a launch costs (tally.h: how that is counted)
//   stream.h      what the device may still be doing while the host goes on
//   report.h      what went wrong
//   launch.h      launches by libraries (emu/libraries/)
//
// The parts:
//
//   device.c      which GPU is shown: its properties, its limits
//   arena.c       the address space: device memory, managed memory, shared windows, stacks, shadow
//   places.c      which of its addresses are whose; freed ones rest
//   budget.c      how much memory this PC can give
//   memory.c      cudaMalloc and its family
//   array.c       CUDA arrays (array.h); copy_array.c: copies of boxes
//   texture.c     texture and surface objects; fetch.c: what they give
//   copy.c        cudaMemcpy, cudaMemset and theirs
//   symbol.c      __device__ variables
//   heap.c        malloc and new in kernels
//   stream.c      streams and events
//   graph.c       CUDA graphs (graph.h); graph_run.c runs them, capture.c makes them of streams
//   nested.c      launches by kernels
//   kernel_type.c how a kernel is launched whose address alone is given
//   pending.c     host code that does not wait
//   runtime.c     start-up, errors, the device
//   kernel.c      attributes and occupancy
//   launch.c      checks a launch, workers
//   resident.c    blocks that have begun
//   shared.c      the shared arrays of a block
//   fiber.c       a thread of a kernel as a fiber
//   block.c       one block: its fibers
//   turn.c        when a thread lets others run
//   barrier.c     where its threads wait for each other
//   warp.c        shuffles, votes
//   matrix.c      ldmatrix, stmatrix, mma.sync
//   tensor.c      how mma.sync multiplies and adds
//   warpgroup.c   where four warps wait for each other (warpgroup.h)
//   wgmma.c       products of a warpgroup that run beside it
//   wgmma_tile.c  where the elements of its tiles stand
//   wgmma_check.c descriptors that make no sense
//   sheets.c      what the copy engine brought, for those who look at descriptors (sheets.h)
//   wgmma_multiply.c  how it multiplies and adds
//   wgmma_registers.c  A in registers, D anywhere, as inline PTX has them
//   accumulators.c  registers that it adds to, and who touches them too early
//   registers.c   setmaxnreg
//   cluster.c     blocks that run together, and their barrier (cluster.h)
//   cluster_leave.c  blocks that end while others still use their shared memory
//   cluster_launch.c  how large the clusters of a launch are
//   known.c       what their threads know to be over in each other
//   mbarrier.c, mbarrier_phase.c  barriers that count arrivals and bytes (mbarrier.h)
//   mbarrier_report.c  what is said of them
//   bulk.c        loads by the copy engine (bulk.h)
//   bulk_store.c  its stores
//   box.c         where the bytes of its boxes lie
//   tensor_map.c  the maps that say so
//   proxy.c       what it and wgmma see of ordinary stores (proxy.h)
//   readers.c     which warps read a tile last
//   atomic.c      atomics, fences
//   async.c       asynchronous copies
//   callouts.c    every load and store that is a call, answered where that is quick
//   access.c      every load and store: allowed?
//   wild.c        pointers that lead nowhere
//   bounds.c      indices beyond an array's extent
//   check.c       races, unwritten memory
//   marks.c       words that need no second look (marks.h)
//   sample.c      blocks that are checked, and others
//   cells.c       the memory that remembers who touched what
//   race.c        tells of races and unwritten memory
//   order.c       what comes before what
//   count.c       requests, sectors, wavefronts
//   count_copy.c  the same for asynchronous copies and ldmatrix
//   trace.c       what the warps of one block do, one after another
//   record.c      the same, written down for pictures (EMU_TRACE)
//   expect.c      how long a launch would take (emu/timing/)
//   counters.c    what was counted, by name
//   listing.c     the counters line by line
//   image.c       the program's own variables
//   function.c    the name of a kernel
//   elf_file.c    a program or library on disk and its symbols
//   operation.c   operations of the whole block
//   fault.c       segmentation faults, explained
//   division.c    integer divisions that have no result
//   leave.c       abort, exit and pthread_exit in a kernel
//   print.c       what a kernel prints
//   environment.c what the user's variables may say
//   watchdog.c    kernels that never end
//   forecast.c    kernels that take long (forecast.h)
//   name.c        what the program calls an allocation
//   where.c       program counter -> line
//   stack.c       the nearest caller that is the user's
//   report.c      what went wrong, where, who, what to do
//   leaks.c       memory that was never freed
//   told.c        how often, what kinds, and the last line
//   named.c       arrays that have rows and columns
#ifndef ENGINE_H
#define ENGINE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h"
// Programs see the built-in variables as constants; here they are set.
#define threadIdx emu_constant_threadIdx
#define blockIdx emu_constant_blockIdx
#define blockDim emu_constant_blockDim
#define gridDim emu_constant_gridDim
#include "emu.h"
#undef threadIdx
#undef blockIdx
#undef blockDim
#undef gridDim

enum {
    WARP = 32,
    MAX_THREADS = 1024,
    MAX_WARPS = MAX_THREADS / WARP,
    MAX_BARRIERS = 16,
    MAX_UNORDERED = 64
};

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
// The address in the program that asked for something; one back, it lies inside the call.
#define CALLER() ((const char *)__builtin_return_address(0) - 1)
extern const char __executable_start[]; // of the program's code and data, says the linker

// ---- runtime.c ----------------------------------------------------------------------------------

// Remembers an error for cudaGetLastError, and where it arose, should nobody ever ask. Returns it.
cudaError_t set_error_at(cudaError_t error, const char *pc);
#define set_error(error) \
    set_error_at(error, CALLER()) // in a function that the program called itself
void report_unseen_error(void);
void set_sticky_error(cudaError_t error); // every later call returns it, as after a crashed kernel
cudaError_t sticky_error(void);
bool engine_was_forked(void);       // this process is a child of the one that began to use the GPU
void engine_init(void);             // once, by the first call of any kind
extern pthread_mutex_t engine_lock; // one runtime call at a time
extern pthread_mutex_t heap_lock;   // malloc and free of kernels

// ---- copy.c -------------------------------------------------------------------------------------

void note_copied_to_host(size_t bytes); // under engine_lock

// ---- environment.c ------------------------------------------------------------------------------

void environment_check(void); // ends the program where a variable EMU_... has no meaning
double environment_seconds(const char *name, double otherwise);
bool environment_has(const char *name); // set, and neither empty nor 0

#endif
