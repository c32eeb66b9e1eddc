// category: fence-between-gpus
// mistake: the flag is written by an atomic of the device's scope, and the reader is on another GPU
// line: 10 13 21
// cure: atomicExch_system
#include <cstdio>
#include <cstdlib>

__global__ void produce(float *box, int *flag)
{
    box[threadIdx.x] = 1.5f * threadIdx.x;      // MISTAKE
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(flag, 1);
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
// emu: race in global memory: device-scope atomic of 4 bytes, not ordered with another thread's system-scope atomic
//   at      emu/tests/mistakes/bad/peer_flag_of_device.cu:13
//   kernel  produce<<<(1,1,1), (64,1,1)>>> on GPU 1
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 4 bytes from cudaMalloc at emu/tests/mistakes/bad/peer_flag_of_device.cu:35: flag[0] of 1 elements of 4 bytes
//   other   system-scope atomic at emu/tests/mistakes/bad/peer_flag_of_device.cu:19 by block (0,0,0), thread (0,0,0) of consume on GPU 0
//   cure    an atomic excludes only other atomics of threads in its scope: atomicAdd_block those of its block, atomicAdd those of its GPU, atomicAdd_system those of all GPUs and of the host
// emu: race in global memory: system-scope atomic of 4 bytes, not ordered with another thread's device-scope atomic
//   at      emu/tests/mistakes/bad/peer_flag_of_device.cu:19
//   kernel  consume<<<(1,1,1), (64,1,1)>>> on GPU 0
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 4 bytes from cudaMalloc at emu/tests/mistakes/bad/peer_flag_of_device.cu:35: flag[0] of 1 elements of 4 bytes
//   other   device-scope atomic at emu/tests/mistakes/bad/peer_flag_of_device.cu:13 by block (0,0,0), thread (0,0,0) of produce on GPU 1
//   cure    an atomic excludes only other atomics of threads in its scope: atomicAdd_block those of its block, atomicAdd those of its GPU, atomicAdd_system those of all GPUs and of the host
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/peer_flag_of_device.cu:21
//   kernel  consume<<<(1,1,1), (64,1,1)>>> on GPU 0
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 256 bytes from cudaMalloc at emu/tests/mistakes/bad/peer_flag_of_device.cu:33: box[0] of 64 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/peer_flag_of_device.cu:10 by block (0,0,0), thread (0,0,0) of produce on GPU 1
//   cure    let one stream wait for the other (cudaEventRecord, cudaStreamWaitEvent), or publish it to the other GPU: write, __threadfence_system(), then a flag that is volatile or written and read by atomics of system scope (atomicExch_system, st.release.sys, ld.acquire.sys)
// emu: 1 kind of mistake, 66 times; first: race at emu/tests/mistakes/bad/peer_flag_of_device.cu:13
// exit status 1
