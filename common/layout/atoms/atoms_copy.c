// SPDX-License-Identifier: MIT
//
// atoms_copy.c: copies (ldmatrix, stmatrix, plain vectors), swizzled tiles of shared memory, and
// who owns what.
#include "atoms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../algebra/inverse.h"
#include "../core/offset.h"
#include "../algebra/recast.h"

// ---- Copies ---------------------------------------------------------------------------------------

// In bits, (thread, bit) -> bit of the tile that the copy moves. ldmatrix: each of 8, 16 or 32
// lanes names a row of 128 bits; a destination register holds 32 bits of a row of each matrix, or
// of a column of it (T).
#define ROWS_8 "((8,4),128):((128,0),1)"
#define ROWS_16 "((16,2),128):((128,0),1)"
#define ROWS_32 "(32,128):(128,1)"
#define WORD_1 "(32,32):(32,1)"
#define WORD_2 "(32,(32,2)):(32,(1,1024))"
#define WORD_4 "(32,(32,4)):(32,(1,1024))"
#define TURNED_1 "((4,8),(16,2)):((256,16),(1,128))"
#define TURNED_2 "((4,8),(16,2,2)):((256,16),(1,128,1024))"
#define TURNED_4 "((4,8),(16,2,4)):((256,16),(1,128,1024))"

static const struct {
    const char *name, *thr_id, *src, *dst;
    bool from_src; // the reference order is the source's
} copies[] = {
    {"UniversalCopy<uint8_t>", "1:0", "(1,8):(0,1)", "(1,8):(0,1)", false},
    {"UniversalCopy<uint16_t>", "1:0", "(1,16):(0,1)", "(1,16):(0,1)", false},
    {"UniversalCopy<uint32_t>", "1:0", "(1,32):(0,1)", "(1,32):(0,1)", false},
    {"UniversalCopy<uint64_t>", "1:0", "(1,64):(0,1)", "(1,64):(0,1)", false},
    {"UniversalCopy<uint128_t>", "1:0", "(1,128):(0,1)", "(1,128):(0,1)", false},
    {"SM80_CP_ASYNC_CACHEALWAYS<uint128_t>", "1:0", "(1,128):(0,1)", "(1,128):(0,1)", false},
    {"SM75_U32x1_LDSM_N", "32:1", ROWS_8, WORD_1, false},
    {"SM75_U32x2_LDSM_N", "32:1", ROWS_16, WORD_2, false},
    {"SM75_U32x4_LDSM_N", "32:1", ROWS_32, WORD_4, false},
    {"SM75_U16x2_LDSM_T", "32:1", ROWS_8, TURNED_1, false},
    {"SM75_U16x4_LDSM_T", "32:1", ROWS_16, TURNED_2, false},
    {"SM75_U16x8_LDSM_T", "32:1", ROWS_32, TURNED_4, false},
    {"SM75_U32x1_MOVM_T", "32:1", WORD_1, WORD_1, false},
    {"SM90_U32x1_STSM_N", "32:1", WORD_1, ROWS_8, true},
    {"SM90_U32x2_STSM_N", "32:1", WORD_2, ROWS_16, true},
    {"SM90_U32x4_STSM_N", "32:1", WORD_4, ROWS_32, true},
    {"SM90_U16x2_STSM_T", "32:1", TURNED_1, ROWS_8, true},
    {"SM90_U16x4_STSM_T", "32:1", TURNED_2, ROWS_16, true},
    {"SM90_U16x8_STSM_T", "32:1", TURNED_4, ROWS_32, true},
};
enum { COPIES = sizeof copies / sizeof *copies };

bool copy_atom_name(int i, char name[ATOM_NAME])
{
    if (i < COPIES)
        snprintf(name, ATOM_NAME, "%s", copies[i].name);
    return i < COPIES;
}

// From bits to elements. Each thread must move whole elements.
static bool to_elements(struct layout *out, int bits, const struct layout *l, const char *name,
                        struct failure *why)
{
    struct layout values;
    struct failure reason;
    int64_t moved;
    if (!layout_get(&values, l, 1, why) || !layout_size(&values, &moved, why))
        return false;
    if (moved % bits != 0 || !layout_upcast(out, bits, l, &reason))
        return fail(why, "%s moves %lld bits a thread: no whole elements of %d bits", name,
                    (long long)moved, bits);
    return true;
}

bool copy_atom_find(struct copy_atom *out, const char *name, int bits, struct failure *why)
{
    if (bits < 1)
        return fail(why, "an element of %d bits cannot be", bits);
    for (int i = 0; i < COPIES; i++) {
        if (strcmp(copies[i].name, name) != 0)
            continue;
        snprintf(out->name, sizeof out->name, "%s", name);
        out->bits = bits;
        if (!layout_parse(&out->thr_id, copies[i].thr_id, why) ||
            !layout_parse(&out->src_bits, copies[i].src, why) ||
            !layout_parse(&out->dst_bits, copies[i].dst, why) ||
            !to_elements(&out->src, bits, &out->src_bits, name, why) ||
            !to_elements(&out->dst, bits, &out->dst_bits, name, why))
            return false;
        out->ref = copies[i].from_src ? out->src : out->dst;
        return true;
    }
    return fail(why, "no copy atom is called '%.100s'", name);
}

// ---- Tiles in shared memory -------------------------------------------------------------------------

// In bits. A row (K) or column (MN) of 16, 32, 64 or 128 bytes, eight of them; pieces of 16 bytes
// change places by the number of the row.
static const struct {
    const char *name, *layout;
} tiles[] = {
    {"Layout_MN_INTER", "(128,8):(1,128)"},
    {"Layout_MN_SW32", "Sw<1,7,3> o 0 o (256,8):(1,256)"},
    {"Layout_MN_SW64", "Sw<2,7,3> o 0 o (512,8):(1,512)"},
    {"Layout_MN_SW128", "Sw<3,7,3> o 0 o (1024,8):(1,1024)"},
    {"Layout_K_INTER", "(8,128):(128,1)"},
    {"Layout_K_SW32", "Sw<1,7,3> o 0 o (8,256):(256,1)"},
    {"Layout_K_SW64", "Sw<2,7,3> o 0 o (8,512):(512,1)"},
    {"Layout_K_SW128", "Sw<3,7,3> o 0 o (8,1024):(1024,1)"},
};
enum { TILES = sizeof tiles / sizeof *tiles };

bool smem_atom_name(int i, char name[ATOM_NAME])
{
    if (i < TILES)
        snprintf(name, ATOM_NAME, "%s", tiles[i].name);
    return i < TILES;
}

bool smem_atom_find(struct composed_layout *out, const char *name, int bits, struct failure *why)
{
    struct composed_layout in_bits;
    if (bits < 1 || bits > 128)
        return fail(why, "%s: elements have from 1 to 128 bits, not %d", name, bits);
    for (int i = 0; i < TILES; i++)
        if (strcmp(tiles[i].name, name) == 0)
            return composed_parse(&in_bits, tiles[i].layout, why) &&
                   composed_upcast(out, bits, &in_bits, why);
    return fail(why, "no shared-memory atom is called '%.100s'", name);
}

// ---- Owners -----------------------------------------------------------------------------------------

bool tv_owners(const struct layout *tv, struct tv_owner *owners, int count, struct failure *why)
{
    struct layout threads, inverse;
    struct layout_offsets back;
    int64_t size, covered, thread_count;
    if (!layout_size(tv, &size, why) || !layout_get(&threads, tv, 0, why) ||
        !layout_size(&threads, &thread_count, why) || !layout_right_inverse(&inverse, tv, why) ||
        !layout_size(&inverse, &covered, why) || !layout_offsets_prepare(&back, &inverse, why))
        return false;
    if (size != count || covered != count)
        return fail(why,
                    "%lld values of all threads, %d elements, %lld of them in order: each "
                    "element must have one owner",
                    (long long)size, count, (long long)covered);
    for (int i = 0; i < count; i++) {
        const int64_t index = layout_offset(&back, i);
        owners[i].thread = (int)(index % thread_count);
        owners[i].value = (int)(index / thread_count);
    }
    return true;
}
