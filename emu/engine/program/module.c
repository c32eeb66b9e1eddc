// SPDX-License-Identifier: MIT
//
// module.c: code outside the program that uses its engine: what NVRTC and emucc -cubin make, and
// shared libraries of kernels.
//
// Modules are never forgotten, because a diagnosis may name one of their lines until the program
// ends. The offsets of their variables follow the program's (image.c), and so do the numbers of
// their locations, which must fit into 30 bits.
//
// Each file that contains kernels reports itself when it is loaded (image_start.c): the program, a
// shared library it is linked with, one that Python loads. The engine of the first one is used by
// all that are loaded so that their symbols are visible.
#include "program.h"
#include "elf_file.h"
#include "../memory/memory.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

enum { MAX_MODULES = 60, PAGE = 4096 };
static struct module modules[MAX_MODULES];
static atomic_int module_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *waiting[MAX_MODULES]; // files that reported themselves before the first use
static int waiting_count;
static bool is_used;
static void (*on_load)(const struct module *module);

// ---- Loading ------------------------------------------------------------------------------------

static void find_extent(struct module *module, struct elf_file file)
{
    const Elf64_Phdr *segments = (const void *)(file.bytes + elf_header(file)->e_phoff);
    module->begin = UINTPTR_MAX;
    for (int i = 0; i < elf_header(file)->e_phnum; i++) {
        const uintptr_t begin = module->bias + segments[i].p_vaddr;
        if (segments[i].p_type == PT_LOAD && begin < module->begin)
            module->begin = begin;
        if (segments[i].p_type == PT_LOAD)
            module->end = begin + segments[i].p_memsz;
    }
}

// The fast paths of the counters number what follows the program closely by its distance
// (count/notes.h).
static uint32_t free_place(const struct module *module, int number)
{
    enum { NEAR = 1 << 24 };
    const uintptr_t distance = module->begin - (uintptr_t)__ehdr_start;
    uintptr_t end = (uintptr_t)_end - (uintptr_t)__ehdr_start;
    for (int i = 0; i < number; i++)
        if (modules[i].place + (modules[i].end - modules[i].begin) > end)
            end = modules[i].place + (modules[i].end - modules[i].begin);
    return (uint32_t)(distance < NEAR ? distance : (end + PAGE) & ~(uintptr_t)(PAGE - 1));
}

static void add_sections(struct module *module, struct elf_file file)
{
    static const char *const kinds[] = {[IMAGE_DEVICE] = "emu_device",
                                        [IMAGE_CONSTANT] = "emu_constant",
                                        [IMAGE_MANAGED] = "emu_managed"};
    const Elf64_Shdr *sections = elf_sections(file);
    for (int i = 0; i < elf_header(file)->e_shnum; i++) {
        const char *name = elf_section_name(file, &sections[i]);
        const uintptr_t begin = module->bias + sections[i].sh_addr, size = sections[i].sh_size;
        if (strcmp(name, "emu_order") == 0) {
            module->order = begin;
            module->order_end = begin + size;
        }
        for (int t = 0; t < TABLES; t++)
            if (strcmp(name, table_sections[t]) == 0)
                module->tables[t] = (struct span){(const void *)begin, size};
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            const bool fits = strcmp(name, kinds[k]) == 0;
            const uintptr_t offset =
                fits ? image_add_section(begin, begin + size, (enum image_kind)k) : 0;
            if (offset)
                check_variables(offset, size);
        }
    }
}

// Does the module use features that the engine looks up only in the program's own sections?
static bool uses_unsupported(struct elf_file file)
{
    const Elf64_Shdr *sections = elf_sections(file);
    for (int i = 0; i < elf_header(file)->e_shnum; i++)
        if (strcmp(elf_section_name(file, &sections[i]), "emu_clusters") == 0)
            return true;
    return false;
}

// Returns the module that is loaded at this address, a new one if it is not known.
static const struct module *add(const char *path, uintptr_t bias, struct elf_file file)
{
    const int number = module_count;
    for (int i = 0; i < number; i++)
        if (modules[i].bias == bias)
            return &modules[i];
    struct module *module = &modules[number];
    *module = (struct module){.path = strdup(path), .bias = bias};
    find_extent(module, file);
    module->place = free_place(module, number);
    add_sections(module, file);
    module_count = number + 1;
    if (on_load)
        on_load(module);
    return module;
}

static void add_image(const char *start)
{
    Dl_info info;
    struct link_map *map = NULL;
    if (module_count == MAX_MODULES || !dladdr1(start, &info, (void **)&map, RTLD_DL_LINKMAP))
        return;
    const char *path = map && map->l_name[0] ? map->l_name : "/proc/self/exe";
    const struct elf_file file = elf_open(path);
    if (file.bytes && map)
        add(path, map->l_addr, file);
    elf_close(file);
}

void emu_add_image(const char *start)
{
    if (start == __ehdr_start) // the linker knows the tables of the engine's own file
        return;
    pthread_mutex_lock(&lock);
    if (is_used)
        add_image(start);
    else if (waiting_count < MAX_MODULES)
        waiting[waiting_count++] = start;
    pthread_mutex_unlock(&lock);
}

void modules_init(void)
{
    pthread_mutex_lock(&lock);
    is_used = true;
    for (int i = 0; i < waiting_count; i++)
        add_image(waiting[i]);
    pthread_mutex_unlock(&lock);
}

void module_each(void (*loaded)(const struct module *module))
{
    pthread_mutex_lock(&lock);
    on_load = loaded;
    for (int i = 0; i < module_count; i++)
        loaded(&modules[i]);
    pthread_mutex_unlock(&lock);
}

const struct module *module_by_number(int number)
{
    return number < module_count ? &modules[number] : NULL;
}

const struct module *module_load(const char *path, char *why, size_t size)
{
    engine_init();
    const struct elf_file file = elf_open(path);
    void *library = NULL;
    Dl_info info;
    if (module_count == MAX_MODULES)
        snprintf(why, size, "more than %d modules", MAX_MODULES);
    else if (!file.bytes)
        snprintf(why, size, "%s: cannot be read: modules do not outlive the program that made them",
                 path);
    else if (uses_unsupported(file))
        snprintf(why, size,
                 "__cluster_dims__ in a kernel of a module is not part of the emulated "
                 "GPU");
    else if (!(library = dlopen(path, RTLD_NOW | RTLD_LOCAL)))
        snprintf(why, size, "%s (is the program linked by emucc?)", dlerror());
    const void *mark = library ? dlsym(library, "emu_module") : NULL;
    if (library && !mark)
        snprintf(why, size, "emucc -cubin has not made it");
    if (!mark || dladdr(mark, &info) == 0) {
        elf_close(file);
        return NULL;
    }
    const struct module *module = add(path, (uintptr_t)info.dli_fbase, file);
    elf_close(file);
    return module;
}

void *module_symbol(const struct module *module, const char *name, size_t *size)
{
    const struct elf_file file = elf_open(module->path);
    const Elf64_Sym *found = elf_symbol(file, name);
    void *address = found ? (void *)(module->bias + found->st_value) : NULL;
    if (found && size)
        *size = found->st_size;
    elf_close(file);
    return address;
}

char *module_name_at(const struct module *module, const void *address)
{
    const struct elf_file file = elf_open(module->path);
    const char *name = elf_name_at(file, (uintptr_t)address - module->bias);
    char *copy = name ? strdup(name) : NULL;
    elf_close(file);
    return copy;
}

// ---- Locations ----------------------------------------------------------------------------------

const struct module *module_of(const void *address)
{
    const int count = module_count;
    for (int i = 0; i < count; i++)
        if ((uintptr_t)address >= modules[i].begin && (uintptr_t)address < modules[i].end)
            return &modules[i];
    return NULL;
}

uint32_t module_place(const char *pc)
{
    const struct module *module = module_of(pc);
    return module ? module->place + (uint32_t)((uintptr_t)pc - module->begin) : 0;
}

const char *module_pc(uint32_t place)
{
    const int count = module_count;
    for (int i = 0; i < count; i++)
        if (place >= modules[i].place &&
            place - modules[i].place < modules[i].end - modules[i].begin)
            return (const char *)modules[i].begin + (place - modules[i].place);
    return NULL;
}
