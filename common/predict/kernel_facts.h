// SPDX-License-Identifier: MIT
//
// kernel_facts.h: what nvcc made of the course's kernels (kernel_facts.inc; `make kernel-facts`
// writes it), for expected times on the emulated GPU.
#ifndef COMMON_KERNEL_FACTS_H
#define COMMON_KERNEL_FACTS_H

// Registers the table with the emulated GPU. On a real one it does nothing.
void kernel_facts_register(void);

#endif
