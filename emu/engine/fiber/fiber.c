// SPDX-License-Identifier: MIT
//
// fiber.c: each thread of a kernel is a fiber: a stack and a saved stack pointer.
//
// A switch saves the callee-saved registers of the x86-64 calling convention and swaps stack
// pointers: a dozen instructions. ucontext also makes a system call for the signal mask, which
// costs 100 times as much.
#define _DEFAULT_SOURCE // madvise
#include "fiber.h"
#include "../memory/memory.h"

#include <stdlib.h>
#include <sys/mman.h>

#ifndef __x86_64__
#error "the emulated GPU switches fibers in x86-64 assembly; port fiber_switch to this machine"
#endif

__asm__(".text\n"
        ".globl fiber_switch\n"
        ".type fiber_switch, @function\n"
        "fiber_switch:\n" // rdi: where to save the stack pointer, rsi: the one to load
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size fiber_switch, .-fiber_switch\n");

// Stacks are adjacent in their part of the arena, each above a guard page. Local arrays of threads
// are in them. Untouched pages cost nothing. The system allows a process about 65,000 mappings, and
// each guard page creates two. Only the first stacks therefore have one; more stacks are in use
// only if tens of thousands of threads wait at once.
//
// The start addresses matter for speed. All threads of a warp use the same few lines of their
// stacks in turn. If these were a power of two apart, they would compete for one set of each cache
// and of the TLB. Stacks are therefore an odd number of pages apart and start at different lines of
// a page.
enum {
    PAGE = 4096,
    LINES_APART = 9 * 64, // an odd number of lines: 64 stacks spread over all sets of a cache way
    STACK_BYTES = PAGE + STACK_ROOM + PAGE, // guard page, room for the thread, range of start
                                            // addresses
    GUARDED_STACKS = 16384
};

struct stack {
    uintptr_t low, top;
    struct stack *next;
};

static pthread_mutex_t stacks_lock = PTHREAD_MUTEX_INITIALIZER;
static uintptr_t stacks_top;         // offset of the next stack that was never used
static __thread struct stack *spare; // unused stacks of this worker, the last used first

size_t stack_size(void) { return STACK_BYTES - PAGE; }
uintptr_t stack_low(const struct stack *stack) { return stack->low; }

struct stack *stack_take(void)
{
    struct stack *stack = spare;
    if (stack) {
        spare = stack->next;
        return stack;
    }
    stack = malloc(sizeof *stack);
    pthread_mutex_lock(&stacks_lock);
    uintptr_t at = ARENA_BASE + SHARED_END + stacks_top;
    stacks_top += STACK_BYTES;
    bool full = stacks_top > STACK_END - SHARED_END;
    pthread_mutex_unlock(&stacks_lock);
    // The guard page stays inaccessible, like the whole reservation.
    const size_t number = (at - ARENA_BASE - SHARED_END) / STACK_BYTES;
    const size_t guard = number < GUARDED_STACKS ? PAGE : 0;
    if (!stack || full ||
        mprotect((void *)(at + guard), STACK_BYTES - guard, PROT_READ | PROT_WRITE))
        fatal("no memory for the stack of one more thread; use fewer threads that wait at once");
    stack->low = at + PAGE;
    stack->top = stack->low + STACK_ROOM + number * LINES_APART % PAGE;
    return stack;
}

void stack_give(struct stack *stack)
{
    stack->next = spare;
    spare = stack;
}

void stacks_wipe(void)
{
    if (stacks_top > 0)
        madvise((void *)(ARENA_BASE + SHARED_END), stacks_top, MADV_DONTNEED);
}

void *fiber_prepare(struct stack *stack, void (*entry)(void))
{
    // Looks as if fiber_switch had been called just before `entry`: six registers and a return
    // address. At a function's entry the stack pointer is 8 bytes off a multiple of 16.
    void **sp = (void **)(void *)(stack->top - 8);
    *--sp = (void *)entry;
    for (int i = 0; i < 6; i++)
        *--sp = NULL;
    return sp;
}
