// SPDX-License-Identifier: MIT
#include "program.h"

// The linker defines where each section of the program begins and ends.
#define SECTION(name) \
    extern const char __start_##name[] __attribute__((weak, visibility("hidden"))); \
    extern const char __stop_##name[] __attribute__((weak, visibility("hidden")))
SECTION(emu_sites);
SECTION(emu_bounds);
SECTION(emu_clusters);
SECTION(emu_maps);
SECTION(emu_frames);

const char *const table_sections[TABLES] = {"emu_sites", "emu_bounds", "emu_clusters", "emu_maps",
                                            "emu_frames"};
static const char *const begins[TABLES] = {__start_emu_sites, __start_emu_bounds,
                                           __start_emu_clusters, __start_emu_maps,
                                           __start_emu_frames};
static const char *const ends[TABLES] = {__stop_emu_sites, __stop_emu_bounds, __stop_emu_clusters,
                                         __stop_emu_maps, __stop_emu_frames};

bool table_of(enum table which, int number, struct span *span)
{
    if (number == 0) {
        *span = (struct span){begins[which], (uintptr_t)ends[which] - (uintptr_t)begins[which]};
        return true;
    }
    const struct module *module = module_by_number(number - 1);
    if (module)
        *span = module->tables[which];
    return module != NULL;
}
