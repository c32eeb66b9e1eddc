// category: flag-of-a-copy
// mistake: the stream writes the flag before the copy
// line: 14 42
// cure: the copy first, then the flag, in one stream
#include <cstdio>
#include <cstdlib>
#include <cuda.h>

__global__ void consume(const float *box, volatile int *flag, float *out)
{
    if (threadIdx.x == 0)
        while (*flag == 0) { }
    __syncthreads();
    out[threadIdx.x] = box[threadIdx.x] + 1;    // MISTAKE
}

int main()
{
    const int n = 64;
    setenv("EMU_GPUS", "2", 0);
    float h[n], *from, *box, *out;
    int *flag, wrong = 0;
    cudaStream_t copies, other;
    for (int i = 0; i < n; ++i) h[i] = 1.5f * i;
    cudaSetDevice(0);
    cudaMalloc(&box, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(box, 0, n * sizeof(float));
    cudaMemset(flag, 0, sizeof(int));
    cudaDeviceSynchronize();
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    cudaMalloc(&from, n * sizeof(float));
    cudaMemcpy(from, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaSetDevice(0);
    consume<<<1, n>>>(box, flag, out);
    cudaSetDevice(1);
    cuStreamWriteValue32(copies, (CUdeviceptr)flag, 1, 0);
    cudaMemcpyPeerAsync(box, 0, from, 1, n * sizeof(float), copies);    // MISTAKE
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != 1.5f * i + 1;
    printf("%d wrong\n", wrong);
    cudaStreamDestroy(copies); cudaStreamDestroy(other);
    cudaFree(from); cudaFree(box); cudaFree(out); cudaFree(flag);
    return wrong != 0;
}

// expected:
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/copy_flag_first.cu:14
//   kernel  consume<<<(1,1,1), (64,1,1)>>> on GPU 0
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 256 bytes from cudaMalloc at emu/tests/mistakes/bad/copy_flag_first.cu:26: box[0] of 64 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/copy_flag_first.cu:42 by cudaMemcpyPeerAsync on GPU 1
//   cure    let one stream wait for the other (cudaEventRecord, cudaStreamWaitEvent), or publish it to the other GPU: write, __threadfence_system(), then a flag that is volatile or written and read by atomics of system scope (atomicExch_system, st.release.sys, ld.acquire.sys)
// emu: 1 kind of mistake, 64 times; first: race at emu/tests/mistakes/bad/copy_flag_first.cu:14
// exit status 1
