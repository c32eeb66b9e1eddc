// SPDX-License-Identifier: MIT
//
// source_location.c: from an address in the program to the line in the user's source.
//
// The mapping is in the program's debug information (emucc always compiles with -g). addr2line,
// which comes with the compiler, reads it, and runs only when there is something to report.
#include "program.h"
#include "../memory/memory.h"

#include "emu_frames.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// Paths that are not the user's code. The line that called them is reported.
static const char *const not_of_users[] = {"/emu/include/", "/emu/engine/",  "/emu/libraries/",
                                           "/emu/toolkit/", "/usr/include/", "/usr/lib/gcc/"};
// Files whose caller is reported, too.
static const char *const header_ends[] = {".h", ".cuh", ".hpp", ".inc"};

static char path[4096];

static void find_path(void)
{
    Dl_info info;
    struct link_map *map = NULL;
    if (dladdr1(__ehdr_start, &info, (void **)&map, RTLD_DL_LINKMAP) && map && map->l_name[0]) {
        snprintf(path, sizeof path, "%s", map->l_name);
        return;
    }
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
}

const char *program_path(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_path);
    return path;
}

// addr2line expects the addresses of the file.
uintptr_t address_in_file(const char *pc)
{
    const struct module *module = module_of(pc);
    if (module)
        return (uintptr_t)pc - module->bias;
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)(const void *)__ehdr_start;
    uintptr_t address = (uintptr_t)pc;
    return header->e_type == ET_DYN ? address - (uintptr_t)__ehdr_start : address;
}

uint32_t place_number(const char *pc)
{
    const uintptr_t at = (uintptr_t)pc - (uintptr_t)__ehdr_start;
    return (uint32_t)(at <= PLACE_LAST ? at : module_place(pc));
}

const char *place_pc(uint32_t number)
{
    const uint32_t at = number & PLACE_LAST;
    const char *pc = module_pc(at);
    return pc ? pc : __ehdr_start + at;
}

FILE *tool_start(char *const *argv, int *child)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    // Opened for reading, so that the tool's messages fail. This works even if the program may not
    // write files.
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_RDONLY, 0);
    bool started = posix_spawnp(child, argv[0], &actions, NULL, argv, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE *answer = started ? fdopen(ends[0], "r") : NULL;
    if (!answer)
        close(ends[0]);
    return answer;
}

// addr2line prints a line for each level of inlining, the innermost first. Kernels are never
// inlined, so the last line is the kernel's or that of a function that is called.
static bool is_of_user(const char *line)
{
    const char *number = strrchr(line, ':'); // "check.c:?": the file is known but the line is not
    if (!number || number[1] == '?')
        return false;
    for (size_t i = 0; i < sizeof not_of_users / sizeof *not_of_users; i++)
        if (strstr(line, not_of_users[i]))
            return false;
    return strncmp(line, "??", 2) != 0;
}

// Is the line in a helper header of one of these kinds?
static bool is_of_helpers(const char *line, const char *kinds)
{
    struct span span; // registered by the program (emu_frames.h)
    for (int number = 0; table_of(TABLE_FRAMES, number, &span); number++) {
        const struct emu_frames *f = span.begin;
        for (size_t i = 0; i < span.size / sizeof *f; i++)
            if (f[i].kind && strchr(kinds, f[i].kind) && strstr(line, f[i].part))
                return true;
    }
    return false;
}

// line: "parts/tile.h:12"
static bool is_shared_code(const char *line)
{
    const char *number = strrchr(line, ':');
    if (is_of_helpers(line, "sco"))
        return true;
    for (size_t i = 0; number && i < sizeof header_ends / sizeof *header_ends; i++) {
        const size_t length = strlen(header_ends[i]);
        if ((size_t)(number - line) > length &&
            memcmp(number - length, header_ends[i], length) == 0)
            return true;
    }
    return false;
}

// "./a/parts/../b.h" becomes "a/b.h": a header that includes another by a relative name leaves such
// paths.
static void remove_detours(char *line)
{
    for (char *up; (up = strstr(line, "/../")) != NULL;) {
        char *folder = up;
        while (folder > line && folder[-1] != '/')
            folder--;
        if (folder == up || strncmp(folder, "../", 3) == 0)
            return;
        memmove(folder, up + 4, strlen(up + 4) + 1);
        char *here = strstr(line, "/./");
        if (here)
            memmove(here, here + 2, strlen(here + 2) + 1);
    }
}

enum {
    PATH = 4096,
    FRAMES = 12, // levels of inlining that are kept
};
enum callers { CALLERS_NONE, CALLERS_OF_HEADERS, CALLERS_ALL };
static const char between[] = ", called at ";

// The levels of inlining at one address, the innermost first, without operations.
struct chain {
    char (*lines)[PATH];
    int count;
};

static bool keeps(const struct chain *chain, char *line)
{
    line[strcspn(line, "\n")] = '\0';
    char *note = strstr(line, " (discriminator");
    if (note)
        *note = '\0';
    remove_detours(line);
    return is_of_user(line) && chain->count < FRAMES;
}

static void take_line(struct chain *chain, char *line, enum callers callers)
{
    if (!keeps(chain, line))
        return;
    // An operation's line is taken only if no caller's follows.
    if (chain->count == 1 && is_of_helpers(chain->lines[0], callers == CALLERS_NONE ? "co" : "o"))
        chain->count = 0;
    snprintf(chain->lines[chain->count++], PATH, "%s", line);
}

// Lines of headers between a helper and its caller in a source file are left out. If no source file
// is among the callers, the kernel itself is in a header.
static bool is_named(const struct chain *chain, int i)
{
    if (strcmp(chain->lines[i], chain->lines[i - 1]) == 0)
        return false;
    if (!is_shared_code(chain->lines[i]))
        return true;
    for (int k = 1; k < chain->count; k++)
        if (!is_shared_code(chain->lines[k]))
            return false;
    return true;
}

static const char *shown(const char *line, const char *folder)
{
    const size_t here = strlen(folder);
    const bool is_below = here && strncmp(line, folder, here) == 0 && line[here] == '/';
    return is_below ? line + here + 1 : line;
}

bool add_caller(char *text, size_t size, const char *caller)
{
    int callers = 0;
    for (const char *at = text; (at = strstr(at, between)) != NULL; at += sizeof between - 1)
        callers++;
    const size_t used = strlen(text);
    if (callers == CALLERS || used + sizeof between + strlen(caller) > size)
        return false;
    snprintf(text + used, size - used, "%s%s", between, caller);
    return true;
}

const char *next_caller(const char *location)
{
    const char *at = strstr(location, between);
    return at ? at + sizeof between - 1 : NULL;
}

// Leaves out the callers that do not fit.
static void copy_location(const char *from, char *text, size_t size)
{
    size_t length = strlen(from);
    while (length >= size) {
        const char *last = NULL;
        for (const char *at = from; (at = strstr(at, between)) && at < from + length; at++)
            last = at;
        if (!last)
            break;
        length = (size_t)(last - from);
    }
    snprintf(text, size, "%.*s", (int)length, from);
}

static void write_chain(const struct chain *chain, const char *folder, enum callers callers,
                        char *text, size_t size)
{
    if (chain->count == 0)
        return;
    snprintf(text, size, "%s", shown(chain->lines[0], folder));
    const bool for_header = callers == CALLERS_OF_HEADERS;
    if (callers == CALLERS_NONE || (for_header && !is_shared_code(chain->lines[0])))
        return;
    for (int i = 1; i < chain->count; i++)
        if (for_header ? !is_shared_code(chain->lines[i]) : is_named(chain, i))
            if (!add_caller(text, size, shown(chain->lines[i], folder)) || for_header)
                return;
}

// Asks addr2line about addresses of one file. The texts already have a value for those that it does
// not know.
static void ask_file(char *const *argv, int count, enum callers callers, char *texts, size_t size)
{
    char folder[PATH], line[PATH];
    struct chain chain = {calloc(FRAMES, PATH), 0};
    pid_t child;
    FILE *answer = chain.lines ? tool_start(argv, &child) : NULL;
    if (!answer) {
        free(chain.lines);
        return;
    }
    if (!getcwd(folder, sizeof folder))
        folder[0] = '\0';
    int at = -1; // -a prints each address, "0x...", before its lines
    while (fgets(line, sizeof line, answer)) {
        if (strncmp(line, "0x", 2) == 0 && at + 1 < count) {
            if (at >= 0)
                write_chain(&chain, folder, callers, texts + (size_t)at * size, size);
            chain.count = 0;
            at++;
        } else if (at >= 0) {
            take_line(&chain, line, callers);
        }
    }
    if (at >= 0)
        write_chain(&chain, folder, callers, texts + (size_t)at * size, size);
    fclose(answer);
    waitpid(child, NULL, 0);
    free(chain.lines);
}

static void ask(const char *const *pcs, int count, enum callers callers, char *texts, size_t size)
{
    enum { BATCH = 200, HEAD = 5 };
    char program[PATH], addresses[BATCH][24];
    char *argv[HEAD + BATCH + 1] = {"addr2line", "-a", "-i", "-e", program};
    snprintf(program, sizeof program, "%s", program_path());
    for (int first = 0, n; first < count; first += n) {
        const struct module *module = module_of(pcs[first]);
        for (n = 1; n < BATCH && first + n < count && module_of(pcs[first + n]) == module;)
            n++;
        argv[HEAD - 1] = module ? module->path : program;
        for (int i = 0; i < n; i++) {
            snprintf(addresses[i], sizeof addresses[i], "%#zx",
                     (size_t)address_in_file(pcs[first + i]));
            argv[HEAD + i] = addresses[i];
            snprintf(texts + (size_t)(first + i) * size, size,
                     "address %p (no line known: is addr2line installed?)",
                     (const void *)pcs[first + i]);
        }
        argv[HEAD + n] = NULL;
        ask_file(argv, n, callers, texts + (size_t)first * size, size);
    }
}

void source_locations(const char *const *pcs, int count, char *texts, size_t size)
{
    ask(pcs, count, CALLERS_NONE, texts, size);
}

// addr2line is slow, and the same locations are looked up again and again, some of them by both
// functions below: each needs an entry of its own.
static char *look_up(const char *pc, enum callers callers, char *text, size_t size)
{
    enum { CACHED = 512, TEXT = 1200 };
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct {
        const char *pc;
        enum callers callers;
        char text[TEXT];
    } cached[CACHED];
    const size_t slot = (((uintptr_t)pc >> 1) * 2 + (callers == CALLERS_ALL)) % CACHED;
    pthread_mutex_lock(&lock);
    if (cached[slot].pc != pc || cached[slot].callers != callers) {
        ask(&pc, 1, callers, cached[slot].text, TEXT);
        cached[slot].pc = pc;
        cached[slot].callers = callers;
    }
    copy_location(cached[slot].text, text, size);
    pthread_mutex_unlock(&lock);
    return text;
}

char *source_location(const char *pc, char *text, size_t size)
{
    return look_up(pc, CALLERS_ALL, text, size);
}

char *source_line(const char *pc, char *text, size_t size)
{
    return look_up(pc, CALLERS_OF_HEADERS, text, size);
}
