// SPDX-License-Identifier: MIT
//
// free_beside.cu: arrays of sizes around a page, each freed between two other arrays, whose
// contents must not change.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

int main()
{
    for (size_t bytes = 4000; bytes < 4200; bytes += 8) {
        std::vector<unsigned char> in(bytes, 0x5a), out(bytes);
        unsigned char *d[3];
        for (int i = 0; i < 3; i++) {
            cudaMalloc((void **)&d[i], bytes);
            cudaMemcpy(d[i], in.data(), bytes, cudaMemcpyHostToDevice);
        }
        cudaFree(d[1]);
        for (int i = 0; i < 3; i += 2) {
            cudaMemcpy(out.data(), d[i], bytes, cudaMemcpyDeviceToHost);
            if (memcmp(in.data(), out.data(), bytes) != 0) {
                fprintf(stderr, "%zu bytes: array %d changed when its neighbour was freed\n", bytes,
                        i);
                return 1;
            }
            cudaFree(d[i]);
        }
    }
    return 0;
}
