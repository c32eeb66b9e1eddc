// category: double-free
// shows: cudaFree(NULL), copies and fills of zero bytes, free through the one pointer that is set to null
#include <cstdio>

#define CHECK(call) if ((call) != cudaSuccess) { printf("failed: %s\n", #call); return 1; }

int main()
{
    int *p = nullptr, h = 3;
    CHECK(cudaFree(nullptr));
    CHECK(cudaFree(p));
    CHECK(cudaMalloc(&p, sizeof(int)));
    CHECK(cudaMemcpy(p, &h, 0, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(p, 0, 0));
    CHECK(cudaMemcpy(p, &h, sizeof(int), cudaMemcpyHostToDevice));
    h = 0;
    CHECK(cudaMemcpy(&h, p, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(p));
    p = nullptr;
    CHECK(cudaFree(p));
    CHECK(cudaFreeHost(nullptr));
    printf("%d\n", h);
    return h != 3;
}
