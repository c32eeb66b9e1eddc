// category: missing-fence
// shows: producer block, __threadfence, volatile flag; consumer polls the volatile flag, fence, reads
#include <cstdio>

__global__ void hand_over(int *box, volatile int *ready, int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        box[t] = t * t;
        __threadfence();
        __syncthreads();
        if (t == 0) *ready = 1;
    } else {
        if (t == 0) {
            while (*ready == 0) { }
            __threadfence();
        }
        __syncthreads();
        out[t] = box[t] + 1;
    }
}

int main()
{
    int h[64], *box, *ready, *out, wrong = 0;
    cudaMalloc(&box, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMalloc(&ready, sizeof(int));
    cudaMemset(ready, 0, sizeof(int));
    hand_over<<<2, 64>>>(box, ready, out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; ++i) wrong += h[i] != i * i + 1;
    printf("%d wrong\n", wrong);
    cudaFree(box); cudaFree(out); cudaFree(ready);
    return wrong;
}
