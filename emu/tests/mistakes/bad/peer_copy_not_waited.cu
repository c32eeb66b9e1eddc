// category: fence-between-gpus
// mistake: nothing makes the kernel wait for the copy from the other GPU
// line: 10 30 31
// cure: cudaEventRecord after the copy, cudaStreamWaitEvent before the kernel
#include <cstdio>
#include <cstdlib>

__global__ void consume(const float *box, float *out)
{
    out[threadIdx.x] = box[threadIdx.x] + 1;    // MISTAKE
}

int main()
{
    const int n = 64;
    setenv("EMU_GPUS", "2", 0);
    float h[n], *from, *box, *out;
    int wrong = 0;
    cudaStream_t copies;
    for (int i = 0; i < n; ++i) h[i] = 1.5f * i;
    cudaSetDevice(1);
    cudaMalloc(&from, n * sizeof(float));
    cudaMemcpy(from, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaSetDevice(0);
    cudaMalloc(&box, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemset(box, 0, n * sizeof(float));
    cudaDeviceSynchronize();
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaMemcpyPeerAsync(box, 0, from, 1, n * sizeof(float), copies);    // MISTAKE
    consume<<<1, n>>>(box, out);    // MISTAKE
    cudaDeviceSynchronize();
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != 1.5f * i + 1;
    printf("%d wrong\n", wrong);
    cudaStreamDestroy(copies);
    cudaFree(from); cudaFree(box); cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/peer_copy_not_waited.cu:10
//   kernel  consume<<<(1,1,1), (64,1,1)>>> on GPU 0
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 256 bytes from cudaMalloc at emu/tests/mistakes/bad/peer_copy_not_waited.cu:25: box[0] of 64 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/peer_copy_not_waited.cu:30 by cudaMemcpyPeerAsync in the stream made at emu/tests/mistakes/bad/peer_copy_not_waited.cu:29; this is the default stream
//   cure    the two run in different streams, or as nodes of a graph that nothing orders: let one wait for the other (cudaEventRecord, cudaStreamWaitEvent, cudaGraphAddDependencies), or use one stream
// emu: 1 kind of mistake, 64 times; first: race at emu/tests/mistakes/bad/peer_copy_not_waited.cu:10
// exit status 1
