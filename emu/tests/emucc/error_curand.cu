// expect: error 4 "curandStateSobol32: Sobol's sequences are not part of the emulated GPU"
#include <curand_kernel.h>

__global__ void draw(curandStateSobol32 *state, unsigned *x) { *x = curand(state); }

int main() {}
