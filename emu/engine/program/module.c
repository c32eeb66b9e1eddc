// SPDX-License-Identifier: MIT
//
// module.c: code that the program loads at run time.
//
// A module is a shared library of kernels; they use the program's engine. Modules are never
// unloaded, because a diagnosis may name one of their lines until the program ends. The offsets of
// their variables follow the program's (image.c), and so do the numbers of their locations, which
// must fit into 30 bits.
#include "module.h"
#include "elf_file.h"
#include "../memory/memory.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

extern const char _end[]; // defined by the linker: the program's end

enum { MAX_MODULES = 60, PAGE = 4096 };
static struct module modules[MAX_MODULES];
static atomic_int module_count;

// ---- Loading ------------------------------------------------------------------------------------

static void find_extent(struct module *module, struct elf_file file)
{
    const Elf64_Phdr *segments = (const void *)(file.bytes + elf_header(file)->e_phoff);
    module->begin = module->bias;
    for (int i = 0; i < elf_header(file)->e_phnum; i++)
        if (segments[i].p_type == PT_LOAD)
            module->end = module->bias + segments[i].p_vaddr + segments[i].p_memsz;
}

static void add_sections(struct module *module, struct elf_file file)
{
    const Elf64_Shdr *sections = elf_sections(file);
    for (int i = 0; i < elf_header(file)->e_shnum; i++) {
        const char *name = elf_section_name(file, &sections[i]);
        const bool is_constant = strcmp(name, "emu_constant") == 0;
        const uintptr_t begin = module->bias + sections[i].sh_addr;
        if (strcmp(name, "emu_order") == 0) {
            module->order = begin;
            module->order_end = begin + sections[i].sh_size;
        }
        if (!is_constant && strcmp(name, "emu_device") != 0 && strcmp(name, "emu_managed") != 0)
            continue;
        const uintptr_t offset = image_add_section(begin, begin + sections[i].sh_size, is_constant);
        if (offset)
            check_variables(offset, sections[i].sh_size);
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

const struct module *module_load(const char *path, char *why, size_t size)
{
    engine_init();
    const int number = module_count;
    const struct elf_file file = elf_open(path);
    void *library = NULL;
    Dl_info info;
    if (number == MAX_MODULES)
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
    struct module *module = &modules[number];
    for (int i = 0; i < number; i++)
        if (modules[i].bias == (uintptr_t)info.dli_fbase) { // loaded before
            elf_close(file);
            return &modules[i];
        }
    *module = (struct module){.path = strdup(path), .bias = (uintptr_t)info.dli_fbase};
    find_extent(module, file);
    const struct module *before = number > 0 ? module - 1 : NULL;
    const uintptr_t end = before ? before->place + (before->end - before->begin)
                                 : (uintptr_t)_end - (uintptr_t)__executable_start;
    module->place = (uint32_t)((end + PAGE) & ~(uintptr_t)(PAGE - 1));
    add_sections(module, file);
    elf_close(file);
    module_count = number + 1;
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
