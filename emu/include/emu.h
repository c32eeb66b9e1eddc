// SPDX-License-Identifier: MIT
//
// emu.h: the interface between rewritten CUDA code, the emulator's CUDA headers, and the engine.
//
// emucc turns CUDA's language extensions into calls of the functions below. The CUDA headers
// (device_functions.h, cuda_fp16.h ...) use them too; a program never includes this file itself.
// Every device-side function refers to the user's own line in its messages. It finds the line from
// its return address, so the wrappers in the headers must be inlined (EMU_INLINE).
#ifndef EMU_H
#define EMU_H

#include <stddef.h>
#include <stdint.h>

#include "vector_types.h" // dim3, uint3

#ifdef __cplusplus
extern "C" {
#endif

// Wrappers around engine calls must not have their own stack frame.
#define EMU_INLINE static inline __attribute__((always_inline, unused))
// One of a family of small functions that a macro defines.
#define EMU_RETURNS(type, name, parameters, value) \
    EMU_INLINE type name parameters { return value; }

// ---- Launch ----------------------------------------------------------------------------------

// The four arguments between <<< and >>>.
struct emu_config {
    struct dim3 grid, block;
    size_t shared; // bytes of dynamic shared memory
    void *stream;
};

// Runs body(closure) once per thread of the grid. `kernel` is the kernel's name in the launch, or
// NULL if the launch has an expression instead, such as a pointer; then the name of `function`, the
// kernel's address, is used. `function` is NULL if template arguments are deduced. At most one of
// the two is NULL. Sets the error that cudaGetLastError returns if the configuration is illegal.
// Each thread has its own copy of the closure's bytes, because kernel parameters are per-thread
// variables.
void emu_run(const struct emu_config *config, const char *kernel, const void *function,
             void (*body)(void *closure), const void *closure, size_t closure_size);

// Launches a kernel of which only the address is given, using the types of its parameters.
struct emu_kernel_type {
    void (*launch)(const void *function, const struct emu_config *config, void **args);
};
void emu_register_kernel(const void *function, const struct emu_kernel_type *type);
const struct emu_kernel_type *emu_kernel_type_of(const void *function); // NULL: unknown

// Copies bits and returns `to`. An external function, so that no compiler can optimize it.
void *emu_copy_bits(void *to, const void *from, size_t bytes);

// Makes the next launch cooperative: it fails unless all its blocks can be resident at once.
void emu_cooperative_launch(void);
// emucc's table entry for a kernel with __cluster_dims__. Omitted y and z are 0. x is 0 if the
// values depend on template parameters. The engine then calls the kernel, which begins with
// emu_cluster_asked(). That returns 1 if the kernel was only called for this.
struct emu_cluster_entry {
    const char *kernel;
    unsigned dims[3];
};
int emu_cluster_asked(unsigned x, unsigned y, unsigned z);
// Table entry for a kernel's parameter of type CUtensorMap that is not marked __grid_constant__.
struct emu_map_entry {
    const char *kernel, *parameter;
};
// Table entry for __launch_bounds__(threads), made by emu_launch_bounds() (cuda_runtime_cxx.h).
struct emu_bounds_entry {
    int32_t offset; // from this entry to a place in the kernel
    int32_t threads;
};
// Sets the cluster size of the next launch, in blocks.
void emu_cluster_launch(unsigned x, unsigned y, unsigned z);
void emu_grid_sync(void); // barrier over all blocks of a cooperative launch

// ---- Built-in variables (constant during a thread's life)
// ----------------------------------------

// Variables of the host thread, set before each fiber runs (block.c). They are `const` here, so
// that programs cannot write them and the compiler does not instrument reads of them.
extern __thread const struct uint3 threadIdx, blockIdx;
extern __thread const struct dim3 blockDim, gridDim;
int emu_in_kernel(void); // 1 on the emulated device, 0 in host code
// Returns the state space of p, as the PTX instruction isspacep does.
enum emu_space {
    EMU_SPACE_OTHER,
    EMU_SPACE_GLOBAL,
    EMU_SPACE_SHARED,
    EMU_SPACE_LOCAL,
    EMU_SPACE_CONST
};
enum emu_space emu_space_of(const void *p);
// Converts p to its 32-bit shared-window address and back, as cvta.to.shared does.
uint32_t emu_shared_address(const void *p);
void *emu_shared_pointer(uint32_t address);

// ---- Shared memory ------------------------------------------------------------------------------

// Describes the declaration of a __shared__ variable in the source.
enum { EMU_SITE_DIMENSIONS = 4 };
// A member of a structure in shared memory.
struct emu_member {
    const char *name; // NULL ends a list
    size_t offset, size;
    unsigned steps[EMU_SITE_DIMENSIONS]; // as those of the array
};

struct emu_site {
    const char *name; // "As"
    const char *type; // "float [32][33]": the declaration's text without the name
    const char *file;
    int line;
    unsigned id; // set by the engine; 0 before the first use
    size_t size; // and its enclosing function: 0 and NULL in templates
    const char *function;
    unsigned steps[EMU_SITE_DIMENSIONS]; // bytes from one index to the next: 132, 4; then 0
    const struct emu_member *members;    // of an element that is a structure, or NULL
};

void *emu_shared(struct emu_site *site, size_t size, size_t align);
void *emu_shared_dynamic(struct emu_site *site, size_t align);
uint32_t emu_dynamic_shared_bytes(void); // of this launch; 0 on the host

// The end of an iteration of a loop: lanes that took different paths through its body reconverge.
void emu_round(void);

// memcpy() and the like in a kernel would go beyond a variable: what it asks for, and how many
// bytes the target and the source have.
void emu_copy_beyond(const char *function, size_t bytes, size_t to, size_t from);

// A sum begins with a variable that nothing has set. place: its name.
void emu_unset(const char *place);

// ---- Barriers, votes, shuffles ------------------------------------------------------------------

void emu_syncthreads(void);
int emu_syncthreads_count(int predicate); // number of threads with predicate != 0
int emu_syncthreads_and(int predicate);
int emu_syncthreads_or(int predicate);
void emu_syncwarp(unsigned mask);
unsigned emu_activemask(void);

// Named barriers, like bar.sync/bar.arrive: `id` 0..15, `threads` a multiple of 32 (0 = all).
void emu_barrier_sync(int id, int threads);
void emu_barrier_arrive(int id, int threads);

enum emu_shuffle { EMU_SHFL_IDX, EMU_SHFL_UP, EMU_SHFL_DOWN, EMU_SHFL_XOR };
// Exchanges 32-bit values between the lanes of `mask`; `width` 1,2,4,8,16,32.
uint32_t emu_shfl(enum emu_shuffle kind, unsigned mask, uint32_t value, int lane, int width);

// Each lane of `mask` passes `bytes` and receives those of all other lanes: lane i's copy starts at
// result + i * bytes. The result is valid until the caller's next collective operation.
void *emu_warp_exchange(unsigned mask, const void *mine, size_t bytes);

// Ends the launch: a header of NVIDIA's executed an unsupported instruction of inline PTX.
void emu_ptx_refused(const char *why);

// A tile of several warps: `threads` neighbours, 64 ... 1024. The exchange works like that of a
// warp.
void emu_tile_sync(unsigned threads);
void *emu_tile_exchange(unsigned threads, const void *mine, size_t bytes);

enum emu_vote { EMU_VOTE_ALL, EMU_VOTE_ANY, EMU_VOTE_UNI, EMU_VOTE_BALLOT };
unsigned emu_vote(enum emu_vote kind, unsigned mask, int predicate);
unsigned emu_match_any(unsigned mask, uint64_t value);
unsigned emu_match_all(unsigned mask, uint64_t value, int *predicate);

enum emu_reduce {
    EMU_RED_ADD,
    EMU_RED_MIN_U,
    EMU_RED_MIN_S,
    EMU_RED_MAX_U,
    EMU_RED_MAX_S,
    EMU_RED_AND,
    EMU_RED_OR,
    EMU_RED_XOR
};
uint32_t emu_reduce(enum emu_reduce kind, unsigned mask, uint32_t value); // __reduce_*_sync

// ---- Atomics and fences -------------------------------------------------------------------------

enum emu_atomic {
    EMU_ATOMIC_ADD,
    EMU_ATOMIC_SUB,
    EMU_ATOMIC_EXCH,
    EMU_ATOMIC_CAS,
    EMU_ATOMIC_AND,
    EMU_ATOMIC_OR,
    EMU_ATOMIC_XOR,
    EMU_ATOMIC_MIN_S,
    EMU_ATOMIC_MAX_S,
    EMU_ATOMIC_MIN_U,
    EMU_ATOMIC_MAX_U,
    EMU_ATOMIC_INC,
    EMU_ATOMIC_DEC,
    EMU_ATOMIC_LOAD,
    EMU_ATOMIC_STORE,
    EMU_ATOMIC_ADD_F32,
    EMU_ATOMIC_ADD_F64, // bits of a float or double
    EMU_ATOMIC_ADD_F16,
    EMU_ATOMIC_ADD_F16X2,
    EMU_ATOMIC_ADD_BF16,
    EMU_ATOMIC_ADD_BF16X2
};
enum emu_scope { EMU_SCOPE_BLOCK, EMU_SCOPE_DEVICE, EMU_SCOPE_SYSTEM };

// Read-modify-write of 2, 4 or 8 bytes at p; returns the old bits. `value` and `compare` are passed
// as bits.
uint64_t emu_atomic(enum emu_atomic op, enum emu_scope scope, void *p, unsigned bytes,
                    uint64_t value, uint64_t compare);
// Returns the old bits of EMU_ATOMIC_EXCH, and reports them if nothing had written them. The
// compiler leaves the call out if the program does not use its result: such an exchange is only a
// store.
uint64_t emu_exchanged(uint64_t old, const void *p, unsigned bytes) __attribute__((pure));
EMU_INLINE uint64_t emu_atomic_old(enum emu_atomic op, enum emu_scope scope, void *p,
                                   unsigned bytes, uint64_t value, uint64_t compare)
{
    uint64_t old = emu_atomic(op, scope, p, bytes, value, compare);
#ifdef __OPTIMIZE__ // otherwise the call is never left out
    if (op == EMU_ATOMIC_EXCH)
        old = emu_exchanged(old, p, bytes);
#endif
    return old;
}
void emu_fence(enum emu_scope scope); // __threadfence_block, __threadfence, __threadfence_system

// Returns whether `bytes` at `offset` fit in a __device__ variable of symbol_bytes. Reports it if
// they do not.
int emu_symbol_fits(size_t symbol_bytes, size_t bytes, size_t offset);
// cudaGetSymbolAddress of a variable of symbol_bytes (0: not known); returns a cudaError_t.
int emu_symbol_address(void **p, const void *symbol, size_t symbol_bytes);

// ---- Time, sleep, end ---------------------------------------------------------------------------

long long emu_clock(void);       // steps of this thread, not time
void emu_nanosleep(unsigned ns); // lets other threads run
void emu_trap(void) __attribute__((noreturn));
void emu_exit(void) __attribute__((noreturn)); // of this thread

// ---- Device-side heap (malloc, free, new, delete inside kernels) -------------------------------

void *emu_malloc(size_t bytes); // device heap in a kernel, the C library's heap on the host
void emu_free(void *p);

#ifdef __cplusplus
} // extern "C"

// Bytes from one element to the next, for each index of an array type; then 0.
template <class T> struct emu_steps {
    static constexpr unsigned of(int) { return 0; }
};
template <class T> struct emu_steps<T[]> {
    static constexpr unsigned of(int i) { return i ? emu_steps<T>::of(i - 1) : sizeof(T); }
};
template <class T, size_t N> struct emu_steps<T[N]> : emu_steps<T[]> {
};

// Launches a kernel: `body` is a lambda that holds the kernel's arguments by value.
template <class F> static void emu_call(void *closure) { (*static_cast<F *>(closure))(); }

template <class F>
static inline __attribute__((always_inline)) void emu_launch(emu_config config, const char *kernel,
                                                             const void *function, F body)
{
    emu_run(&config, kernel, function, emu_call<F>, &body, sizeof body);
}

EMU_INLINE emu_config emu_make_config(dim3 grid, dim3 block, size_t shared = 0,
                                      void *stream = nullptr)
{
    return emu_config{grid, block, shared, stream};
}

EMU_INLINE bool emu_cluster_ask(unsigned x, unsigned y = 1, unsigned z = 1)
{
    return emu_cluster_asked(x, y, z) != 0;
}

// Index lists and reference-free types for cudaLaunchKernel, so that programs do not have to
// include the standard's <utility> and <type_traits>.
template <size_t... I> struct emu_index_list {
};
template <size_t N, size_t... I> struct emu_index_maker : emu_index_maker<N - 1, N - 1, I...> {
};
template <size_t... I> struct emu_index_maker<0, I...> {
    typedef emu_index_list<I...> type;
};
template <size_t N> using emu_make_index_list = typename emu_index_maker<N>::type;
template <class T> struct emu_plain {
    typedef T type;
};
template <class T> struct emu_plain<const T> {
    typedef T type;
};
#endif
#endif
