// SPDX-License-Identifier: MIT
//
// image.c: the program's own variables, as a kernel sees them.
//
// emucc puts __device__, __constant__ and __managed__ variables into sections of these names; the
// linker marks where each begins and ends. Of everything else in the program a kernel may only read
// what can never be written (string literals, tables of constants).
#include "arena.h"

#include <link.h>

#define SECTION(name) \
    extern char __start_##name[] __attribute__((weak, visibility("hidden"))); \
    extern char __stop_##name[] __attribute__((weak, visibility("hidden")))
SECTION(emu_device);
SECTION(emu_constant);
SECTION(emu_managed);

struct range {
    uintptr_t begin, end;
};

enum { MAX_RANGES = 256 };
static struct range constant_ranges[MAX_RANGES], variable_ranges[MAX_RANGES];
static int constant_count, variable_count;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// The linker's marks are objects of their own to the language; as addresses they are a range.
static size_t section_size(const char *begin, const char *end)
{
    return (uintptr_t)end - (uintptr_t)begin;
}

static bool inside(uintptr_t address, size_t size, const char *begin, const char *end)
{
    return begin && address >= (uintptr_t)begin && address + size <= (uintptr_t)end;
}

static int visit(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
        struct range range = {begin, begin + segment->p_memsz};
        bool is_constant = segment->p_type == PT_GNU_RELRO ||
                           (segment->p_type == PT_LOAD && !(segment->p_flags & PF_W));
        if (is_constant && constant_count < MAX_RANGES)
            constant_ranges[constant_count++] = range;
        else if (segment->p_type == PT_LOAD && variable_count < MAX_RANGES)
            variable_ranges[variable_count++] = range;
    }
    return 0;
}

static void find_ranges(void) { dl_iterate_phdr(visit, NULL); }

static bool in_any(const struct range *ranges, int count, uintptr_t address, size_t size)
{
    for (int i = 0; i < count; i++)
        if (address >= ranges[i].begin && address + size <= ranges[i].end)
            return true;
    return false;
}

enum emu_space image_section_of(uintptr_t address)
{
    if (inside(address, 1, __start_emu_constant, __stop_emu_constant))
        return EMU_SPACE_CONST;
    if (inside(address, 1, __start_emu_device, __stop_emu_device) ||
        inside(address, 1, __start_emu_managed, __stop_emu_managed))
        return EMU_SPACE_GLOBAL;
    return EMU_SPACE_OTHER;
}

// __device__ variables, then managed ones, each section at a multiple of 64 KiB.
static uintptr_t managed_offset(void)
{
    size_t size = __start_emu_device ? section_size(__start_emu_device, __stop_emu_device) : 0;
    return VARIABLES + ((size + 0x1ffff) & ~(uintptr_t)0xffff);
}

uintptr_t image_variable(uintptr_t address)
{
    if (inside(address, 1, __start_emu_device, __stop_emu_device))
        return VARIABLES + (address - (uintptr_t)__start_emu_device);
    if (inside(address, 1, __start_emu_managed, __stop_emu_managed))
        return managed_offset() + (address - (uintptr_t)__start_emu_managed);
    return 0;
}

uintptr_t image_variable_address(uintptr_t offset)
{
    uintptr_t managed = managed_offset();
    return offset >= managed ? (uintptr_t)__start_emu_managed + (offset - managed)
                             : (uintptr_t)__start_emu_device + (offset - VARIABLES);
}

void image_for_each_section(void (*each)(uintptr_t offset, size_t size))
{
    if (__start_emu_device)
        each(VARIABLES, section_size(__start_emu_device, __stop_emu_device));
    if (__start_emu_managed)
        each(managed_offset(), section_size(__start_emu_managed, __stop_emu_managed));
}

bool image_is_symbol(uintptr_t address, size_t size)
{
    return inside(address, size, __start_emu_constant, __stop_emu_constant) ||
           inside(address, size, __start_emu_device, __stop_emu_device) ||
           inside(address, size, __start_emu_managed, __stop_emu_managed);
}

bool image_allows(uintptr_t address, size_t size, bool store)
{
    if (inside(address, size, __start_emu_device, __stop_emu_device) ||
        inside(address, size, __start_emu_managed, __stop_emu_managed))
        return true;
    if (store)
        return false;
    pthread_once(&once, find_ranges);
    return inside(address, size, __start_emu_constant, __stop_emu_constant) ||
           in_any(constant_ranges, constant_count, address, size);
}

bool image_is_host_variable(uintptr_t address)
{
    pthread_once(&once, find_ranges);
    return in_any(variable_ranges, variable_count, address, 1) && !image_is_symbol(address, 1);
}
