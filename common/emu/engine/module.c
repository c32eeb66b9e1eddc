// SPDX-License-Identifier: MIT
//
// module.c: code that the program loads while it runs.
//
// A module is a shared library of kernels; the engine that they call is the program's. Once loaded
// it stays: a diagnosis may name a line of it until the program ends. Its variables stand behind
// the program's (image.c), and its places have numbers behind the program's, which fit into 30
// bits.
#include "module.h"
#include "arena.h"
#include "check.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

extern const char _end[]; // the linker's: the program's end

enum { MAX_MODULES = 60, PAGE = 4096 };
static struct module modules[MAX_MODULES];
static atomic_int module_count;

// ---- The file -----------------------------------------------------------------------------------

struct file {
    const char *bytes;
    size_t size;
};

static struct file open_file(const char *path)
{
    struct file file = {NULL, 0};
    struct stat status;
    const int number = open(path, O_RDONLY | O_CLOEXEC);
    if (number >= 0 && fstat(number, &status) == 0) {
        void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, number, 0);
        if (bytes != MAP_FAILED)
            file = (struct file){bytes, (size_t)status.st_size};
    }
    if (number >= 0)
        close(number);
    return file;
}

static void close_file(struct file file)
{
    if (file.bytes)
        munmap((void *)(uintptr_t)file.bytes, file.size);
}

static const Elf64_Ehdr *header_of(struct file file) { return (const void *)file.bytes; }

static const Elf64_Shdr *sections_of(struct file file)
{
    return (const void *)(file.bytes + header_of(file)->e_shoff);
}

static const char *section_name(struct file file, const Elf64_Shdr *section)
{
    return file.bytes + sections_of(file)[header_of(file)->e_shstrndx].sh_offset + section->sh_name;
}

typedef bool symbol_fits(const Elf64_Sym *symbol, const char *name, const void *wanted);

// The first function or variable of the file that fits; its name goes to *name.
static const Elf64_Sym *find_symbol(struct file file, symbol_fits *fits, const void *wanted,
                                    const char **name)
{
    const Elf64_Shdr *sections = sections_of(file);
    for (int s = 0; s < header_of(file)->e_shnum; s++) {
        if (sections[s].sh_type != SHT_SYMTAB)
            continue;
        const Elf64_Sym *symbols = (const void *)(file.bytes + sections[s].sh_offset);
        const char *names = file.bytes + sections[sections[s].sh_link].sh_offset;
        for (size_t i = 0; i < sections[s].sh_size / sizeof *symbols; i++) {
            const int type = ELF64_ST_TYPE(symbols[i].st_info);
            *name = names + symbols[i].st_name;
            if ((type == STT_FUNC || type == STT_OBJECT) && symbols[i].st_shndx != SHN_UNDEF &&
                fits(&symbols[i], *name, wanted))
                return &symbols[i];
        }
    }
    return NULL;
}

// What other files do not see has a name with _ZL and its length before it.
static bool has_name(const Elf64_Sym *symbol, const char *name, const void *wanted)
{
    (void)symbol;
    if (strcmp(name, wanted) == 0)
        return true;
    char *rest;
    return strncmp(name, "_ZL", 3) == 0 && strtoul(name + 3, &rest, 10) == strlen(wanted) &&
           strcmp(rest, wanted) == 0;
}

static bool has_address(const Elf64_Sym *symbol, const char *name, const void *wanted)
{
    (void)name;
    return symbol->st_value == *(const uintptr_t *)wanted;
}

// ---- Loading ------------------------------------------------------------------------------------

static void find_extent(struct module *module, struct file file)
{
    const Elf64_Phdr *segments = (const void *)(file.bytes + header_of(file)->e_phoff);
    module->begin = module->bias;
    for (int i = 0; i < header_of(file)->e_phnum; i++)
        if (segments[i].p_type == PT_LOAD)
            module->end = module->bias + segments[i].p_vaddr + segments[i].p_memsz;
}

static void add_variables(const struct module *module, struct file file)
{
    const Elf64_Shdr *sections = sections_of(file);
    for (int i = 0; i < header_of(file)->e_shnum; i++) {
        const char *name = section_name(file, &sections[i]);
        const bool is_constant = strcmp(name, "emu_constant") == 0;
        const uintptr_t begin = module->bias + sections[i].sh_addr;
        if (!is_constant && strcmp(name, "emu_device") != 0 && strcmp(name, "emu_managed") != 0)
            continue;
        const uintptr_t offset = image_add_section(begin, begin + sections[i].sh_size, is_constant);
        if (offset)
            check_variables(offset, sections[i].sh_size);
    }
}

// What the engine looks up in the program's own sections alone.
static bool asks_too_much(struct file file)
{
    const Elf64_Shdr *sections = sections_of(file);
    for (int i = 0; i < header_of(file)->e_shnum; i++)
        if (strcmp(section_name(file, &sections[i]), "emu_clusters") == 0)
            return true;
    return false;
}

const struct module *module_load(const char *path, char *why, size_t size)
{
    engine_init();
    const int number = module_count;
    const struct file file = open_file(path);
    void *library = NULL;
    Dl_info info;
    if (number == MAX_MODULES)
        snprintf(why, size, "more than %d modules", MAX_MODULES);
    else if (!file.bytes)
        snprintf(why, size, "%s: cannot be read: modules do not outlive the program that made them",
                 path);
    else if (asks_too_much(file))
        snprintf(why, size,
                 "__cluster_dims__ in a kernel of a module is not part of the emulated "
                 "GPU");
    else if (!(library = dlopen(path, RTLD_NOW | RTLD_LOCAL)))
        snprintf(why, size, "%s (is the program linked by emucc?)", dlerror());
    const void *mark = library ? dlsym(library, "emu_module") : NULL;
    if (library && !mark)
        snprintf(why, size, "emucc -cubin has not made it");
    if (!mark || dladdr(mark, &info) == 0) {
        close_file(file);
        return NULL;
    }
    struct module *module = &modules[number];
    for (int i = 0; i < number; i++)
        if (modules[i].bias == (uintptr_t)info.dli_fbase) { // loaded before
            close_file(file);
            return &modules[i];
        }
    *module = (struct module){.path = strdup(path), .bias = (uintptr_t)info.dli_fbase};
    find_extent(module, file);
    const struct module *before = number > 0 ? module - 1 : NULL;
    const uintptr_t end = before ? before->place + (before->end - before->begin)
                                 : (uintptr_t)_end - (uintptr_t)__executable_start;
    module->place = (uint32_t)((end + PAGE) & ~(uintptr_t)(PAGE - 1));
    add_variables(module, file);
    close_file(file);
    module_count = number + 1;
    return module;
}

void *module_symbol(const struct module *module, const char *name, size_t *size)
{
    const struct file file = open_file(module->path);
    const char *found_name;
    const Elf64_Sym *found = file.bytes ? find_symbol(file, has_name, name, &found_name) : NULL;
    void *address = found ? (void *)(module->bias + found->st_value) : NULL;
    if (found && size)
        *size = found->st_size;
    close_file(file);
    return address;
}

char *module_name_at(const struct module *module, const void *address)
{
    const struct file file = open_file(module->path);
    const uintptr_t at = (uintptr_t)address - module->bias;
    const char *name;
    char *copy = file.bytes && find_symbol(file, has_address, &at, &name) ? strdup(name) : NULL;
    close_file(file);
    return copy;
}

// ---- Places -------------------------------------------------------------------------------------

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
