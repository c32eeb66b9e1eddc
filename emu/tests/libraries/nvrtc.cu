// SPDX-License-Identifier: MIT
//
// nvrtc.cu: kernels compiled while the program runs: a header by name, templates by their names,
// variables of the module, a source with a mistake. With an argument one kernel has a race, which
// must be reported at its line of the source here.
#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <string.h>

static const char source[] = "#include \"one.h\"\n"
                             "__constant__ int factor;\n"
                             "__device__ int calls;\n"
                             "__device__ int seen[32];\n" // which only the host reads
                             "extern \"C\" __global__ void add(int a, const int *x, int *out)\n"
                             "{\n"
                             "    out[threadIdx.x] = a * x[threadIdx.x] + ONE;\n"
                             "    if (threadIdx.x == 0) calls++;\n"
                             "    seen[threadIdx.x] = x[threadIdx.x];\n"
                             "}\n"
                             "template <class T> __global__ void turn(T *x)\n"
                             "{\n"
                             "    __shared__ T s[32];\n"
                             "    s[threadIdx.x] = x[threadIdx.x];\n"
                             "    __syncthreads();\n"
                             "    x[threadIdx.x] = s[31 - threadIdx.x] * factor;\n"
                             "}\n"
                             "namespace n {\n"
                             "__global__ void all_write(int *x) { *x = threadIdx.x; }\n"
                             "}\n";

#define MUST(call) \
    do { \
        const int must_result = (int)(call); \
        if (must_result != 0) { \
            printf("%s: %d, line %d\n", #call, must_result, __LINE__); \
            return 1; \
        } \
    } while (0)

static int compiles_with_a_mistake()
{
    nvrtcProgram program;
    size_t size;
    char log[1000] = "";
    MUST(nvrtcCreateProgram(&program, "__global__ void k(int *x) { *x = y; }", "k.cu", 0, NULL,
                            NULL));
    if (nvrtcCompileProgram(program, 0, NULL) != NVRTC_ERROR_COMPILATION)
        return 1;
    MUST(nvrtcGetProgramLogSize(program, &size));
    if (size > sizeof log)
        return 1;
    MUST(nvrtcGetProgramLog(program, log));
    if (!strstr(log, "k.cu:1:") || nvrtcGetPTXSize(program, &size) == NVRTC_SUCCESS)
        return 1;
    return nvrtcDestroyProgram(&program) != NVRTC_SUCCESS || program;
}

static int launch(CUmodule module, const char *name, void **arguments)
{
    CUfunction function;
    MUST(cuModuleGetFunction(&function, module, name));
    MUST(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, 0, arguments, 0));
    return 0;
}

int main(int argc, char **)
{
    const char *headers[] = {"#define ONE 1"}, *names[] = {"one.h"};
    const char *options[] = {"--gpu-architecture=compute_60", "-default-device", "--std=c++17"};
    const char *turn, *all_write, *factor;
    nvrtcProgram program;
    char image[200];
    size_t size;
    MUST(compiles_with_a_mistake());
    MUST(nvrtcCreateProgram(&program, source, "made.cu", 1, headers, names));
    MUST(nvrtcAddNameExpression(program, "turn<int>"));
    MUST(nvrtcAddNameExpression(program, "&n::all_write"));
    MUST(nvrtcAddNameExpression(program, "&factor"));
    MUST(nvrtcCompileProgram(program, 3, options));
    MUST(nvrtcGetLoweredName(program, "turn<int>", &turn));
    MUST(nvrtcGetLoweredName(program, "&n::all_write", &all_write));
    MUST(nvrtcGetLoweredName(program, "&factor", &factor));
    MUST(nvrtcGetPTXSize(program, &size));
    MUST(size > sizeof image);
    MUST(nvrtcGetPTX(program, image));

    CUdevice device;
    CUmodule module;
    CUdeviceptr x, out, variable;
    int host[32], two = 2, calls;
    MUST(cuInit(0));
    MUST(cuDeviceGet(&device, 0));
    MUST(cuModuleLoadData(&module, image));
    MUST(cuMemAlloc(&x, sizeof host));
    MUST(cuMemAlloc(&out, sizeof host));
    for (int i = 0; i < 32; i++)
        host[i] = i;
    MUST(cuMemcpyHtoD(x, host, sizeof host));
    MUST(cuModuleGetGlobal(&variable, &size, module, factor));
    MUST(size != sizeof two || cuMemcpyHtoD(variable, &two, sizeof two));
    void *add_arguments[] = {&two, &x, &out}, *turn_arguments[] = {&out};
    MUST(launch(module, "add", add_arguments));
    MUST(launch(module, turn, turn_arguments));
    if (argc > 1)
        MUST(launch(module, all_write, turn_arguments));
    MUST(cuMemcpyDtoH(host, out, sizeof host));
    MUST(cuModuleGetGlobal(&variable, &size, module, "calls"));
    MUST(cuMemcpyDtoH(&calls, variable, sizeof calls));
    int seen[4];
    MUST(cuModuleGetGlobal(&variable, &size, module, "seen"));
    MUST(cuMemcpyDtoH(seen, variable + 28 * sizeof *seen, sizeof seen));
    MUST(size != 32 * sizeof *seen || seen[0] != 28 || seen[3] != 31);
    if (argc == 1)
        MUST(host[0] != 2 * (2 * 31 + 1) || host[31] != 2 || calls != 1);
    MUST(cuMemFree(x) || cuMemFree(out) || cuModuleUnload(module));
    return nvrtcDestroyProgram(&program);
}
