// SPDX-License-Identifier: MIT
//
// fiber.c: a thread of a kernel is a fiber: a stack and a saved stack pointer.
//
// A switch saves the registers that the x86-64 calling convention asks a function to keep, and
// swaps stack pointers: a dozen instructions. (ucontext does the same with a system call for the
// signal mask, which costs 100 times as much.)
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

// Stacks lie one after the other in their part of the arena, a guard page below each. A thread's
// local arrays live here. Pages that were never touched cost nothing.
// The system allows a process about 65,000 separate mappings and each guard page makes two, so only
// the first stacks have one: more are in use only when tens of thousands of threads wait at once.
//
// Where each begins is a matter of speed. All threads of a warp use the same few lines of theirs in
// turn: a power of two apart, those would share one set of each cache, and of the table of pages.
// So stacks are an odd number of pages apart, and begin at different lines of theirs.
enum {
    PAGE = 4096,
    LINES_APART = 9 * 64, // an odd number of lines: 64 stacks in all sets of a cache's way
    STACK_BYTES = PAGE + STACK_ROOM + PAGE, // the guard, what a thread has, where it may begin
    GUARDED_STACKS = 16384
};

struct stack {
    uintptr_t low, top;
    struct stack *next;
};

static pthread_mutex_t stacks_lock = PTHREAD_MUTEX_INITIALIZER;
static uintptr_t stacks_top;         // offset of the next stack never used before
static __thread struct stack *spare; // the stacks of this worker that nobody uses, last used first

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
    // The guard page is simply left closed, as the whole reservation is.
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

void *fiber_prepare(struct stack *stack, void (*entry)(void))
{
    // As if fiber_switch had been called from just before `entry`: six registers, a return address.
    // At entry the stack must be 8 bytes off a multiple of 16, as after a call.
    void **sp = (void **)(void *)(stack->top - 8);
    *--sp = (void *)entry;
    for (int i = 0; i < 6; i++)
        *--sp = NULL;
    return sp;
}
