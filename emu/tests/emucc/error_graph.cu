// expect: error 4 "cudaGetCurrentGraphExec: graphs that a kernel launches are not part of the emulated GPU"
__global__ void again(cudaGraphExec_t *exec)
{
    *exec = cudaGetCurrentGraphExec();
}

int main() {}
