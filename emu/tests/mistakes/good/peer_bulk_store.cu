// category: peer-bulk-store
// shows: a bulk store to another GPU is complete, not only read, before the flag is set
#include <cstdint>
#include <cstdio>
#include <cstdlib>

const int N = 64;

__global__ void produce(float *box, volatile int *flag)
{
    __shared__ alignas(128) float tile[N];
    tile[threadIdx.x] = 1.5f * threadIdx.x;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        const uint32_t from = (uint32_t)__cvta_generic_to_shared(tile);
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(box), "r"(from) : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence_system();
        *flag = 1;
    }
}

__global__ void consume(const float *box, volatile int *flag, float *out)
{
    if (threadIdx.x == 0)
        while (*flag == 0) { }
    __syncthreads();
    out[threadIdx.x] = box[threadIdx.x] + 1;
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    float h[N], *box, *out;
    int *flag, wrong = 0;
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    cudaSetDevice(0);
    cudaMalloc(&box, N * sizeof(float));
    cudaMalloc(&out, N * sizeof(float));
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    cudaDeviceSynchronize();
    consume<<<1, N>>>(box, flag, out);
    cudaSetDevice(1);
    produce<<<1, N>>>(box, flag);
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; ++i) wrong += h[i] != 1.5f * i + 1;
    printf("%d wrong\n", wrong);
    cudaFree(box); cudaFree(out); cudaFree(flag);
    return wrong != 0;
}
