// SPDX-License-Identifier: MIT
//
// module.h: code outside the program: what NVRTC compiles (libraries/nvrtc/nvrtc.c), and shared
// libraries.
#ifndef MODULE_H
#define MODULE_H

#include "../base/base.h"
#include "tables.h"

struct module {
    char *path;
    uintptr_t bias, begin, end; // load address minus file address; first and last address
    uint32_t place;             // the number of the location `begin` (source_location.h)
    uintptr_t order, order_end; // its section emu_order (count/count_order.c)
    struct span tables[TABLES];
};

// Called by each file that contains kernels when it is loaded. start: where it was loaded.
void emu_add_image(const char *start);
void modules_init(void); // takes the shared libraries that were loaded before the first use
// Called for each module, also for those that are loaded later.
void module_each(void (*loaded)(const struct module *module));
const struct module *module_by_number(int number); // NULL: there are not so many

// Loads a shared library that emucc -module made. NULL: it cannot be loaded; `why` has the reason.
const struct module *module_load(const char *path, char *why, size_t size);
// Address and size of a function or variable of it, including static ones.
void *module_symbol(const struct module *module, const char *name, size_t *size);
// The linker's name of what begins at the address; the caller frees it. NULL: nothing begins there.
char *module_name_at(const struct module *module, const void *address);

const struct module *module_of(const void *address); // NULL: part of the program itself
uint32_t module_place(const char *pc);               // 0: in no module
const char *module_pc(uint32_t place);               // NULL: in no module

#endif
