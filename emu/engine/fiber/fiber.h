// SPDX-License-Identifier: MIT
//
// fiber.h: each thread of a kernel is a fiber with its own stack (fiber.c). It runs until it waits
// or its turn ends (turn.c).
#ifndef ROOM_FIBER_H
#define ROOM_FIBER_H

#include "../base/base.h"

// ---- fiber.c ------------------------------------------------------------------------------------

struct stack; // the stack of one fiber
struct stack *stack_take(void);
void stack_give(struct stack *stack);
size_t stack_size(void);
// Forgets what threads left in their stacks. No stack may be in use.
void stacks_wipe(void);
uintptr_t stack_low(const struct stack *stack);
// Bytes of a stack that its thread can use: the 512 KB of local memory of a GPU's thread, and what
// code for this processor needs in addition.
enum { STACK_ROOM = 564 << 10 };
void *fiber_prepare(struct stack *stack, void (*entry)(void)); // returns the first stack pointer
void fiber_switch(void **save, void *load);                    // suspends this fiber and resumes
                                                               // that one

void thread_wait(enum thread_state state); // suspends the thread until another makes it ready
void thread_abandon(void) __attribute__((noreturn)); // ends the launch and this thread

// ---- turn.c -------------------------------------------------------------------------------------

void turn_start(struct thread *t);            // at the thread's first access
void turn_begin(struct thread *t);            // a new turn: full patience again
void turn_end(struct thread *t);              // a watchdog makes its next access a call
long long turn_steps(const struct thread *t); // accesses that it has made
bool turn_has_stored(const struct thread *t); // by an inlined access, in this turn

#endif
