// SPDX-License-Identifier: MIT
//
// box.c: the boxes that the copy engine moves: the global address of each row, and the shared
// address of each byte.
//
// Rows of a box are contiguous. A swizzle of 128, 64 or 32 bytes permutes pieces of 16 bytes: bits
// 7, 8, 9 of the shared address (three, two or one of them) are XORed into bits 4, 5, 6.
#include <stdio.h>
#include <string.h>

#include "box.h"
#include "../fiber/fiber.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../check/check.h"
#include "../report/report.h"
#include "cuda.h"
#include "emu/device/cluster.h"

enum { PIECE = 16, PLACE_ALIGN = 128, MAP_ALIGN = 64, MAX_ROW = 256 * 8 };

static uintptr_t swizzled(uintptr_t address, unsigned swizzle)
{
    // CUDA's numbers: 1, 2, 3 are 32, 64, 128 bytes.
    const uintptr_t mask = ((uintptr_t)1 << swizzle) - 1;
    return address ^ (address >> 7 & mask) << 4;
}

unsigned box_bytes(const struct tensor_map_bits *map)
{
    unsigned bytes = map->element;
    for (unsigned i = 0; i < map->rank; i++)
        bytes *= map->box[i];
    return bytes;
}

unsigned box_rows(const struct box *box)
{
    unsigned rows = 1;
    for (unsigned i = 1; i < box->map.rank; i++)
        rows *= box->map.box[i];
    return rows;
}

struct box_row box_row(const struct box *box, unsigned row)
{
    const struct tensor_map_bits *m = &box->map;
    struct box_row r = {.row = row, .row_bytes = m->box[0] * m->element};
    uintptr_t address = m->address;
    unsigned left = row;
    for (unsigned i = 1; i < m->rank; i++) {
        const int64_t at = (int64_t)box->at[i] + left % m->box[i];
        left /= m->box[i];
        if (at < 0 || (uint64_t)at >= m->size[i])
            return r;
        address += (uint64_t)at * m->stride[i - 1];
    }
    const int64_t low = box->at[0] < 0 ? 0 : box->at[0];
    int64_t high = (int64_t)box->at[0] + m->box[0];
    high = high > (int64_t)m->size[0] ? (int64_t)m->size[0] : high;
    if (low >= high)
        return r;
    r.global = address + (uint64_t)low * m->element;
    r.first = (unsigned)(low - box->at[0]) * m->element;
    r.bytes = (unsigned)(high - low) * m->element;
    return r;
}

void box_to_shared(const struct box *box, unsigned row, const void *bytes)
{
    const unsigned row_bytes = box->map.box[0] * box->map.element;
    for (unsigned i = 0; i < row_bytes; i += PIECE)
        memcpy((char *)ARENA_BASE +
                   swizzled(box->shared + (size_t)row * row_bytes + i, box->map.swizzle),
               (const char *)bytes + i, PIECE);
}

void box_from_shared(const struct box *box, unsigned row, void *bytes)
{
    const unsigned row_bytes = box->map.box[0] * box->map.element;
    for (unsigned i = 0; i < row_bytes; i += PIECE)
        memcpy((char *)bytes + i,
               (const char *)ARENA_BASE +
                   swizzled(box->shared + (size_t)row * row_bytes + i, box->map.swizzle),
               PIECE);
}

// ---- Checks -------------------------------------------------------------------------------------

// entries: emucc's list of tensor map parameters that are not declared __grid_constant__.
static void check_grid_constants(const struct emu_map_entry *entries, size_t count, const char *pc)
{
    const char *kernel = emu_current->block->launch->kernel;
    for (size_t i = 0; i < count; i++) {
        const struct emu_map_entry *entry = &entries[i];
        const size_t length = strlen(entry->kernel);
        if (strncmp(entry->kernel, kernel, length) != 0 ||
            (kernel[length] != '\0' && kernel[length] != '<'))
            continue;
        report_and_stop(cudaErrorIllegalAddress, KIND_TENSOR_MAP, pc, NULL,
                        "declare it as `const __grid_constant__ CUtensorMap`: then all threads see "
                        "the one in the kernel's parameters, which the copy engine can read",
                        "wrong memory: the tensor map %s of %s is not a __grid_constant__, so its "
                        "address is that of a thread's copy",
                        entry->parameter, kernel);
    }
}

static void check_grid_constant(const char *pc)
{
    struct span span;
    for (int number = 0; table_of(TABLE_MAPS, number, &span); number++)
        check_grid_constants(span.begin, span.size / sizeof(struct emu_map_entry), pc);
}

// The copy engine reads a map from memory that all threads share: a kernel parameter declared
// __grid_constant__, constant memory or global memory.
static struct tensor_map_bits read_map(const void *map, const char *pc)
{
    struct tensor_map_bits bits;
    char text[512];
    const struct thread *t = emu_current;
    const uintptr_t address = (uintptr_t)map;
    const bool own = address - t->stack_low < stack_size();
    if (own)
        check_grid_constant(pc);
    describe_address(address, sizeof bits, text, sizeof text);
    if (!own && emu_space_of(map) != EMU_SPACE_CONST &&
        (emu_space_of(map) != EMU_SPACE_GLOBAL || !arena_is_valid(address, sizeof(CUtensorMap))))
        report_and_stop(cudaErrorIllegalAddress, KIND_TENSOR_MAP, pc, text,
                        "pass the map to the kernel by value, as `const __grid_constant__ "
                        "CUtensorMap map`, and give the copy &map",
                        "wrong memory: a tensor map that is not a parameter of the kernel");
    if (address % MAP_ALIGN)
        report_and_stop(cudaErrorMisalignedAddress, KIND_MISALIGNED, pc, text,
                        "a CUtensorMap must be at a multiple of 64 bytes",
                        "misaligned: tensor map");
    memcpy(&bits, map, sizeof bits);
    if (bits.magic != TENSOR_MAP_MAGIC)
        report_and_stop(cudaErrorLaunchFailure, KIND_TENSOR_MAP, pc, text,
                        "let the host fill it with cuTensorMapEncodeTiled, and look at the result",
                        "a tensor map that was never encoded");
    return bits;
}

// ---- Maps in global memory ----------------------------------------------------------------------

// A bit of 256 for each address: two maps may share one, and then a missing fence is not found.
static uint64_t *bit_of_map(struct block *b, const void *map, uint64_t *bit)
{
    const unsigned number = (unsigned)((uintptr_t)map / MAP_ALIGN % 256);
    *bit = (uint64_t)1 << number % 64;
    return &b->maps_acquired[number / 64];
}

void emu_fence_proxy_tensormap(const void *map)
{
    struct thread *t = emu_current;
    uint64_t bit;
    if (!t)
        return;
    uint64_t *const word = bit_of_map(t->block, map, &bit);
    *word |= bit;
    emu_fence(EMU_SCOPE_DEVICE);
}

static void check_acquired(struct thread *t, const void *map, const char *what, const char *pc)
{
    static const char missing[] = "%s by a tensor map in global memory that this block has not "
                                  "acquired with a fence: it may see an older map";
    char text[512];
    uint64_t bit;
    if (emu_space_of(map) != EMU_SPACE_GLOBAL || *bit_of_map(t->block, map, &bit) & bit ||
        report_is_old(pc, missing))
        return;
    report(KIND_FENCE, pc, describe_address((uintptr_t)map, sizeof(CUtensorMap), text, sizeof text),
           "let a thread of each block execute fence.proxy.tensormap::generic.acquire.gpu [map], "
           "128; before the first copy that uses the map, or pass it as `const "
           "__grid_constant__ CUtensorMap`",
           missing, what);
}

void emu_tma_map(const void *map)
{
    if (emu_current)
        read_map(map, CALLER());
}

static void check_shared(const struct box *box, const void *shared, const char *what,
                         const char *pc)
{
    // Also where the map swizzles: the pattern follows the address. Readers that need its beginning
    // are checked (reader_swizzle.c, wgmma_check.c).
    const unsigned align = box->plain ? PIECE : PLACE_ALIGN;
    const unsigned bytes = box_bytes(&box->map);
    const struct block *b = emu_current->block;
    char text[512];
    describe_address((uintptr_t)shared, bytes, text, sizeof text);
    if (box->shared - arena_offset(b->window) >= WINDOW_SIZE)
        report_and_stop(cudaErrorIllegalAddress, KIND_MEMORY, pc, text,
                        "give the place of the tile in this block's shared memory",
                        "wrong memory: %s with a tile outside shared memory", what);
    if (box->shared % align)
        report_and_stop(cudaErrorMisalignedAddress, KIND_MISALIGNED, pc, text,
                        box->plain ? "a bulk copy moves pieces of 16 bytes"
                                   : "a tile in shared memory starts at a multiple of 128 bytes: "
                                     "__shared__ __align__(128); of its pattern, 1024, 512 or 256 "
                                     "bytes, where a wgmma reads a swizzled one",
                        "misaligned: %s with a tile not at a multiple of %u bytes", what, align);
    const uintptr_t in_window = box->shared - arena_offset(b->window);
    const int site = in_window < WINDOW_DYNAMIC ? shared_site_at(b->launch, in_window) : -1;
    if (site >= 0 && b->launch->site_align[site] < align)
        report_and_stop(
            cudaErrorMisalignedAddress, KIND_MISALIGNED, pc, text,
            "its address is right here, but on a GPU only the declaration guarantees it: "
            "__shared__ __align__(128), or of the pattern where a wgmma reads a swizzled tile: "
            "1024 for a 128-byte swizzle, 512 for 64, 256 for 32",
            "misaligned: %s with a tile in an array that is declared for multiples of "
            "%u bytes, not %u",
            what, b->launch->site_align[site], align);
    for (unsigned i = 0; i < bytes; i += 8)
        if (SHADOW(box->shared + i) != SHADOW_ALL)
            report_and_stop(cudaErrorIllegalAddress, KIND_BOUNDS, pc, text,
                            "compare the box of the map with the array: a box of rows x columns "
                            "fills so many elements, also at the matrix's edge",
                            "out of bounds: %s of a box of %u bytes of shared memory", what, bytes);
}

// Rows of the box inside the map's matrix must also be inside allocated memory.
static void check_global(const struct box *box, const char *what, const char *pc)
{
    char text[512];
    for (unsigned i = 0; i < box_rows(box); i++) {
        const struct box_row row = box_row(box, i);
        const uintptr_t offset = row.global - ARENA_BASE, end = offset + row.bytes;
        if (row.bytes == 0)
            continue;
        bool allowed = offset < MANAGED_END;
        for (uintptr_t at = offset; allowed && at < end; at = (at | 7) + 1) {
            const uintptr_t stop = (at | 7) + 1 < end ? (at | 7) + 1 : end;
            allowed = (int)((stop - 1) % 8) < SHADOW(at);
        }
        if (allowed)
            continue;
        bad_pointer_to_closed_peer(row.global, row.bytes, what, pc);
        describe_address(row.global, 0, text, sizeof text);
        if (box->plain)
            report_and_stop(cudaErrorIllegalAddress, KIND_BOUNDS, pc, text,
                            "compare the address and the number of bytes with the allocation; was "
                            "it freed?",
                            "out of bounds: %s of %u bytes in global memory", what,
                            box_bytes(&box->map));
        report_and_stop(cudaErrorIllegalAddress, KIND_BOUNDS, pc, text,
                        "compare the sizes and strides that the map was encoded with with the "
                        "allocation; was it freed?",
                        "out of bounds: %s of row %u of a box in global memory", what, i);
    }
}

// This also holds outside the matrix. PTX does not document it; an H200 fails with an illegal
// instruction.
static void check_start(const struct box *box, const char *what, const char *pc)
{
    const int64_t start = (int64_t)box->at[0] * box->map.element;
    if (start % PIECE)
        report_and_stop(cudaErrorIllegalInstruction, KIND_MISALIGNED, pc, NULL,
                        "let the first coordinate, times the bytes of an element, be a multiple of "
                        "16; take a wider box, and skip what is too much",
                        "misaligned: %s of a box that begins at byte %lld of its rows", what,
                        (long long)start);
}

struct box box_read(struct thread *t, const struct emu_tma *asked, const void *shared,
                    const char *what, const char *pc)
{
    struct box box = {.map = read_map(asked->map, pc), .shared = arena_offset(shared), .pc = pc};
    unread_used((uintptr_t)asked->map, sizeof(CUtensorMap));
    if (t->checked)
        check_acquired(t, asked->map, what, pc);
    if (box.map.rank != asked->dimensions)
        report_and_stop(cudaErrorLaunchFailure, KIND_TENSOR_MAP, pc, NULL,
                        "use the function of as many coordinates as the map has dimensions",
                        "%s with %d coordinates and a tensor map of %d dimensions", what,
                        asked->dimensions, box.map.rank);
    memcpy(box.at, asked->at, sizeof box.at);
    check_start(&box, what, pc);
    check_shared(&box, shared, what, pc);
    check_global(&box, what, pc);
    return box;
}

static struct box contiguous(const void *from, const void *shared, uint32_t bytes, const char *what,
                             const char *pc)
{
    if (bytes == 0 || bytes % PIECE || (uintptr_t)from % PIECE)
        report_and_stop(cudaErrorMisalignedAddress, KIND_MISALIGNED, pc, NULL,
                        "the number of bytes, and the places that the copy reads and writes, are "
                        "multiples of 16",
                        "misaligned: %s of %u bytes, of %s memory %u bytes past a multiple "
                        "of 16",
                        what, bytes, emu_space_of(from) == EMU_SPACE_SHARED ? "shared" : "global",
                        (unsigned)((uintptr_t)from % PIECE));
    unsigned row = MAX_ROW; // the longest power of two that divides the number of bytes
    while (bytes % row)
        row /= 2;
    const unsigned rows = bytes / row;
    struct box box = {.map = {.address = (uintptr_t)from,
                              .size = {row, rows},
                              .stride = {row},
                              .box = {(uint16_t)row, (uint16_t)rows},
                              .rank = 2,
                              .element = 1},
                      .shared = arena_offset(shared),
                      .plain = true,
                      .pc = pc};
    check_shared(&box, shared, what, pc);
    return box;
}

struct box box_plain(const void *global, const void *shared, uint32_t bytes, const char *what,
                     const char *pc)
{
    struct box box = contiguous(global, shared, bytes, what, pc);
    check_global(&box, what, pc);
    return box;
}

struct box box_between(const void *from, const void *to, uint32_t bytes, const char *what,
                       const char *pc)
{
    struct box box = contiguous(from, to, bytes, what, pc), source = box;
    source.shared = arena_offset(from);
    check_shared(&source, from, what, pc);
    box.from_shared = true;
    return box;
}
