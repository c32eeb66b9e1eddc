// expect: error 7 "use __shfl_down_sync(mask, value, delta)"
// flags: -gencode arch=compute_60,code=sm_60 -gencode arch=compute_80,code=sm_80
// Without -arch, or for a GPU that had them, the old shuffles compile, with a warning (old_warp.cu).
__global__ void old(int *x)
{
    const int v = *x;
    *x = __shfl_down(v, 1);
}

int main() { old<<<1, 32>>>(nullptr); }
