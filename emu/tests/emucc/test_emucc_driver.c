// SPDX-License-Identifier: MIT
// test_emucc_driver.c: emucc as a compiler driver: options, files, exit statuses, and the files
// that it creates. Each test works in its own folder.
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../support/emucc_folder.h"

TestSuite(emucc_driver, .init = emucc_folder_enter, .fini = emucc_folder_remove);

// main() of a program that prints the number that its kernels store in *out.
#define MAIN(launches) \
    "#include <cstdio>\n" \
    "int main()\n" \
    "{\n" \
    "    int *out;\n" \
    "    cudaMallocManaged(&out, sizeof *out);\n" \
    "    *out = 0;\n" launches "    cudaDeviceSynchronize();\n" \
    "    printf(\"%d\\n\", *out);\n" \
    "    cudaFree(out);\n" \
    "}\n"

static const char store_program[] =
    "#ifndef VALUE\n"
    "#define VALUE 3\n"
    "#endif\n"
    "__global__ void store(int *out) { *out = VALUE; }\n" MAIN("    store<<<1, 1>>>(out);\n");

// ---- Invalid requests
// -----------------------------------------------------------------------------

Test(emucc_driver, refuses_nonsense)
{
    write_text("a.cu", store_program);
    write_text("b.cu", store_program);
    fails("", "emucc: error: no input files");
    fails("-O2", "emucc: error: no input files");
    fails("nosuch.cu", "emucc: error: nosuch.cu: No such file or directory");
    fails("a.cu -o", "-o needs a value");
    fails("-c a.cu b.cu -o x.o", "-o names one file, but there are 2 sources");
    fails("a.cu -o a.cu", "a.cu would be overwritten");
    fails("a.cu -o ./a.cu", "a.cu would be overwritten");
    cr_assert(symlink("a.cu", "link.cu") == 0 && link("a.cu", "hard.cu") == 0);
    fails("a.cu -c -o link.cu", "a.cu would be overwritten");
    fails("hard.cu -o a.cu", "hard.cu would be overwritten");
    char *source = read_text("a.cu");
    cr_expect_str_eq(source, store_program);
    free(source);
    cr_assert(mkfifo("fifo.cu", 0600) == 0);
    fails("-c fifo.cu", "fifo.cu: is not a regular file");
    fails("-ptx a.cu", "-ptx asks for code for a real GPU");
    fails("a.ptx", "a.ptx holds code for a real GPU");
    fails("-x fortran a.cu", "language 'fortran' is not known");
    fails("-rdc=maybe a.cu", "must be true or false");
    fails("-fsanitize=address a.cu", "-fsanitize=address");
    fails("-c a.cu --no-such-option", "--no-such-option");
    cr_assert(!exists("a.out") && !exists("x.o"));
}

Test(emucc_driver, makes_modules_that_programs_load)
{
    write_text("k.cu", "extern \"C\" __global__ void twice(int *x) { x[threadIdx.x] *= 2; }\n");
    write_text("load.c", "#include <cuda.h>\n"
                         "#include <stdio.h>\n"
                         "int main(void)\n"
                         "{\n"
                         "    CUmodule m; CUfunction f; CUdeviceptr p; int x = 21;\n"
                         "    void *arguments[] = {&p};\n"
                         "    cuInit(0);\n"
                         "    if (cuModuleLoad(&m, \"k.cubin\") || cuModuleGetFunction(&f, m, "
                         "\"twice\")) return 1;\n"
                         "    cuMemAlloc(&p, sizeof x);\n"
                         "    cuMemcpyHtoD(p, &x, sizeof x);\n"
                         "    cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, arguments, 0);\n"
                         "    cuMemcpyDtoH(&x, p, sizeof x);\n"
                         "    cuMemFree(p);\n"
                         "    printf(\"%d\\n\", x);\n"
                         "}\n");
    succeeds("-cubin k.cu");
    succeeds("load.c -lcuda -o load");
    prints("load", "42\n");
}

Test(emucc_driver, reports_missing_libraries)
{
    write_text("a.cu", store_program);
    fails("a.cu -lcusolver",
          "emucc: error: -lcusolver: this library of NVIDIA's is not available");
    fails("a.cu -lcusparseLt -lm", "-lcusparseLt");
    fails("a.cu -lnppial_static", "-lnppial_static");
    succeeds("a.cu -lcudart -lcudart_static -lcudadevrt -lcuda -lcublas -lcurand_static -lcusparse -lm "
             "-lnvidia-ml -o a");
    prints("a", "3\n");
}

Test(emucc_driver, tells_nvidias_headers_from_the_programs_own)
{
    write_text("cuda.h", "#define STORED 3\n");
    write_text("cusparse.h", "// Copyright NVIDIA Corporation\n");
    write_text("a.cu", store_program);
    write_text("own.cu", "#include \"./cuda.h\"\nstatic_assert(STORED == 3, \"of its own\");\n");
    succeeds("a.cu own.cu -o a");
    prints("a", "3\n");
    write_text("a.cu", "#include \"./cusparse.h\"\nint main() {}\n");
    fails("a.cu", "a.cu:1: error: cusparse.h: this library of NVIDIA's is not available");
}

Test(emucc_driver, reports_the_package_of_thrust)
{
    write_text("part.h", "#include <thrust/device_vector.h>\n");
    write_text("a.cu", "#include \"part.h\"\nint main() {}\n");
    setenv("EMU_CCCL", emucc_folder, 1);
    fails("a.cu", "are not installed: `apt install libthrust-dev`");
    write_text("a.cu", "int x;\n  # include <cub/cub.cuh>\n");
    fails("a.cu", "Thrust, CUB and libcu++ are open headers");
    unsetenv("EMU_CCCL");
}

Test(emucc_driver, explains_a_source_that_loads_the_driver_itself)
{
    write_text("own.c", "int cuInit(unsigned flags) { return (int)flags; }\n");
    write_text(
        "a.cu",
        "#include <cuda.h>\nint main() { int n; return cuInit(0) + cuDeviceGetCount(&n); }\n");
    fails("a.cu own.c", "own.c:1: error: cuInit: the emulated GPU has it: leave out");
}

Test(emucc_driver, leaves_no_output_after_an_error)
{
    write_text("bad.cu", "__global__ void k() { x = 1; }\nint main() { k<<<1, 1>>>(); }\n");
    write_text("good.cu", store_program);
    fails("bad.cu good.cu -o p", "bad.cu:1:");
    fails("-c bad.cu", "bad.cu:1:");
    fails("good.cu -lnosuch -o p", "nosuch");
    cr_assert(!exists("p") && !exists("bad.o"));
}

Test(emucc_driver, prints_help_and_version)
{
    struct run run = emucc("--version");
    cr_assert(run.status == 0 && strncmp(run.out, "emucc ", 6) == 0);
    // Build tools parse these lines of nvcc.
    cr_expect(strstr(run.out, "\nnvcc: NVIDIA (R) Cuda compiler driver\n") &&
              strstr(run.out, "\nCuda compilation tools, release 12.4, V12.4.99\n"));
    run_free(&run);
    run = emucc("--help");
    cr_assert(run.status == 0 && strstr(run.out, "usage: emucc") && strstr(run.out, "-MMD"));
    run_free(&run);
}

// ---- Options --------------------------------------------------------------------------------------

Test(emucc_driver, takes_what_gcc_takes)
{
    cr_assert(mkdir(scratch_path("include"), 0777) == 0);
    write_text("include/value.h", "#define VALUE (BASE + 1)\n");
    write_text("a.cu", store_program);
    succeeds("-Iinclude -include value.h -DBASE=3 -O1 -g -std=c++14 -pthread -Wall a.cu -o a");
    prints("a", "4\n");
    succeeds("-I include -D BASE=4 -D UNUSED -U UNUSED -O3 -g0 --std c++17 -fno-exceptions -o a "
             "-include include/value.h a.cu -Wl,--as-needed -L. -L include -lm");
    prints("a", "5\n");
    succeeds("a.cu");
    prints("a.out", "3\n");
}

// Names that may be macros of a program as well as parameters of the emulator's templates.
Test(emucc_driver, leaves_every_letter_to_the_program)
{
    write_text("a.cu", "__global__ void k(int *out) { *out = N + Z; }\n" MAIN("k<<<1, 1>>>(out);"));
    succeeds("-DA=1 -DB=1 -DC=1 -DD=1 -DE=1 -DF=1 -DG=1 -DH=1 -DI=1 -DJ=1 -DK=1 -DL=1 -DM=1 -DN=13 "
             "-DO=1 -DP=1 -DQ=1 -DR=1 -DS=1 -DT=1 -DU=1 -DV=1 -DW=1 -DX=1 -DY=1 -DZ=1 a.cu -o a");
    prints("a", "14\n");
}

Test(emucc_driver, takes_what_nvcc_takes)
{
    write_text("a.cu", store_program);
    succeeds("-arch=sm_90 -arch sm_80 --gpu-architecture=compute_75 -gencode "
             "arch=compute_90,code=sm_90 -gencode=arch=compute_80,code=sm_80 -lineinfo -G "
             "--use_fast_math --expt-relaxed-constexpr --extended-lambda -Xptxas -v,-O3 "
             "--ptxas-options=-v -maxrregcount=64 --threads 4 -t=2 -Xcudafe --display_error_number "
             "a.cu -o a");
    succeeds("-Xcompiler -Wall,-Wextra,-DVALUE=7 --compiler-options=-fopenmp -Xlinker --as-needed "
             "-cudart static --default-stream per-thread -diag-suppress 177 -ccbin g++ "
             "-Wno-deprecated-gpu-targets --output-file a a.cu");
    prints("a", "7\n");
    succeeds("-Xcompiler -masm=intel,-flto -o a a.cu"); // other text for the assembler
    prints("a", "3\n");
    write_text("options", "-DVALUE=9 \"-DNAME=\\\"a b\\\"\"\n -o 'a file'\n");
    succeeds("--options-file options -Xfatbin -compress-all -split-compile 2 -split-compile=0 "
             "-isystem /usr/include -isystem=/usr/include --machine 64 a.cu");
    prints("a file", "9\n");
    succeeds("@options a.cu");
    struct run run = emucc("-run -DVALUE=11 a.cu -time times");
    cr_expect(run.status == 0 && strcmp(run.out, "11\n") == 0 && !exists("a.out"), "%s%s", run.out,
              run.err);
    run_free(&run);
    char *times = read_text("times");
    cr_expect(strstr(times, "a.cu,compile,") && strstr(times, "a.cu,link,"), "%s", times);
    free(times);
}

// As nvcc does: (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24, and 0 if the product is rounded first.
Test(emucc_driver, rounds_a_product_and_a_sum_once)
{
    if (!__builtin_cpu_supports("fma"))
        cr_skip_test("this processor has no such instruction");
    write_text("a.cu", "__global__ void add(int *out, float a, float b, float c)\n"
                       "{ *out = a * b + c != 0; }\n" MAIN(
                           "    add<<<1, 1>>>(out, 1 + 0x1p-12f, 1 + 0x1p-12f, -1 - 0x1p-11f);\n"));
    succeeds("-O1 a.cu -o a");
    prints("a", "1\n");
    succeeds("-O2 a.cu -o a");
    prints("a", "1\n");
    succeeds("-O1 -fmad=false a.cu -o a");
    prints("a", "0\n");
}

Test(emucc_driver, makes_libraries_of_objects)
{
    write_text("part.cu", "__device__ int twice(int n) { return 2 * n; }\n");
    write_text("main.cu", "__device__ int twice(int n);\n"
                          "__global__ void run(int *out) { *out = twice(4); }\n" MAIN(
                              "    run<<<1, 1>>>(out);\n"));
    succeeds("-lib -rdc=true part.cu -o libpart.a");
    succeeds("-dc main.cu");
    succeeds("-dlink main.o libpart.a -o device.o"); // as build tools of separate compilation do
    succeeds("main.o device.o -L. -lpart -o p");
    prints("p", "8\n");
}

Test(emucc_driver, turns_warnings_into_errors)
{
    write_text("a.cu", "int main() { int unused; }\n");
    fails("-Wall -Werror a.cu", "a.cu:1:");
    fails("-Xcompiler -Wall -Werror all-warnings a.cu", "a.cu:1:");
    fails("-Wall -Werror=unused-variable a.cu", "a.cu:1:");
    succeeds("-Wall -Werror -w a.cu");
    write_text("b.cu", "__device__ int n;\n" // emucc's own warning
                       "__global__ void set() { n = 1; }\n"
                       "int main() { return n; }\n");
    fails("-Werror all-warnings b.cu", "b.cu:3:");
    fails("-Werror all-warnings b.cu", " error: n is a variable of the GPU");
    succeeds("-Werror all-warnings -w b.cu");
    succeeds("-S -w b.cu -o b.s");
    fails("-Werror all-warnings -S b.cu -o b.s", "[-Werror]");
    cr_expect(!exists("b.s"), "the assembly is left");
}

Test(emucc_driver, suppresses_warnings_by_nvccs_numbers)
{
    write_text("a.cu", "__device__ int n;\n"
                       "static int next(int x) { return x + 1; }\n"
                       "__host__ __device__ int step(int x) { return next(x); }\n"
                       "__global__ void set() { n = 1; }\n"
                       "int main() { return n + step(-1); }\n");
    fails("-Werror all-warnings -diag-suppress 20014 a.cu", "a.cu:5:");
    fails("-Werror all-warnings -diag-suppress 20091 a.cu", "a.cu:3:");
    succeeds("-Werror all-warnings -diag-suppress 177,20014 --diag-suppress=20091 a.cu");
    succeeds("-Werror all-warnings -Xcudafe --diag_suppress=20014 -diag-suppress 20091 a.cu");
}

Test(emucc_driver, compiles_by_language_not_by_name)
{
    write_text("a.cpp", store_program);
    write_text("b.txt", store_program);
    fails("a.cpp", "__global__");
    succeeds("-x cu a.cpp -o a");
    prints("a", "3\n");
    succeeds("-x cu b.txt -x none -o b");
    prints("b", "3\n");
}

Test(emucc_driver, stops_at_the_requested_stage)
{
    write_text("a.cu", store_program);
    struct run run = emucc("-E a.cu -DVALUE=12345");
    cr_assert(run.status == 0 && strstr(run.out, "*out = 12345;") && strstr(run.out, "<<<1, 1>>>"));
    run_free(&run);
    succeeds("-E a.cu -o a.txt");
    succeeds("-c a.cu");
    succeeds("-S a.cu");
    cr_assert(exists("a.txt") && exists("a.o") && exists("a.s"));
    succeeds("a.o -o a");
    prints("a", "3\n");
    cr_assert(mkdir(scratch_path("objects"), 0777) == 0);
    succeeds("-c a.cu -odir objects");
    cr_assert(exists("objects/a.o"));
}

// ---- Dependencies ---------------------------------------------------------------------------------

Test(emucc_driver, writes_dependencies)
{
    write_text("a.h", "#define VALUE 8\n");
    write_text("a.cu", "#include <cstdio>\n#include \"a.h\"\nint main() {}\n");
    succeeds("-MMD -MP -c a.cu -o b.o");
    char *text = read_text("b.d");
    cr_expect(strstr(text, "b.o: a.cu") && strstr(text, " a.h") && strstr(text, "\na.h:") &&
                  !strstr(text, "cstdio"),
              "%s", text);
    free(text);
    succeeds("-MD -MF deps -MT target -c a.cu");
    text = read_text("deps");
    cr_expect(strstr(text, "target: a.cu") && strstr(text, "a.h") && strstr(text, "cstdio"));
    free(text);
    struct run run = emucc("-MM a.cu");
    cr_expect(run.status == 0 && strstr(run.out, "a.o: a.cu") && strstr(run.out, "a.h"), "%s",
              run.out);
    run_free(&run);
    cr_expect(!exists("a.out"));
}

// ---- Several files --------------------------------------------------------------------------------

Test(emucc_driver, links_files_in_three_languages)
{
    write_text("kernel.cu", "static __device__ int twice(int n) { return 2 * n; }\n"
                            "__global__ void run(int *out, int n) { *out = twice(n); }\n");
    write_text("launch.cu", "__global__ void run(int *out, int n);\n"
                            "extern \"C\" int launch(int n)\n"
                            "{\n"
                            "    int *out;\n"
                            "    cudaMallocManaged(&out, sizeof *out);\n"
                            "    run<<<1, 1>>>(out, n);\n"
                            "    cudaDeviceSynchronize();\n"
                            "    n = *out;\n"
                            "    cudaFree(out);\n"
                            "    return n;\n"
                            "}\n");
    write_text("plus.cc", "extern \"C\" int plus(int a, int b) { return a + b; }\n");
    write_text("main.c", "#include <cuda_runtime.h>\n"
                         "#include <stdio.h>\n"
                         "int launch(int n);\n"
                         "int plus(int a, int b);\n"
                         "int main(void)\n"
                         "{\n"
                         "    int *restrict p = NULL;\n"
                         "    if (cudaMalloc((void **)&p, 16) == cudaSuccess)\n"
                         "        printf(\"%d\\n\", plus(launch(4), 1));\n"
                         "    cudaFree(p);\n"
                         "}\n");
    succeeds("-std=c++17 -Wall -Wextra main.c plus.cc kernel.cu launch.cu -o all");
    prints("all", "9\n");
    succeeds("-c main.c plus.cc kernel.cu launch.cu");
    succeeds("main.o plus.o kernel.o launch.o -o again");
    prints("again", "9\n");
}

Test(emucc_driver, keeps_device_code_of_files_apart)
{
    const char *const part = "__device__ int value() { return %d; }\n"
                             "inline __device__ int inline_value() { return %d; }\n"
                             "__device__ int variable = %d;\n"
                             "__constant__ int constant[1] = {%d};\n"
                             "__device__ int by_prototype(int n);\n"
                             "__device__ int by_prototype(int n) { return n; }\n"
                             "__global__ void sum_%d(int *out)\n"
                             "{\n"
                             "    *out += value() + inline_value() + variable + constant[0]\n"
                             "          + by_prototype(0);\n"
                             "}\n";
    char text[1000];
    for (int i = 1; i <= 2; i++) {
        snprintf(text, sizeof text, part, i, i, i, i, i);
        write_text(i == 1 ? "one.cu" : "two.cu", text);
    }
    write_text("main.cu", "__global__ void sum_1(int *);\n"
                          "__global__ void sum_2(int *);\n" MAIN("    sum_1<<<1, 1>>>(out);\n"
                                                                 "    sum_2<<<1, 1>>>(out);\n"));
    succeeds("-Wall -Wextra one.cu two.cu main.cu -o p");
    prints("p", "12\n");
}

Test(emucc_driver, links_device_code_with_rdc)
{
    write_text("part.cu", "__device__ int value = 5;\n"
                          "__constant__ int table[2] = {1, 2};\n"
                          "__device__ int twice(int n) { return 2 * n; }\n");
    write_text("main.cu",
               "extern __device__ int value;\n"
               "extern __constant__ int table[2];\n"
               "extern __device__ int twice(int n);\n"
               "__global__ void run(int *out) { *out = twice(value) + table[1]; }\n" MAIN(
                   "    run<<<1, 1>>>(out);\n"));
    succeeds("-rdc=true -Wall -Wextra part.cu main.cu -o p");
    prints("p", "12\n");
    succeeds("-dc part.cu main.cu");
    succeeds("part.o main.o -o q");
    prints("q", "12\n");
    fails("part.cu main.cu -o r", "undefined reference to `twice(int)'");
}

// ---- Paths
// ----------------------------------------------------------------------------------------

Test(emucc_driver, works_in_folders_with_blanks)
{
    cr_assert(mkdir(scratch_path("a folder"), 0777) == 0);
    write_text("a folder/the value.h", "#define VALUE 6\n");
    write_text("a folder/the program.cu", store_program);
    char source[300], output[300], include[300];
    snprintf(source, sizeof source, "%s/a folder/the program.cu", emucc_folder);
    snprintf(output, sizeof output, "%s/a folder/it's a program", emucc_folder);
    snprintf(include, sizeof include, "-I%s/a folder", emucc_folder);
    struct run run = run_program((const char *const[]){emucc_compiler, source, include, "-include",
                                                       "the value.h", "-o", output, NULL});
    cr_assert(run.status == 0 && !run.err[0], "%s", run.err);
    run_free(&run);
    prints("a folder/it's a program", "6\n");
}

Test(emucc_driver, finds_its_parts_when_moved)
{
    char command[3000], root[1200];
    write_text("a.cu", store_program);
    snprintf(root, sizeof root, "%.*s",
             (int)(strstr(emucc_compiler, "/bin/emucc") - emucc_compiler), emucc_compiler);
    snprintf(command, sizeof command, "cp '%s' moved", emucc_compiler);
    cr_assert(system(command) == 0);
    struct run run = run_words("./moved", "a.cu");
    cr_assert(run.status == 1 && strstr(run.err, "EMU_ROOT"), "%s", run.err);
    run_free(&run);
    setenv("EMU_ROOT", root, 1);
    run = run_words("./moved", "a.cu -o a");
    cr_assert(run.status == 0 && !run.err[0], "%s", run.err);
    run_free(&run);
    prints("a", "3\n");
    setenv("EMU_LIB", "/nosuch/libemu.a", 1);
    run = run_words("./moved", "a.cu -o b");
    cr_assert(run.status == 1 && strstr(run.err, "/nosuch/libemu.a"), "%s", run.err);
    run_free(&run);
}

// Prints whether a stream waits for the kernel in the default stream.
static const char default_stream_program[] =
    "#include <cstdio>\n"
    "__global__ void wait_for(volatile int *flag) { while (*flag == 0) ; }\n"
    "__global__ void nothing() {}\n"
    "int main()\n"
    "{\n"
    "    volatile int *flag;\n"
    "    cudaStream_t stream;\n"
    "    cudaMallocHost((void **)&flag, sizeof *flag);\n"
    "    *flag = 0;\n"
    "    cudaStreamCreate(&stream);\n"
    "    wait_for<<<1, 1>>>(flag);\n"
    "    nothing<<<1, 1, 0, stream>>>();\n"
    "    printf(\"%d\\n\", cudaStreamQuery(stream) == cudaErrorNotReady);\n"
    "    *flag = 1;\n"
    "    cudaDeviceSynchronize();\n"
    "    cudaFreeHost((void *)flag);\n"
    "    cudaStreamDestroy(stream);\n"
    "}\n";

Test(emucc_driver, gives_each_thread_its_default_stream)
{
    write_text("a.cu", default_stream_program);
    succeeds("a.cu -o a");
    prints("a", "1\n");
    succeeds("--default-stream legacy a.cu -o a");
    prints("a", "1\n");
    succeeds("--default-stream per-thread a.cu -o a");
    prints("a", "0\n");
    succeeds("-default-stream=per-thread a.cu -o a");
    prints("a", "0\n");
    succeeds("-DCUDA_API_PER_THREAD_DEFAULT_STREAM a.cu -o a");
    prints("a", "0\n");
    fails("--default-stream private a.cu", "the value must be legacy, null or per-thread");
}

Test(emucc_driver, names_libraries_that_were_not_built)
{
    char command[3000];
    write_text("a.cu", "#include <cublas_v2.h>\n"
                       "int main() { cublasHandle_t h; return (int)cublasCreate(&h); }\n");
    succeeds("a.cu -o a");
    snprintf(command, sizeof command, "mkdir lib && cp '%.*s/lib/libemu.a' lib",
             (int)(strlen(emucc_compiler) - strlen("/bin/emucc")), emucc_compiler);
    cr_assert(system(command) == 0);
    setenv("EMU_LIB", "lib/libemu.a", 1);
    fails("a.cu -o b", "a.cu:2: error: cublasCreate: not found, but these libraries were not built: libemu_blas.a, ");
    cr_assert(!exists("b"));
}

Test(emucc_driver, honours_the_host_compiler)
{
    write_text("a.cu", store_program);
    setenv("CXX", "g++ -DVALUE=9", 1);
    succeeds("a.cu -o a");
    prints("a", "9\n");
    setenv("CXX", "nosuch++", 1);
    fails("a.cu -o b", "emucc: error: nosuch++ cannot be started");
    cr_assert(!exists("b"));
}

// clang makes a call of memcpy of the copy of an int4.
Test(emucc_driver, works_with_clang)
{
    write_text("a.cu",
               "#include <stdio.h>\n"
               "__global__ void move(int4 *to)\n"
               "{\n"
               "    __shared__ int4 of[64];\n"
               "    of[threadIdx.x] = make_int4(1, 2, 3, threadIdx.x);\n"
               "    SYNC();\n"
               "    to[threadIdx.x] = of[63 - threadIdx.x];\n"
               "}\n"
               "int main()\n"
               "{\n"
               "    int4 *d, h[64];\n"
               "    cudaMalloc(&d, sizeof h);\n"
               "    move<<<1, 64>>>(d);\n"
               "    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n"
               "    printf(\"%d\\n\", h[3].w);\n"
               "    cudaFree(d);\n"
               "}\n");
    if (system("clang++ --version > /dev/null 2>&1") != 0)
        cr_skip("clang++ is not installed");
    setenv("CXX", "clang++", 1);
    succeeds("-DSYNC=__syncthreads a.cu -o a");
    prints("a", "60\n");
    succeeds("-DSYNC=__threadfence_block a.cu -o b");
    cr_expect(system("./b 2>&1 | grep -q 'race in shared memory'") == 0);
}

// ---- Files that it creates
// ------------------------------------------------------------------------

Test(emucc_driver, cleans_up)
{
    const char *temporary = temporary_folder();
    write_text("a.cu", store_program);
    write_text("bad.cu", "int main() { return x; }\n");
    succeeds("a.cu -o a");
    cr_expect_eq(files_in(temporary), 0);
    fails("bad.cu", "bad.cu:1:");
    cr_expect_eq(files_in(temporary), 0);
    succeeds("--keep -c a.cu");
    cr_expect(exists("a.cu.ii") && exists("a.emu.ii"));
    struct run run = emucc("--dryrun a.cu -o never");
    cr_expect(run.status == 0 && strstr(run.err, "g++ -E") && strstr(run.err, "libemu.a"));
    cr_expect(!exists("never") && files_in(temporary) == 0);
    run_free(&run);
    run = emucc("-v a.cu -o a");
    cr_expect(run.status == 0 && strstr(run.err, "-fsanitize=thread"));
    run_free(&run);
}
