// expect: error 4 "tex2DGrad: gradients and sparse textures are not part of the emulated GPU"
__global__ void sample(float *out, unsigned long long texture, float2 dx)
{
    *out = tex2DGrad<float>(texture, 0.5f, 0.5f, dx, dx);
}

int main() {}
