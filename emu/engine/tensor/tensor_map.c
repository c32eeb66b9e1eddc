// SPDX-License-Identifier: MIT
//
// tensor_map.c: cuTensorMapEncodeTiled with the checks of CUDA's driver.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "box.h"
#include "../report/report.h"
#include "cuda.h"
#include "emu/device/cluster.h"

enum { MAP_ALIGN = 64, ADDRESS_ALIGN = 16, MOST_BOX = 256, MOST_STEP = 8, MOST_DIMENSIONS = 5 };

_Static_assert(sizeof(struct tensor_map_bits) <= sizeof(CUtensorMap), "the map's 128 bytes");

static const uint8_t bytes_of_type[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};

static CUresult __attribute__((format(printf, 2, 3))) refuse(const char *pc, const char *why, ...)
{
    char text[300];
    va_list args;
    va_start(args, why);
    vsnprintf(text, sizeof text, why, args);
    va_end(args);
    call_refused(pc, "cuTensorMapEncodeTiled refused (CUDA_ERROR_INVALID_VALUE)", text);
    return CUDA_ERROR_INVALID_VALUE;
}

// Is dimension i (innermost first) invalid? `why` gets the reason.
static bool is_bad_dimension(unsigned i, const cuuint64_t *sizes, const cuuint64_t *strides,
                             const cuuint32_t *box, const cuuint32_t *steps, char *why, size_t size)
{
    const unsigned long long most_size = 1ull << 32, most_stride = 1ull << 40;
    if (sizes[i] == 0 || sizes[i] > most_size)
        snprintf(why, size, "dimension %u has %llu elements: 1 to 2^32 are allowed", i,
                 (unsigned long long)sizes[i]);
    else if (i > 0 && strides[i - 1] % ADDRESS_ALIGN)
        snprintf(why, size,
                 "the stride of dimension %u, %llu bytes, is not a multiple of 16: give bytes, and "
                 "let the leading dimension be a multiple of 16 bytes",
                 i, (unsigned long long)strides[i - 1]);
    else if (i > 0 && strides[i - 1] >= most_stride)
        snprintf(why, size, "the stride of dimension %u, %llu bytes, is not below 2^40", i,
                 (unsigned long long)strides[i - 1]);
    else if (box[i] == 0 || box[i] > MOST_BOX)
        snprintf(why, size, "the box has %u elements in dimension %u: 1 to %d are allowed", box[i],
                 i, MOST_BOX);
    else if (steps[i] == 0 || steps[i] > MOST_STEP)
        snprintf(why, size, "the element stride of dimension %u is %u: 1 to %d are allowed", i,
                 steps[i], MOST_STEP);
    else
        return false;
    return true;
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                void *address, const cuuint64_t *sizes, const cuuint64_t *strides,
                                const cuuint32_t *box, const cuuint32_t *steps,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    const char *pc = CALLER();
    char why[200];
    engine_init();
    if (gpu_model()->major < 9)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (!map || (uintptr_t)map % MAP_ALIGN)
        return refuse(pc, "the map must be at a multiple of 64 bytes");
    if ((unsigned)type >= sizeof bytes_of_type)
        return refuse(pc, "there is no data type %d", (int)type);
    if (rank < 1 || rank > MOST_DIMENSIONS)
        return refuse(pc, "%u dimensions: 1 to 5 are allowed", rank);
    if (!address)
        return refuse(pc, "the address is null: did the allocation succeed?");
    if ((uintptr_t)address % ADDRESS_ALIGN)
        return refuse(pc, "the matrix begins %u bytes past a multiple of 16",
                      (unsigned)((uintptr_t)address % ADDRESS_ALIGN));
    if (!sizes || (!strides && rank > 1) || !box || !steps)
        return refuse(pc, "an array is missing");
    for (unsigned i = 0; i < rank; i++)
        if (is_bad_dimension(i, sizes, strides, box, steps, why, sizeof why))
            return refuse(pc, "%s", why);
    const unsigned element = bytes_of_type[type], inner = box[0] * element;
    if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
        return refuse(pc, "the emulated GPU has no interleaved layouts");
    for (unsigned i = 0; i < rank; i++)
        if (steps[i] != 1)
            return refuse(pc, "the emulated GPU has no element strides other than 1");
    if (inner % ADDRESS_ALIGN)
        return refuse(pc, "a row of the box has %u bytes: it must be a multiple of 16", inner);
    if ((unsigned)swizzle > CU_TENSOR_MAP_SWIZZLE_128B)
        return refuse(pc, "the emulated GPU has no swizzle %d", (int)swizzle);
    const unsigned span = 16u << swizzle;
    if (swizzle != CU_TENSOR_MAP_SWIZZLE_NONE && inner > span)
        return refuse(pc,
                      "a row of the box has %u bytes, more than the %u of its swizzle: load the "
                      "tile in several boxes",
                      inner, span);
    if ((unsigned)promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B)
        return refuse(pc, "there is no L2 promotion %d", (int)promotion);
    const bool is_float = type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    if (fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE &&
        (fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA || !is_float))
        return refuse(pc, "what is outside can be filled with NaN for floating point only");
    struct tensor_map_bits bits = {.magic = TENSOR_MAP_MAGIC,
                                   .address = (uintptr_t)address,
                                   .type = (uint8_t)type,
                                   .rank = (uint8_t)rank,
                                   .swizzle = (uint8_t)swizzle,
                                   .element = (uint8_t)element,
                                   .fill_nan = fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE};
    for (unsigned i = 0; i < rank; i++) {
        bits.size[i] = sizes[i];
        bits.box[i] = (uint16_t)box[i];
        if (i > 0)
            bits.stride[i - 1] = strides[i - 1];
    }
    memset(map, 0, sizeof *map);
    memcpy(map, &bits, sizeof bits);
    return CUDA_SUCCESS;
}

// ---- Maps that a kernel changes -----------------------------------------------------------------

// PTX numbers the types in another order.
static const uint8_t type_of_ptx[] = {
    CU_TENSOR_MAP_DATA_TYPE_UINT8,       CU_TENSOR_MAP_DATA_TYPE_UINT16,
    CU_TENSOR_MAP_DATA_TYPE_UINT32,      CU_TENSOR_MAP_DATA_TYPE_INT32,
    CU_TENSOR_MAP_DATA_TYPE_UINT64,      CU_TENSOR_MAP_DATA_TYPE_INT64,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT16,     CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
    CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ};

// Returns false if the field cannot have the value.
static bool replace(struct tensor_map_bits *bits, enum emu_map_field field, uint32_t of,
                    uint64_t value)
{
    if (of >= MOST_DIMENSIONS)
        return false;
    switch (field) {
    case EMU_MAP_GLOBAL_ADDRESS: bits->address = value; return value % ADDRESS_ALIGN == 0;
    case EMU_MAP_RANK: bits->rank = (uint8_t)(value + 1); return value < MOST_DIMENSIONS;
    case EMU_MAP_BOX_DIM: bits->box[of] = (uint16_t)value; return value >= 1 && value <= MOST_BOX;
    case EMU_MAP_GLOBAL_DIM: bits->size[of] = value; return value >= 1 && value <= UINT32_MAX;
    case EMU_MAP_GLOBAL_STRIDE:
        if (of == MOST_DIMENSIONS - 1)
            return false;
        bits->stride[of] = value;
        return value % ADDRESS_ALIGN == 0;
    case EMU_MAP_ELEMENT_STRIDE: return value == 1;
    case EMU_MAP_ELEMTYPE:
        if (value >= sizeof type_of_ptx)
            return false;
        bits->type = type_of_ptx[value];
        bits->element = bytes_of_type[bits->type];
        return true;
    case EMU_MAP_INTERLEAVE_LAYOUT: return value == 0;
    case EMU_MAP_SWIZZLE_MODE:
        bits->swizzle = (uint8_t)value;
        return value <= CU_TENSOR_MAP_SWIZZLE_128B;
    case EMU_MAP_FILL_MODE: bits->fill_nan = value == 1; return value <= 1;
    }
    return false;
}

void emu_tensormap_replace(uint64_t *words, enum emu_map_field field, uint32_t of, uint64_t value)
{
    static const char *const names[] = {
        "global_address", "rank",     "box_dim",           "global_dim",   "global_stride",
        "element_stride", "elemtype", "interleave_layout", "swizzle_mode", "fill_mode"};
    struct tensor_map_bits bits;
    const char *pc = CALLER();
    if (!emu_current)
        return;
    memcpy(&bits, words, sizeof bits);
    if (bits.magic != TENSOR_MAP_MAGIC)
        report_and_stop(cudaErrorLaunchFailure, KIND_TENSOR_MAP, pc, NULL,
                        "copy a map that cuTensorMapEncodeTiled has filled to this place first",
                        "tensormap.replace of a tensor map that was never encoded");
    if (!replace(&bits, field, of, value))
        report_and_stop(cudaErrorLaunchFailure, KIND_TENSOR_MAP, pc, NULL,
                        "addresses and strides are multiples of 16 bytes; sizes of boxes are 1 to "
                        "256; dimensions are counted from 0; the emulated GPU has no interleaved "
                        "layouts and no element strides",
                        "tensormap.replace of %s %u by %llu", names[field], of,
                        (unsigned long long)value);
    memcpy(words, &bits, sizeof bits);
}
