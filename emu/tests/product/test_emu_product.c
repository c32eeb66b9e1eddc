// SPDX-License-Identifier: MIT
// test_emu_product.c: emucc as other people use it: shared libraries of kernels, which programs and
// Python load, and CMake. Each test works in its own folder.
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/emucc_folder.h"
#include "../support/sampler.h"

TestSuite(emu_product, .init = emucc_folder_enter, .fini = emucc_folder_remove);

static bool has_tool(const char *name)
{
    struct run run = run_program(
        (const char *const[]){"/bin/sh", "-c", "command -v \"$0\" >/dev/null", name, NULL});
    const bool found = run.status == 0;
    run_free(&run);
    return found;
}

// Runs a command of the shell in the test's folder.
static struct run shell(const char *command)
{
    return run_program((const char *const[]){"/bin/sh", "-ec", command, NULL});
}

static void shell_prints(const char *command, const char *expected)
{
    struct run run = shell(command);
    cr_assert(run.status == 0 && strcmp(run.out, expected) == 0,
              "%s: exit status %d, printed '%s', not '%s'\n%s", command, run.status, run.out,
              expected, run.err);
    run_free(&run);
}

// ---- Shared libraries of kernels ----------------------------------------------------------------

// NAME(h, n, wrong) doubles h and returns how often a __device__ variable was increased. With
// static shared memory, __launch_bounds__ and a __managed__ variable, whose tables the engine has
// to find in the library.
static const char library[] =
    "static __device__ int counter;\n"
    "static __managed__ int managed = 1;\n"
    "static __global__ void __launch_bounds__(64) twice(float *x)\n"
    "{\n"
    "    __shared__ float s[64];\n"
    "    s[threadIdx.x] = x[threadIdx.x];\n"
    "    __syncthreads();\n"
    "    x[threadIdx.x] = s[threadIdx.x ^ 1 ^ managed] * 2;\n"
    "    atomicAdd(&counter, 1);\n"
    "}\n"
    "static __global__ void beyond(float *x, int n) { x[n] = 1; }\n" // line 11
    "extern \"C\" int NAME(float *h, int n, int wrong)\n"
    "{\n"
    "    float *d;\n"
    "    int count = 0;\n"
    "    cudaFuncAttributes is;\n"
    "    cudaMalloc(&d, n * sizeof *d);\n"
    "    cudaMemcpy(d, h, n * sizeof *d, cudaMemcpyHostToDevice);\n"
    "    twice<<<1, n>>>(d);\n"
    "    cudaDeviceSynchronize();\n"
    "    managed = 1;\n"
    "    cudaFuncGetAttributes(&is, twice);\n"
    "    if (is.sharedSizeBytes != 256 || is.maxThreadsPerBlock != 64) return -1;\n"
    "    if (wrong) beyond<<<1, 1>>>(d, n);\n"
    "    cudaMemcpy(h, d, n * sizeof *d, cudaMemcpyDeviceToHost);\n"
    "    cudaMemcpyFromSymbol(&count, counter, sizeof count);\n"
    "    cudaFree(d);\n"
    "    return count;\n"
    "}\n";

static void make_library(const char *name)
{
    char words[300];
    write_text("library.cu", library);
    snprintf(words, sizeof words, "-shared -Xcompiler -fPIC -Wall -DNAME=%s library.cu -o lib%s.so",
             name, name);
    succeeds(words);
}

Test(emu_product, a_program_with_kernels_and_a_library_share_one_engine)
{
    make_library("first");
    make_library("second");
    write_text("main.cu", "#include <cstdio>\n"
                          "extern \"C\" int first(float *, int, int), second(float *, int, int);\n"
                          "__device__ int own = 5;\n"
                          "__global__ void add(int *p) { *p += own; }\n"
                          "int main(int argc, char **)\n"
                          "{\n"
                          "    int *d, n;\n"
                          "    float x[32] = {1, 2};\n"
                          "    cudaMalloc(&d, sizeof *d);\n"
                          "    cudaMemset(d, 0, sizeof *d);\n"
                          "    add<<<1, 1>>>(d);\n"
                          "    n = first(x, 32, 0);\n"
                          "    n += second(x, 32, argc > 1);\n"
                          "    printf(\"%d %g\\n\", n, x[1]);\n"
                          "    cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);\n"
                          "    if (argc == 1) printf(\"%d\\n\", n);\n"
                          "    cudaFree(d);\n"
                          "}\n");
    succeeds("main.cu libfirst.so ./libsecond.so -Wl,-rpath,. -o by_path");
    prints("by_path", "64 8\n5\n");
    succeeds("main.cu -L. -lfirst -lsecond -Wl,-rpath,. -o by_name");
    prints("by_name", "64 8\n5\n");
    struct run run = shell("./by_path wrong");
    cr_expect(run.status == 1 && strstr(run.err, "  at      library.cu:11\n") &&
                  strstr(run.err, "  kernel  beyond<<<"),
              "%d %s", run.status, run.err);
    cr_expect(strstr(strstr(run.err, "1 kind of mistake"), "1 kind of mistake") != NULL);
    run_free(&run);
}

Test(emu_product, a_host_program_loads_a_library)
{
    make_library("first");
    write_text("main.c", "#include <dlfcn.h>\n"
                         "#include <stdio.h>\n"
                         "int main(void)\n"
                         "{\n"
                         "    float x[4] = {1, 2};\n"
                         "    void *library = dlopen(\"./libfirst.so\", RTLD_NOW | RTLD_LOCAL);\n"
                         "    if (!library) return puts(dlerror());\n"
                         "    int (*run)(float *, int, int) =\n"
                         "        (int (*)(float *, int, int))dlsym(library, \"first\");\n"
                         "    const int count = run(x, 4, 0);\n"
                         "    printf(\"%d %g\\n\", count, x[1]);\n"
                         "}\n");
    shell_prints("gcc main.c -ldl -o main && ./main", "4 4\n");
    shell_prints("EMU_COUNTERS=1 ./main 2>&1 | grep -c 'barriers  *1 '", "1\n");
}

Test(emu_product, python_loads_libraries)
{
    const char *python = getenv("PYTHON") ? getenv("PYTHON") : "python3";
    if (!has_tool(python))
        cr_skip_test("%s is not installed", python);
    make_library("first");
    make_library("second");
    write_text("load.py", "import ctypes, sys\n"
                          "mode = ctypes.RTLD_GLOBAL if 'all' in sys.argv else ctypes.RTLD_LOCAL\n"
                          "x = (ctypes.c_float * 8)(*range(8))\n"
                          "a = ctypes.CDLL('./libfirst.so', mode=mode)\n"
                          "n = a.first(x, 8, 0)\n"
                          "b = ctypes.CDLL('./libsecond.so', mode=mode)\n"
                          "print(n + b.second(x, 8, 'wrong' in sys.argv), x[3])\n");
    shell_prints("${PYTHON:-python3} load.py", "16 12.0\n");
    shell_prints("${PYTHON:-python3} load.py all", "16 12.0\n");
    struct run run = shell("${PYTHON:-python3} load.py wrong all");
    cr_expect(run.status == 1 && strstr(run.err, "  at      library.cu:11\n"), "%d %s", run.status,
              run.err);
    run_free(&run);
}

// ---- Reports ------------------------------------------------------------------------------------

static const char wrong_program[] = "#include \"helper.h\"\n"
                                    "__global__ void k(int *x) { set(x, 8); }\n"
                                    "int main()\n"
                                    "{\n"
                                    "    int *x;\n"
                                    "    cudaMalloc(&x, 8 * sizeof *x);\n"
                                    "    k<<<1, 1>>>(x);\n"
                                    "    cudaDeviceSynchronize();\n"
                                    "    cudaFree(x);\n"
                                    "}\n";

static void make_wrong(void)
{
    write_text("helper.h", "static __device__ void set(int *x, int i) { x[i] = 1; }\n");
    write_text("wrong.cu", wrong_program);
}

Test(emu_product, reports_in_the_form_of_gcc)
{
    make_wrong();
    struct run run = emucc("wrong.cu -o wrong");
    cr_assert(run.status == 0);
    run_free(&run);
    run = shell("EMU_REPORT=gcc ./wrong");
    cr_expect(run.status == 1 &&
                  strstr(run.err, "helper.h:1: error: out of bounds: write of 4 bytes in global "
                                  "memory [bounds]\nwrong.cu:2: note: called here\nhelper.h:1: "
                                  "note: in kernel k, block (0,0,0), thread (0,0,0)\n"),
              "%s", run.err);
    run_free(&run);
}

Test(emu_product, writes_sarif)
{
    make_wrong();
    succeeds("wrong.cu -o wrong");
    struct run run = shell("EMU_SARIF=a.sarif ./wrong");
    cr_expect(run.status == 1 && strstr(run.err, "emu: out of bounds"));
    run_free(&run);
    char *text = read_text("a.sarif");
    cr_expect(strstr(text, "{\"ruleId\": \"bounds\", \"level\": \"error\", \"message\": {\"text\": "
                           "\"out of bounds: write of 4 bytes in global memory: 0 bytes past"));
    cr_expect(strstr(text, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": "
                           "\"helper.h\"}, \"region\": {\"startLine\": 1}}}"));
    cr_expect(strstr(text, "{\"uri\": \"wrong.cu\"}, \"region\": {\"startLine\": 2}}, "
                           "\"message\": {\"text\": \"called here\"}}"));
    free(text);
    run = shell("mkdir all; EMU_SARIF=all/ ./wrong 2>/dev/null || ls all");
    cr_expect(strncmp(run.out, "wrong.", 6) == 0 && strstr(run.out, ".sarif"), "%s", run.out);
    run_free(&run);
    if (has_tool("python3"))
        shell_prints("python3 -c 'import json; a = json.load(open(\"a.sarif\")); "
                     "print(len(a[\"runs\"][0][\"results\"]))'",
                     "1\n");
}

// ---- Texts --------------------------------------------------------------------------------------

Test(emu_product, the_table_of_variables_is_complete)
{
    struct run run =
        run_program((const char *const[]){repository_path("emu/check_variables.sh"), NULL});
    cr_expect(run.status == 0, "%s%s", run.out, run.err);
    run_free(&run);
}

Test(emu_product, the_manual_page_has_the_text_of_help)
{
    char command[3000];
    snprintf(command, sizeof command, "'%s' --help | awk -v version=1 -f '%s' | tee emucc.1",
             emucc_compiler, repository_path("emu/packaging/man.awk"));
    struct run run = shell(command);
    cr_expect(run.status == 0 && strstr(run.out, ".SH RESULTS\n.TP\n.B \\-o FILE\nwrite the") &&
                  strstr(run.out, "\n.B EMU_LIB\n"),
              "%s%s", run.out, run.err);
    run_free(&run);
    if (has_tool("groff"))
        shell_prints("groff -man -Tascii -ww emucc.1 2>&1 >/dev/null", "");
}

// ---- Packages -----------------------------------------------------------------------------------

Test(emu_product, annotates_lines_for_github)
{
    char command[3000];
    make_wrong();
    write_text("right.cu", "int main() {}\n");
    write_text("refused.cu", "int main() { return x; }\n");
    snprintf(command, sizeof command,
             "PATH=%.*s:$PATH; if sh '%s' sarif -DA -- right.cu wrong.cu refused.cu; then exit 1; "
             "fi",
             (int)(strrchr(emucc_compiler, '/') - emucc_compiler), emucc_compiler,
             repository_path("emu/packaging/run_tests.sh"));
    struct run run = shell(command);
    cr_expect(run.status == 0 && strstr(run.out, "\npassed  right.cu\n") &&
                  strstr(run.out, "\nFAILED  wrong.cu\n") &&
                  strstr(run.out, "\n::error file=helper.h,line=1::out of bounds: write of 4 ") &&
                  strstr(run.out, "\n::error file=refused.cu,line=1::'x' was not declared"),
              "%s%s", run.out, run.err);
    run_free(&run);
}

Test(emu_product, packages_work_where_they_are_installed, .timeout = 600)
{
    if (!more_tests())
        cr_skip_test("takes long: TEST_MORE=1");
    struct run run =
        run_program((const char *const[]){repository_path("emu/tests/check_packages.sh"), NULL});
    cr_expect(run.status == 0, "%s%s", run.out, run.err);
    run_free(&run);
}

// ---- CMake --------------------------------------------------------------------------------------

Test(emu_product, cmake_builds_cuda_projects, .timeout = 300)
{
    if (!has_tool("cmake"))
        cr_skip_test("cmake is not installed");
    write_text("CMakeLists.txt",
               "cmake_minimum_required(VERSION 3.18)\n"
               "project(trial LANGUAGES CXX CUDA)\n"
               "find_package(CUDAToolkit 12 REQUIRED)\n"
               "add_library(parts STATIC launch.cu device.cu)\n"
               "set_target_properties(parts PROPERTIES CUDA_SEPARABLE_COMPILATION ON)\n"
               "add_library(shared SHARED library.cu)\n"
               "target_compile_definitions(shared PRIVATE NAME=first)\n"
               "add_executable(main main.cu)\n"
               "target_link_libraries(main parts shared)\n"
               "set_property(TARGET main PROPERTY CUDA_ARCHITECTURES 80)\n"
               "add_executable(host host.cpp)\n"
               "target_link_libraries(host CUDA::cublas CUDA::cudart)\n"
               "find_package(emu REQUIRED)\n"
               "add_executable(other plain.cpp)\n"
               "emu_add_cuda_sources(other value.cu)\n"
               "target_compile_definitions(other PRIVATE VALUE=7)\n");
    write_text("device.h", "__device__ int device_twice(int n);\n");
    write_text("device.cu", "#include \"device.h\"\n"
                            "__device__ int device_twice(int n) { return 2 * n; }\n");
    write_text("launch.cu", "#include \"device.h\"\n"
                            "__global__ void run(int *out, int n) { *out = device_twice(n); }\n"
                            "int launch(int n)\n"
                            "{\n"
                            "    int *p;\n"
                            "    cudaMallocManaged(&p, sizeof *p);\n"
                            "    run<<<1, 1>>>(p, n);\n"
                            "    cudaDeviceSynchronize();\n"
                            "    n = *p;\n"
                            "    cudaFree(p);\n"
                            "    return n;\n"
                            "}\n");
    write_text("library.cu", library);
    write_text("main.cu", "#include <cstdio>\n"
                          "int launch(int n);\n"
                          "extern \"C\" int first(float *, int, int);\n"
                          "__global__ void own(int *p) { *p = 3; }\n"
                          "int main()\n"
                          "{\n"
                          "    int *p;\n"
                          "    float x[2] = {1, 2};\n"
                          "    cudaMallocManaged(&p, sizeof *p);\n"
                          "    own<<<1, 1>>>(p);\n"
                          "    cudaDeviceSynchronize();\n"
                          "    int count = first(x, 2, 0), n = launch(*p);\n"
                          "    cudaFree(p);\n"
                          "    printf(\"%d %d %g\\n\", n, count, x[1]);\n"
                          "}\n");
    write_text("host.cpp", "#include <cublas_v2.h>\n"
                           "#include <cuda_runtime.h>\n"
                           "#include <cstdio>\n"
                           "int main()\n"
                           "{\n"
                           "    cublasHandle_t handle;\n"
                           "    const int status = cublasCreate(&handle);\n"
                           "    cublasDestroy(handle);\n"
                           "    std::printf(\"%d\\n\", status);\n"
                           "}\n");
    write_text("plain.cpp", "#include <cstdio>\n"
                            "int value();\n"
                            "int main() { std::printf(\"%d\\n\", value()); }\n");
    write_text("value.cu", "__global__ void k(int *p) { *p = VALUE; }\n"
                           "int value()\n"
                           "{\n"
                           "    int *p, n;\n"
                           "    cudaMallocManaged(&p, sizeof *p);\n"
                           "    k<<<1, 1>>>(p);\n"
                           "    cudaDeviceSynchronize();\n"
                           "    n = *p;\n"
                           "    cudaFree(p);\n"
                           "    return n;\n"
                           "}\n");
    char command[3000];
    const int root = (int)(strstr(emucc_compiler, "/bin/emucc") - emucc_compiler);
    snprintf(command, sizeof command,
             "unset MAKEFLAGS MAKELEVEL; cmake -B build -DCMAKE_CUDA_COMPILER=%s "
             "-Demu_DIR=%.*s/cmake >log 2>&1 && "
             "cmake --build build >>log 2>&1 || { cat log; exit 1; }; "
             "build/main; build/host; build/other",
             emucc_compiler, root, emucc_compiler);
    shell_prints(command, "6 2 4\n0\n7\n");
    struct run run = shell("grep -i warning log");
    cr_expect(run.status == 1, "%s", run.out);
    run_free(&run);
}
