// SPDX-License-Identifier: MIT
//
// system_calls.cu: the host reads and writes files with memory that it shares with the device,
// while a kernel or a copy is busy with other memory of the same page.
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../headers/check.h"

enum { N = 20001, HALF = 10001 }; // no multiple of a page, nor of a word

__global__ void fill(char *x, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        x[i] = (char)(i % 101);
}

static bool is_filled(const char *x, int first, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] != (char)((first + i) % 101))
            return false;
    return true;
}

// Two halves in turn: one is copied while the other is written to the file or read from it.
static void by_halves(FILE *file, char *device, cudaStream_t stream)
{
    char *buffer;
    cudaMallocHost(&buffer, 2 * HALF);
    cudaMemcpyAsync(buffer, device, HALF, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpyAsync(buffer + HALF, device + HALF, N - HALF, cudaMemcpyDeviceToHost, stream);
    HOST_CHECK(fwrite(buffer, 1, HALF, file) == HALF);
    cudaStreamSynchronize(stream);
    HOST_CHECK(fwrite(buffer + HALF, 1, N - HALF, file) == N - HALF);
    rewind(file);
    HOST_CHECK(fread(buffer, 1, HALF, file) == HALF);
    cudaMemcpyAsync(device, buffer, HALF, cudaMemcpyHostToDevice, stream);
    HOST_CHECK(fread(buffer + HALF, 1, N - HALF, file) == N - HALF);
    cudaStreamSynchronize(stream);
    HOST_CHECK(is_filled(buffer, 0, HALF) && is_filled(buffer + HALF, HALF, N - HALF));
    cudaFreeHost(buffer);
}

// A kernel fills one part of managed memory, the host sends and fills the other.
static void beside_a_kernel(FILE *file)
{
    char *x;
    const int f = fileno(file);
    cudaMallocManaged(&x, 2 * N);
    fill<<<1, 256>>>(x, N);
    cudaDeviceSynchronize();
    fill<<<1, 256>>>(x + N, N);
    HOST_CHECK(pwrite(f, x, N, 0) == N);
    cudaDeviceSynchronize();
    fill<<<1, 256>>>(x + N, N);
    HOST_CHECK(lseek(f, 0, SEEK_SET) == 0 && read(f, x, N) == N);
    cudaDeviceSynchronize();
    fill<<<1, 256>>>(x + N, N);
    const struct iovec pieces[] = {{x + HALF, N - HALF}, {x, HALF}};
    HOST_CHECK(lseek(f, 0, SEEK_SET) == 0 && writev(f, pieces, 2) == N);
    cudaDeviceSynchronize();
    HOST_CHECK(is_filled(x, 0, N) && is_filled(x + N, 0, N));
    cudaFree(x);
}

int main()
{
    char *device;
    cudaStream_t stream;
    FILE *file = tmpfile();
    HOST_CHECK(file && !cudaMalloc(&device, N) && !cudaStreamCreate(&stream));
    fill<<<1, 256, 0, stream>>>(device, N);
    by_halves(file, device, stream);
    beside_a_kernel(file);
    fclose(file);
    cudaFree(device);
    cudaStreamDestroy(stream);
    return check_result();
}
