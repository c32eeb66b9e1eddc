// SPDX-License-Identifier: MIT
//
// count_order.c: if emucc finds code that is not stored in the order of its control flow, its
// tables give the location that a call counts as (emucc/order/order.h).
#include "tally.h"
#include "../program/program.h"

#include <sys/mman.h>

// An entry of section emu_order: a call, by its return address, and the call whose location it
// counts as. Each is stored relative to the member itself.
struct emu_order_entry {
    int32_t call, place;
};
extern struct emu_order_entry __start_emu_order[] __attribute__((weak, visibility("hidden")));
extern struct emu_order_entry __stop_emu_order[] __attribute__((weak, visibility("hidden")));

uint32_t *count_order; // by location number; 0: counts as itself. NULL: no tables

static uint64_t number_of(const int32_t *distance)
{
    return place_number((const char *)distance + *distance - 1); // as CALLER() computes it
}

static void count_add_order(uintptr_t begin, uintptr_t end)
{
    const struct emu_order_entry *entries = (const struct emu_order_entry *)begin;
    const size_t count = (end - begin) / sizeof *entries;
    if (count > 0 && !count_order) {
        void *table = mmap(NULL, sizeof *count_order << PLACE_BITS, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (table == MAP_FAILED)
            fatal("no memory to count with");
        count_order = table;
    }
    for (size_t i = 0; i < count; i++) {
        const uint64_t call = number_of(&entries[i].call), place = number_of(&entries[i].place);
        if (call >> PLACE_BITS == 0 && place >> PLACE_BITS == 0)
            count_order[call] = (uint32_t)place;
    }
}

static void add_module(const struct module *module)
{
    count_add_order(module->order, module->order_end);
}

void count_order_init(void)
{
    count_add_order((uintptr_t)__start_emu_order, (uintptr_t)__stop_emu_order);
    module_each(add_module);
}
