// category: misaligned-access
// mistake: a 4-byte int is read from byte offset 1 of a 5-byte packed record
// line: 13
// cure: assemble the int from bytes (memcpy to a local), or pad the record to 8 bytes
#include <cstdio>
#include <cstring>

__global__ void sum_records(const unsigned char *bytes, int count, int *sum)
{
    int i = threadIdx.x;
    if (i < count) {
        const unsigned char *rec = bytes + 5 * i;   // 1 byte tag, 4 bytes value
        int value = *(const int *)(rec + 1);        // MISTAKE
        if (rec[0] == 'v') atomicAdd(sum, value);
    }
}

int main()
{
    const int count = 30;
    unsigned char h[5 * count], *d;
    int *sum, r = 0;
    for (int i = 0; i < count; ++i) {
        h[5 * i] = 'v';
        memcpy(h + 5 * i + 1, &i, 4);
    }
    cudaMalloc(&d, sizeof(h));
    cudaMalloc(&sum, sizeof(int));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(sum, 0, sizeof(int));
    sum_records<<<1, 32>>>(d, count, sum);
    cudaMemcpy(&r, sum, sizeof(int), cudaMemcpyDeviceToHost);
    printf("sum %d, error %s\n", r, cudaGetErrorName(cudaGetLastError()));
    cudaFree(d);
    cudaFree(sum);
    return r != count * (count - 1) / 2;
}

// expected:
// emu: misaligned: read of 4 bytes
//   at      emu/tests/mistakes/bad/misaligned_packed_record.cu:13
//   kernel  sum_records<<<(1,1,1), (32,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 1 of the 150 bytes from cudaMalloc at emu/tests/mistakes/bad/misaligned_packed_record.cu:27
//   cure    an access must start at a multiple of its size: check casts, offsets and packed structures
// emu: 1 kind of mistake, once; first: misaligned at emu/tests/mistakes/bad/misaligned_packed_record.cu:13
// exit status 1
