// foreign: printf in kernels: thread indices, all common conversions, one line per thread; the host reads the lines back
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

__global__ void hello()
{
    printf("hello from block (%d,%d) thread (%d,%d,%d)\n", blockIdx.x, blockIdx.y, threadIdx.x, threadIdx.y, threadIdx.z);
}

__device__ void show(const char *label, float value)
{
    printf("%s = %8.3f\n", label, value);
}

__global__ void conversions(const int *p, int n)
{
    if (threadIdx.x == 0) {
        show("third", 1.0f / 3.0f);
        printf("%d %u %x %c %s %%\n", -5, 4000000000u, 255, 'z', "text");
        printf("%lld %llu %5d|%-5d| %e\n", -5000000000LL, 18000000000000000000ULL, 42, 42, 12345.678);
        int chars = printf("");
        printf("last of %d is %d\n", n, p[n - 1] + chars * 0);
    }
}

int main()
{
    int host[3] = {1, 2, 3}, *dev;
    if (cudaMalloc(&dev, sizeof(host)) != cudaSuccess) return 2;
    cudaMemcpy(dev, host, sizeof(host), cudaMemcpyHostToDevice);

    // standard output goes to a file for a while
    fflush(stdout);
    int saved = dup(STDOUT_FILENO);
    FILE *tmp = tmpfile();
    if (!tmp || saved < 0) return 2;
    dup2(fileno(tmp), STDOUT_FILENO);
    hello<<<dim3(2, 2), dim3(3, 1, 2)>>>();
    cudaDeviceSynchronize();
    conversions<<<1, 32>>>(dev, 3);
    cudaError_t err = cudaDeviceSynchronize();
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    cudaFree(dev);

    int greetings = 0, rest = 0;
    char line[200];
    const char *want[] = {"third =    0.333\n", "-5 4000000000 ff z text %\n",
                          "-5000000000 18000000000000000000    42|42   | 1.234568e+04\n", "last of 3 is 3\n"};
    rewind(tmp);
    while (fgets(line, sizeof line, tmp)) {
        int b[2], t[3];
        if (sscanf(line, "hello from block (%d,%d) thread (%d,%d,%d)", b, b + 1, t, t + 1, t + 2) == 5)
            greetings += b[0] < 2 && b[1] < 2 && t[0] < 3 && t[1] == 0 && t[2] < 2;
        else if (rest < 4 && strcmp(line, want[rest]) == 0)
            ++rest;
        else
            fprintf(stderr, "not expected: %s", line);
    }
    fclose(tmp);
    bool ok = err == cudaSuccess && greetings == 24 && rest == 4;
    printf("%s: %d greetings, %d other lines\n", ok ? "PASS" : "FAIL", greetings, rest);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
