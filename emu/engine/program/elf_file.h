// SPDX-License-Identifier: MIT
//
// elf_file.h: a program or a shared library as it lies on disk, and its table of symbols.
#ifndef ELF_FILE_H
#define ELF_FILE_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

struct elf_file {
    const char *bytes; // NULL: it cannot be read
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

// A function or a variable of it, also one that its source keeps to itself. NULL: there is none, or
// the file has been stripped of its symbols, or cannot be read.
const Elf64_Sym *elf_symbol(struct elf_file file, const char *name);
// The name of the function or variable that begins at this address of the file, as the linker knows
// it; it lies in the file. NULL as above.
const char *elf_name_at(struct elf_file file, uintptr_t address);
// How many bytes it has; 0 as above.
size_t elf_size_at(struct elf_file file, uintptr_t address);

#endif
