// SPDX-License-Identifier: MIT
//
// emu/device/callouts.h: a fast path for most loads and stores, without a call.
//
// -fsanitize=thread makes gcc put a call before each access: call __tsan_read4, with its address in
// rdi. Here `call` is a macro of the assembler, which replaces the call by code for the common
// case: an aligned access to initialised memory, by a thread that is not checked more closely. The
// call remains for all other cases. The code reads struct quick of engine/base/thread.h through
// emu_quick, which is 0 in host code.
//
// The order of code addresses, which the counters use, does not change.
#ifndef EMU_CALLOUTS_H
#define EMU_CALLOUTS_H

#if defined(__CUDACC__) && defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && \
    !defined(EMU_PLAIN_CALLS)

#if defined(__PIC__) && !defined(__PIE__)
#define EMU_LOAD_QUICK "movq emu_quick@gottpoff(%rip), %rax\n movq %fs:(%rax), %rax\n"
#else
#define EMU_LOAD_QUICK "movq %fs:emu_quick@tpoff, %rax\n"
#endif

// rdx: the access's index in units of its size from the arena's start. ror makes it a huge number
// if the address is not aligned. Then the address of the shadow byte of its 8 bytes. At the end the
// number of accesses left before the next call. Loads use two such counters in turn, so that a load
// does not depend on the previous one.
__asm__(".set emu_turn, 0\n"
        ".macro emu_access function, size_log2, left\n" EMU_LOAD_QUICK " testq %rax, %rax\n"
        " je 802f\n"
        " movq %rdi, %rdx\n"
        " subq (%rax), %rdx\n"
        " .if \\size_log2\n"
        "  rorq $\\size_log2, %rdx\n"
        " .endif\n"
        " cmpq 16+8*\\size_log2(%rax), %rdx\n"
        " jae 801f\n"
        " .if \\size_log2 < 3\n"
        "  shrq $(3 - \\size_log2), %rdx\n"
        " .endif\n"
        " .if \\size_log2 == 4\n"
        "  addq %rdx, %rdx\n"
        " .endif\n"
        " addq 8(%rax), %rdx\n"
        " .if \\size_log2 == 4\n"
        "  cmpw $0x0808, (%rdx)\n"
        " .else\n"
        "  cmpb $8, (%rdx)\n"
        " .endif\n"
        " jne 801f\n"
        " decl 56+4*\\left(%rax)\n"
        " jns 802f\n"
        "801: callq \\function\n"
        "802:\n"
        ".endm\n"
        ".macro emu_load function, size_log2\n"
        " .set emu_turn, 1 - emu_turn\n"
        " .if emu_turn\n"
        "  emu_access \\function, \\size_log2, 1\n"
        " .else\n"
        "  emu_access \\function, \\size_log2, 2\n"
        " .endif\n"
        ".endm\n"
        ".macro call target:vararg\n"
        " .ifc \"\\target\",\"__tsan_read4\"\n  emu_load __tsan_read4, 2\n"
        " .else\n .ifc \"\\target\",\"__tsan_write4\"\n  emu_access __tsan_write4, 2, 3\n"
        " .else\n .ifc \"\\target\",\"__tsan_read8\"\n  emu_load __tsan_read8, 3\n"
        " .else\n .ifc \"\\target\",\"__tsan_write8\"\n  emu_access __tsan_write8, 3, 3\n"
        " .else\n .ifc \"\\target\",\"__tsan_read16\"\n  emu_load __tsan_read16, 4\n"
        " .else\n .ifc \"\\target\",\"__tsan_write16\"\n  emu_access __tsan_write16, 4, 3\n"
        " .else\n .ifc \"\\target\",\"__tsan_read2\"\n  emu_load __tsan_read2, 1\n"
        " .else\n .ifc \"\\target\",\"__tsan_write2\"\n  emu_access __tsan_write2, 1, 3\n"
        " .else\n .ifc \"\\target\",\"__tsan_read1\"\n  emu_load __tsan_read1, 0\n"
        " .else\n .ifc \"\\target\",\"__tsan_write1\"\n  emu_access __tsan_write1, 0, 3\n"
        " .else\n  callq \\target\n"
        " .endif\n .endif\n .endif\n .endif\n .endif\n"
        " .endif\n .endif\n .endif\n .endif\n .endif\n"
        ".endm\n");

#if __GNUC__ == 12 && !defined(__AVX512F__)
// These functions preserve the vector registers (engine/access/callouts.c), so that a sum stays in
// its register across a load. gcc relies on its own compilation of a function for the registers
// that it changes. The engine's functions replace these, which are weak.
#define EMU_KEEPS_VECTORS(name) \
    __attribute__((noinline, used, no_sanitize("thread"))) void __builtin_##name(void *) \
    { \
        __asm__ volatile("" :: \
                             : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "st", \
                               "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)", "st(7)", \
                               "cc", "memory"); \
    } \
    __asm__(".weak " #name);
#ifdef __cplusplus
extern "C" {
#endif
EMU_KEEPS_VECTORS(__tsan_read1)
EMU_KEEPS_VECTORS(__tsan_read2)
EMU_KEEPS_VECTORS(__tsan_read4)
EMU_KEEPS_VECTORS(__tsan_read8)
EMU_KEEPS_VECTORS(__tsan_read16)
EMU_KEEPS_VECTORS(__tsan_write1)
EMU_KEEPS_VECTORS(__tsan_write2)
EMU_KEEPS_VECTORS(__tsan_write4)
EMU_KEEPS_VECTORS(__tsan_write8)
EMU_KEEPS_VECTORS(__tsan_write16)
#ifdef __cplusplus
}
#endif
// gcc compiles functions whose address is taken first and in this order, so these precede the
// kernels.
__attribute__((used)) static void (*const emu_callouts[])(void *) = {
    __builtin___tsan_read1,  __builtin___tsan_read2,  __builtin___tsan_read4,
    __builtin___tsan_read8,  __builtin___tsan_read16, __builtin___tsan_write1,
    __builtin___tsan_write2, __builtin___tsan_write4, __builtin___tsan_write8,
    __builtin___tsan_write16};
#undef EMU_KEEPS_VECTORS
#endif

#undef EMU_LOAD_QUICK
#elif defined(__CUDACC__) && defined(__clang__)
// clang makes a struct's copy a call of memcpy, which nothing would check.
__asm__(".set memcpy, emu_copy_struct");
#endif
#endif
