// SPDX-License-Identifier: MIT
//
// raster.cu: one k-slice of a product of 12 x 12 tiles, whose blocks take their tiles in three
// orders: which strips of A and B does each want? Traced for the moving pictures (mk/moving.mk),
// all blocks of it.
#include "common/device/gemm/raster.h"
#include "common/device/index.h"

enum { WARP = 32, TILE = 8, HALF = TILE / 2, TILES = 12, SIZE = TILES * TILE, PANEL = 4 };

// Two elements of C for each lane, HALF rows apart.
static __device__ void multiply(const float *A, const float *B, float *C, struct tile_place tile)
{
    __shared__ float As[TILE][TILE], Bs[TILE][TILE];
    const int y = threadIdx.x / TILE, x = threadIdx.x % TILE;
    const int row = tile.row * TILE, col = tile.col * TILE;
    float acc[2] = {0};
    for (int i = y; i < TILE; i += HALF) {
        As[i][x] = A[row_major(row + i, x, TILE)];
        Bs[i][x] = B[row_major(i, col + x, SIZE)];
    }
    __syncwarp();
    for (int p = 0; p < TILE; p++) {
        const float b = Bs[p][x];
        acc[0] += As[y][p] * b;
        acc[1] += As[y + HALF][p] * b;
    }
    for (int half = 0; half < 2; half++)
        C[row_major(row + y + half * HALF, col + x, SIZE)] = acc[half];
}

__global__ void rows(const float *A, const float *B, float *C)
{
    multiply(A, B, C, raster_tile(blockIdx.x, 1, TILES, TILES));
}

__global__ void panels(const float *A, const float *B, float *C)
{
    multiply(A, B, C, raster_tile(blockIdx.x, PANEL, TILES, TILES));
}

__global__ void back_and_forth(const float *A, const float *B, float *C)
{
    struct tile_place tile = raster_tile(blockIdx.x, PANEL, TILES, TILES);
    if (tile.row / PANEL % 2 == 1)
        tile.col = TILES - 1 - tile.col;
    multiply(A, B, C, tile);
}

int main(void)
{
    static float zeros[SIZE * TILE];
    float *A, *B, *C;
    cudaMalloc(&A, sizeof(zeros));
    cudaMalloc(&B, sizeof(zeros));
    cudaMalloc(&C, SIZE * SIZE * sizeof(float));
    cudaMemcpy(A, zeros, sizeof(zeros), cudaMemcpyHostToDevice);
    cudaMemcpy(B, zeros, sizeof(zeros), cudaMemcpyHostToDevice);
    rows<<<TILES * TILES, WARP>>>(A, B, C);
    panels<<<TILES * TILES, WARP>>>(A, B, C);
    back_and_forth<<<TILES * TILES, WARP>>>(A, B, C);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    return error != cudaSuccess;
}
