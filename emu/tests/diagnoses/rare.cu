// SPDX-License-Identifier: MIT
//
// rare.cu: one function for each diagnosis that no program of emu/tests/mistakes/bad/ brings forth.
// `rare trap` runs one, `rare` alone lists them; what each must say stands in expected/.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../ptx/ptx.h"
#include "rare_cases.h"
#include <emu/device/tile.h>
#include <mma.h>

static int *device_ints(int count)
{
    int *d;
    cudaMalloc(&d, count * sizeof *d);
    cudaMemset(d, 0, count * sizeof *d);
    return d;
}

// ---- Pointers -----------------------------------------------------------------------------------

__global__ void store(int *x) { x[1] = 1; }
CASE(nowhere) { store<<<1, 1>>>((int *)0x7700000000); }

__global__ void copy_bytes(int *x, const void *from, int n) { memcpy(x, from, n); }
CASE(library_function) { copy_bytes<<<1, 1>>>(device_ints(4), (void *)8, 4); }

__global__ void free_it(int *x) { free(x); }
CASE(free_in_kernel) { free_it<<<1, 1>>>(device_ints(4)); }

CASE(copy_to_host) { cudaMemcpy(device_ints(4), device_ints(4), 4, cudaMemcpyDeviceToHost); }

static int host_variable;
CASE(no_symbol)
{
    const int value = 1;
    cudaMemcpyToSymbol(host_variable, &value, sizeof value);
}

// ---- Shared memory ------------------------------------------------------------------------------

__global__ void large_array(int *x)
{
    __shared__ char s[50000];
    s[threadIdx.x] = (char)x[0];
    x[0] = s[threadIdx.x];
}
CASE(static_too_large) { large_array<<<1, 1>>>(device_ints(4)); }

#define ONE(name) \
    __shared__ int s##name; \
    s##name = x[0]; \
    x[0] = s##name;
#define FOUR(name) ONE(name##0) ONE(name##1) ONE(name##2) ONE(name##3)
#define SIXTEEN(name) FOUR(name##0) FOUR(name##1) FOUR(name##2) FOUR(name##3)
#define MANY(name) SIXTEEN(name##0) SIXTEEN(name##1) SIXTEEN(name##2) SIXTEEN(name##3)
__global__ void many_arrays(int *x){MANY(0) MANY(1) MANY(2) MANY(3)} CASE(too_many_arrays)
{
    many_arrays<<<1, 1>>>(device_ints(4));
}

__shared__ int everybody[4];
CASE(shared_on_host) { everybody[0] = 1; }

// ---- Warps, barriers, tiles ---------------------------------------------------------------------

__global__ void shuffle_five(int *x) { x[threadIdx.x] = __shfl_sync(~0u, 1, 0, 5); }
CASE(shuffle_width) { shuffle_five<<<1, 32>>>(device_ints(32)); }

__global__ void barrier_16(void) { __barrier_sync(16); }
CASE(barrier_number) { barrier_16<<<1, 32>>>(); }

__global__ void whole_block(bool all, const char *another)
{
    if (all || threadIdx.x < 32)
        emu_tile_operation("row_load", 64);
    if (another)
        emu_tile_operation(threadIdx.x < 63 ? "row_sum" : "row_map", 64);
}
CASE(tile_of_other_block) { whole_block<<<1, 32>>>(true, NULL); }
CASE(tile_in_branch) { whole_block<<<1, 64>>>(false, NULL); }
CASE(tile_two_branches) { whole_block<<<1, 64>>>(true, "row_map"); }

// ---- Asynchronous copies, matrices --------------------------------------------------------------

__global__ void copy_async(int *x, int bytes, int groups)
{
    __shared__ int s[4];
    cp_async_ca_4(&s[0], x, bytes);
    cp_async_wait_group(groups);
    x[0] = s[0];
}
CASE(async_size) { copy_async<<<1, 1>>>(device_ints(4), 5, 0); }
CASE(async_groups) { copy_async<<<1, 1>>>(device_ints(4), 4, 9); }

__global__ void load_matrix(int *x, int step, int first, bool from_global)
{
    __shared__ __align__(16) int s[128];
    unsigned r[4];
    for (int i = 0; i < 4; i++)
        s[32 * i + threadIdx.x] = 1;
    __syncthreads();
    ldmatrix_x4(r, from_global ? x : s + step * threadIdx.x + first);
    x[threadIdx.x] = (int)r[0];
}
CASE(ldmatrix_global) { load_matrix<<<1, 32>>>(device_ints(32), 4, 0, true); }
CASE(ldmatrix_misaligned) { load_matrix<<<1, 32>>>(device_ints(32), 3, 0, false); }
CASE(ldmatrix_outside) { load_matrix<<<1, 32>>>(device_ints(32), 4, 8, false); }

__global__ void multiply(float *x, int lanes)
{
    unsigned a[4] = {0}, b[2] = {0};
    float d[4] = {0};
    if ((int)threadIdx.x < lanes)
        mma_m16n8k16_f32_f16_f16_f32(d, a, b, d);
    x[threadIdx.x] = d[0];
}
__global__ void load_half(int *x)
{
    __shared__ __align__(16) int s[32];
    unsigned r[2];
    s[threadIdx.x] = 1;
    __syncthreads();
    ldmatrix_x2(r, threadIdx.x < 16 ? s + 4 * (threadIdx.x % 8) : x + 1);
    x[threadIdx.x] = (int)r[0];
}
CASE(ldmatrix_x2_on_t4)
{
    setenv("EMU_GPU_NAME", "t4", 1);
    load_half<<<1, 32>>>(device_ints(32));
}

__global__ void load_fragment(float *x, int first, unsigned ld)
{
    __shared__ __align__(32) __half s[16 * 48];
    for (int i = (int)threadIdx.x; i < 16 * 48; i += 32)
        s[i] = 1;
    __syncwarp();
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __half, nvcuda::wmma::row_major> a;
    nvcuda::wmma::load_matrix_sync(a, s + first, ld);
    x[threadIdx.x] = a.x[0];
}
CASE(wmma_rows) { load_fragment<<<1, 32>>>((float *)device_ints(32), 0, 18); }
CASE(wmma_address) { load_fragment<<<1, 32>>>((float *)device_ints(32), 8, 24); }
CASE(wmma_right) { load_fragment<<<1, 32>>>((float *)device_ints(32), 16, 24); }

CASE(mma_diverged) { multiply<<<1, 32>>>((float *)device_ints(32), 16); }
CASE(mma_on_t4)
{
    setenv("EMU_GPU_NAME", "t4", 1);
    multiply<<<1, 32>>>((float *)device_ints(32), 32);
}

// ---- Arithmetic ---------------------------------------------------------------------------------

__global__ void divide(int *x, int a, int b) { x[0] = a / b; }
CASE(division_by_zero) { divide<<<1, 1>>>(device_ints(1), 1, 0); }
CASE(division_overflow) { divide<<<1, 1>>>(device_ints(1), -2147483647 - 1, -1); }

// ---- Leaving ------------------------------------------------------------------------------------

__global__ void trap_it(void) { __trap(); }
CASE(trap) { trap_it<<<1, 1>>>(); }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wreturn-type"
__device__ __noinline__ int half_a_function(int x)
{
    if (x > 0)
        return x;
}
#pragma GCC diagnostic pop
__global__ void call_it(int *x) { x[0] = half_a_function(x[0]); }
CASE(missing_return) { call_it<<<1, 1>>>(device_ints(1)); }

__global__ void all_store(int *x, bool same) { x[0] = same ? 1 : (int)threadIdx.x; }
CASE(stores_of_one_value) { all_store<<<1, 32>>>(device_ints(1), true); }
CASE(stores_of_values) { all_store<<<1, 32>>>(device_ints(1), false); }

__global__ void assert_it(int x) { assert(x == 1); }
CASE(assertion) { assert_it<<<1, 32>>>(2); }

__host__ __device__ static void leave(void) { exit(3); } __global__ void exit_it(void) { leave(); }
CASE(exit_in_kernel) { exit_it<<<1, 1>>>(); }

// memcpy() and the like beyond a local variable, the last one as far as its length.
__device__ void copy_some(float *to, const float *from, int bytes) { memcpy(to, from, bytes); }
__global__ void copy_beyond(float *p, int which)
{
    float some[4];
    if (which == 0)
        copy_some(some, p, 32 * 4);
    else if (which == 1)
        std::memmove(p, some, sizeof some + 4);
    else if (which == 2)
        memset(some, 0, 4 * sizeof some);
    else
        copy_some(some, p, sizeof some), memset(some, 0, sizeof some), copy_some(p, some, 16);
    p[threadIdx.x] = some[threadIdx.x];
}
CASE(memcpy_beyond) { copy_beyond<<<1, 1>>>((float *)device_ints(32), 0); }
CASE(memmove_beyond) { copy_beyond<<<1, 1>>>((float *)device_ints(32), 1); }
CASE(memset_beyond) { copy_beyond<<<1, 1>>>((float *)device_ints(32), 2); }
CASE(memcpy_of_all) { copy_beyond<<<1, 1>>>((float *)device_ints(32), 3); }

CASE(ends_by__exit)
{
    trap_it<<<1, 1>>>();
    cudaDeviceSynchronize();
    _exit(0);
}
CASE(ends_by_quick_exit)
{
    trap_it<<<1, 1>>>();
    cudaDeviceSynchronize();
    quick_exit(0);
}
CASE(forked)
{
    int *d = device_ints(1);
    if (fork() == 0) {
        trap_it<<<1, 1>>>();
        _exit(cudaGetLastError());
    }
    wait(NULL);
    cudaFree(d);
}
CASE(ends_by_system_call)
{
    trap_it<<<1, 1>>>();
    cudaDeviceSynchronize();
    syscall(SYS_exit_group, 0);
}
CASE(ends_as_another_program)
{
    trap_it<<<1, 1>>>();
    cudaDeviceSynchronize();
    if (vfork() == 0) // a child may replace itself
        execlp("true", "true", (char *)NULL), _exit(3);
    int status;
    wait(&status);
    fprintf(stderr, "status of the child: %d, of system(): %d\n", status, system("true"));
    execlp("true", "true", (char *)NULL);
}
// A lock that nothing has initialized: the result of the exchange is used.
__global__ void lock_unset(int *lock)
{
    __shared__ int turn;
    if (atomicExch(lock, 1) == 7 || atomicExch(&turn, 1) == 7)
        *lock = 2;
}
CASE(lock_never_set)
{
    int *lock;
    cudaMalloc(&lock, sizeof *lock);
    lock_unset<<<1, 1>>>(lock);
}
__global__ void replace(int by_number) { by_number ? syscall(SYS_exit_group, 0) : execlp("true", "true", (char *)NULL); }
CASE(exec_in_kernel) { replace<<<1, 1>>>(0); }
CASE(system_call_in_kernel) { replace<<<1, 1>>>(1); }
// Elements of structures in shared memory, by name.
struct __align__(16) Ring {
    __device__ int first() const { return count; }
    static const int stages = 4;
    enum { wide = 3 };
    unsigned long long full[stages], empty[stages];
    int count, *next;
    float tile[2][8];
};
struct Bits {
    int low : 3, high : 5;
    int rest;
};
__global__ void members_unset(int which)
{
    __shared__ Ring rings[2], one;
    __shared__ struct {
        int head;
        short body[4][6];
    } own;
    __shared__ Bits bits; // is not described
    int read = which == 0   ? (int)rings[1].tile[1][5]
               : which == 1 ? (int)one.empty[3]
               : which == 2 ? one.first()
               : which == 3 ? own.body[2][1]
                            : bits.rest;
    if (read == 77)
        bits.rest = own.head = one.count = rings[0].count = 1;
}
CASE(member_two_dimensions) { members_unset<<<1, 1>>>(0); }
CASE(member_of_ring) { members_unset<<<1, 1>>>(1); }
CASE(member_alone) { members_unset<<<1, 1>>>(2); }
CASE(member_of_own_structure) { members_unset<<<1, 1>>>(3); }
CASE(member_of_bit_fields) { members_unset<<<1, 1>>>(4); }

__constant__ float factors[4];
__device__ void set_one(float *x) { *x = 1; } // by way of a pointer: else emucc refuses it
__global__ void set_factor(int i) { set_one(factors + i); }
__global__ void get_factor(float *x) { *x = factors[0]; }
CASE(constant_written)
{
    float *x;
    cudaMalloc(&x, sizeof *x);
    set_factor<<<1, 1>>>(2);
    get_factor<<<1, 1>>>(x);
}

#include "rare_wgmma.h"

// ---- Copies -------------------------------------------------------------------------------------

// The program has requested the address of one variable only, not of the one behind it.
__device__ int neighbours_0[4], neighbours_1[4], neighbours_2[4];
CASE(variable_behind_another)
{
    const int host[4] = {};
    int *known;
    cudaGetSymbolAddress((void **)&known, neighbours_1);
    cudaMemcpy(known + 4 == neighbours_0 ? neighbours_0 : neighbours_2, host, sizeof host,
               cudaMemcpyHostToDevice);
}

CASE(slices_unwritten)
{
    const cudaExtent extent = make_cudaExtent(16, 2, 3);
    cudaMemcpy3DParms copy = {};
    char to[3][2][16];
    cudaMalloc3D(&copy.srcPtr, extent);
    copy.dstPtr = make_cudaPitchedPtr(to, 16, 16, 2);
    copy.extent = extent;
    copy.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&copy);
    if (to[2][1][3] == 77)
        puts("77");
}

// ---- Fences -------------------------------------------------------------------------------------

// The last block fences before it reads. The others do not fence after they have written.
__global__ void last_block(int *x, int *sum, unsigned *arrived)
{
    x[blockIdx.x] = 1;
    __syncthreads();
    if (atomicInc(arrived, gridDim.x - 1) < gridDim.x - 1)
        return;
    __threadfence();
    *sum = x[0] + x[1];
}
CASE(reader_fences)
{
    last_block<<<2, 1>>>(device_ints(2), device_ints(1), (unsigned *)device_ints(1));
}

int main(int argc, char **argv) { return run_cases(argc, argv); }
