// expect: error 4 "cudaGraph_t: CUDA graphs are not part of the emulated GPU"
int main()
{
    cudaGraph_t graph;
    return graph != 0;
}
