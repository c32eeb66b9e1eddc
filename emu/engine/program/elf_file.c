// SPDX-License-Identifier: MIT
//
// elf_file.c: maps the file and searches its symbol table. The linker aligns the tables.
#include "elf_file.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct elf_file elf_open(const char *path)
{
    struct elf_file file = {NULL, 0};
    struct stat status;
    const int number = open(path, O_RDONLY | O_CLOEXEC);
    if (number >= 0 && fstat(number, &status) == 0) {
        void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, number, 0);
        if (bytes != MAP_FAILED)
            file = (struct elf_file){bytes, (size_t)status.st_size};
    }
    if (number >= 0)
        close(number);
    return file;
}

void elf_close(struct elf_file file)
{
    if (file.bytes)
        munmap((void *)(uintptr_t)file.bytes, file.size);
}

const char *elf_section_name(struct elf_file file, const Elf64_Shdr *section)
{
    return file.bytes + elf_sections(file)[elf_header(file)->e_shstrndx].sh_offset +
           section->sh_name;
}

typedef bool symbol_fits(const Elf64_Sym *symbol, const char *name, const void *wanted);

// The first function or variable of the file that fits; *name becomes its name.
static const Elf64_Sym *find(struct elf_file file, symbol_fits *fits, const void *wanted,
                             const char **name)
{
    if (!file.bytes)
        return NULL;
    const Elf64_Shdr *sections = elf_sections(file);
    for (int s = 0; s < elf_header(file)->e_shnum; s++) {
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

// The mangled name of a static function begins with _ZL and its length.
static bool has_name(const Elf64_Sym *symbol, const char *name, const void *wanted)
{
    (void)symbol;
    if (strcmp(name, wanted) == 0)
        return true;
    char *rest;
    return strncmp(name, "_ZL", 3) == 0 && strtoul(name + 3, &rest, 10) == strlen(wanted) &&
           strcmp(rest, wanted) == 0;
}

const Elf64_Sym *elf_symbol(struct elf_file file, const char *name)
{
    const char *whole;
    return find(file, has_name, name, &whole);
}

static bool has_address(const Elf64_Sym *symbol, const char *name, const void *wanted)
{
    (void)name;
    return symbol->st_value == *(const uintptr_t *)wanted;
}

const char *elf_name_at(struct elf_file file, uintptr_t address)
{
    const char *name;
    return find(file, has_address, &address, &name) ? name : NULL;
}

size_t elf_size_at(struct elf_file file, uintptr_t address)
{
    const char *name;
    const Elf64_Sym *symbol = find(file, has_address, &address, &name);
    return symbol ? symbol->st_size : 0;
}
