// SPDX-License-Identifier: MIT
//
// elf_file.h: a program or a shared library on disk, and its symbol table.
#ifndef ELF_FILE_H
#define ELF_FILE_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

struct elf_file {
    const char *bytes; // NULL: the file cannot be read
    size_t size;
};

struct elf_file elf_open(const char *path);
void elf_close(struct elf_file file);

static inline const Elf64_Ehdr *elf_header(struct elf_file file)
{
    return (const void *)file.bytes;
}
static inline const Elf64_Shdr *elf_sections(struct elf_file file)
{
    return (const void *)(file.bytes + elf_header(file)->e_shoff);
}
const char *elf_section_name(struct elf_file file, const Elf64_Shdr *section);

// A function or variable of the file, including static ones. NULL: there is none, or the file was
// stripped or cannot be read.
const Elf64_Sym *elf_symbol(struct elf_file file, const char *name);
// The linker's name of the function or variable that begins at this address of the file. The name
// is part of the mapped file. NULL as above.
const char *elf_name_at(struct elf_file file, uintptr_t address);
// Its size in bytes; 0 as above.
size_t elf_size_at(struct elf_file file, uintptr_t address);

#endif
