// SPDX-License-Identifier: MIT
//
// fiber.h: each thread of a kernel is a fiber with a stack of its own (fiber.c). It runs until it
// waits or has used up its turn (turn.c).
#ifndef ROOM_FIBER_H
#define ROOM_FIBER_H

#include "../base/base.h"

// ---- fiber.c ------------------------------------------------------------------------------------

struct stack; // one fiber stack
struct stack *stack_take(void);
void stack_give(struct stack *stack);
size_t stack_size(void);
uintptr_t stack_low(const struct stack *stack);
enum { STACK_ROOM = 252 << 10 }; // of a stack, for what its thread does
void *fiber_prepare(struct stack *stack, void (*entry)(void)); // the first stack pointer
void fiber_switch(void **save, void *load);                    // leaves here, goes on there

void thread_wait(enum thread_state state); // gives way until someone makes this thread ready
void thread_abandon(void) __attribute__((noreturn)); // the launch is over for this thread

// ---- turn.c -------------------------------------------------------------------------------------

void turn_start(struct thread *t);            // at its first access
void turn_begin(struct thread *t);            // from now on it has all its patience
void turn_end(struct thread *t);              // it is to look at its next call, says a watchdog
long long turn_steps(const struct thread *t); // accesses that it has made
bool turn_has_stored(const struct thread *t); // in this turn, by no call

#endif
