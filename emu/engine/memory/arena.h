// SPDX-License-Identifier: MIT
//
// arena.h: the memory that a kernel can reach: one reserved range of addresses, and the program's
// own variables.
#ifndef ARENA_H
#define ARENA_H

#include "../base/base.h"

// ---- arena.c ------------------------------------------------------------------------------------

// One reserved range of addresses holds everything that a kernel can reach. Checking an access
// therefore costs a subtraction, a comparison and one load from the shadow next to it.
#define GIB ((uintptr_t)1 << 30)
#define ARENA_BASE arena_base
extern uintptr_t arena_base __attribute__((visibility("hidden"))); // set once, at the start
#define GLOBAL_END (512 * GIB)                                     // cudaMalloc
#define MANAGED_END (GLOBAL_END + 128 * GIB) // managed and pinned memory, which the host may access
#define SHARED_END (MANAGED_END + 64 * GIB)  // one window for each resident block
// One stack for each running thread: two GPUs with 132 multiprocessors full of threads fit. Notes
// of accesses have 40 bits for an offset below this, or for one in the program (count/notes.h).
#define STACK_END (SHARED_END + 312 * GIB)
#define SHADOWED_END SHARED_END
// For the race check, the program's __device__ variables come after the shadowed part.
#define VARIABLES SHADOWED_END
#define CHECKED_END (VARIABLES + GIB)

// One shadow byte for each 8 bytes of memory: how many of the 8 may be accessed.
#define SHADOW_BASE (ARENA_BASE + STACK_END)
#define SHADOW(offset) (((int8_t *)SHADOW_BASE)[(offset) >> 3])
enum { SHADOW_NONE = 0, SHADOW_ALL = 8 };

// ALLOC_OPEN: device memory of a program that uses Thrust, whose algorithms run on the host.
enum allocation_kind {
    ALLOC_DEVICE,
    ALLOC_MANAGED,
    ALLOC_PINNED,
    ALLOC_HEAP,
    ALLOC_ARRAY,
    ALLOC_OPEN,
    ALLOC_GRAPH,   // allocated by a graph (graph_memory.c)
    ALLOC_RESERVED // reserved addresses for virtual memory management
};

const char *maker_name(enum allocation_kind kind); // "cudaMalloc" (diagnosis.c)

// PLACE_ASIDE: belongs to a graph that may run again.
enum place_state { PLACE_LIVE, PLACE_RESTING, PLACE_FREE, PLACE_ASIDE };

struct allocation {
    uintptr_t base;
    size_t size;
    enum allocation_kind kind;
    enum place_state state;
    int device;                     // the GPU that owns it (peers.c)
    cudaMemPool_t pool;             // the pool it comes from (pool.c), or NULL
    const char *made_by, *freed_by; // program counters
    unsigned owners;                // nodes of graphs that allocate it (graph_memory.c)
    bool was_begun;                 // one of these nodes has run
    bool is_closed;                 // not accessible to the running kernel, whose GPU has no peer
                                    // access (peers.c)
    // places.c
    size_t room; // all its addresses, including the red zone after it
    struct allocation *child[2], *next;
    size_t largest_free; // the largest free range at or below this node of the tree
    uint32_t priority;
};

void arena_init(void);
// Reserves `size` inaccessible bytes at a multiple of 16 TiB. Returns 0 if there is no room.
uintptr_t reserve(uintptr_t size);
bool is_reserved(uintptr_t address);
// Returns false if there is no memory. why: the reason if this PC is the limit, else empty.
enum { ARENA_WHY = 512 };
bool arena_allocate(size_t size, enum allocation_kind kind, const char *pc, uintptr_t *base,
                    char why[ARENA_WHY]);
// Reserves addresses only; no byte of them may be accessed (virtual.c).
bool arena_reserve(size_t size, const char *pc, uintptr_t *base);
// The live allocation that starts at base, or NULL.
struct allocation *arena_find_start(uintptr_t base);
// The live or freed allocation that contains the address or is nearest to it; NULL if there is
// none.
struct allocation *arena_nearest(uintptr_t address);
// Does device memory contain what an allocation begins with?
bool arena_is_fresh(uintptr_t address, size_t size);
void arena_free(struct allocation *allocation, const char *pc);
// Does every byte of [address, address+size) belong to one live allocation?
bool arena_is_valid(uintptr_t address, size_t size);
size_t arena_device_bytes(void); // allocated on all GPUs together
size_t arena_bytes_free(void);   // of the GPU's memory, as far as this PC can provide it
// Calls each() for every live managed or pinned allocation.
void arena_for_each_shared_with_host(void (*each)(const struct allocation *allocation));
void arena_free_all(const char *pc); // cudaDeviceReset
void arena_for_each_live(void (*each)(struct allocation *, const void *), const void *context);
void shadow_set(uintptr_t address, size_t size);   // marks the bytes as accessible
void shadow_clear(uintptr_t address, size_t size); // marks them as inaccessible

// The address was reserved by arena_reserve() and has no memory.
bool arena_is_reserved_only(uintptr_t address);
// The address is in freed memory that has not been reused.
bool arena_was_freed(uintptr_t address);

// Sets the bytes to zero and returns their whole pages to the system.
void give_back(uintptr_t address, size_t size);
// Makes the pages of these bytes accessible, or ends the program: "no memory WHAT: ...".
void open_pages(uintptr_t address, size_t size, const char *what);
bool try_open_pages(uintptr_t address, size_t size);
// Makes memory and its shadow accessible to kernels and the host.
void arena_open_for_all(uintptr_t address, size_t size);

// Device memory is inaccessible to host code except while the engine works on it.
void arena_open(void);
void arena_close(void);
// The same for the device memory of one copy. Its cost does not depend on the size of all device
// memory. Other memory is ignored.
void arena_open_range(const void *p, size_t size, bool open);

static inline uintptr_t arena_offset(const void *p) { return (uintptr_t)p - ARENA_BASE; }

// May all bytes be accessed? An aligned access is in one granule of the shadow or covers two.
static inline bool is_allowed(uintptr_t offset, size_t size)
{
    return size <= 8 ? (int)((offset & 7) + size) <= SHADOW(offset)
                     : SHADOW(offset) == SHADOW_ALL && SHADOW(offset + 8) == SHADOW_ALL;
}

// ---- memory.c, symbol.c -------------------------------------------------------------------------

// Returns whether the address is in (or at the end of) a variable whose address the program
// requested. The second function returns the bytes to that variable's end.
bool symbol_address_was_asked(uintptr_t address);
size_t symbol_bytes_from(uintptr_t address);
void symbol_address_asked(uintptr_t address, size_t bytes);
bool host_is_registered(uintptr_t address, size_t size); // by cudaHostRegister
void host_for_each_registered(void (*each)(uintptr_t begin, size_t size, void *to), void *to);

// ---- image.c ------------------------------------------------------------------------------------

// Variables that kernels may access: __device__ and __constant__ ones, and read-only data of the
// program.
bool image_allows(uintptr_t address, size_t size, bool store);
// The program's own __constant__ variables.
extern uintptr_t image_constants __attribute__((visibility("hidden")));
extern uintptr_t image_constants_size __attribute__((visibility("hidden")));
enum emu_space image_section_of(uintptr_t address);
// Adds a section of a module. Returns the offset of its first variable among the checked ones; 0
// for constants, or if there is no room.
enum image_kind { IMAGE_DEVICE, IMAGE_CONSTANT, IMAGE_MANAGED };
uintptr_t image_add_section(uintptr_t begin, uintptr_t end, enum image_kind kind);
uintptr_t image_variable(uintptr_t address); // its offset among the checked ones; 0: not checked
uintptr_t image_variable_address(uintptr_t offset);
void image_for_each_section(void (*each)(uintptr_t offset, size_t size));
// Their address ranges, including __constant__ variables.
void image_for_each_range(void (*each)(uintptr_t begin, size_t size, void *to), void *to);
// Each GPU has its own __device__ and __constant__ variables, at the same addresses: those of this
// GPU become the ones in place. With the engine's lock.
void image_select(int device);
// The host has set a variable of this GPU. image_set_elsewhere(): the call that has set it on
// another GPU, if none has on this one; NULL: there is none, or one GPU only.
void image_was_set(uintptr_t address, size_t size, int device, const char *pc);
const char *image_set_elsewhere(uintptr_t address, int device, int *other);
// In pairs, which may be nested: the variables hold the GPU's values, after emu_seal() at no other
// time. arena_open() and arena_open_range() of a variable call them.
void image_open(void);
void image_close(void);
bool image_is_symbol(uintptr_t address, size_t size); // a __device__ or __constant__ variable
bool image_is_managed(uintptr_t address);             // a __managed__ variable
bool image_is_host_variable(uintptr_t address);

#endif
