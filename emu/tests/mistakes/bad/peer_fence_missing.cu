// category: fence-between-gpus
// mistake: nothing orders the data before the flag
// line: 10 20
// cure: __threadfence_system() between the data and the flag
#include <cstdio>
#include <cstdlib>

__global__ void produce(float *box, int *flag)
{
    box[threadIdx.x] = 1.5f * threadIdx.x;      // MISTAKE
    __syncthreads();
    if (threadIdx.x == 0) atomicExch_system(flag, 1);
}

__global__ void consume(const float *box, int *flag, float *out)
{
    if (threadIdx.x == 0)
        while (atomicAdd_system(flag, 0) == 0) { }
    __syncthreads();
    out[threadIdx.x] = box[threadIdx.x] + 1;    // MISTAKE
}

int main()
{
    const int n = 64;
    setenv("EMU_GPUS", "2", 0);
    float h[n], *box, *out;
    int *flag, wrong = 0;
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    cudaSetDevice(0);
    cudaMalloc(&box, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    cudaDeviceSynchronize();
    consume<<<1, n>>>(box, flag, out);
    cudaSetDevice(1);
    produce<<<1, n>>>(box, flag);
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != 1.5f * i + 1;
    printf("%d wrong\n", wrong);
    cudaFree(box); cudaFree(out); cudaFree(flag);
    return wrong != 0;
}

// expected:
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/peer_fence_missing.cu:20
//   kernel  consume<<<(1,1,1), (64,1,1)>>> on GPU 0
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 256 bytes from cudaMalloc at emu/tests/mistakes/bad/peer_fence_missing.cu:32: box[0] of 64 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/peer_fence_missing.cu:10 by block (0,0,0), thread (0,0,0) of produce on GPU 1
//   cure    let one stream wait for the other (cudaEventRecord, cudaStreamWaitEvent), or publish it to the other GPU: write, __threadfence_system(), then a flag that is volatile or written and read by atomics of system scope (atomicExch_system, st.release.sys, ld.acquire.sys)
// emu: 1 kind of mistake, 64 times; first: race at emu/tests/mistakes/bad/peer_fence_missing.cu:20
// exit status 1
