// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // realpath
#include "toolchain.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/message.h"
#include "../base/process.h"

// ---- Places -------------------------------------------------------------------------------------

// The folder that holds bin/, with this program in it, lib/ and include/; the caller frees it.
static char *own_root(void)
{
    char *path = realpath("/proc/self/exe", NULL);
    if (!path)
        fail("/proc/self/exe cannot be followed: %s (set EMU_ROOT to the folder of emucc's bin/, "
             "lib/ and include/)",
             strerror(errno));
    *strrchr(path, '/') = '\0'; // the program
    *strrchr(path, '/') = '\0'; // bin
    return path;
}

static char *join(const char *folder, const char *rest)
{
    return format_string("%s/%s", folder, rest);
}

static const char *environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value != '\0' ? value : NULL;
}

// Messages leave out lines below emu/include/ (engine/program/source_location.c): where include/ is
// a link to a folder of another name, the link's own name is the one to use.
static char *find_headers(const char *root)
{
    static const char ending[] = "/emu/include";
    char *folder = realpath(root, NULL), *link = join(folder ? folder : root, "include");
    char *headers = realpath(link, NULL);
    if (!headers)
        fail("%s: %s (EMU_ROOT must name the folder of emucc's bin/, lib/ and include/)", link,
             strerror(errno));
    const size_t length = strlen(headers), end = strlen(ending);
    const bool is_named_so = length >= end && strcmp(headers + length - end, ending) == 0;
    free(folder);
    free(is_named_so ? link : headers);
    return is_named_so ? headers : link;
}

// A compiler's command as CXX holds it: words, unless the whole is a program with blanks in its
// path.
static struct list command_of(const char *value)
{
    struct list command = {0};
    if (access(value, X_OK) == 0) {
        list_add(&command, value);
        return command;
    }
    while (*value != '\0') {
        value += strspn(value, " \t");
        size_t length = strcspn(value, " \t");
        if (length > 0)
            list_add_format(&command, "%.*s", (int)length, value);
        value += length;
    }
    return command;
}

static bool names_clang(const struct list *command)
{
    for (size_t i = 0; i < command->count; i++) {
        const char *slash = strrchr(command->items[i], '/');
        if (strstr(slash ? slash : command->items[i], "clang"))
            return true;
    }
    return false;
}

static int version_of(const struct list *compiler)
{
    struct list command = {0};
    list_add_all(&command, compiler);
    list_add(&command, "-dumpversion");
    const int version = run_for_number(&command);
    list_free(&command);
    return version;
}

void find_toolchain(struct toolchain *toolchain, const char *host_compiler)
{
    const char *root = environment("EMU_ROOT"), *library = environment("EMU_LIB");
    const char *cxx = environment("CXX"), *cc = environment("CC");
    char *own = root ? NULL : own_root();
    root = root ? root : own;
    toolchain->program = join(root, "bin/emucc");
    toolchain->headers = find_headers(root);
    toolchain->library = library ? format_string("%s", library) : join(root, "lib/libemu.a");
    toolchain->prepared = join(root, "lib/headers");
    toolchain->other_headers = join(root, "lib/other");
    toolchain->cxx = command_of(host_compiler ? host_compiler : cxx ? cxx : "g++");
    if (toolchain->cxx.count == 0)
        fail("no host compiler is named by %s", host_compiler ? "-ccbin" : "CXX");
    toolchain->is_clang = names_clang(&toolchain->cxx);
    toolchain->gcc_version = toolchain->is_clang ? 0 : version_of(&toolchain->cxx);
    toolchain->cc = command_of(cc ? cc : toolchain->is_clang ? "clang" : "gcc");
    free(own);
}

// ---- Flags --------------------------------------------------------------------------------------

// GPUs round a*b+c once, and nvcc uses that wherever it can. A processor without such an
// instruction would have to call a slow function for it.
static bool has_fma(void)
{
    FILE *stream = fopen("/proc/cpuinfo", "r");
    char *line = NULL;
    size_t capacity = 0;
    bool found = false;
    while (stream && !found && getline(&line, &capacity, stream) > 0)
        found = strncmp(line, "flags", 5) == 0 && strstr(line, " fma ");
    free(line);
    if (stream)
        fclose(stream);
    return found;
}

void add_default_flags(struct list *command, bool keeps_rounding)
{
    // The form that every addr2line reads: in the next one it may take a header for the source
    // file.
    list_add(command, "-gdwarf-4");
    list_add(command, keeps_rounding ? "-ffp-contract=off" : "-ffp-contract=fast");
    if (has_fma())
        list_add(command, "-mfma");
}

void add_kernel_flags(struct list *command, const struct toolchain *toolchain, bool takes_apart)
{
    static const char *const both[] = {
        // A call before each load and store; the engine has the functions, libtsan is not linked.
        "-fsanitize=thread",
        // And one where an index leaves the extent that its array was declared with (bounds.c).
        "-fsanitize=bounds",
        // Kernels read memory as float4 or int what they wrote as float; NVIDIA's compiler lets
        // them.
        "-fno-strict-aliasing",
        // A tail call would take away the line that called __syncthreads() or atomicAdd().
        "-fno-optimize-sibling-calls",
        // One load or store of the source stays one, of the same width.
        "-fno-tree-vectorize", "-fno-tree-slp-vectorize",
        // A null pointer that is followed shall be reported; it proves nothing.
        "-fno-delete-null-pointer-checks",
        // To nvcc an array of variable length is an error, in __shared__ memory above all.
        "-Werror=vla"};
    static const char *const gcc[] = {
        "--param", "tsan-distinguish-volatile=1", "--param", "tsan-instrument-func-entry-exit=0",
        // With this pass a struct that is passed on would be loaded member by member.
        "-fno-ipa-sra",
        // A loop that fills or copies an array must not become a call that nobody watches.
        "-fno-tree-loop-distribute-patterns",
        // An index that leaves its array is a mistake to be found, not a promise that it cannot be;
        // so is a null pointer.
        "-fno-aggressive-loop-optimizations", "-fno-isolate-erroneous-paths-dereference",
        // Code stays in the order of the source, one copy of each branch: the counters bring
        // diverged lanes together by their place in the program (engine/count.c).
        "-fno-reorder-blocks", "-fno-reorder-blocks-and-partition", "-fno-thread-jumps",
        // Lines are asked for, not what a variable holds at each: a fifth of the compiler's time.
        // (A debugger shows fewer variables of optimized code.)
        "-fno-var-tracking",
        // Registers are dealt out by function, not by loop: an eighth of the compiler's time, and
        // no load or store more or less of those that are counted.
        "-fira-region=one",
        // From g++ 13 on, a sum in a loop is not formed by fused multiply-adds unless this is said,
        // and results differ in their last bits.
        "--param", "avoid-fma-max-bits=0",
        // These passes move instructions about between registers: a tenth, and no kernel is slower.
        "-fno-gcse", "-fno-schedule-insns2", "-fno-move-loop-invariants",
        // Two kernels with the same code stay two: each is reported by its own name and lines.
        "-fno-ipa-icf",
        // std::atomic_thread_fence() is known to be invisible to gcc's own thread sanitizer.
        "-Wno-tsan",
        // gcc 4.5 passed a CUtensorMap by value in another way, it says.
        "-Wno-psabi"};
    static const char *const clang[] = {"-mllvm", "-tsan-distinguish-volatile=1", "-mllvm",
                                        "-tsan-instrument-func-entry-exit=0"};
    for (size_t i = 0; i < sizeof both / sizeof *both; i++)
        list_add(command, both[i]);
    if (toolchain->is_clang)
        for (size_t i = 0; i < sizeof clang / sizeof *clang; i++)
            list_add(command, clang[i]);
    else
        for (size_t i = 0; i < sizeof gcc / sizeof *gcc; i++)
            list_add(command, gcc[i]);
    // Else a struct of four floats, or an array of four that is loaded as a float4, would be loaded
    // as four floats. Without the pass it is one __tsan_read16, or a __tsan_read8 for two (a test
    // of test_emucc_driver.c). CUDA's own vector types stay whole in any case, from g++ 12 on.
    if (!toolchain->is_clang && !takes_apart)
        list_add(command, "-fno-tree-sra");
    // -O2 has other flags of the processor than -O1, but headers that were prepared with -O2 serve
    // for both. From g++ 13 on, -O2 also unrolls small loops, call-outs and all.
    enum { UNROLLS_SMALL_LOOPS = 13 };
    if (!toolchain->is_clang)
        list_add(command, "-mvzeroupper");
    if (toolchain->gcc_version >= UNROLLS_SMALL_LOOPS) {
        list_add(command, "-fno-unroll-loops");
        list_add(command, "-munroll-only-small-loops");
    }
}
