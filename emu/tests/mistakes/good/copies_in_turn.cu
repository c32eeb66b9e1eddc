// category: event-misused
// shows: a pipeline over two GPUs: each stream waits for the event of the one before, the host for the last one
#include <cstdio>
#include <cstdlib>

const int N = 64;
const size_t BYTES = N * sizeof(float);

__global__ void twice(float *x)
{
    x[threadIdx.x] *= 2;
}

__global__ void add_one(float *to, const float *from)
{
    to[threadIdx.x] = from[threadIdx.x] + 1;
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    float *in, *out, *a, *b, *c;
    cudaStream_t first, copies, second;
    cudaEvent_t produced, copied;
    int wrong = 0;
    cudaMallocHost(&in, BYTES);
    cudaMallocHost(&out, BYTES);
    cudaSetDevice(0);
    cudaMalloc(&a, BYTES);
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaEventCreate(&produced);
    cudaSetDevice(1);
    cudaMalloc(&b, BYTES);
    cudaMalloc(&c, BYTES);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEventCreate(&copied);
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < N; ++i) in[i] = round + i;
        cudaSetDevice(0);
        cudaMemcpyAsync(a, in, BYTES, cudaMemcpyHostToDevice, first);
        twice<<<1, N, 0, first>>>(a);
        cudaEventRecord(produced, first);
        cudaSetDevice(1);
        cudaStreamWaitEvent(copies, produced, 0);
        cudaMemcpyPeerAsync(b, 1, a, 0, BYTES, copies);
        cudaEventRecord(copied, copies);
        cudaStreamWaitEvent(second, copied, 0);
        add_one<<<1, N, 0, second>>>(c, b);
        cudaMemcpyAsync(out, c, BYTES, cudaMemcpyDeviceToHost, second);
        cudaStreamSynchronize(second);
        for (int i = 0; i < N; ++i) wrong += out[i] != 2 * (round + i) + 1;
    }
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaDeviceSynchronize();
    printf("%d wrong\n", wrong);
    cudaEventDestroy(produced); cudaEventDestroy(copied);
    cudaStreamDestroy(first); cudaStreamDestroy(copies); cudaStreamDestroy(second);
    cudaFree(a); cudaFree(b); cudaFree(c); cudaFreeHost(in); cudaFreeHost(out);
    return wrong != 0;
}
