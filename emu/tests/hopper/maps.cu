// SPDX-License-Identifier: MIT
//
// What cuTensorMapEncodeTiled takes and refuses, how a program gets at it, and loads of one and
// three dimensions, with hints and to several blocks.
#include "hopper.h"

struct asked {
    CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    cuuint32_t rank = 2;
    size_t offset = 0;
    cuuint64_t sizes[5] = {64, 8, 4, 2, 2}, strides[4] = {256, 2048, 8192, 16384};
    cuuint32_t box[5] = {32, 8, 1, 1, 1}, steps[5] = {1, 1, 1, 1, 1};
    CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
    CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
    CUtensorMapL2promotion promotion = CU_TENSOR_MAP_L2_PROMOTION_L2_256B;
    CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
};

static decltype(&cuTensorMapEncodeTiled) encode;
static float *memory;
static int bad;

static void encode_as(CUtensorMap *map, const asked &a, CUresult wanted, const char *what)
{
    const CUresult result =
        encode(map, a.type, a.rank, (char *)memory + a.offset, a.sizes, a.strides, a.box, a.steps,
               a.interleave, a.swizzle, a.promotion, a.fill);
    if (result != wanted && ++bad)
        printf("%s: %d, not %d\n", what, (int)result, (int)wanted);
}

#define REFUSED(change) \
    do { \
        asked a; \
        change; \
        CUtensorMap map; \
        encode_as(&map, a, CUDA_ERROR_INVALID_VALUE, #change); \
    } while (0)
#define TAKEN(change) \
    do { \
        asked a; \
        change; \
        CUtensorMap map; \
        encode_as(&map, a, CUDA_SUCCESS, #change); \
    } while (0)

static void try_arguments()
{
    TAKEN(a.rank = 1);
    TAKEN(a.rank = 5);
    TAKEN(a.type = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16; a.box[0] = 64);
    TAKEN(a.box[0] = 8; a.swizzle = CU_TENSOR_MAP_SWIZZLE_32B);
    TAKEN(a.box[0] = 256; a.swizzle = CU_TENSOR_MAP_SWIZZLE_NONE);
    TAKEN(a.box[1] = 256);
    TAKEN(a.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
    REFUSED(a.rank = 0);
    REFUSED(a.rank = 6);
    REFUSED(a.type = (CUtensorMapDataType)77);
    REFUSED(a.offset = 8);
    REFUSED(a.sizes[1] = 0);
    REFUSED(a.sizes[0] = (1ull << 32) + 1);
    REFUSED(a.strides[0] = 264);
    REFUSED(a.strides[0] = 1ull << 40);
    REFUSED(a.box[1] = 0);
    REFUSED(a.box[1] = 257);
    REFUSED(a.box[0] = 33; a.swizzle = CU_TENSOR_MAP_SWIZZLE_NONE);
    REFUSED(a.box[0] = 16; a.swizzle = CU_TENSOR_MAP_SWIZZLE_32B);
    REFUSED(a.box[0] = 64);
    REFUSED(a.steps[1] = 0);
    REFUSED(a.steps[0] = 9);
    REFUSED(a.swizzle = (CUtensorMapSwizzle)9);
    REFUSED(a.promotion = (CUtensorMapL2promotion)9);
    REFUSED(a.type = CU_TENSOR_MAP_DATA_TYPE_INT32;
            a.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
}

static void try_entry_point()
{
    void *function = &function;
    cudaDriverEntryPointQueryResult found;
    bad += cudaGetDriverEntryPointByVersion("cuNoSuchThing", &function, 12000, cudaEnableDefault,
                                            &found) != cudaSuccess ||
           found != cudaDriverEntryPointSymbolNotFound || function;
    bad += cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 11000,
                                            cudaEnableDefault, &found) != cudaSuccess ||
           found != cudaDriverEntryPointVersionNotSufficent || function;
    bad += cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                            cudaEnableDefault, &found) != cudaSuccess ||
           found != cudaDriverEntryPointSuccess || !function;
    encode = (decltype(encode))function;
    int clusters = 0;
    bad += cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, 0) != cudaSuccess;
    bad += clusters != 1;
}

__global__ void __cluster_dims__(2)
    load(const __grid_constant__ CUtensorMap line, const __grid_constant__ CUtensorMap plane,
         const __grid_constant__ CUtensorMap space, const __grid_constant__ CUtensorMap nan,
         float *out)
{
    __shared__ __align__(1024) float tile[4][32 * 8];
    __shared__ __align__(8) uint64_t full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, 4 * 32 * 4 + 3 * 32 * 8 * 4);
    }
    barrier_cluster_sync();
    if (threadIdx.x == 0) {
        tma_load_1d(tile[0], &line, &full, 8);
        tma_load_2d_keep(tile[1], &plane, &full, 32, 0, TMA_EVICT_FIRST);
        tma_load_2d(tile[3], &nan, &full, 64, 0);
        if (cluster_ctarank() == 1)
            tma_load_3d_multicast(tile[2], &space, &full, 0, 0, 3, 3);
        tma_load_1d(tile[0] + 32, &line, &full, 40);
        tma_load_1d(tile[0] + 64, &line, &full, 0);
        tma_load_1d(tile[0] + 96, &line, &full, -32);
    }
    mbarrier_wait_parity_cluster(&full, 0);
    const int t = threadIdx.x, row = t / 32, col = t % 32;
    const int at = row * 32 + ((col / 4 ^ row) * 4 + col % 4); // swizzled
    float *mine = out + blockIdx.x * 4 * 256;
    mine[t] = t < 128 ? tile[0][t] : 0;
    mine[256 + t] = tile[1][at];
    mine[512 + t] = tile[2][at];
    mine[768 + t] = isnan(tile[3][at]) ? 1 : 0;
    barrier_cluster_sync();
}

static void try_loads()
{
    asked line, plane, space, nan;
    line.rank = 1, line.swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
    space.rank = 3;
    nan.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    float *out = zeros(2 * 4 * 256);
    CUtensorMap maps[4];
    encode_as(&maps[0], line, CUDA_SUCCESS, "line");
    encode_as(&maps[1], plane, CUDA_SUCCESS, "plane");
    encode_as(&maps[2], space, CUDA_SUCCESS, "space");
    encode_as(&maps[3], nan, CUDA_SUCCESS, "nan");
    load<<<2, 256>>>(maps[0], maps[1], maps[2], maps[3], out);
    bad += wrong("load", out, 2 * 4 * 256, [](int i) {
        const int t = i % 256, row = t / 32, col = t % 32;
        const int starts[] = {8, 40, 0, -32};
        switch (i / 256 % 4) {
        case 0: {
            const int element = t < 128 ? starts[row] + col : -1;
            return element >= 0 && element < 64 ? element + 1 : 0;
        }
        case 1: return row * 64 + 32 + col + 1;
        case 2: return 3 * 512 + row * 64 + col + 1;
        default: return 1;
        }
    });
}

int main()
{
    memory = numbers(4 * 8 * 64);
    try_entry_point();
    if (encode) {
        try_arguments();
        try_loads();
    }
    cudaFree(memory);
    if (bad)
        printf("%d wrong\n", bad);
    return bad != 0;
}
