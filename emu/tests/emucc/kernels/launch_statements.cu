// expect: ok output "10"
// Launches as the only statement of if, else, for, while, do; in lambdas, in switch, in comma
// expressions, after a label, and inside the arguments of another launch.
#include <cstdio>

__global__ void add(int *sum, int n) { atomicAdd(sum, n); }

int main()
{
    int *sum;
    cudaMallocManaged(&sum, sizeof(int));
    *sum = 0;
    if (sum)
        add<<<1, 1>>>(sum, 1);
    else
        add<<<1, 1>>>(sum, 100);
    if (!sum) add<<<1, 1>>>(sum, 100); else add<<<1, 1>>>(sum, 0);
    for (int i = 0; i < 2; i++)
        add<<<1, 1>>>(sum, 1);
    int left = 1;
    while (left--)
        add<<<1, 1>>>(sum, 1);
    do
        add<<<1, 1>>>(sum, 1);
    while (left > 0);
    auto later = [=](int n) { add<<<1, 1>>>(sum, n); };
    later(1);
    switch (left) {
    case -1: add<<<1, 1>>>(sum, 1); break;
    default: add<<<1, 1>>>(sum, 100);
    }
    left = (add<<<1, 1>>>(sum, 1), 3);
again:
    add<<<1, 1>>>(sum, [&](int n) {
        add<<<1, 1>>>(sum, n);
        return 0;
    }(1));
    if (left-- > 2)
        goto again;
    cudaDeviceSynchronize();
    printf("%d\n", *sum);
    cudaFree(sum);
}
