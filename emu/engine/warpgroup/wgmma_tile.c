// SPDX-License-Identifier: MIT
//
// wgmma_tile.c: computes where the elements of a tile are in shared memory, from its descriptor.
//
// A tile consists of vectors of 16 bytes. Without a swizzle, a core matrix is 8 contiguous vectors.
// With a swizzle of W = 128, 64 or 32 bytes, 8 rows of W bytes form a pattern. The vectors of a row
// are permuted by its row number, which the hardware takes from the address itself: bits 4 to 6 ^=
// bits 7 to 9 (W = 128; 64: 4, 5 ^= 7, 8; 32: 4 ^= 7).
//
//     K-major, W    line i at stride * (i / 8) + W * (i % 8), k along the row
//     K-major, 0    line i at stride * (i / 8) + 16 * (i % 8), the next 16 bytes of k at leading
//     MN-major, W   row p of k at stride * (p / 8) + W * (p % 8), lines along the row, as many as
//                   fit; the next ones at leading
//     MN-major, 0   row p of k at leading * (p / 8) + 16 * (p % 8), with 8 lines; the next 8 at
//                   stride
#include <string.h>

#include "warpgroup.h"
#include "../report/report.h"

// A descriptor holds 18 bits of the address. The upper bits are those of the dynamic shared memory
// if the tile can be inside it (thread.h: WINDOW_DYNAMIC). Bits 14 and 15 of a descriptor that the
// program has built itself are undefined.
static uint32_t start_of(uint64_t bits)
{
    enum { GPU_BITS = 18 };
    const uint32_t whole = (uint32_t)(bits & 0xFFFF) << 4;
    const uint32_t start = whole & ((1u << GPU_BITS) - 1);
    const uint32_t dynamic = start | (uint32_t)WINDOW_DYNAMIC >> GPU_BITS << GPU_BITS;
    if (bits & DESCRIPTOR_WHOLE)
        return whole;
    return dynamic - WINDOW_DYNAMIC < emu_current->block->launch->dynamic_shared ? dynamic : start;
}

struct descriptor descriptor_of(uint64_t bits)
{
    return (struct descriptor){.start = start_of(bits),
                               .leading = (uint32_t)(bits >> 16 & 0x3FFF) << 4,
                               .stride = (uint32_t)(bits >> 32 & 0x3FFF) << 4,
                               .base = (unsigned)(bits >> 49 & 7),
                               .swizzle = (unsigned)(bits >> 62)};
}

unsigned swizzle_bytes(unsigned swizzle)
{
    static const unsigned bytes[] = {0, 128, 64, 32};
    return bytes[swizzle];
}

static uint32_t place_of(const struct descriptor *d, unsigned width, bool transposed, unsigned i)
{
    const unsigned line = transposed ? i / 16 : i / 2, along = transposed ? i % 16 : i % 2;
    uint32_t at = d->start;
    if (!width)
        return transposed ? at + line * d->stride + along / 8 * d->leading + along % 8 * VECTOR
                          : at + line / 8 * d->stride + line % 8 * VECTOR + along * d->leading;
    if (transposed) { // a line of vectors is 8 lines of the tile
        const unsigned each = width / VECTOR;
        at += line / each * d->leading + line % each * VECTOR + along / 8 * d->stride +
              along % 8 * width;
    } else {
        at += line / 8 * d->stride + line % 8 * width + along * VECTOR;
    }
    return at ^ (((at >> 7) - d->base) & (width / VECTOR - 1)) * VECTOR;
}

void tile_place(struct tile *tile, uint64_t descriptor, int lines, bool transposed)
{
    const struct descriptor d = descriptor_of(descriptor);
    const unsigned width = swizzle_bytes(d.swizzle);
    tile->descriptor = descriptor;
    tile->lines = lines;
    tile->transposed = transposed;
    tile->count = 2 * lines;
    tile->low = UINT32_MAX;
    tile->high = 0;
    for (int i = 0; i < tile->count; i++) {
        const uint32_t at = place_of(&d, width, transposed, (unsigned)i);
        tile->at[i] = at;
        tile->low = at < tile->low ? at : tile->low;
        tile->high = at + VECTOR > tile->high ? at + VECTOR : tile->high;
    }
}

void tile_read(const struct tile *tile, const char *window, uint8_t *lines)
{
    if (!tile->transposed) {
        for (int i = 0; i < tile->count; i++)
            memcpy(lines + (size_t)i * VECTOR, window + tile->at[i], VECTOR);
        return;
    }
    for (int i = 0; i < tile->count; i++) // elements of 16 bits
        for (int e = 0; e < 8; e++)
            memcpy(lines + (size_t)(i / 16 * 8 + e) * LINE_BYTES + (size_t)(i % 16) * 2,
                   window + tile->at[i] + (size_t)e * 2, 2);
}

bool tile_has_lines(const struct tile *tile, int vector, int first, int count)
{
    const int from = tile->transposed ? vector / 16 * 8 : vector / 2;
    return from >= first && from < first + count;
}

uint64_t emu_wgmma_descriptor(const void *tile, int leading, int stride, int swizzle)
{
    struct thread *t = emu_current;
    if (!t)
        return 0;
    const uintptr_t offset = (uintptr_t)tile - (uintptr_t)t->block->window;
    const char *pc = CALLER();
    char text[512];
    if (offset >= WINDOW_SIZE)
        report_and_stop(cudaErrorIllegalAddress, KIND_DESCRIPTOR, pc,
                        describe_address((uintptr_t)tile, VECTOR, text, sizeof text),
                        "copy the tile into shared memory first",
                        "wrong memory: the descriptor of a tile outside shared memory");
    if (offset % VECTOR)
        report_and_stop(cudaErrorMisalignedAddress, KIND_MISALIGNED, pc,
                        describe_address((uintptr_t)tile, VECTOR, text, sizeof text),
                        "a tile begins at a multiple of 16 bytes, and where it is swizzled at a "
                        "multiple of 1024, 512 or 256 (128-, 64-, 32-byte swizzle)",
                        "misaligned: the descriptor of a tile");
    if (leading < 0 || stride < 0 || leading >= 1 << 18 || stride >= 1 << 18 || leading % VECTOR ||
        stride % VECTOR || swizzle < 0 || swizzle > 3)
        report_and_stop(cudaErrorLaunchFailure, KIND_DESCRIPTOR, pc, NULL,
                        "distances are in bytes, multiples of 16 below 262144; the swizzle is one "
                        "of the four of enum wgmma_swizzle",
                        "a descriptor with leading %d, stride %d, swizzle %d", leading, stride,
                        swizzle);
    return DESCRIPTOR_WHOLE | (uint64_t)(offset >> 4) | (uint64_t)(leading >> 4) << 16 |
           (uint64_t)(stride >> 4) << 32 | (uint64_t)swizzle << 62;
}
