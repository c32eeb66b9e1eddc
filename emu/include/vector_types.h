// SPDX-License-Identifier: MIT
//
// vector_types.h: CUDA's built-in vector types (char1 ... double4) and dim3, for C and C++.
//
// They are plain structs and not the compiler's vector types. The emulator counts and checks
// accesses at the width in the source, and a struct that is aligned to its size is loaded and
// stored as one access of 4, 8 or 16 bytes. The alignments are CUDA's: 1-, 2- and 4-component types
// align to their size, up to 16 bytes (the widest access of a thread), 3-component types to one
// component.
#ifndef VECTOR_TYPES_H
#define VECTOR_TYPES_H

// With -ftree-sra, g++ splits small structs into their members, but not a struct with a volatile
// member, even an unnamed one of zero width. With it a vector is loaded and stored as a whole. (g++
// 12 and later; clang allows no such member, and has no such option.)
#if defined __cplusplus && !defined __clang__ && __GNUC__ >= 12
#define EMU_STAYS_WHOLE volatile char : 0;
#else
#define EMU_STAYS_WHOLE
#endif

#define EMU_VECTOR_1(name, type) \
    struct name { \
        type x; \
    }; \
    typedef struct name name

#define EMU_VECTOR_2(name, type, align) \
    struct __attribute__((aligned(align))) name { \
        type x, y; \
        EMU_STAYS_WHOLE \
    }; \
    typedef struct name name

#define EMU_VECTOR_3(name, type) \
    struct name { \
        type x, y, z; \
    }; \
    typedef struct name name

#define EMU_VECTOR_4(name, type, align) \
    struct __attribute__((aligned(align))) name { \
        type x, y, z, w; \
        EMU_STAYS_WHOLE \
    }; \
    typedef struct name name

EMU_VECTOR_1(char1, signed char);
EMU_VECTOR_2(char2, signed char, 2);
EMU_VECTOR_3(char3, signed char);
EMU_VECTOR_4(char4, signed char, 4);

EMU_VECTOR_1(uchar1, unsigned char);
EMU_VECTOR_2(uchar2, unsigned char, 2);
EMU_VECTOR_3(uchar3, unsigned char);
EMU_VECTOR_4(uchar4, unsigned char, 4);

EMU_VECTOR_1(short1, short);
EMU_VECTOR_2(short2, short, 4);
EMU_VECTOR_3(short3, short);
EMU_VECTOR_4(short4, short, 8);

EMU_VECTOR_1(ushort1, unsigned short);
EMU_VECTOR_2(ushort2, unsigned short, 4);
EMU_VECTOR_3(ushort3, unsigned short);
EMU_VECTOR_4(ushort4, unsigned short, 8);

EMU_VECTOR_1(int1, int);
EMU_VECTOR_2(int2, int, 8);
EMU_VECTOR_3(int3, int);
EMU_VECTOR_4(int4, int, 16);

EMU_VECTOR_1(uint1, unsigned int);
EMU_VECTOR_2(uint2, unsigned int, 8);
EMU_VECTOR_3(uint3, unsigned int);
EMU_VECTOR_4(uint4, unsigned int, 16);

EMU_VECTOR_1(long1, long);
EMU_VECTOR_2(long2, long, 16);
EMU_VECTOR_3(long3, long);
EMU_VECTOR_4(long4, long, 16);

EMU_VECTOR_1(ulong1, unsigned long);
EMU_VECTOR_2(ulong2, unsigned long, 16);
EMU_VECTOR_3(ulong3, unsigned long);
EMU_VECTOR_4(ulong4, unsigned long, 16);

EMU_VECTOR_1(longlong1, long long);
EMU_VECTOR_2(longlong2, long long, 16);
EMU_VECTOR_3(longlong3, long long);
EMU_VECTOR_4(longlong4, long long, 16);

EMU_VECTOR_1(ulonglong1, unsigned long long);
EMU_VECTOR_2(ulonglong2, unsigned long long, 16);
EMU_VECTOR_3(ulonglong3, unsigned long long);
EMU_VECTOR_4(ulonglong4, unsigned long long, 16);

EMU_VECTOR_1(float1, float);
EMU_VECTOR_2(float2, float, 8);
EMU_VECTOR_3(float3, float);
EMU_VECTOR_4(float4, float, 16);

EMU_VECTOR_1(double1, double);
EMU_VECTOR_2(double2, double, 16);
EMU_VECTOR_3(double3, double);
EMU_VECTOR_4(double4, double, 16);

// CUDA 13 has two variants of the 32-byte types: aligned to 16 and to 32 bytes.
#define EMU_VECTOR_32(name, type) \
    EMU_VECTOR_4(name##_16a, type, 16); \
    EMU_VECTOR_4(name##_32a, type, 32)
EMU_VECTOR_32(long4, long);
EMU_VECTOR_32(ulong4, unsigned long);
EMU_VECTOR_32(longlong4, long long);
EMU_VECTOR_32(ulonglong4, unsigned long long);
EMU_VECTOR_32(double4, double);

#undef EMU_VECTOR_32
#undef EMU_VECTOR_1
#undef EMU_VECTOR_2
#undef EMU_VECTOR_3
#undef EMU_VECTOR_4

// The extent of a grid or block: a missing component counts as 1.
struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz)
    {
    }
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};
typedef struct dim3 dim3;

#endif
