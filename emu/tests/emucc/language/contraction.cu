// expect: ok output "1"
// a*b+c is rounded once, as nvcc compiles it, where the processor has an instruction for it.
#include <cmath>
#include <cstdio>
#include <cstring>

__global__ void multiply_add(float *out, float a, float b, float c) { *out = a * b + c; }

static bool has_fma()
{
    FILE *stream = fopen("/proc/cpuinfo", "r");
    char line[8192];
    bool found = false;
    while (stream && fgets(line, sizeof line, stream))
        found |= strncmp(line, "flags", 5) == 0 && strstr(line, " fma ");
    if (stream)
        fclose(stream);
    return found;
}

int main()
{
    float *out, a = 1.0f + ldexpf(1, -12), c = -(1.0f + ldexpf(1, -11));
    cudaMallocManaged(&out, sizeof(float));
    multiply_add<<<1, 1>>>(out, a, a, c);
    cudaDeviceSynchronize();
    printf("%d\n", !has_fma() || *out == ldexpf(1, -24));
    cudaFree(out);
}
