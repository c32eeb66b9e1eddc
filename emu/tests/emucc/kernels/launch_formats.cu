// expect: ok output "8 8 8 8 8 8 8 8 8"
// A launch is three '<' and three '>' in any formatting.
#include <cstdio>

__global__ void set(int *out, int value) { out[threadIdx.x] = value; }

int main()
{
    int *out[9];
    for (int i = 0; i < 9; i++)
        cudaMallocManaged(&out[i], sizeof(int));
    set<<<1, 1>>>(out[0], 8);
    set <<< 1, 1 >>> (out[1], 8);
    set << <1, 1 >> >(out[2], 8);
    set<<<dim3(1), dim3(1, 1, 1), 0, 0>>>(out[3], 8);
    set
    <<<
        1,
        1
    >>>
    (
        out[4],
        8
    );
    set<<<1,1>>>(out[5],8); set<<<1,1,0>>>(out[6],8);
    set /* before */ <<< /* grid */ 1, /* block */ 1 /* done */ >>> // the end?
        (out[7], // not yet
         8);
    set<<<{1, 1, 1}, {1}>>>(out[8], 8);
    cudaDeviceSynchronize();
    for (int i = 0; i < 9; i++)
        printf("%d%s", *out[i], i < 8 ? " " : "\n");
    for (int i = 0; i < 9; i++)
        cudaFree(out[i]);
}
