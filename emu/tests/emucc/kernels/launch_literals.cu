// expect: ok output "<<<1, 1>>> ok"
// Strings, characters, raw strings, comments and numbers that look like something else.
#include <cstdio>

// k<<<1, 1>>>(nothing);
/* __shared__ float s[3]; __global__ */
__global__ void store(int *out, char c, long n) { out[0] = c, out[1] = int(n); }

int main()
{
    const char *text = "<<<1, 1>>>";
    const char *raw = R"x(__global__ "k<<<1,
1>>>" )")x";
    int *out;
    cudaMallocManaged(&out, 2 * sizeof(int));
    store<<<1, 1>>>(out, '<', 1'000'000);
    cudaDeviceSynchronize();
    bool ok = out[0] == '<' && out[1] == 1000000 && raw[11] == '"' && u8"__shared__"[0] == '_' &&
              '"' + 0 == 34 && 0x1p-3f == 0.125f && L'\'' == 39;
    cudaFree(out);
    printf("%s %s\n", text, ok ? "ok" : "not ok");
    return __LINE__ != 22;
}
