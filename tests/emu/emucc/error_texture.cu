// expect: error 4 "tex2D: textures are not part of the emulated GPU"
__global__ void sample(float *out, unsigned long long texture)
{
    *out = tex2D<float>(texture, 0.5f, 0.5f);
}

int main() {}
