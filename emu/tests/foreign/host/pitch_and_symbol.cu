// foreign: image rows with cudaMallocPitch and cudaMemcpy2D, a lookup table through cudaMemcpyToSymbol, a counter through cudaMemcpyFromSymbol
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Pixel { unsigned char r, g, b, a; };

__constant__ unsigned char gammaTable[256];
__device__ unsigned int clipped = 0;
__constant__ float3 lumaWeights = {0.299f, 0.587f, 0.114f};

__global__ void
toGrey(const Pixel *image, size_t imagePitch, unsigned char *grey, size_t greyPitch, int width, int height)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
        const Pixel *row = (const Pixel *)((const char *)image + y * imagePitch);
        unsigned char *out = grey + y * greyPitch;
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) {
            Pixel p = row[x];
            float luma = lumaWeights.x * p.r + lumaWeights.y * p.g + lumaWeights.z * p.b + 20.0f;
            if (luma > 255.0f) {
                luma = 255.0f;
                atomicAdd(&clipped, 1u);
            }
            out[x] = gammaTable[__float2int_rn(luma)];
        }
    }
}

#define TRY(e) do { cudaError_t r = (e); if (r != cudaSuccess) { printf("FAIL: %s: %s\n", #e, cudaGetErrorString(r)); exit(1); } } while (0)

int main()
{
    const int width = 333, height = 101;
    std::vector<Pixel> image(width * height);
    std::vector<unsigned char> grey(width * height, 0);
    for (int i = 0; i < width * height; ++i)
        image[i] = {(unsigned char)(i * 3), (unsigned char)(i % width), (unsigned char)(i / width * 2), 255};

    unsigned char table[256];
    for (int i = 0; i < 256; ++i) table[i] = (unsigned char)(i * i / 255);
    TRY(cudaMemcpyToSymbol(gammaTable, table, 128));
    TRY(cudaMemcpyToSymbol(gammaTable, table + 128, 128, 128));

    Pixel *d_image;
    unsigned char *d_grey;
    size_t imagePitch, greyPitch;
    TRY(cudaMallocPitch((void **)&d_image, &imagePitch, width * sizeof(Pixel), height));
    TRY(cudaMallocPitch((void **)&d_grey, &greyPitch, width, height));
    TRY(cudaMemcpy2D(d_image, imagePitch, image.data(), width * sizeof(Pixel), width * sizeof(Pixel), height, cudaMemcpyHostToDevice));
    toGrey <<<dim3(4, 5), dim3(32, 8)>>> (d_image, imagePitch, d_grey, greyPitch, width, height);
    TRY(cudaGetLastError());
    TRY(cudaMemcpy2D(grey.data(), width, d_grey, greyPitch, width, height, cudaMemcpyDeviceToHost));
    unsigned int clippedHost = 0;
    TRY(cudaMemcpyFromSymbol(&clippedHost, clipped, sizeof(clippedHost)));
    TRY(cudaFree(d_image));
    TRY(cudaFree(d_grey));

    int wrong = 0, expectClipped = 0;
    for (int i = 0; i < width * height; ++i) {
        const Pixel &p = image[i];
        double luma = 0.299 * p.r + 0.587 * p.g + 0.114 * p.b + 20;
        expectClipped += luma > 255.0005;
        if (luma > 255) luma = 255;
        int lo = table[(int)luma], hi = table[luma < 255 ? (int)luma + 1 : 255];
        wrong += grey[i] != lo && grey[i] != hi;
    }
    bool ok = wrong == 0 && (int)clippedHost >= expectClipped && (int)clippedHost <= expectClipped + 5 && expectClipped > 0;
    printf("%s: %d wrong, %u clipped\n", ok ? "PASS" : "FAIL", wrong, clippedHost);
    return !ok;
}
