// SPDX-License-Identifier: MIT
//
// function.c: the name of a kernel, from the program's own table of symbols. Every kernel is asked
// for when it is first launched: addr2line would read all debug information of the program each
// time.
#include "device.h"
#include "module.h"
#include "report.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct image {
    const char *bytes;
    size_t size;
};

static struct image open_program(void)
{
    struct image image = {NULL, 0};
    struct stat status;
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (file >= 0 && fstat(file, &status) == 0) {
        void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes != MAP_FAILED)
            image = (struct image){bytes, (size_t)status.st_size};
    }
    if (file >= 0)
        close(file);
    return image;
}

// The symbol of the function that begins at this address of the file; NULL where a program has been
// stripped of its symbols. The linker aligns the tables.
static const char *symbol_at(const struct image *image, uintptr_t address)
{
    const Elf64_Ehdr *header = (const void *)image->bytes;
    const Elf64_Shdr *sections = (const void *)(image->bytes + header->e_shoff);
    for (int s = 0; s < header->e_shnum; s++) {
        if (sections[s].sh_type != SHT_SYMTAB)
            continue;
        const Elf64_Sym *symbols = (const void *)(image->bytes + sections[s].sh_offset);
        const char *names = image->bytes + sections[sections[s].sh_link].sh_offset;
        for (size_t i = 0; i < sections[s].sh_size / sizeof *symbols; i++)
            if (symbols[i].st_value == address && ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC)
                return names + symbols[i].st_name;
    }
    return NULL;
}

// "tile" of _Z4tilePfi and of _ZN2ns4tileEPfi: the last of the names, each with its length before
// it; an L stands before those that other files do not see. (Itanium C++ ABI, 5.1.3)
static void last_name(const char *symbol, char *name, size_t size)
{
    snprintf(name, size, "%s", symbol); // of a function in C
    if (strncmp(symbol, "_Z", 2) != 0)
        return;
    const char *at = symbol + 2;
    const bool is_list = *at == 'N';
    at += is_list;
    do {
        at += *at == 'L';
        char *end;
        const unsigned long length = *at >= '1' && *at <= '9' ? strtoul(at, &end, 10) : 0;
        if (length == 0 || length > strlen(end))
            return;
        snprintf(name, size, "%.*s", (int)length, end);
        at = end + length;
    } while (is_list);
}

void function_name(const void *function, char *name, size_t size)
{
    const struct module *module = module_of(function);
    if (module) {
        char *symbol = module_name_at(module, function);
        last_name(symbol ? symbol : "??", name, size);
        free(symbol);
        return;
    }
    const struct image image = open_program();
    const char *symbol = image.bytes ? symbol_at(&image, address_in_file(function)) : NULL;
    last_name(symbol ? symbol : "??", name, size);
    if (image.bytes)
        munmap((void *)image.bytes, image.size);
}
