// SPDX-License-Identifier: MIT
//
// function_name.c: the name of a kernel, from the program's own symbol table. Every kernel is
// looked up at its first launch. addr2line would read all debug information of the program each
// time.
#include "elf_file.h"
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// "tile" of _Z4tilePfi and of _ZN2ns4tileEPfi: the last name of the list, each with its length
// before it; an L precedes the name of a static function. (Itanium C++ ABI, 5.1.3)
static void last_name(const char *symbol, char *name, size_t size)
{
    snprintf(name, size, "%s", symbol); // a C function
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

static struct elf_file file_of(const void *function)
{
    const struct module *module = module_of(function);
    return elf_open(module ? module->path : program_path());
}

void function_symbol(const void *function, char *symbol, size_t size)
{
    const struct elf_file file = file_of(function);
    const char *found = elf_name_at(file, address_in_file(function));
    snprintf(symbol, size, "%s", found ? found : "??");
    elf_close(file);
}

bool begins_object(const void *address)
{
    const struct elf_file file = file_of(address);
    const bool begins = elf_name_at(file, address_in_file(address)) != NULL;
    elf_close(file);
    return begins;
}

void function_name(const void *function, char *name, size_t size)
{
    char symbol[4096];
    function_symbol(function, symbol, sizeof symbol);
    last_name(symbol, name, size);
}

size_t function_size(const void *function)
{
    const struct elf_file file = file_of(function);
    const size_t size = elf_size_at(file, address_in_file(function));
    elf_close(file);
    return size;
}
