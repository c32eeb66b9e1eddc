// SPDX-License-Identifier: MIT
//
// rare_texture.cu: as rare.cu, of textures, surfaces and arrays, and of kernels that launch
// kernels.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void array_too_small(void)
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

static void texture_unwritten(void)
{
    cudaResourceDesc r = resource_of(0);
    sample_of(texture_of(&r));
    cudaFreeArray(r.res.array.array);
}

static void texture_destroyed(void)
{
    cudaResourceDesc r = resource_of(0);
    cudaTextureObject_t texture = texture_of(&r);
    cudaDestroyTextureObject(texture);
    sample_of(texture);
}

static void texture_never_made(void) { sample_of(77); }

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

static void surface_outside(void) { paint_at(4 * sizeof(float), 0); }
static void surface_misaligned(void) { paint_at(3, 1); }
static void surface_never_made(void) { paint<<<1, 1>>>(9, 0, 0); }

// ---- Kernels that launch kernels ----------------------------------------------------------------

__global__ void wait_here(int *x) { x[0] = cudaDeviceSynchronize(); }
static void wait_in_kernel(void)
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
static void too_deep(void) { deeper<<<1, 1>>>(40); }

#include "rare_cases.h"

static const struct rare_case cases[] = {
    CASE(array_too_small),    CASE(texture_unwritten), CASE(texture_destroyed),
    CASE(texture_never_made), CASE(surface_outside),   CASE(surface_misaligned),
    CASE(surface_never_made), CASE(wait_in_kernel),    CASE(too_deep),
};

int main(int argc, char **argv)
{
    return run_cases(cases, sizeof cases / sizeof *cases, argc, argv);
}
