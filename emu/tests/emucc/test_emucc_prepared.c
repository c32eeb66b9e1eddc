// SPDX-License-Identifier: MIT
// test_emucc_prepared.c: precompiled headers are used exactly if they match the headers, and the
// program is the same.
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../support/emucc_folder.h"

#define HEADERS "lib/headers/"
#define NAME HEADERS "gnu++17_plain"

// A separate root with the emulator's headers and engine, without precompiled headers.
static void enter(void)
{
    emucc_folder_enter();
    char library[1200];
    snprintf(library, sizeof library, "%.*s/lib/libemu.a",
             (int)(strstr(emucc_compiler, "/bin/emucc") - emucc_compiler), emucc_compiler);
    char *include = realpath(repository_path("emu/include"), NULL);
    cr_assert(include, "there is no emu/include");
    struct run run = run_words("/bin/mkdir", "-p " HEADERS);
    cr_assert(run.status == 0 && symlink(include, "include") == 0);
    run_free(&run);
    setenv("EMU_ROOT", emucc_folder, 1);
    setenv("EMU_LIB", library, 1);
    free(include);
    write_text("a.cu", "#include <cstdio>\n"
                       "#include <cuda_fp16.h>\n"
                       "#ifndef VALUE\n"
                       "#define VALUE 3\n"
                       "#endif\n"
                       "__global__ void store(int *out)\n"
                       "{\n"
                       "    *out = INT_MAX == 2147483647 ? (int)sqrtf(VALUE * VALUE) : 0;\n"
                       "}\n"
                       "int main()\n"
                       "{\n"
                       "    int *out;\n"
                       "    cudaMallocManaged(&out, sizeof *out);\n"
                       "    store<<<dim3(1), 1>>>(out);\n"
                       "    cudaDeviceSynchronize();\n"
                       "    printf(\"%d\\n\", *out);\n"
                       "    cudaFree(out);\n"
                       "}\n");
}

TestSuite(emucc_prepared, .init = enter, .fini = emucc_folder_remove);

// Compiles with these arguments. Returns true if the precompiled headers are used and the program
// is right, if it is linked and prints something.
static bool takes_them(const char *words, const char *printed)
{
    char all[300];
    snprintf(all, sizeof all, "-v a.cu -o a %s%s", printed ? "" : "-c ", words);
    struct run run = emucc(all);
    cr_assert(run.status == 0, "emucc %s: %s", words, run.err);
    // The first command is the preprocessor's; a second one means that they did not fit.
    const char *first = strstr(run.err, " -E "), *second = first ? strstr(first + 1, " -E ") : NULL;
    const bool taken = strstr(run.err, "-fpch-preprocess") && !second;
    run_free(&run);
    if (printed)
        prints("a", printed);
    return taken;
}

Test(emucc_prepared, only_where_they_fit)
{
    cr_expect(!takes_them("", "3\n"), "before they were made");
    succeeds("--prepare -o " NAME);
    cr_expect(files_in(HEADERS) == 3, "%d files", files_in(HEADERS));
    cr_expect(takes_them("", "3\n"));
    cr_expect(takes_them("-O1 -g -Wall -DVALUE=5 -I. -ftree-sra", "5\n"));
    cr_expect(takes_them("-MMD -MF a.d", "3\n"));
    char *dependencies = read_text("a.d");
    cr_expect(strstr(dependencies, "a.cu") && strstr(dependencies, "cuda_fp16.h") &&
                  !strstr(dependencies, ".hh"),
              "%s", dependencies);
    free(dependencies);
    static const char *const others[] = {
        "-O0",       "-DNDEBUG",    "-D_LIBCPP", "-std=c++17",     "-MD -MF a.d",   "-fmad=false",
        "-rdc=true", "-ffast-math", "-Uunix",    "-include cmath", "-Wp,-DVALUE=3", "-keep"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect(!takes_them(others[i], NULL), "%s", others[i]);
    setenv("CPATH", emucc_folder, 1);
    cr_expect(!takes_them("", NULL), "CPATH");
    unsetenv("CPATH");
    write_text("math.h", "#include_next <math.h>\n");
    cr_expect(!takes_them("-I.", NULL), "a math.h of the user's");
    cr_expect(takes_them("", NULL), "which is not looked for");
    cr_assert(remove("math.h") == 0);
}

Test(emucc_prepared, what_is_out_of_date_or_damaged_is_not_taken)
{
    succeeds("--prepare -o " NAME);
    char *list = read_text(NAME), *changed = strdup(list);
    char *digit = strstr(changed, "cuda_runtime.h");
    while (digit[-1] != '\n')
        digit--;
    *digit = *digit == '1' ? '2' : '1'; // the modification time of that file
    write_text(NAME, changed);
    cr_expect(!takes_them("", NULL), "a header has changed");
    write_text(NAME, "");
    cr_expect(!takes_them("", NULL), "an empty list");
    write_text(NAME, list);
    cr_expect(takes_them("", NULL));
    write_text(NAME ".hh.gch", "no such thing");
    cr_expect(!takes_them("", "3\n"), "not gcc's");
    cr_assert(remove(NAME ".hh.gch") == 0);
    cr_expect(!takes_them("", NULL), "gone");
    free(changed);
    free(list);
}

// A type that the rewriter looks up in the text of the headers.
Test(emucc_prepared, a_kernel_that_returns_a_type_of_the_headers)
{
    succeeds("--prepare -o " NAME);
    write_text("b.cu", "__global__ dim3 k() { return dim3(); }\n");
    fails("-c b.cu", "b.cu:1:12: error: a __global__ function returns void");
    fails("--prepare -o list", "--prepare needs -o FOLDER/NAME");
    fails("--prepare -o /nonexistent/list", "/nonexistent/");
}
