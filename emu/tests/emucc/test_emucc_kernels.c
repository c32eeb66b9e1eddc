// SPDX-License-Identifier: MIT
// test_emucc_kernels.c: the requirements on a kernel's declaration, and the instrumentation of its
// accesses.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/emucc_folder.h"

TestSuite(emucc_kernels, .init = emucc_folder_enter, .fini = emucc_folder_remove);

// As in nvcc; emucc looks up the meaning of a name.
Test(emucc_kernels, kernels_return_nothing)
{
    static const char told[] = "k.cu:1:12: error: a __global__ function returns void; ";
    static const char *const wrong[] = {
        "__global__ int k() { return 1; }\n",
        "__global__ float *k(int n) { return 0; }\n",
        "__global__ unsigned long k();\n",
        "__global__ bool k() { return true; }\n",
        "__global__ void *k() { return 0; }\n",
        "__global__ float4 k() { return float4(); }\n",
        "__global__ size_t k() { return 1; }\n",
        "__global__ std::size_t k();\n",
        "__global__ cudaError_t k() { return cudaSuccess; }\n",
        "__global__ struct dim3 k();\n",
        "__global__ float4 __launch_bounds__(64) k() { return float4(); }\n",
        "__global__ auto k() {}\n",
        "__global__ auto k() { return 1; }\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        write_text("k.cu", wrong[i]);
        fails("-c k.cu", told);
    }
    static const struct {
        const char *text, *told;
    } elsewhere[] = {
        {"__global__ auto k() -> int { return 1; }\n", "k.cu:1:24: error: a __global__"},
        {"struct s { int x; };\n__global__ s k();\n", "k.cu:2:12: error: a __global__"},
        {"typedef void v;\ntypedef v *w;\n__global__ w k();\n", "k.cu:3:12: error: a __global__"},
        {"using r = float2;\nusing t = r;\n__global__ t k();\n", "k.cu:3:12: error: a __global__"},
        {"extern \"C\" __global__ float2 k();\n", "k.cu:1:23: error: a __global__"},
        {"__attribute__((used)) static __global__ float2 k();\n", "k.cu:1:41: error: a __global__"},
        {"template <class T> __global__ float2 k(T *x);\n", "k.cu:1:31: error: a __global__"},
    };
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        write_text("k.cu", elsewhere[i].text);
        fails("-c k.cu", elsewhere[i].told);
    }
    write_text(
        "k.cu",
        "#include <type_traits>\n"
        "typedef void nothing;\n"
        "using none = nothing;\n"
        "struct s { int x; };\n"
        "__global__ static void a() {}\n"
        "template <class T> __global__ void b(T *x) {}\n"
        "__global__ auto c(float *x) -> void {}\n"
        "__global__ nothing d() {}\n"
        "__device__ int e() { return 1; }\n"
        "void __global__ f(s x) {}\n"
        "extern \"C\" __global__ void __launch_bounds__(64, 2) g(float4 *x) {}\n"
        "__global__ none h() {}\n"
        "__attribute__((used)) __global__ const void i(float4 x) {}\n"
        "[[maybe_unused]] static __global__ void j() {}\n"
        "template <class R> __global__ R l() {}\n"
        "template <class T> __global__ typename std::enable_if<sizeof(T) == 4>::type m(T) {}\n"
        "template <class T> __global__ std::enable_if_t<sizeof(T) == 4> n(T) {}\n"
        "__global__ decltype(a()) o() {}\n"
        "inline __global__ auto p() noexcept -> nothing {}\n");
    succeeds("-c k.cu");
}

// Of the emulator's headers the compiler reads the functions that the program may call, and all
// declarations, for "did you mean".
Test(emucc_kernels, headers_without_unused_functions)
{
    write_text("a.cu", "__global__ void k(int *out) { *out = __ffs(*out); }\nint main() { }\n");
    succeeds("--keep -c a.cu");
    char *text = read_text("a.emu.ii");
    const char *called = strstr(text, "int __ffs(int x)"), *other = strstr(text, "int __popc(");
    cr_assert(called && other);
    cr_expect(strncmp(called + strlen("int __ffs(int x)"), " {", 2) == 0);
    cr_expect(strncmp(other + strlen("int __popc(unsigned x)"), " ;", 2) == 0);
    free(text);
    write_text("b.cu", "__global__ void k(int *out) { *out = __popcc(*out); }\nint main() { }\n");
    fails("-c b.cu", "did you mean");
    fails("-c b.cu", "__popc");
}

// g++ 12 and later.
static bool takes_structs_apart_right(void)
{
    struct run run = run_program((const char *const[]){
        "sh", "-c",
        "! g++ --version | grep -q clang && [ $(g++ -dumpversion | cut -d. -f1) -ge 12 ]", NULL});
    const bool right = run.status == 0;
    run_free(&run);
    return right;
}

Test(emucc_kernels, one_access_for_a_vector)
{
    write_text("a.cu",
               "__global__ void copy(const float4 *a, float4 *b, float2 *c, int i)\n"
               "{\n"
               "    float4 v = a[i];\n"
               "    v.x += v.w;\n"
               "    b[i] = v;\n"
               "    float2 w = c[i];\n"
               "    c[i + 1] = w;\n"
               "    reinterpret_cast<int4 *>(c)[i] = *reinterpret_cast<const int4 *>(&a[9]);\n"
               "}\n");
    // Again with g++ splitting structs into members, which is correct from 12 on.
    const int last = takes_structs_apart_right() ? 7 : 3;
    for (int i = 0; i <= last; i++) {
        char words[40];
        const int level = i % 4;
        snprintf(words, sizeof words, "-S -O%d %s a.cu", level, i < 4 ? "" : "-ftree-sra");
        succeeds(words);
        char *code = read_text("a.s");
        int reads = 0, writes = 0;
        for (const char *at = code; (at = strstr(at, "call\t__tsan_")); at++) {
            reads += strncmp(at, "call\t__tsan_read16", 18) == 0;
            writes += strncmp(at, "call\t__tsan_write16", 19) == 0;
        }
        // Without optimization local variables are accessed in memory, too.
        cr_expect(level > 0 ? reads == 2 && writes == 2 : reads >= 2 && writes >= 2,
                  "%s: %d reads and %d writes of 16 bytes", words, reads, writes);
        cr_expect(strstr(code, "call\t__tsan_read8") && strstr(code, "call\t__tsan_write8"));
        free(code);
    }
}
