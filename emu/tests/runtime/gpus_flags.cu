// expect: ok
// SPDX-License-Identifier: MIT
//
// Two to four GPUs, a host thread for each, whose kernels wait for flags that kernels of other GPUs
// set. Flags are volatile, atomic or by inline PTX.
#include "../headers/check.h"
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 4, ROUNDS = 20, TILES = 12, TILE = 64 };
#define CUDA(call) HOST_CHECK((call) == cudaSuccess)

struct world {
    int gpus;
    int *flags[MOST];  // of each GPU: TILES from each rank, then one to play with
    int *inbox[MOST];  // TILES * TILE from each rank
    int *own[MOST];    // what a rank sends
    int *result[MOST]; // sums over all ranks
    pthread_barrier_t barrier;
};
static struct world world;

// ---- Ping-pong ----------------------------------------------------------------------------------

__device__ void set_flag(int *flag, int value) { *(volatile int *)flag = value; }

__device__ void await_flag(int *flag, int value)
{
    while (*(volatile int *)flag < value)
        __nanosleep(20);
}

// The ball goes round all ranks. Each adds one to it.
__global__ void play(int *mine, int *ball, int *next_flag, int *next_ball, int rank)
{
    for (int round = 1; round <= ROUNDS; round++) {
        if (rank > 0 || round > 1)
            await_flag(mine, rank > 0 ? round : round - 1);
        __threadfence_system();
        *next_ball = *ball + 1;
        __threadfence_system();
        set_flag(next_flag, round);
    }
}

// ---- A kernel that pushes tiles, and one that waits for each of them ----------------------------

__device__ void release_add(int *flag)
{
    asm volatile("red.release.sys.global.add.s32 [%0], 1;" ::"l"(flag) : "memory");
}

__device__ int acquire(const int *flag)
{
    int value;
    asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
    return value;
}

struct peers {
    int *inbox[MOST], *flags[MOST];
};

// Block b sends tiles b, b + gridDim.x, ... to every GPU.
__global__ void push(const int *own, struct peers to, int rank, int gpus)
{
    for (int tile = blockIdx.x; tile < TILES; tile += gridDim.x) {
        for (int peer = 0; peer < gpus; peer++) {
            const int i = tile * TILE + threadIdx.x;
            to.inbox[peer][rank * TILES * TILE + i] = own[i];
        }
        __threadfence_system();
        __syncthreads();
        if ((int)threadIdx.x < gpus)
            release_add(&to.flags[threadIdx.x][rank * TILES + tile]);
    }
}

__global__ void add(const int *inbox, const int *flags, int *result, int gpus)
{
    const int tile = blockIdx.x, i = tile * TILE + threadIdx.x;
    int sum = 0;
    for (int rank = 0; rank < gpus; rank++) {
        if (threadIdx.x == 0)
            while (acquire(&flags[rank * TILES + tile]) == 0)
                ;
        __syncthreads();
        sum += inbox[rank * TILES * TILE + i];
    }
    result[i] = sum;
}

// The same in two kernels: one only waits for all flags, and the next one in the stream only adds.
__global__ void await_all(const int *flags, int count)
{
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        while (acquire(&flags[i]) == 0)
            ;
}

__global__ void add_all(const int *inbox, int *result, int gpus)
{
    const int i = blockIdx.x * TILE + threadIdx.x;
    int sum = 0;
    for (int rank = 0; rank < gpus; rank++)
        sum += inbox[rank * TILES * TILE + i];
    result[i] = sum;
}

// ---- Ranks --------------------------------------------------------------------------------------

static void allocate(int rank)
{
    struct world *w = &world;
    int host[TILES * TILE];
    const size_t flags = (MOST * TILES + 1) * sizeof(int), all = MOST * sizeof host;
    for (int i = 0; i < TILES * TILE; i++)
        host[i] = (rank + 1) * i;
    CUDA(cudaSetDevice(rank));
    for (int peer = 0; peer < w->gpus; peer++)
        if (peer != rank)
            CUDA(cudaDeviceEnablePeerAccess(peer, 0));
    CUDA(cudaMalloc(&w->flags[rank], flags));
    CUDA(cudaMemset(w->flags[rank], 0, flags));
    CUDA(cudaMalloc(&w->inbox[rank], all));
    CUDA(cudaMemset(w->inbox[rank], 0, all));
    CUDA(cudaMalloc(&w->own[rank], sizeof host));
    CUDA(cudaMemcpy(w->own[rank], host, sizeof host, cudaMemcpyHostToDevice));
    CUDA(cudaMalloc(&w->result[rank], sizeof host));
    CUDA(cudaDeviceSynchronize());
    pthread_barrier_wait(&w->barrier);
}

static void play_ball(int rank)
{
    struct world *w = &world;
    const int next = (rank + 1) % w->gpus;
    int ball;
    play<<<1, 1>>>(w->flags[rank] + MOST * TILES, w->inbox[rank], w->flags[next] + MOST * TILES,
                   w->inbox[next], rank);
    CUDA(cudaDeviceSynchronize());
    pthread_barrier_wait(&w->barrier);
    CUDA(cudaMemcpy(&ball, w->inbox[rank], sizeof ball, cudaMemcpyDeviceToHost));
    HOST_CHECK(ball == (rank == 0 ? ROUNDS * w->gpus : (ROUNDS - 1) * w->gpus + rank));
    pthread_barrier_wait(&w->barrier);
}

static void launch_add(int rank, bool in_one_kernel)
{
    struct world *w = &world;
    if (in_one_kernel) {
        add<<<TILES, TILE>>>(w->inbox[rank], w->flags[rank], w->result[rank], w->gpus);
        return;
    }
    await_all<<<1, 64>>>(w->flags[rank], w->gpus * TILES);
    add_all<<<TILES, TILE>>>(w->inbox[rank], w->result[rank], w->gpus);
}

static void push_and_add(int rank, bool in_one_kernel)
{
    struct world *w = &world;
    struct peers to = {};
    int host[TILES * TILE];
    cudaStream_t sender;
    CUDA(cudaStreamCreateWithFlags(&sender, cudaStreamNonBlocking));
    for (int peer = 0; peer < w->gpus; peer++) {
        to.inbox[peer] = w->inbox[peer];
        to.flags[peer] = w->flags[peer];
    }
    if (rank % 2 == 0) { // the kernel that waits is launched first
        launch_add(rank, in_one_kernel);
        push<<<3, TILE, 0, sender>>>(w->own[rank], to, rank, w->gpus);
    } else {
        push<<<3, TILE, 0, sender>>>(w->own[rank], to, rank, w->gpus);
        launch_add(rank, in_one_kernel);
    }
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpy(host, w->result[rank], sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < TILES * TILE; i++)
        HOST_CHECK(host[i] == w->gpus * (w->gpus + 1) / 2 * i);
    CUDA(cudaStreamDestroy(sender));
    CUDA(cudaMemset(w->flags[rank], 0, MOST * TILES * sizeof(int)));
    CUDA(cudaMemset(w->inbox[rank], 0, MOST * sizeof host));
    CUDA(cudaDeviceSynchronize());
    pthread_barrier_wait(&w->barrier);
}

static void *run_rank(void *number)
{
    struct world *w = &world;
    const int rank = (int)(size_t)number;
    allocate(rank);
    play_ball(rank);
    push_and_add(rank, true);
    push_and_add(rank, false);
    for (int peer = 0; peer < w->gpus; peer++)
        if (peer != rank)
            CUDA(cudaDeviceDisablePeerAccess(peer));
    CUDA(cudaFree(w->flags[rank]));
    CUDA(cudaFree(w->inbox[rank]));
    CUDA(cudaFree(w->own[rank]));
    CUDA(cudaFree(w->result[rank]));
    return NULL;
}

int main()
{
    setenv("EMU_GPUS", "4", 0);
    int count;
    cudaGetDeviceCount(&count);
    for (world.gpus = 2; world.gpus <= MOST && world.gpus <= count; world.gpus++) {
        pthread_t threads[MOST];
        pthread_barrier_init(&world.barrier, NULL, (unsigned)world.gpus);
        for (int r = 0; r < world.gpus; r++)
            pthread_create(&threads[r], NULL, run_rank, (void *)(size_t)r);
        for (int r = 0; r < world.gpus; r++)
            pthread_join(threads[r], NULL);
        pthread_barrier_destroy(&world.barrier);
    }
    return check_result();
}
