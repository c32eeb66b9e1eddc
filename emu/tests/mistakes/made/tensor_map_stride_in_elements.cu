// category: tensor-map-refused
// mistake: the stride is given in floats; bytes are needed, and 100 is not a multiple of 16
// line: 7 30 33
// cure: LD * sizeof(float)
#include "../../hopper/hopper.h"

const int ROWS = 8, COLS = 100, LD = 100, BOX = 32;

__global__ void copy(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(1024) float tile[ROWS * BOX];
    __shared__ __align__(8) uint64_t full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        tma_load_2d(tile, &map, &full, 0, 0);
    }
    __syncthreads();
    mbarrier_wait_parity(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    float *in = numbers(ROWS * LD + 4), *out = zeros(BOX);
    void *found = nullptr;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, nullptr);
    auto encode = (decltype(&cuTensorMapEncodeTiled))found;
    const cuuint64_t sizes[] = {COLS, ROWS}, strides[] = {LD};
    const cuuint32_t box[] = {BOX, ROWS}, steps[] = {1, 1};
    CUtensorMap map;
    const CUresult result = encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, in, sizes, strides, box, steps, // MISTAKE
                                   CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                   CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS) {
        printf("no map: %d\n", (int)result);
        cudaFree(in);
        cudaFree(out);
        return 1;
    }
    copy<<<1, BOX>>>(map, out);
    cudaFree(in);
    return wrong("out", out, BOX, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: cuTensorMapEncodeTiled refused (CUDA_ERROR_INVALID_VALUE): the stride of dimension 1, 100 bytes, is no multiple of 16: give bytes, and let the leading dimension be a multiple of 16 bytes
//   at      emu/tests/mistakes/made/tensor_map_stride_in_elements.cu:33
// exit status 1
