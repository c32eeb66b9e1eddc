// expect: error 7 "cufftXtSetGPUs: transforms on several GPUs and callbacks are not part of the emulated GPU"
#include <cufftXt.h>

int main()
{
    int gpus[2] = {0, 1};
    return cufftXtSetGPUs(1, 2, gpus);
}
