// SPDX-License-Identifier: MIT
//
// image.c: the variables of the program, and of modules that it has loaded, that a kernel may
// access.
//
// emucc puts __device__, __constant__ and __managed__ variables into sections of these names, and
// the linker defines symbols where each begins and ends. Of the rest of the program a kernel may
// only read what is never written (string literals, constant tables).
#include "arena.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SECTION(name) \
    extern char __start_##name[] __attribute__((weak, visibility("hidden"))); \
    extern char __stop_##name[] __attribute__((weak, visibility("hidden")))
SECTION(emu_device);
SECTION(emu_constant);
SECTION(emu_managed);

struct range {
    uintptr_t begin, end;
};

// Variables of the program and of loaded modules. `offset` is the offset among the checked
// variables; 0 for __constant__ variables, which no kernel writes.
struct section {
    struct range range;
    uintptr_t offset;
    bool is_managed;
    // The values at the start, and those of each GPU whose variables are not in place.
    char *initial, *values[MAX_GPUS];
    // After emu_seal(): the host's values while the engine works, and the GPU's while it does not.
    char *host, *device;
};

enum { MAX_RANGES = 256, MAX_SECTIONS = 192 };
static struct range constant_ranges[MAX_RANGES], variable_ranges[MAX_RANGES];
static int constant_count, variable_count;
static struct section sections[MAX_SECTIONS];
static int section_count;
static uintptr_t next_offset = VARIABLES;
static atomic_bool found_ranges;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool inside(uintptr_t address, size_t size, struct range range)
{
    return address >= range.begin && address + size <= range.end;
}

uintptr_t image_add_section(uintptr_t begin, uintptr_t end, enum image_kind kind)
{
    if (section_count == MAX_SECTIONS)
        return 0;
    const bool is_constant = kind == IMAGE_CONSTANT;
    sections[section_count] = (struct section){.range = {begin, end},
                                               .offset = is_constant ? 0 : next_offset,
                                               .is_managed = kind == IMAGE_MANAGED};
    if (!is_constant) // each at a multiple of 64 KiB
        next_offset += (end - begin + 0x1ffff) & ~(uintptr_t)0xffff;
    found_ranges = false; // a new module adds ranges
    return sections[section_count++].offset;
}

uintptr_t image_constants, image_constants_size;

static void __attribute__((constructor(101))) add_program(void)
{
    if (__start_emu_constant) {
        image_constants = (uintptr_t)__start_emu_constant;
        image_constants_size = (uintptr_t)__stop_emu_constant - image_constants;
        image_add_section(image_constants, (uintptr_t)__stop_emu_constant, IMAGE_CONSTANT);
    }
    if (__start_emu_device)
        image_add_section((uintptr_t)__start_emu_device, (uintptr_t)__stop_emu_device,
                          IMAGE_DEVICE);
    if (__start_emu_managed)
        image_add_section((uintptr_t)__start_emu_managed, (uintptr_t)__stop_emu_managed,
                          IMAGE_MANAGED);
}

static const struct section *section_of(uintptr_t address, size_t size)
{
    for (int i = 0; i < section_count; i++)
        if (inside(address, size, sections[i].range))
            return &sections[i];
    return NULL;
}

// ---- The variables of each GPU ------------------------------------------------------------------

static int in_place; // the GPU whose variables the program's memory holds

static char *copy_of(const char *from, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    if (!copy)
        fatal("no memory for the __device__ variables of each GPU");
    return memcpy(copy, from, size);
}

static void exchange(struct section *s, int device)
{
    char *const at = (char *)s->range.begin;
    const size_t size = s->range.end - s->range.begin;
    char **mine = &s->values[in_place], **next = &s->values[device];
    if (*mine)
        memcpy(*mine, at, size);
    else
        *mine = copy_of(at, size);
    memcpy(at, *next ? *next : s->initial, size);
}

void image_select(int device)
{
    if (LIKELY(gpu_count() == 1))
        return;
    image_open();
    for (int i = 0; i < section_count; i++) {
        struct section *s = &sections[i];
        if (s->is_managed)
            continue;
        if (!s->initial)
            s->initial = copy_of((char *)s->range.begin, s->range.end - s->range.begin);
        if (device != in_place)
            exchange(s, device);
    }
    in_place = device;
    image_close();
}

// ---- The host's own copy ------------------------------------------------------------------------

// On a GPU host code that names a __device__ variable has a copy of its own, which kernels never
// see. That an exercise cannot compute on the host what its kernels pass on in such variables, each
// side has its own after emu_seal(). The pages with the other side's values cannot be accessed.
static int image_depth;

static size_t whole_pages(const struct section *s)
{
    return (s->range.end - s->range.begin + SEALED_PAGE - 1) / SEALED_PAGE * SEALED_PAGE;
}

static void protect_copies(const struct section *s, int protection)
{
    if (mprotect(s->host, 2 * whole_pages(s), protection) != 0)
        fatal("the __device__ variables cannot be sealed");
}

static void copies_begin(struct section *s)
{
    s->host =
        mmap(NULL, 2 * whole_pages(s), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (s->host == MAP_FAILED)
        fatal("no memory for the host's copies of the __device__ variables");
    s->device = s->host + whole_pages(s);
    memcpy(s->device, (char *)s->range.begin, s->range.end - s->range.begin);
}

void image_open(void)
{
    if (LIKELY(!sealed.is_on) || image_depth++ > 0)
        return;
    for (int i = 0; i < section_count; i++) {
        struct section *const s = &sections[i];
        char *const at = (char *)s->range.begin;
        if (s->is_managed || s->range.begin == s->range.end)
            continue;
        if (s->host)
            protect_copies(s, PROT_READ | PROT_WRITE);
        else
            copies_begin(s);
        memcpy(s->host, at, s->range.end - s->range.begin);
        memcpy(at, s->device, s->range.end - s->range.begin);
    }
}

void image_close(void)
{
    if (LIKELY(!sealed.is_on) || image_depth == 0 || --image_depth > 0)
        return;
    for (int i = 0; i < section_count; i++) {
        struct section *const s = &sections[i];
        char *const at = (char *)s->range.begin;
        if (!s->host) // managed, or of a module that was just loaded
            continue;
        memcpy(s->device, at, s->range.end - s->range.begin);
        memcpy(at, s->host, s->range.end - s->range.begin);
        protect_copies(s, PROT_NONE);
    }
}

// ---- Variables that the host has set ------------------------------------------------------------

enum { MOST_SET = 256 };
static struct set {
    struct range range;
    unsigned gpus; // one bit for each
    const char *pc;
} sets[MOST_SET];
static atomic_int set_count;

void image_was_set(uintptr_t address, size_t size, int device, const char *pc)
{
    int i = 0;
    while (i < set_count && (sets[i].range.begin != address || sets[i].range.end != address + size))
        i++;
    if (gpu_count() == 1 || i == MOST_SET)
        return;
    image_constants_size = 0; // from now on reads of constants are looked at
    if (i == set_count) {
        sets[i] = (struct set){.range = {address, address + size}};
        set_count++;
    }
    sets[i].gpus |= 1u << device;
    sets[i].pc = pc;
}

// An initial value may be meant.
static bool has_initial_value(const struct range *variable)
{
    const struct section *s = section_of(variable->begin, variable->end - variable->begin);
    for (uintptr_t at = variable->begin; s && s->initial && at < variable->end; at++)
        if (s->initial[at - s->range.begin])
            return true;
    return false;
}

const char *image_set_elsewhere(uintptr_t address, int device, int *other)
{
    const struct set *found = NULL;
    for (int i = 0; i < set_count; i++) {
        if (!inside(address, 1, sets[i].range))
            continue;
        if (sets[i].gpus >> device & 1)
            return NULL;
        found = &sets[i];
    }
    if (!found || has_initial_value(&found->range))
        return NULL;
    *other = __builtin_ctz(found->gpus);
    return found->pc;
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

static void find_ranges(void)
{
    pthread_mutex_lock(&lock);
    if (!found_ranges) {
        constant_count = variable_count = 0;
        dl_iterate_phdr(visit, NULL);
    }
    found_ranges = true;
    pthread_mutex_unlock(&lock);
}

static bool in_any(const struct range *ranges, int count, uintptr_t address, size_t size)
{
    for (int i = 0; i < count; i++)
        if (inside(address, size, ranges[i]))
            return true;
    return false;
}

enum emu_space image_section_of(uintptr_t address)
{
    const struct section *section = section_of(address, 1);
    return !section ? EMU_SPACE_OTHER : section->offset ? EMU_SPACE_GLOBAL : EMU_SPACE_CONST;
}

uintptr_t image_variable(uintptr_t address)
{
    const struct section *section = section_of(address, 1);
    return section && section->offset ? section->offset + (address - section->range.begin) : 0;
}

uintptr_t image_variable_address(uintptr_t offset)
{
    const struct section *best = NULL;
    for (int i = 0; i < section_count; i++)
        if (sections[i].offset && sections[i].offset <= offset &&
            (!best || sections[i].offset > best->offset))
            best = &sections[i];
    return best ? best->range.begin + (offset - best->offset) : 0;
}

void image_for_each_section(void (*each)(uintptr_t offset, size_t size))
{
    for (int i = 0; i < section_count; i++)
        if (sections[i].offset)
            each(sections[i].offset, sections[i].range.end - sections[i].range.begin);
}

void image_for_each_range(void (*each)(uintptr_t begin, size_t size, void *to), void *to)
{
    for (int i = 0; i < section_count; i++)
        each(sections[i].range.begin, sections[i].range.end - sections[i].range.begin, to);
}

bool image_is_symbol(uintptr_t address, size_t size) { return section_of(address, size) != NULL; }

bool image_is_managed(uintptr_t address)
{
    const struct section *section = section_of(address, 1);
    return section && section->is_managed;
}

bool image_allows(uintptr_t address, size_t size, bool store)
{
    const struct section *section = section_of(address, size);
    if (section && (section->offset || !store))
        return true;
    if (store)
        return false;
    if (!found_ranges)
        find_ranges();
    return in_any(constant_ranges, constant_count, address, size);
}

bool image_is_host_variable(uintptr_t address)
{
    if (!found_ranges)
        find_ranges();
    return in_any(variable_ranges, variable_count, address, 1) && !image_is_symbol(address, 1);
}

enum emu_space emu_space_of(const void *p)
{
    uintptr_t offset = arena_offset(p);
    if (offset < MANAGED_END)
        return EMU_SPACE_GLOBAL;
    if (offset < SHARED_END)
        return EMU_SPACE_SHARED;
    if (offset < STACK_END)
        return EMU_SPACE_LOCAL;
    return image_section_of((uintptr_t)p);
}
