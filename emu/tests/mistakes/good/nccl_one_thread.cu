// category: collective
// shows: one host thread calls for both ranks, in groups; each buffer is read after its stream was waited for
#include <cstdio>
#include <cstdlib>
#include <nccl.h>

const int RANKS = 2, N = 64;

__global__ void gradient(float *x, int rank)
{
    x[threadIdx.x] = (rank + 1) * threadIdx.x;
}

__global__ void step(float *w, const float *sum)
{
    w[threadIdx.x] = 100 - sum[threadIdx.x] / RANKS;
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    ncclComm_t comm[RANKS];
    cudaStream_t stream[RANKS];
    float *mine[RANKS], *sum[RANKS], *w[RANKS], *all[RANKS], *next[RANKS], h[RANKS * N];
    int wrong = 0;
    if (ncclCommInitAll(comm, RANKS, NULL) != ncclSuccess) return 1;
    for (int r = 0; r < RANKS; ++r) {
        cudaSetDevice(r);
        cudaStreamCreateWithFlags(&stream[r], cudaStreamNonBlocking);
        cudaMalloc(&mine[r], N * sizeof(float));
        cudaMalloc(&sum[r], N * sizeof(float));
        cudaMalloc(&w[r], N * sizeof(float));
        cudaMalloc(&all[r], RANKS * N * sizeof(float));
        cudaMalloc(&next[r], N * sizeof(float));
        gradient<<<1, N, 0, stream[r]>>>(mine[r], r);
    }
    ncclGroupStart();
    for (int r = 0; r < RANKS; ++r)
        ncclAllReduce(mine[r], sum[r], N, ncclFloat, ncclSum, comm[r], stream[r]);
    ncclGroupEnd();
    for (int r = 0; r < RANKS; ++r) {
        cudaSetDevice(r);
        step<<<1, N, 0, stream[r]>>>(w[r], sum[r]);
    }
    ncclGroupStart();
    for (int r = 0; r < RANKS; ++r)
        ncclBroadcast(w[r], w[r], N, ncclFloat, 0, comm[r], stream[r]);
    ncclGroupEnd();
    ncclGroupStart();
    for (int r = 0; r < RANKS; ++r)
        ncclAllGather(mine[r], all[r], N, ncclFloat, comm[r], stream[r]);
    ncclGroupEnd();
    ncclGroupStart();
    for (int r = 0; r < RANKS; ++r) {
        ncclSend(mine[r], N, ncclFloat, (r + 1) % RANKS, comm[r], stream[r]);
        ncclRecv(next[r], N, ncclFloat, (r + RANKS - 1) % RANKS, comm[r], stream[r]);
    }
    ncclGroupEnd();
    for (int r = 0; r < RANKS; ++r) {
        cudaSetDevice(r);
        cudaStreamSynchronize(stream[r]);
        cudaMemcpy(h, w[r], N * sizeof(float), cudaMemcpyDeviceToHost);
        for (int i = 0; i < N; ++i) wrong += h[i] != 100 - 1.5f * i;
        cudaMemcpy(h, all[r], sizeof(h), cudaMemcpyDeviceToHost);
        for (int i = 0; i < RANKS * N; ++i) wrong += h[i] != (i / N + 1) * (i % N);
        cudaMemcpy(h, next[r], N * sizeof(float), cudaMemcpyDeviceToHost);
        for (int i = 0; i < N; ++i) wrong += h[i] != (RANKS - r) * i;
    }
    printf("%d wrong\n", wrong);
    for (int r = 0; r < RANKS; ++r) {
        ncclCommDestroy(comm[r]);
        cudaStreamDestroy(stream[r]);
        cudaFree(mine[r]); cudaFree(sum[r]); cudaFree(w[r]); cudaFree(all[r]); cudaFree(next[r]);
    }
    return wrong != 0;
}
