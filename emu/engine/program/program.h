// SPDX-License-Identifier: MIT
//
// program.h: the running program as its files describe it: symbols, modules loaded at run time,
// kernels and their attributes, source locations.
#ifndef ROOM_PROGRAM_H
#define ROOM_PROGRAM_H

#include <stdio.h>

#include "../base/base.h"

// ---- kernel.c, function_name.c: properties of a kernel ------------------------------------------

// The static shared memory and the limits of a kernel.
struct kernel_info {
    const void *function;
    const char *name; // NULL until kernel_name() is called
    size_t static_shared;
    int max_dynamic_shared; // as set by cudaFuncSetAttribute
    int max_threads;        // threads of a block: __launch_bounds__
    struct kernel_info *next;
};
struct kernel_info *kernel_info(const void *function);
// The name in the source. Looked up once, because that is slow.
const char *kernel_name(const void *function);
// The name in the program's symbol table, without namespaces, template arguments and parameters.
void function_name(const void *function, char *name, size_t size);
void function_symbol(const void *function, char *symbol, size_t size); // as the linker has it
// Does a function or variable begin at this address, as far as the symbol tables say?
bool begins_object(const void *address);
// Its size of code in bytes; 0: unknown, or loaded at run time.
size_t function_size(const void *function);

// ---- source_location.c: source locations of addresses of the program ----------------------------

// The source location of an address of the program, such as "file.cu:31". Wrappers of the CUDA
// headers are skipped. A line of a function that was inlined is followed by the line that called
// it: "tools/index.h:9, called at 2_coalesced.cu:31", and so on up to the kernel. Returns `text`.
char *source_location(const char *pc, char *text, size_t size);
// The same, but only a line of a header is followed by its caller. For calls of the host, where it
// depends on the compiler which functions are inlined, and to compare lines.
char *source_line(const char *pc, char *text, size_t size);
// Appends ", called at CALLER" if the text has fewer than CALLERS and this one fits.
bool add_caller(char *text, size_t size, const char *caller);
const char *next_caller(const char *location); // what follows the first ", called at "; or NULL
// Lines of many addresses at once, without callers: fills texts[i] (each of `size` bytes).
void source_locations(const char *const *pcs, int count, char *texts, size_t size);

// Starts addr2line or objdump and returns a stream of its output; NULL: not installed. child: its
// process number, for waitpid(). It is a plain int so that this header needs no other.
FILE *tool_start(char *const *argv, int *child);

// The file that contains the engine: the program, or a shared library.
const char *program_path(void);

// The address as the file has it.
uintptr_t address_in_file(const char *pc);

// A location in the program as a number that fits in an access record, and back. Flags next to the
// number: the access was made by a cp.async (PLACE_OF_COPY), or by the asynchronous proxy, that is
// the copy engine or wgmma (PLACE_OF_BULK), or by an atomic, whose scope it names.
enum {
    PLACE_OF_COPY = INT32_MIN,
    PLACE_OF_BULK = 1 << 30,
    PLACE_OF_BLOCK = 1 << 28,
    PLACE_OF_DEVICE = 2 << 28,
    PLACE_OF_SYSTEM = 3 << 28,
    PLACE_SCOPES = PLACE_OF_SYSTEM,
    PLACE_LAST = PLACE_OF_BLOCK - 1
};
uint32_t place_number(const char *pc);
const char *place_pc(uint32_t number);

// ---- tables.c -----------------------------------------------------------------------------------

// Tables that emucc writes into sections of the program and of shared libraries. The linker joins
// those of all objects of a file.
enum table { TABLE_SITES, TABLE_BOUNDS, TABLE_CLUSTERS, TABLE_MAPS, TABLE_FRAMES, TABLES };

struct span {
    const void *begin;
    size_t size; // in bytes
};

extern const char *const table_sections[TABLES]; // their names

// The table of the program (number 0), then those of loaded files. Returns false after the last.
bool table_of(enum table which, int number, struct span *span);

// ---- module.c -----------------------------------------------------------------------------------

// Code outside the program: what NVRTC compiles (libraries/nvrtc/nvrtc.c), and shared libraries.
struct module {
    char *path;
    uintptr_t bias, begin, end; // load address minus file address; first and last address
    uint32_t place;             // the number of the location `begin` (place_number)
    uintptr_t order, order_end; // its section emu_order (count/count_order.c)
    struct span tables[TABLES];
};

// Called by each file that contains kernels when it is loaded. start: where it was loaded.
void emu_add_image(const char *start);
void modules_init(void); // takes the shared libraries that were loaded before the first use
// Called for each module, also for those that are loaded later.
void module_each(void (*loaded)(const struct module *module));
const struct module *module_by_number(int number); // NULL: there are not so many

// Loads a shared library that emucc -module made. NULL: it cannot be loaded; `why` has the reason.
const struct module *module_load(const char *path, char *why, size_t size);
// Address and size of a function or variable of it, including static ones.
void *module_symbol(const struct module *module, const char *name, size_t *size);
// The linker's name of what begins at the address; the caller frees it. NULL: nothing begins there.
char *module_name_at(const struct module *module, const void *address);

const struct module *module_of(const void *address); // NULL: part of the program itself
uint32_t module_place(const char *pc);               // 0: in no module
const char *module_pc(uint32_t place);               // NULL: in no module

#endif
