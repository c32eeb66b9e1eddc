// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // RTLD_DEFAULT
#include "checks.h"
#include "listed.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- Files ---------------------------------------------------------------------------------------

struct file {
    const unsigned char *bytes;
    size_t size;
};

static bool file_open(struct file *f, const char *path)
{
    struct stat status;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    void *bytes = MAP_FAILED;
    if (fd >= 0 && fstat(fd, &status) == 0 && status.st_size > 0)
        bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (fd >= 0)
        close(fd);
    if (bytes == MAP_FAILED)
        return false;
    *f = (struct file){bytes, (size_t)status.st_size};
    return true;
}

static void file_close(struct file *f) { munmap((void *)(uintptr_t)f->bytes, f->size); }

// A place in the file, or NULL where it is too short for that.
static const void *file_at(const struct file *f, uint64_t at, uint64_t size)
{
    return at <= f->size && size <= f->size - at ? f->bytes + at : NULL;
}

// ---- Names ---------------------------------------------------------------------------------------

// What compilers call by themselves, and what C++'s containers need.
static const char *const of_compilers[] = {"_GLOBAL_OFFSET_TABLE_",
                                           "__tsan_read*",
                                           "__tsan_write*",
                                           "__tsan_unaligned_*",
                                           "__tsan_vptr_*",
                                           "__tsan_volatile_*",
                                           "__tsan_func_*",
                                           "__tsan_init",
                                           "__tsan_atomic*",
                                           "__tsan_memcpy",
                                           "__tsan_memset",
                                           "__tsan_memmove",
                                           "__ubsan_handle_*",
                                           "__stack_chk_fail",
                                           "__assert_fail",
                                           "_Unwind_Resume",
                                           "__gxx_personality_v0",
                                           "__cxa_begin_catch",
                                           "__cxa_end_catch",
                                           "__cxa_rethrow",
                                           "__cxa_guard_*",
                                           "__cxa_throw_bad_array_new_length",
                                           "__dso_handle",
                                           "_Znwm",
                                           "_Znam",
                                           "_ZdlPv*",
                                           "_ZdaPv*",
                                           "_ZSt9terminatev",
                                           "_ZSt17__throw_bad_allocv",
                                           "_ZSt20__throw_length_errorPKc",
                                           "_ZSt28__throw_bad_array_new_lengthv",
                                           "_ZSt24__throw_out_of_range_fmtPKcz",
                                           NULL};

// Of C: arithmetic, memory, text, and printing to standard output and error.
static const char *const of_c[] = {"__memcpy_chk",
                                   "__memmove_chk",
                                   "__memset_chk",
                                   "fprintf",
                                   "vprintf",
                                   "__printf_chk",
                                   "__fprintf_chk",
                                   "fputs",
                                   "fputc",
                                   "fwrite",
                                   "putc",
                                   "fflush",
                                   "stdout",
                                   "stderr",
                                   "malloc",
                                   "calloc",
                                   "realloc",
                                   "free",
                                   "aligned_alloc",
                                   "posix_memalign",
                                   "exit",
                                   "abort",
                                   "rand",
                                   "srand",
                                   "__errno_location",
                                   NULL};

// Of these, kernels too. Copies are counted by emucc.
static const char *const of_kernels[] = {
    "memcpy", "memmove", "memset", "printf", "puts", "putchar", "abs", "labs",
    // Of <math.h>, each as double and float.
    "sqrt", "sqrtf", "cbrt", "cbrtf", "exp", "expf", "exp2", "exp2f", "expm1", "expm1f", "log",
    "logf", "log2", "log2f", "log10", "log10f", "log1p", "log1pf", "pow", "powf", "sin", "sinf",
    "cos", "cosf", "tan", "tanf", "tanh", "tanhf", "erf", "erff", "fabs", "fabsf", "fmin", "fminf",
    "fmax", "fmaxf", "fma", "fmaf", "fmod", "fmodf", "floor", "floorf", "ceil", "ceilf", "round",
    "roundf", "rint", "rintf", "lrint", "lrintf", "lround", "lroundf", "nearbyint", "nearbyintf",
    "trunc", "truncf", "ldexp", "ldexpf", "hypot", "hypotf", NULL};

// These load or store what no call-out sees: host code of a GPU's program alone may call them.
static const char *const uncounted[] = {"snprintf", "__snprintf_chk", "frexp", "frexpf", NULL};

static const char *const of_threads[] = {"GOMP_*",
                                         "omp_get_*",
                                         "omp_set_num_threads",
                                         "pthread_create",
                                         "pthread_join",
                                         "pthread_self",
                                         "pthread_mutex_*",
                                         "pthread_barrier_*",
                                         "pthread_cond_*",
                                         "traced_mem*",
                                         NULL};

// CUDA's runtime, without what makes host memory device memory or runs host code in a stream.
static const char *const of_cuda[] = {"cudaMalloc",
                                      "cudaMallocAsync",
                                      "cudaMallocPitch",
                                      "cudaFree",
                                      "cudaFreeAsync",
                                      "cudaMemcpy",
                                      "cudaMemcpyAsync",
                                      "cudaMemcpy2D",
                                      "cudaMemcpy2DAsync",
                                      "cudaMemcpyToSymbol*",
                                      "cudaMemcpyFromSymbol*",
                                      "cudaMemset",
                                      "cudaMemsetAsync",
                                      "cudaMemset2D*",
                                      "cudaGetSymbolAddress",
                                      "cudaGetSymbolSize",
                                      "cudaGetLastError",
                                      "cudaPeekAtLastError",
                                      "cudaGetErrorName",
                                      "cudaGetErrorString",
                                      "cudaDeviceSynchronize",
                                      "cudaStream*",
                                      "cudaEvent*",
                                      "cudaGetDevice",
                                      "cudaGetDeviceCount",
                                      "cudaSetDevice",
                                      "cudaMemcpyPeerAsync",
                                      "cudaDeviceCanAccessPeer",
                                      "cudaDeviceEnablePeerAccess",
                                      "cudaGetDeviceProperties*",
                                      "cudaDeviceGetAttribute",
                                      "cudaFuncSetAttribute",
                                      "cudaFuncGetAttributes",
                                      "cudaOccupancy*",
                                      "cudaLaunchKernel*",
                                      "cudaLaunchCooperativeKernel",
                                      "cudaGetDriverEntryPoint*",
                                      "cuTensorMap*",
                                      NULL};
static const char *const not_of_cuda[] = {"cudaStreamAddCallback", "cudaStreamBeginCapture*",
                                          "cudaStreamAttachMemAsync", NULL};

// What emucc makes of kernels calls the engine; and helpers of the course that launchers call.
static const char *const of_emucc[] = {
    "emu_*",    "threadIdx",         "blockIdx",          "blockDim",  "gridDim",  "warpSize",
    "exercise", "tensor_map_encode", "cuda_check_failed", "__start_*", "__stop_*", NULL};

// Of the engine what counts, judges and configures: the words of emu_api.h.
static const char *const not_of_emucc[] = {"emu_checks_*",     "emu_copied_*",
                                           "emu_count*",       "emu_expect*",
                                           "emu_forget_error", "emu_gpu_names",
                                           "emu_kernel_*",     "emu_lines",
                                           "emu_link_*",       "emu_name_*",
                                           "emu_places",       "emu_print_*",
                                           "emu_set_gpu",      "emu_take_found",
                                           "emu_report_end",   "emu_current",
                                           "emu_writes",       "emu_thrust_*",
                                           "emu_why_names",    "emu_limit_*",
                                           "emu_find*",        "emu_found*",
                                           "emu_worst_*",      "emu_shared_acc*",
                                           "emu_has_place",    NULL};

static const char *const of_libraries[] = {"cublas*",   "cufft*",  "curand*", "cusparse*",
                                           "cusolver*", "cudnn*",  "nccl*",   "npp*",
                                           "nvrtc*",    "cblas_*", NULL};

bool kernel_may_call(const char *name)
{
    static const char *const engine[] = {"emu_*", NULL};
    static const char *const of_host[] = {"__tsan_atomic*", NULL}; // of std::atomic
    return (is_listed(name, of_compilers) && !is_listed(name, of_host)) ||
           is_listed(name, of_kernels) ||
           (is_listed(name, engine) && !is_listed(name, not_of_emucc));
}

static bool may_call(const char *name, bool on_cpu, char *why, size_t size)
{
    if (is_listed(name, of_compilers) || is_listed(name, of_c) || is_listed(name, of_kernels) ||
        (on_cpu && is_listed(name, of_threads)) || (!on_cpu && is_listed(name, uncounted)))
        return true;
    if (!on_cpu && ((is_listed(name, of_cuda) && !is_listed(name, not_of_cuda)) ||
                    (is_listed(name, of_emucc) && !is_listed(name, not_of_emucc))))
        return true;
    if (is_listed(name, uncounted))
        snprintf(why, size,
                 "the file uses %.60s(), whose loads and stores are not counted: use a loop", name);
    else if (is_listed(name, of_libraries))
        snprintf(why, size,
                 "the file calls %.60s(): a library does the work, but the exercise "
                 "needs your own code",
                 name);
    else if (strncmp(name, "cuda", 4) == 0)
        snprintf(why, size,
                 "the file calls %.60s(), which an exercise cannot use: data move by "
                 "cudaMemcpy(), and results come from kernels",
                 name);
    else if (strncmp(name, "emu_", 4) == 0)
        snprintf(why, size,
                 "the file calls %.60s(), which controls the emulated GPU: only the "
                 "grader may do that",
                 name);
    else
        snprintf(why, size,
                 "the file uses %.80s, which no exercise needs (allowed: CUDA's runtime, "
                 "and C's arithmetic, memory and printing)",
                 name);
    return false;
}

// ---- What must not be defined anew ---------------------------------------------------------------

// The index of an archive: a count, as many offsets, then the names; numbers are big-endian.
static bool archive_defines(const char *path, const char *name)
{
    enum { MAGIC = 8, HEAD = 60 };
    struct file f;
    bool found = false;
    if (!file_open(&f, path))
        return false;
    const unsigned char *count_at = file_at(&f, MAGIC + HEAD, 4);
    if (count_at && f.bytes[MAGIC] == '/' && f.bytes[MAGIC + 1] == ' ') {
        const uint64_t count = (uint64_t)count_at[0] << 24 | (uint64_t)count_at[1] << 16 |
                               (uint64_t)count_at[2] << 8 | count_at[3];
        const char *names = (const char *)count_at + 4 + 4 * count;
        const char *const end = (const char *)f.bytes + f.size;
        for (uint64_t i = 0; i < count && names < end && !found; i++) {
            const size_t length = strnlen(names, (size_t)(end - names));
            found = strcmp(names, name) == 0;
            names += length + 1;
        }
    }
    file_close(&f);
    return found;
}

// emucc's own, in every object: weak, and local to it in effect.
static bool is_from_emucc(const char *name, unsigned char binding)
{
    static const char *const call_outs[] = {"__tsan_read*", "__tsan_write*", NULL};
    return binding == STB_WEAK && is_listed(name, call_outs);
}

static bool may_define(const char *name, unsigned char info, const char *const *archives, char *why,
                       size_t size)
{
    static const char *const operators[] = {"_Znw*", "_Zna*", "_Zdl*", "_Zda*", NULL};
    static const char *const reserved[] = {"main",  "_start", "_init", "_fini", "environ",
                                           "emu_*", "cuda*",  "__*",   NULL};
    // With "@" it is a version of a name.
    bool taken = ELF64_ST_TYPE(info) == STT_GNU_IFUNC || strchr(name, '@') ||
                 is_listed(name, operators) || is_listed(name, reserved) ||
                 dlsym(RTLD_DEFAULT, name) != NULL;
    for (; *archives && !taken; archives++)
        taken = archive_defines(*archives, name);
    if (taken && strncmp(name, "_ZN", 3) != 0) // templates of headers have mangled names
        snprintf(why, size,
                 "the file defines %.80s, which belongs to the system or to the grader: "
                 "give it another name",
                 name);
    return !taken || strncmp(name, "_ZN", 3) == 0;
}

// ---- The object ----------------------------------------------------------------------------------

// One table of names of the object file.
struct symbols {
    const Elf64_Sym *list;
    uint64_t count;
    const char *names;
    uint64_t names_size;
};

static bool symbols_of(const struct file *f, const Elf64_Shdr *table, const Elf64_Shdr *strings,
                       struct symbols *s)
{
    *s = (struct symbols){.list = file_at(f, table->sh_offset, table->sh_size),
                          .count = table->sh_size / sizeof(Elf64_Sym),
                          .names = file_at(f, strings->sh_offset, strings->sh_size),
                          .names_size = strings->sh_size};
    return s->list && s->names && s->names_size > 0 && s->names[s->names_size - 1] == '\0';
}

static const char *symbol_name(const struct symbols *s, uint64_t i)
{
    return s->list[i].st_name < s->names_size ? s->names + s->list[i].st_name : "";
}

// The sanitizer's own constructor calls this, and nothing else may (source_check.c).
static bool is_instrumented(const struct symbols *s)
{
    for (uint64_t i = 1; i < s->count; i++)
        if (strcmp(symbol_name(s, i), "__tsan_init") == 0)
            return true;
    return false;
}

static bool has_exercise(const struct symbols *s)
{
    for (uint64_t i = 1; i < s->count; i++)
        if (s->list[i].st_shndx != SHN_UNDEF && strcmp(symbol_name(s, i), "exercise") == 0)
            return true;
    return false;
}

// Code that runs before or after exercise(). The sanitizer's constructor has 8 bytes.
static bool section_is_allowed(const char *name, uint64_t size, bool instrumented)
{
    static const char *const early[] = {
        ".preinit_array*", ".init_array*", ".ctors*", ".fini_array*",
        ".dtors*",         ".init",        ".fini",   NULL};
    return size == 0 || !is_listed(name, early) ||
           (instrumented && strcmp(name, ".init_array.00099") == 0 && size == 8);
}

static bool check_sections(const struct file *f, const Elf64_Shdr *sections, int count,
                           int names_index, bool instrumented, char *why, size_t size)
{
    const Elf64_Shdr *const names = &sections[names_index];
    for (int i = 0; i < count; i++) {
        const char *name = file_at(f, names->sh_offset + sections[i].sh_name, 1);
        if (!name || !section_is_allowed(name, sections[i].sh_size, instrumented)) {
            snprintf(why, size,
                     "the file has code that runs before or after exercise() (section "
                     "%.40s): constructors, or variables whose value is computed",
                     name ? name : "?");
            return false;
        }
    }
    return true;
}

static bool check_symbols(const struct symbols *table, bool on_cpu, const char *const *archives,
                          char *why, size_t size)
{
    for (uint64_t i = 1; i < table->count; i++) {
        const Elf64_Sym *const s = &table->list[i];
        const unsigned char binding = ELF64_ST_BIND(s->st_info), type = ELF64_ST_TYPE(s->st_info);
        const char *const name = symbol_name(table, i);
        if (type == STT_SECTION || type == STT_FILE || *name == '\0')
            continue;
        if (s->st_shndx == SHN_UNDEF ? !may_call(name, on_cpu, why, size)
                                     : binding != STB_LOCAL && strcmp(name, "exercise") != 0 &&
                                           !is_from_emucc(name, binding) &&
                                           !may_define(name, s->st_info, archives, why, size))
            return false;
    }
    return true;
}

static bool inspect(const struct file *f, bool on_cpu, bool needs_exercise,
                    const char *const *archives, char *why, size_t size)
{
    const Elf64_Ehdr *const head = file_at(f, 0, sizeof *head);
    const Elf64_Shdr *const sections =
        head && memcmp(head->e_ident, ELFMAG, SELFMAG) == 0
            ? file_at(f, head->e_shoff, (uint64_t)head->e_shnum * sizeof *sections)
            : NULL;
    struct symbols table = {.count = 0};
    bool whole = sections && head->e_shstrndx < head->e_shnum;
    for (int i = 0; whole && i < head->e_shnum; i++) // one at most
        if (sections[i].sh_type == SHT_SYMTAB)
            whole = sections[i].sh_link < head->e_shnum && table.count == 0 &&
                    symbols_of(f, &sections[i], &sections[sections[i].sh_link], &table);
    if (!whole) {
        snprintf(why, size, "the compiler did not write an object file");
        return false;
    }
    if (needs_exercise && !has_exercise(&table)) {
        snprintf(why, size,
                 "the file has no function exercise(): is it empty, or is learn/exercise.h not "
                 "included? (Delete the file, and the next check writes it anew.)");
        return false;
    }
    return check_sections(f, sections, head->e_shnum, head->e_shstrndx, is_instrumented(&table),
                          why, size) &&
           check_symbols(&table, on_cpu, archives, why, size);
}

bool object_is_allowed(const char *object, bool on_cpu, bool needs_exercise,
                       const char *const *protected_archives, char *sentence, size_t size)
{
    struct file f;
    if (!file_open(&f, object)) {
        snprintf(sentence, size, "the object file cannot be read");
        return false;
    }
    const bool allowed = inspect(&f, on_cpu, needs_exercise, protected_archives, sentence, size);
    file_close(&f);
    return allowed;
}
