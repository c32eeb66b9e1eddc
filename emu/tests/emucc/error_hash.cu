// expect: error 3 "this needs a newer GPU"
#if __CUDA_ARCH__ < 9999
#error this needs a newer GPU
#endif
