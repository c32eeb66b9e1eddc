// category: misaligned-access
// shows: float4 loads of a matrix whose ld is a multiple of 4, scalar tail; int2 and char4 views of aligned memory
#include <cstdio>
#include <vector>

__global__ void row_sums(const float *A, int ld, int n, float *sum, const unsigned char *tag, int *tags)
{
    const float *row = A + threadIdx.x * ld;
    float s = 0;
    int k = 0;
    for (; k + 4 <= n; k += 4) {
        float4 v = *reinterpret_cast<const float4 *>(row + k);
        s += v.x + v.y + v.z + v.w;
    }
    for (; k < n; ++k) s += row[k];
    sum[threadIdx.x] = s;
    uchar4 t = reinterpret_cast<const uchar4 *>(tag)[threadIdx.x];
    reinterpret_cast<int2 *>(tags)[threadIdx.x] = make_int2(t.x + t.y, t.z + t.w);
}

int main()
{
    const int m = 32, n = 50, ld = 52;
    std::vector<float> A(m * ld, 1.f), r(m);
    std::vector<unsigned char> tag(4 * m, 7);
    std::vector<int> tags(2 * m);
    float *a, *s;
    unsigned char *t;
    int *ts, wrong = 0;
    cudaMalloc(&a, A.size() * sizeof(float));
    cudaMalloc(&s, m * sizeof(float));
    cudaMalloc(&t, 4 * m);
    cudaMalloc(&ts, 2 * m * sizeof(int));
    cudaMemcpy(a, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(t, tag.data(), 4 * m, cudaMemcpyHostToDevice);
    row_sums<<<1, m>>>(a, ld, n, s, t, ts);
    cudaMemcpy(r.data(), s, m * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(tags.data(), ts, 2 * m * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < m; ++i) wrong += r[i] != n || tags[2 * i] != 14 || tags[2 * i + 1] != 14;
    printf("%d wrong\n", wrong);
    cudaFree(a); cudaFree(s); cudaFree(t); cudaFree(ts);
    return wrong;
}
