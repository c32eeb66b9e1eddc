// SPDX-License-Identifier: MIT
//
// rare_texture.cu: as rare.cu, of textures, surfaces and arrays, and of kernels that launch
// kernels.
#include <stdlib.h>

#include "rare_cases.h"

static cudaArray_t array_of(unsigned flags)
{
    cudaArray_t array;
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &desc, 4, 2, flags);
    return array;
}

static cudaResourceDesc resource_of(unsigned flags)
{
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array_of(flags);
    return r;
}

// ---- Arrays -------------------------------------------------------------------------------------

CASE(array_too_small)
{
    float host[16] = {0};
    cudaArray_t array = array_of(0);
    cudaMemcpy2DToArray(array, 0, 0, host, 32, 32, 2, cudaMemcpyHostToDevice);
    cudaFreeArray(array);
}

// ---- Textures -----------------------------------------------------------------------------------

__global__ void sample(float *out, cudaTextureObject_t texture)
{
    *out = tex2D<float>(texture, 0.5f, 0.5f);
}

static void sample_of(cudaTextureObject_t texture)
{
    float *out;
    cudaMalloc(&out, sizeof *out);
    sample<<<1, 1>>>(out, texture);
    cudaFree(out);
}

static cudaTextureObject_t texture_of(const cudaResourceDesc *resource)
{
    cudaTextureObject_t texture;
    cudaTextureDesc how = {};
    cudaCreateTextureObject(&texture, resource, &how, NULL);
    return texture;
}

CASE(texture_unwritten)
{
    cudaResourceDesc r = resource_of(0);
    sample_of(texture_of(&r));
    cudaFreeArray(r.res.array.array);
}

CASE(texture_destroyed)
{
    cudaResourceDesc r = resource_of(0);
    cudaTextureObject_t texture = texture_of(&r);
    cudaDestroyTextureObject(texture);
    sample_of(texture);
}

CASE(texture_never_made) { sample_of(77); }

// ---- Surfaces -----------------------------------------------------------------------------------

__global__ void paint(cudaSurfaceObject_t surface, int x, int y)
{
    surf2Dwrite(1.0f, surface, x, y);
}

static void paint_at(int x, int y)
{
    cudaResourceDesc r = resource_of(cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &r);
    paint<<<1, 1>>>(surface, x, y);
    cudaFreeArray(r.res.array.array);
}

CASE(surface_outside) { paint_at(4 * sizeof(float), 0); }
CASE(surface_misaligned) { paint_at(3, 1); }
CASE(surface_never_made) { paint<<<1, 1>>>(9, 0, 0); }

// ---- Kernels that launch kernels ----------------------------------------------------------------

__global__ void wait_here(int *x) { x[0] = cudaDeviceSynchronize(); }
CASE(wait_in_kernel)
{
    int *x;
    cudaMalloc(&x, sizeof *x);
    wait_here<<<1, 1>>>(x);
}

__global__ void deeper(int depth)
{
    if (depth > 0)
        deeper<<<1, 1>>>(depth - 1);
}
CASE(too_deep) { deeper<<<1, 1>>>(40); }

int main(int argc, char **argv) { return run_cases(argc, argv); }
