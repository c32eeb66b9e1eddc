// category: symbol-misuse
// mistake: cudaMemcpyToSymbol on an ordinary device pointer, which is not a symbol
// line: 16
// cure: cudaMemcpy(d_table, table, sizeof(table), cudaMemcpyHostToDevice)
#include <cstdio>

__global__ void look_up(const int *table, int *out) { out[threadIdx.x] = table[threadIdx.x % 8]; }

int main()
{
    int table[8] = {1, 1, 2, 3, 5, 8, 13, 21}, h[32];
    int *d_table, *out;
    cudaMalloc(&d_table, sizeof(table));
    cudaMalloc(&out, sizeof(h));
    cudaMemset(d_table, 0, sizeof(table));
    cudaMemcpyToSymbol(d_table, table, sizeof(table));      // MISTAKE
    look_up<<<1, 32>>>(d_table, out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h[7]);
    cudaFree(d_table);
    cudaFree(out);
    return h[7] != 21;
}

// expected:
// emu: copy of 32 bytes at offset 0: the __device__ variable has 8 bytes
//   at      emu/tests/mistakes/bad/symbol_of_pointer.cu:16
//   cure    count bytes, and compare with the size of the variable
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/symbol_of_pointer.cu:16
// exit status 1
