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

// ---- Paths --------------------------------------------------------------------------------------

// Returns the folder that holds bin/ with this program, lib/ and include/. The caller frees it.
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

// Messages leave out lines below emu/include/ (engine/program/source_location.c). If include/ is a
// link to a folder of another name, the link's own path must be used.
static char *find_headers(const char *root)
{
    static const char ending[] = "/emu/include";
    char *folder = realpath(root, NULL), *link = join(folder ? folder : root, "include");
    char *headers = realpath(link, NULL);
    if (!headers)
        fail("%s: %s (EMU_ROOT must name the folder of emucc's bin/, lib/ and include/)", link,
             strerror(errno));
    const size_t length = strlen(headers), end = strlen(ending);
    const bool has_ending = length >= end && strcmp(headers + length - end, ending) == 0;
    free(folder);
    free(has_ending ? link : headers);
    return has_ending ? headers : link;
}

// Splits a compiler command such as $CXX into words, unless the whole is the path of a program that
// contains blanks.
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
    toolchain->toolkit = join(root, "toolkit");
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
// instruction would need a slow function call for it.
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
    // Every addr2line reads this version. In the next one it may confuse a header with the source
    // file.
    list_add(command, "-gdwarf-4");
    list_add(command, keeps_rounding ? "-ffp-contract=off" : "-ffp-contract=fast");
    if (has_fma())
        list_add(command, "-mfma");
}

bool fills_variables(const struct toolchain *toolchain)
{
    enum { SINCE = 12 };
    return toolchain->gcc_version >= SINCE;
}

void add_kernel_flags(struct list *command, const struct toolchain *toolchain, bool splits_structs)
{
    static const char *const both[] = {
        // Adds a call before each load and store. The engine defines these functions, so libtsan is
        // not linked.
        "-fsanitize=thread",
        // Adds a call where an index exceeds the array's declared extent, or a function ends
        // without the value that it should return (bounds.c).
        "-fsanitize=bounds", "-fsanitize=return",
        // Kernels read float data as float4 or int, which NVIDIA's compiler allows.
        "-fno-strict-aliasing",
        // A tail call would hide the line that called __syncthreads() or atomicAdd().
        "-fno-optimize-sibling-calls",
        // Each load or store of the source stays one access of the same width.
        "-fno-tree-vectorize", "-fno-tree-slp-vectorize",
        // A dereferenced null pointer must be reported, so the compiler may not assume that it is
        // not null.
        "-fno-delete-null-pointer-checks"};
    static const char *const gcc[] = {
        "--param", "tsan-distinguish-volatile=1", "--param", "tsan-instrument-func-entry-exit=0",
        // This pass would load a struct argument member by member.
        "-fno-ipa-sra",
        // A loop that fills or copies an array must not become a call without instrumentation.
        "-fno-tree-loop-distribute-patterns",
        // An index outside its array or a null pointer must be reported; the compiler may not
        // assume that it cannot happen.
        "-fno-aggressive-loop-optimizations", "-fno-isolate-erroneous-paths-dereference",
        // The code keeps the order of the source, with one copy of each branch, because the
        // counters reconverge diverged lanes by code address (engine/count/count.c).
        "-fno-reorder-blocks", "-fno-reorder-blocks-and-partition", "-fno-thread-jumps",
        // The engine needs line numbers but not the values of variables: saves a fifth of the
        // compile time. (A debugger shows fewer variables of optimized code.)
        "-fno-var-tracking",
        // Allocates registers per function, not per loop: saves an eighth of the compile time, and
        // the number of counted loads and stores stays the same.
        "-fira-region=one",
        // Without this, g++ 13 and later do not use fused multiply-adds for a sum in a loop, and
        // results differ in their last bits.
        "--param", "avoid-fma-max-bits=0",
        // Without this, g++ -O1 uses none at all.
        "-fexpensive-optimizations",
        // These passes move instructions between registers: a tenth of the compile time, and no
        // kernel is slower without them.
        "-fno-gcse", "-fno-schedule-insns2", "-fno-move-loop-invariants",
        // Two kernels with the same code stay separate, so that each is reported with its own name
        // and lines.
        "-fno-ipa-icf",
        // gcc warns that its own thread sanitizer does not see std::atomic_thread_fence().
        "-Wno-tsan",
        // Silences a note that gcc 4.5 passed a CUtensorMap by value differently.
        "-Wno-psabi",
        // members.c takes the offsets of members of the program's structures
        "-Wno-invalid-offsetof"};
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
    // Otherwise a struct of four floats, or an array of four that is loaded as a float4, would be
    // loaded as four floats. Without the pass it is one __tsan_read16, or one __tsan_read8 for two
    // (tested in test_emucc_driver.c). From g++ 12 on, CUDA's own vector types stay whole in any
    // case.
    if (!toolchain->is_clang && !splits_structs)
        list_add(command, "-fno-tree-sra");
    // A variable without a value gets bytes of 0xFE: a sum that begins with it is never right by
    // luck, and the engine finds it (emucc/rewrite/unset.c, engine/check/unset.c).
    if (fills_variables(toolchain))
        list_add(command, "-ftrivial-auto-var-init=pattern");
    // -O2 has other processor flags than -O1, but headers prepared with -O2 must fit both. From g++
    // 13 on, -O2 also unrolls small loops together with their calls to the engine.
    enum { UNROLLS_SMALL_LOOPS = 13 };
    if (!toolchain->is_clang)
        list_add(command, "-mvzeroupper");
    if (toolchain->gcc_version >= UNROLLS_SMALL_LOOPS) {
        list_add(command, "-fno-unroll-loops");
        list_add(command, "-munroll-only-small-loops");
    }
}

void add_address_flags(struct list *command, const struct toolchain *toolchain)
{
    list_add(command, toolchain->is_clang ? "-mllvm" : "-fstack-reuse=none");
    if (toolchain->is_clang)
        list_add(command, "-no-stack-coloring");
}
