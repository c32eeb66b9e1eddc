// SPDX-License-Identifier: MIT
//
// emu/device/memory.h: loads and stores with a cache hint, and queries of address spaces.
//
// The emulator has no caches: a load or store with a hint is a plain one of the same width. Each
// must be inlined, so that the access is attributed to the user's line.
#ifndef EMU_MEMORY_H
#define EMU_MEMORY_H

#include "../../emu.h"
#include "../../vector_types.h"

// __ldg through the read-only path, __ldca in all caches, __ldcg in L2, __ldcs streaming, __ldlu
// last use, __ldcv not cached; __stwb write back, __stcg in L2, __stcs streaming, __stwt write
// through.
#define EMU_HINTED(type) \
    EMU_INLINE type __ldg(const type *p) { return *p; } \
    EMU_INLINE type __ldca(const type *p) { return *p; } \
    EMU_INLINE type __ldcg(const type *p) { return *p; } \
    EMU_INLINE type __ldcs(const type *p) { return *p; } \
    EMU_INLINE type __ldlu(const type *p) { return *p; } \
    EMU_INLINE type __ldcv(const type *p) { return *p; } \
    EMU_INLINE void __stwb(type *p, type value) { *p = value; } \
    EMU_INLINE void __stcg(type *p, type value) { *p = value; } \
    EMU_INLINE void __stcs(type *p, type value) { *p = value; } \
    EMU_INLINE void __stwt(type *p, type value) { *p = value; }

EMU_HINTED(char)
EMU_HINTED(signed char)
EMU_HINTED(unsigned char)
EMU_HINTED(short)
EMU_HINTED(unsigned short)
EMU_HINTED(int)
EMU_HINTED(unsigned)
EMU_HINTED(long)
EMU_HINTED(unsigned long)
EMU_HINTED(long long)
EMU_HINTED(unsigned long long)
EMU_HINTED(float)
EMU_HINTED(double)
EMU_HINTED(char2)
EMU_HINTED(char4)
EMU_HINTED(uchar2)
EMU_HINTED(uchar4)
EMU_HINTED(short2)
EMU_HINTED(short4)
EMU_HINTED(ushort2)
EMU_HINTED(ushort4)
EMU_HINTED(int2)
EMU_HINTED(int4)
EMU_HINTED(uint2)
EMU_HINTED(uint4)
EMU_HINTED(longlong2)
EMU_HINTED(ulonglong2)
EMU_HINTED(float2)
EMU_HINTED(float4)
EMU_HINTED(double2)

// Tests of the memory that a pointer refers to.
EMU_INLINE unsigned __isGlobal(const void *p) { return emu_space_of(p) == EMU_SPACE_GLOBAL; }
EMU_INLINE unsigned __isShared(const void *p) { return emu_space_of(p) == EMU_SPACE_SHARED; }
EMU_INLINE unsigned __isLocal(const void *p) { return emu_space_of(p) == EMU_SPACE_LOCAL; }
EMU_INLINE unsigned __isConstant(const void *p) { return emu_space_of(p) == EMU_SPACE_CONST; }

// Addresses for PTX instructions. Shared memory has a window of 32-bit addresses; in the other
// spaces the address is the pointer.
EMU_INLINE size_t __cvta_generic_to_shared(const void *p) { return emu_shared_address(p); }
EMU_INLINE size_t __cvta_generic_to_global(const void *p) { return (size_t)p; }
EMU_INLINE size_t __cvta_generic_to_local(const void *p) { return (size_t)p; }
EMU_INLINE size_t __cvta_generic_to_constant(const void *p) { return (size_t)p; }
EMU_INLINE void *__cvta_shared_to_generic(size_t address)
{
    return emu_shared_pointer((uint32_t)address);
}
EMU_INLINE void *__cvta_global_to_generic(size_t address) { return (void *)address; }
EMU_INLINE void *__cvta_local_to_generic(size_t address) { return (void *)address; }
EMU_INLINE void *__cvta_constant_to_generic(size_t address) { return (void *)address; }

#endif
