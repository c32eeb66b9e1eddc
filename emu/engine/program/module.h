// SPDX-License-Identifier: MIT
//
// module.h: code that the program has loaded while it runs: what NVRTC has compiled
// (libraries/nvrtc.c).
#ifndef MODULE_H
#define MODULE_H

#include "../base/base.h"

struct module {
    char *path;
    uintptr_t bias, begin,
        end;        // loaded so many bytes behind what its file says; its first and last
    uint32_t place; // the number of the place `begin` (report.h)
    uintptr_t order, order_end; // its section emu_order (count/count_order.c)
};

// A shared library that emucc -module has made. NULL: it cannot be loaded, and why.
const struct module *module_load(const char *path, char *why, size_t size);
// A function or a variable of it, also one that its file keeps to itself, and its size.
void *module_symbol(const struct module *module, const char *name, size_t *size);
// The name of what begins there, as the linker knows it; the caller frees it. NULL: nothing does.
char *module_name_at(const struct module *module, const void *address);

const struct module *module_of(const void *address); // NULL: of the program itself
uint32_t module_place(const char *pc);               // 0: in no module
const char *module_pc(uint32_t place);               // NULL: in no module

#endif
