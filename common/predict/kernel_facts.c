// SPDX-License-Identifier: MIT
#include "kernel_facts.h"

#if defined EMU_GPU && !defined __wasm__ // the page of costs simulates nothing
#include "emu_facts.h"

// Chapter 01 has no kernels and is linked without the emulated GPU: weak, so that it is absent
// there.
#pragma weak emu_register_kernel_facts

void kernel_facts_register(void)
{
    if (!emu_register_kernel_facts)
        return;
    static const struct kernel_facts table[] = {
#include "kernel_facts.inc"
    };
    emu_register_kernel_facts(table, sizeof table / sizeof *table);
}
#else
void kernel_facts_register(void) {}
#endif
