// SPDX-License-Identifier: MIT
//
// cuda_runtime_cxx.h: the typed overloads that CUDA adds to its C functions for C++ programs:
// cudaMalloc(&float_pointer, n) without a cast, symbols by reference, kernels as functions.
#ifndef EMU_CUDA_RUNTIME_CXX_H
#define EMU_CUDA_RUNTIME_CXX_H

#include "cuda_runtime_api.h"
#include "emu.h"
#include "emu/device/arguments.h"

// emucc inserts this call at the end of each iteration of a loop. The compiler may evaluate the
// loop of a constexpr function at compile time, where the engine must not be called. (Outside of
// such a function, g++ warns about the test.)
EMU_INLINE constexpr void emu_round_unless_constant()
{
    if (!__builtin_is_constant_evaluated())
        ::emu_round();
}

// Does x have the bytes with which emucc fills a variable whose declaration gives it no value? Of
// two bytes, only half and bfloat16: short integers may have any value.
template <class T> EMU_INLINE constexpr bool emu_is_unset(const T &x)
{
    const size_t size = sizeof(T);
    if (!((size == 2 && __is_class(T)) || size == 4 || size == 8 || size == 16) ||
        !__is_trivially_copyable(T))
        return false;
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, (const void *)&x, size < 8 ? size : 8);
    return bits == 0xFEFEFEFEFEFEFEFEull >> (size < 8 ? 64 - 8 * size : 0);
}

// emucc writes these around a variable that a sum reads (emucc/rewrite/unset.c).
template <class T> EMU_INLINE constexpr T &emu_set(T &x, const char *place)
{
    if (!__builtin_is_constant_evaluated() && emu_is_unset(x))
        ::emu_unset(place);
    return x;
}
template <class T> EMU_INLINE constexpr void emu_seen(T x, const char *place)
{
    if (!__builtin_is_constant_evaluated() && emu_is_unset(x))
        ::emu_unset(place);
}

// In device code emucc calls these. The compiler knows the size of a variable in the same function,
// and of no other memory: then the comparison costs nothing.
#define EMU_ROOM(p) __builtin_object_size(p, 0)
EMU_INLINE constexpr void *emu_memcpy(void *to, const void *from, size_t bytes)
{
    if (bytes > EMU_ROOM(to) || bytes > EMU_ROOM(from))
        ::emu_copy_beyond("memcpy", bytes, EMU_ROOM(to), EMU_ROOM(from));
    return __builtin_memcpy(to, from, bytes);
}
EMU_INLINE constexpr void *emu_memmove(void *to, const void *from, size_t bytes)
{
    if (bytes > EMU_ROOM(to) || bytes > EMU_ROOM(from))
        ::emu_copy_beyond("memmove", bytes, EMU_ROOM(to), EMU_ROOM(from));
    return __builtin_memmove(to, from, bytes);
}
EMU_INLINE constexpr void *emu_memset(void *to, int value, size_t bytes)
{
    if (bytes > EMU_ROOM(to))
        ::emu_copy_beyond("memset", bytes, EMU_ROOM(to), bytes);
    return __builtin_memset(to, value, bytes);
}
#undef EMU_ROOM

template <class T> EMU_INLINE cudaError_t cudaMalloc(T **p, size_t bytes)
{
    return ::cudaMalloc((void **)(void *)p, bytes);
}

template <class T>
EMU_INLINE cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)(void *)p, pitch, width, height);
}

template <class T>
EMU_INLINE cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)(void *)p, bytes, flags);
}

template <class T> EMU_INLINE cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned = 0)
{
    return ::cudaMallocHost((void **)(void *)p, bytes);
}

template <class T> EMU_INLINE cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned flags)
{
    return ::cudaHostAlloc((void **)(void *)p, bytes, flags);
}

template <class T>
EMU_INLINE cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags)
{
    return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}

template <class T>
EMU_INLINE cudaError_t cudaMallocFromPoolAsync(T **p, size_t bytes, cudaMemPool_t pool,
                                               cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)p, bytes, pool, stream);
}

template <class T> EMU_INLINE cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t stream)
{
    return ::cudaMallocAsync((void **)(void *)p, bytes, stream);
}

// A symbol is the variable itself; a `const void *` is already its address. Inlined, so that a
// diagnosis refers to the user's line.
template <class T>
EMU_INLINE cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes,
                                          size_t offset = 0,
                                          enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    if (!emu_symbol_fits(sizeof symbol, bytes, offset))
        return cudaErrorInvalidValue;
    return ::cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}

template <class T>
EMU_INLINE cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes,
                                            size_t offset = 0,
                                            enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    if (!emu_symbol_fits(sizeof symbol, bytes, offset))
        return cudaErrorInvalidValue;
    return ::cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}

template <class T>
EMU_INLINE cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes,
                                               size_t offset, enum cudaMemcpyKind kind,
                                               cudaStream_t stream = 0)
{
    if (!emu_symbol_fits(sizeof symbol, bytes, offset))
        return cudaErrorInvalidValue;
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream);
}

template <class T>
EMU_INLINE cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes,
                                                 size_t offset, enum cudaMemcpyKind kind,
                                                 cudaStream_t stream = 0)
{
    if (!emu_symbol_fits(sizeof symbol, bytes, offset))
        return cudaErrorInvalidValue;
    return ::cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream);
}

template <class T>
EMU_INLINE cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                      const cudaGraphNode_t *before, size_t count,
                                                      const T &symbol, const void *from,
                                                      size_t bytes, size_t offset,
                                                      enum cudaMemcpyKind kind)
{
    if (!emu_symbol_fits(sizeof symbol, bytes, offset))
        return cudaErrorInvalidValue;
    return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, before, count, (const void *)&symbol, from,
                                            bytes, offset, kind);
}

template <class T>
EMU_INLINE cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                        const cudaGraphNode_t *before, size_t count,
                                                        void *to, const T &symbol, size_t bytes,
                                                        size_t offset, enum cudaMemcpyKind kind)
{
    if (!emu_symbol_fits(sizeof symbol, bytes, offset))
        return cudaErrorInvalidValue;
    return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, before, count, to, (const void *)&symbol,
                                              bytes, offset, kind);
}

template <class T>
EMU_INLINE cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec,
                                                                cudaGraphNode_t node,
                                                                const T &symbol, const void *from,
                                                                size_t bytes, size_t offset,
                                                                enum cudaMemcpyKind kind)
{
    if (!emu_symbol_fits(sizeof symbol, bytes, offset))
        return cudaErrorInvalidValue;
    return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, (const void *)&symbol, from,
                                                      bytes, offset, kind);
}

template <class T>
EMU_INLINE cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec,
                                                                  cudaGraphNode_t node, void *to,
                                                                  const T &symbol, size_t bytes,
                                                                  size_t offset,
                                                                  enum cudaMemcpyKind kind)
{
    if (!emu_symbol_fits(sizeof symbol, bytes, offset))
        return cudaErrorInvalidValue;
    return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, to, (const void *)&symbol,
                                                        bytes, offset, kind);
}

template <class T> struct emu_bytes_of {
    static constexpr size_t value = sizeof(T);
};
template <class T> struct emu_bytes_of<T[]> { // extern __device__ int table[];
    static constexpr size_t value = 0;
};

template <class T> EMU_INLINE cudaError_t cudaGetSymbolAddress(void **p, const T &symbol)
{
    return (cudaError_t)emu_symbol_address(p, (const void *)&symbol, emu_bytes_of<T>::value);
}

template <class T> EMU_INLINE cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol)
{
    (void)symbol;
    *bytes = sizeof symbol;
    return cudaSuccess;
}

template <class T>
EMU_INLINE cudaError_t cudaFuncSetAttribute(T *kernel, enum cudaFuncAttribute attribute, int value)
{
    return ::cudaFuncSetAttribute((const void *)kernel, attribute, value);
}

template <class T>
EMU_INLINE cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *kernel)
{
    return ::cudaFuncGetAttributes(attributes, (const void *)kernel);
}

template <class T> EMU_INLINE cudaError_t cudaFuncGetName(const char **name, T *kernel)
{
    return ::cudaFuncGetName(name, (const void *)kernel);
}

template <class T>
EMU_INLINE cudaError_t cudaFuncSetCacheConfig(T *kernel, enum cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <class T>
EMU_INLINE cudaError_t cudaFuncSetSharedMemConfig(T *kernel, enum cudaSharedMemConfig config)
{
    return ::cudaFuncSetSharedMemConfig((const void *)kernel, config);
}

template <class T>
EMU_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *kernel,
                                                                     int block_size,
                                                                     size_t dynamic_shared)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, block_size,
                                                           dynamic_shared);
}

// A kernel with __launch_bounds__(threads) begins with this call. It produces no code, only a table
// entry with the address of this point in the kernel. So templates, overloads and kernels with the
// same name in two files each have their own entry. `?`: if the linker drops one of two copies of a
// kernel, it drops the entry, too.
template <int threads> inline __attribute__((always_inline)) void emu_launch_bounds()
{
    __asm__ volatile("1: .pushsection emu_bounds, \"a?\", @progbits\n"
                     ".balign 4\n"
                     ".long 1b - ., %c0\n"
                     ".popsection" ::"i"(threads));
}

// Returns the block size with the most resident threads, and the grid that fills the GPU with it.
// The `_VariableSMem` form calls a function for the dynamic shared memory of each block size.
template <class F, class T>
EMU_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid,
                                                                      int *block_size, T *kernel,
                                                                      F shared_for, int limit = 0)
{
    int sms = 0, best_threads = 0;
    cudaError_t error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    if (error != cudaSuccess)
        return error;
    *min_grid = *block_size = 0;
    for (int size = limit > 0 && limit < 1024 ? limit / 32 * 32 : 1024; size >= 32; size -= 32) {
        int blocks = 0;
        error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)kernel, size,
                                                                (size_t)shared_for(size));
        if (error != cudaSuccess)
            return error;
        if (blocks * size > best_threads) {
            best_threads = blocks * size;
            *block_size = size;
            *min_grid = blocks * sms;
        }
    }
    return cudaSuccess;
}

template <class T>
EMU_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, T *kernel,
                                                          size_t dynamic_shared = 0, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        min_grid, block_size, kernel, [=](int) { return dynamic_shared; }, limit);
}

EMU_INLINE cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    return ::cudaEventCreateWithFlags(event, flags);
}

// A variable that the compiler does not fill (emucc/rewrite/launch.c says why).
#if defined __GNUC__ && __GNUC__ >= 12 && !defined __clang__
#define EMU_UNFILLED __attribute__((__uninitialized__))
#else
#define EMU_UNFILLED
#endif

// cudaLaunchKernel(kernel, grid, block, args, shared, stream): args[i] points at argument i, on the
// host. The type of the kernel pointer determines the type of each argument. (emucc removes a cast
// to void * before the kernel's name, which would hide its type.) Everything in this file is
// inlined, so that diagnoses refer to the user's line.
template <class... P, size_t... I>
EMU_INLINE void emu_call_with(void (*kernel)(P...), void **args, emu_config config,
                              emu_index_list<I...>)
{
    auto call = [kernel](typename emu_plain<P>::type... values) {
        EMU_UNFILLED auto body = [=]() mutable {
            typedef emu_call_by_bits<void (*)(P...), typename emu_plain<P>::type...> bits;
            if (bits::is_needed)
                bits::function(kernel)(bits::template give<I>(values)...);
            else
                kernel(emu_value(values)...);
        };
        return body;
    };
    emu_launch(config, nullptr, (const void *)kernel,
               call(*(typename emu_plain<P>::type *)args[I]...));
}

template <class... P>
EMU_INLINE cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **args,
                                        size_t shared = 0, cudaStream_t stream = 0)
{
    emu_call_with(kernel, args, emu_make_config(grid, block, shared, stream),
                  emu_make_index_list<sizeof...(P)>());
    return cudaPeekAtLastError();
}

// emucc rewrites (void *)kernel to `emu_register() % kernel`, which registers the kernel's type for
// graphs, cuLaunchKernel and calls that get only an address.
struct emu_register {
};
template <class... P>
static void emu_launch_registered(const void *function, const emu_config *config, void **args)
{
    emu_call_with(reinterpret_cast<void (*)(P...)>(const_cast<void *>(function)), args, *config,
                  emu_make_index_list<sizeof...(P)>());
}
template <class... P> inline void *operator%(emu_register, void (*kernel)(P...))
{
    static const emu_kernel_type type = {&emu_launch_registered<P...>};
    emu_register_kernel(reinterpret_cast<const void *>(kernel), &type);
    return reinterpret_cast<void *>(kernel);
}

// Returns the address of a name that NVRTC looks up: a kernel or a device variable.
template <class... P> inline const void *emu_named(void (*kernel)(P...))
{
    return emu_register() % kernel;
}
inline const void *emu_named(const void *variable) { return variable; }

inline cudaError_t emu_launch_address(const void *kernel, dim3 grid, dim3 block, void **args,
                                      size_t shared, cudaStream_t stream)
{
    const emu_kernel_type *type = emu_kernel_type_of(kernel);
    const emu_config config = emu_make_config(grid, block, shared, stream);
    if (!type)
        return cudaErrorInvalidDeviceFunction;
    type->launch(kernel, &config, args);
    return cudaPeekAtLastError();
}
inline cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                                    size_t shared = 0, cudaStream_t stream = 0)
{
    return emu_launch_address(kernel, grid, block, args, shared, stream);
}
inline cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block,
                                               void **args, size_t shared = 0,
                                               cudaStream_t stream = 0)
{
    emu_cooperative_launch();
    return emu_launch_address(kernel, grid, block, args, shared, stream);
}

// As above, but the launch fails unless all blocks can be resident at once, so that they may wait
// for each other (grid.sync()).
template <class... P>
EMU_INLINE cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                                                   void **args, size_t shared = 0,
                                                   cudaStream_t stream = 0)
{
    emu_cooperative_launch();
    return cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}

// cudaLaunchKernelEx(&config, kernel, arguments...): a launch with attributes. Only the cooperative
// attribute and the cluster's dimensions have an effect here.
EMU_INLINE void emu_launch_attributes(const cudaLaunchConfig_t *config)
{
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *a = &config->attrs[i];
        if (a->id == cudaLaunchAttributeCooperative && a->val.cooperative)
            emu_cooperative_launch();
        if (a->id == cudaLaunchAttributeClusterDimension)
            emu_cluster_launch(a->val.clusterDim.x, a->val.clusterDim.y, a->val.clusterDim.z);
    }
}

template <class... P, class... A>
EMU_INLINE cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...),
                                          A &&...arguments)
{
    emu_launch_attributes(config);
    [&](typename emu_plain<P>::type... values) __attribute__((always_inline))
    {
        void *args[] = {const_cast<void *>(static_cast<const void *>(&values))..., nullptr};
        emu_call_with(kernel, args,
                      emu_make_config(config->gridDim, config->blockDim, config->dynamicSmemBytes,
                                      config->stream),
                      emu_make_index_list<sizeof...(P)>());
    }
    (static_cast<A &&>(arguments)...);
    return cudaPeekAtLastError();
}

inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                                       void **args)
{
    emu_launch_attributes(config);
    return emu_launch_address(kernel, config->gridDim, config->blockDim, args,
                              config->dynamicSmemBytes, config->stream);
}

template <class... P>
EMU_INLINE cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, void (*kernel)(P...),
                                           void **args)
{
    emu_launch_attributes(config);
    return cudaLaunchKernel(kernel, config->gridDim, config->blockDim, args,
                            config->dynamicSmemBytes, config->stream);
}

template <class T>
EMU_INLINE cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T *kernel,
                                                      const cudaLaunchConfig_t *config)
{
    return ::cudaOccupancyMaxActiveClusters(clusters, (const void *)kernel, config);
}

template <class T>
EMU_INLINE cudaError_t cudaOccupancyMaxPotentialClusterSize(int *blocks, T *kernel,
                                                            const cudaLaunchConfig_t *config)
{
    return ::cudaOccupancyMaxPotentialClusterSize(blocks, (const void *)kernel, config);
}

#endif
