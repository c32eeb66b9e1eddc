// expect: ok
// SPDX-License-Identifier: MIT
//
// Texture objects: address modes, filters with their 8 bits of fraction, elements, layers, cubes,
// levels, gathers; the values of the programming guide's formulas.
#include "../headers/check.h"

static cudaTextureObject_t make(const cudaResourceDesc &resource, cudaTextureAddressMode address,
                                cudaTextureFilterMode filter, bool normalized,
                                cudaTextureReadMode mode = cudaReadModeElementType)
{
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = address;
    how.filterMode = how.mipmapFilterMode = filter;
    how.normalizedCoords = normalized;
    how.readMode = mode;
    how.maxMipmapLevelClamp = 9;
    how.borderColor[0] = -1;
    cudaTextureObject_t texture = 0;
    HOST_CHECK(cudaCreateTextureObject(&texture, &resource, &how, nullptr) == cudaSuccess);
    return texture;
}

static cudaResourceDesc of_array(cudaArray_t array)
{
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    return r;
}

__global__ void clamped(cudaTextureObject_t t) // 4 x 2, 10 * row + column
{
    CHECK(tex2D<float>(t, 0, 0) == 0 && tex2D<float>(t, 3.99f, 1) == 13);
    CHECK(tex2D<float>(t, -5, 0) == 0 && tex2D<float>(t, 9, 9) == 13);
    float value;
    tex2D(&value, t, 2.5f, 0.5f);
    CHECK(value == 2);
}

__global__ void bordered(cudaTextureObject_t t)
{
    CHECK(tex2D<float>(t, -0.01f, 0) == -1 && tex2D<float>(t, 4, 0) == -1);
    CHECK(tex2D<float>(t, 3.5f, 1.5f) == 13);
}

__global__ void filtered(cudaTextureObject_t t)
{
    CHECK(tex2D<float>(t, 1.5f, 0.5f) == 1);
    CHECK(tex2D<float>(t, 2, 0.5f) == 1.5f && tex2D<float>(t, 2, 1) == 6.5f);
    CHECK(tex2D<float>(t, 1.5f + 1 / 256.0f, 0.5f) == 1 + 1 / 256.0f);
    CHECK(tex2D<float>(t, 1.5f + 1 / 1024.0f, 0.5f) == 1); // less than half a step
    CHECK(tex2D<float>(t, 0.25f, 0.25f) == 0);
    const float4 corners = tex2Dgather<float4>(t, 2, 1);
    CHECK(corners.x == 11 && corners.y == 12 && corners.z == 2 && corners.w == 1);
}

__global__ void wrapped(cudaTextureObject_t wrap, cudaTextureObject_t mirror)
{
    CHECK(tex2D<float>(wrap, 1.125f, 0) == 0 && tex2D<float>(wrap, -0.125f, 0) == 3);
    CHECK(tex2D<float>(mirror, 1.125f, 0) == 3 && tex2D<float>(mirror, -0.4f, 0) == 1);
}

__global__ void bytes(cudaTextureObject_t ints, cudaTextureObject_t floats,
                      cudaTextureObject_t both)
{
    CHECK(tex1Dfetch<uchar4>(ints, 1).z == 0x66);
    CHECK(tex1Dfetch<uchar4>(ints, 2).x == 0 && tex1Dfetch<uchar4>(ints, -1).x == 0);
    CHECK(tex1Dfetch<float4>(floats, 0).w == 1.0f &&
          tex1Dfetch<float4>(floats, 1).x == 68 / 255.0f);
    CHECK(tex2D<unsigned char>(both, 1, 1) == 0x44);
}

__global__ void layers(cudaTextureObject_t t, cudaTextureObject_t volume, cudaTextureObject_t cube)
{
    CHECK(tex2DLayered<int>(t, 1, 1, 2) == 211 && tex2DLayered<int>(t, 0, 1, 9) == 510);
    CHECK(tex3D<int>(volume, 1, 0, 1) == 101);
    const float3 directions[] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                 {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    for (int face = 0; face < 6; face++)
        CHECK(texCubemap<int>(cube, directions[face].x, directions[face].y, directions[face].z) /
                  100 ==
              face);
}

__global__ void levels(cudaTextureObject_t t)
{
    CHECK(tex2DLod<float>(t, 0.5f, 0.5f, 0) == 1 && tex2DLod<float>(t, 0.5f, 0.5f, 1) == 2);
    CHECK(tex2DLod<float>(t, 0.5f, 0.5f, 0.5f) == 1.5f && tex2D<float>(t, 0.5f, 0.5f) == 1);
}

__global__ void paint(cudaSurfaceObject_t to, cudaSurfaceObject_t from)
{
    const int x = threadIdx.x, y = threadIdx.y;
    CHECK(surf2Dread<float>(from, x * 4, y) == 10 * y + x);
    float outside;
    surf2Dread(&outside, from, -4, 0, cudaBoundaryModeZero);
    CHECK(outside == 0 && surf2Dread<float>(from, 16, 0, cudaBoundaryModeClamp) == 3);
    surf2Dwrite(surf2Dread<float>(from, x * 4, y) + 1, to, x * 4, y);
    surf2Dwrite(9.0f, to, 16, 0, cudaBoundaryModeZero);
}

static void two_dimensions()
{
    const float host[2][4] = {{0, 1, 2, 3}, {10, 11, 12, 13}};
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray_t array, other;
    HOST_CHECK(cudaMallocArray(&array, &desc, 4, 2, cudaArraySurfaceLoadStore) == cudaSuccess);
    HOST_CHECK(cudaMallocArray(&other, &desc, 4, 2, cudaArraySurfaceLoadStore) == cudaSuccess);
    cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, 2, cudaMemcpyHostToDevice);
    const cudaResourceDesc r = of_array(array), r2 = of_array(other);
    clamped<<<1, 1>>>(make(r, cudaAddressModeWrap, cudaFilterModePoint, false));
    bordered<<<1, 1>>>(make(r, cudaAddressModeBorder, cudaFilterModePoint, false));
    filtered<<<1, 1>>>(make(r, cudaAddressModeClamp, cudaFilterModeLinear, false));
    wrapped<<<1, 1>>>(make(r, cudaAddressModeWrap, cudaFilterModePoint, true),
                      make(r, cudaAddressModeMirror, cudaFilterModePoint, true));
    cudaSurfaceObject_t from, to;
    cudaCreateSurfaceObject(&from, &r);
    cudaCreateSurfaceObject(&to, &r2);
    paint<<<1, dim3(4, 2)>>>(to, from);
    float back[8];
    cudaMemcpyFromArray(back, other, 0, 0, sizeof back, cudaMemcpyDeviceToHost);
    HOST_CHECK(back[0] == 1 && back[7] == 14);
    cudaExtent extent;
    cudaChannelFormatDesc found;
    cudaArrayGetInfo(&found, &extent, nullptr, array);
    HOST_CHECK(extent.width == 4 && extent.height == 2 && extent.depth == 0 && found.x == 32);
    cudaDestroySurfaceObject(from);
    cudaFreeArray(array);
    cudaFreeArray(other);
}

static void linear_memory()
{
    const unsigned char host[8] = {1, 2, 3, 255, 0x44, 0x55, 0x66, 0x77};
    unsigned char *device, *pitched;
    cudaMalloc(&device, 8);
    cudaMemcpy(device, host, 8, cudaMemcpyHostToDevice);
    cudaResourceDesc r = {}, rows = {};
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = device;
    r.res.linear.desc = cudaCreateChannelDesc<uchar4>();
    r.res.linear.sizeInBytes = 8;
    size_t pitch;
    cudaMallocPitch(&pitched, &pitch, 2, 2);
    cudaMemset2D(pitched, pitch, 0x44, 2, 2);
    rows.resType = cudaResourceTypePitch2D;
    rows.res.pitch2D.devPtr = pitched;
    rows.res.pitch2D.desc = cudaCreateChannelDesc<unsigned char>();
    rows.res.pitch2D.width = rows.res.pitch2D.height = 2;
    rows.res.pitch2D.pitchInBytes = pitch;
    bytes<<<1, 1>>>(
        make(r, cudaAddressModeClamp, cudaFilterModePoint, false),
        make(r, cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat),
        make(rows, cudaAddressModeClamp, cudaFilterModePoint, false));
    cudaFree(device);
    cudaFree(pitched);
}

static cudaArray_t stack_of(int depth,
                            unsigned flags) // 2 x 2 x depth, 100 * slice + 10 * row + column
{
    static int host[6][2][2];
    for (int i = 0; i < 24; i++)
        host[i / 4][i / 2 % 2][i % 2] = i / 4 * 100 + i / 2 % 2 * 10 + i % 2;
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    HOST_CHECK(cudaMalloc3DArray(&array, &desc, make_cudaExtent(2, 2, depth), flags) ==
               cudaSuccess);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(host, 2 * sizeof(int), 2, 2);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(2, 2, depth);
    copy.kind = cudaMemcpyHostToDevice;
    HOST_CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
    return array;
}

static void three_dimensions()
{
    cudaArray_t layered = stack_of(6, cudaArrayLayered), volume = stack_of(2, 0),
                cube = stack_of(6, cudaArrayCubemap);
    const cudaTextureAddressMode clamp = cudaAddressModeClamp;
    layers<<<1, 1>>>(make(of_array(layered), clamp, cudaFilterModePoint, false),
                     make(of_array(volume), clamp, cudaFilterModePoint, false),
                     make(of_array(cube), clamp, cudaFilterModePoint, true));
    cudaFreeArray(layered);
    cudaFreeArray(volume);
    cudaFreeArray(cube);

    cudaMipmappedArray_t mipmap;
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaMallocMipmappedArray(&mipmap, &desc, make_cudaExtent(2, 2, 0), 2);
    const float host[2][4] = {{1, 1, 1, 1}, {2}};
    for (unsigned i = 0; i < 2; i++) {
        cudaArray_t level;
        cudaGetMipmappedArrayLevel(&level, mipmap, i);
        cudaMemcpyToArray(level, 0, 0, host[i], i ? 4 : 16, cudaMemcpyHostToDevice);
    }
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = mipmap;
    levels<<<1, 1>>>(make(r, clamp, cudaFilterModeLinear, true));
    cudaFreeMipmappedArray(mipmap);
}

// The references of CUDA before 12.
texture<float, cudaTextureType2D, cudaReadModeElementType> image;
texture<unsigned char, 1, cudaReadModeNormalizedFloat> row;

__global__ void references() { CHECK(tex2D(image, 2, 0.5f) == 1.5f && tex1Dfetch(row, 1) == 1.0f); }

static void old_references()
{
    const float host[4] = {0, 1, 2, 3};
    const unsigned char ends[2] = {0, 255};
    float *device;
    unsigned char *d_ends;
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaMalloc(&device, sizeof host);
    cudaMalloc(&d_ends, sizeof ends);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(d_ends, ends, sizeof ends, cudaMemcpyHostToDevice);
    image.filterMode = cudaFilterModeLinear;
    HOST_CHECK(cudaBindTexture2D(nullptr, image, device, desc, 4, 1, sizeof host) == cudaSuccess);
    HOST_CHECK(cudaBindTexture(nullptr, row, d_ends, sizeof ends) == cudaSuccess);
    references<<<1, 1>>>();
    cudaUnbindTexture(image);
    cudaFree(device);
    cudaFree(d_ends);
}

int main()
{
    two_dimensions();
    linear_memory();
    three_dimensions();
    old_references();
    return check_result();
}
