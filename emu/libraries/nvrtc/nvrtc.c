// SPDX-License-Identifier: MIT
//
// nvrtc.c: NVRTC: emucc compiles the source into a shared library, which is loaded as a module.
//
// Its files are removed immediately after that: the library stays open, and the loader and
// addr2line find it as /proc/<process>/fd.
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda.h"
#include "../library.h"
#include "../../engine/program/program.h"
#include "nvrtc.h"

// The emucc that linked this program (emucc/driver/stages.c).
extern const char emu_emucc[] __attribute__((weak));

enum { LONGEST_PATH = 4096, MODULE_PATH = 64 };

struct name_expression {
    char *expression, *lowered;
};

struct _nvrtcProgram {
    char *name, *source;
    char **headers, **header_names;
    int header_count;
    struct name_expression *names;
    int name_count;
    char *log, *image;
    bool compiled;
};

extern char **environ;

static char *copy(const char *text)
{
    const size_t size = strlen(text) + 1;
    return memcpy(library_memory(size, 1), text, size);
}

// ---- Files --------------------------------------------------------------------------------------

static bool write_text(const char *path, const char *text, const char *before, const char *after)
{
    FILE *file = fopen(path, "we");
    if (!file)
        return false;
    fprintf(file, "%s%s%s", before, text, after);
    return fclose(file) == 0;
}

// Creates the folders of the path.
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

// Writes the headers under the names that the program passed, so that #include finds them.
static bool write_headers(const struct _nvrtcProgram *p, const char *folder)
{
    char path[LONGEST_PATH];
    for (int i = 0; i < p->header_count; i++) {
        if (p->header_names[i][0] == '/' || strstr(p->header_names[i], ".."))
            continue; // already at its place
        snprintf(path, sizeof path, "%s/include/%s", folder, p->header_names[i]);
        make_folders(path);
        if (!write_text(path, p->headers[i], "", "\n"))
            return false;
    }
    return true;
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "re");
    char *text = NULL;
    size_t size = 0;
    if (!file || getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = copy("");
    }
    if (file)
        fclose(file);
    return text;
}

// Writes the source with its own line numbers, followed by the names that are looked up later
// (emu_named, cuda_runtime_cxx.h).
static bool write_source(const struct _nvrtcProgram *p, const char *path)
{
    FILE *file = fopen(path, "we");
    if (!file)
        return false;
    fprintf(file, "#line 1 \"%s\"\n%s\n", p->name, p->source);
    for (int i = 0; i < p->name_count; i++)
        fprintf(file,
                "#line 1 \"name expression\"\n"
                "extern \"C\" { const void *emu_name_%d = emu_named(%s); }\n",
                i, p->names[i].expression);
    return fclose(file) == 0;
}

// ---- emucc --------------------------------------------------------------------------------------

static const char *find_emucc(char *path, size_t size)
{
    const char *root = environment_value("EMU_ROOT");
    snprintf(path, size, "%s/bin/emucc", root ? root : "");
    if (root)
        return path;
    return emu_emucc && access(emu_emucc, X_OK) == 0 ? emu_emucc : "emucc";
}

// Options of NVRTC without a meaning for emucc.
static bool is_left_out(const char *option)
{
    static const char *const names[] = {"default-device",
                                        "device-as-default-execution-space",
                                        "minimal",
                                        "dopt",
                                        "no-source-include",
                                        "builtin-",
                                        "extensible-whole-program",
                                        "ewp",
                                        "jump-table-density",
                                        "split-compile",
                                        "pch",
                                        "device-c",
                                        "dc",
                                        "gen-opt-lto",
                                        "device-stack-protector",
                                        "time",
                                        "ofast-compile"};
    option += strspn(option, "-");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(option, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

// Runs emucc; its messages go to the file `log`.
static bool run_emucc(const struct _nvrtcProgram *p, const char *folder, const char *source,
                      const char *library, const char *log, int count, const char *const *options)
{
    char emucc[LONGEST_PATH], include[LONGEST_PATH], beside[LONGEST_PATH] = ".";
    const char **argv = library_memory((size_t)count + 14, sizeof *argv);
    int n = 0, status = -1;
    snprintf(include, sizeof include, "-I%s/include", folder);
    if (strrchr(p->name, '/')) // the folder of the source, if the program gave a path
        snprintf(beside, sizeof beside, "%.*s", (int)(strrchr(p->name, '/') - p->name), p->name);
    argv[n++] = find_emucc(emucc, sizeof emucc);
    argv[n++] = "-cubin";
    argv[n++] = "-O2";
    argv[n++] = "-w";
    for (int i = 0; i < count; i++)
        if (options[i] && !is_left_out(options[i]))
            argv[n++] = options[i];
    argv[n++] = include;
    argv[n++] = "-iquote";
    argv[n++] = beside;
    argv[n++] = source;
    argv[n++] = "-o";
    argv[n++] = library;
    argv[n] = NULL;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    pid_t child;
    const int error =
        posix_spawnp(&child, argv[0], &actions, NULL, (char *const *)(uintptr_t)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        write_text(log, strerror(error),
                   "emucc cannot be started (EMU_ROOT must name the folder of its bin/, lib/ and "
                   "include/): ",
                   "\n");
    else
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
    free(argv);
    return !error && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void remove_folder(char *folder)
{
    pid_t child;
    char *argv[] = {"rm", "-rf", folder, NULL};
    if (posix_spawnp(&child, argv[0], NULL, NULL, argv, environ) == 0)
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            ;
}

// ---- Compiling ----------------------------------------------------------------------------------

static void set_log(struct _nvrtcProgram *p, char *log)
{
    free(p->log);
    p->log = log;
}

static nvrtcResult find_names(struct _nvrtcProgram *p, const struct module *module)
{
    for (int i = 0; i < p->name_count; i++) {
        char symbol[40];
        snprintf(symbol, sizeof symbol, "emu_name_%d", i);
        void *const *at = module_symbol(module, symbol, NULL);
        p->names[i].lowered = at ? module_name_at(module, *at) : NULL;
        if (!p->names[i].lowered)
            return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
    }
    return NVRTC_SUCCESS;
}

static nvrtcResult load(struct _nvrtcProgram *p, const char *library)
{
    char path[MODULE_PATH], why[600];
    const int file = open(library, O_RDONLY | O_CLOEXEC); // stays open until the program ends
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), file);
    const struct module *module = file >= 0 ? module_load(path, why, sizeof why) : NULL;
    if (!module) {
        set_log(p, copy(file >= 0 ? why : strerror(errno)));
        if (file >= 0)
            close(file);
        return NVRTC_ERROR_COMPILATION;
    }
    free(p->image);
    p->image = library_memory(sizeof EMU_MODULE_MARK + MODULE_PATH, 1);
    sprintf(p->image, "%s%s\n", EMU_MODULE_MARK, path);
    p->compiled = true;
    return find_names(p, module);
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram p, int count, const char *const *options)
{
    if (!p)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (count < 0 || (count > 0 && !options))
        return NVRTC_ERROR_INVALID_INPUT;
    const char *place = getenv("TMPDIR");
    char folder[LONGEST_PATH - 64], source[LONGEST_PATH], library[LONGEST_PATH], log[LONGEST_PATH];
    snprintf(folder, sizeof folder, "%s/emu_nvrtc_XXXXXX", place && *place ? place : "/tmp");
    if (!mkdtemp(folder))
        return NVRTC_ERROR_INTERNAL_ERROR;
    snprintf(source, sizeof source, "%s/source.cu", folder);
    snprintf(library, sizeof library, "%s/module.so", folder);
    snprintf(log, sizeof log, "%s/log", folder);
    nvrtcResult result = NVRTC_ERROR_INTERNAL_ERROR;
    if (write_headers(p, folder) && write_source(p, source)) {
        const bool good = run_emucc(p, folder, source, library, log, count, options);
        set_log(p, read_text(log));
        result = good ? load(p, library) : NVRTC_ERROR_COMPILATION;
    }
    remove_folder(folder);
    return result;
}

// ---- Programs -----------------------------------------------------------------------------------

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name,
                               int header_count, const char *const *headers,
                               const char *const *header_names)
{
    if (!program || !source || header_count < 0 ||
        (header_count > 0 && (!headers || !header_names)))
        return NVRTC_ERROR_INVALID_INPUT;
    struct _nvrtcProgram *p = library_memory(1, sizeof *p);
    *p = (struct _nvrtcProgram){.name = copy(name && *name ? name : "default_program"),
                                .source = copy(source),
                                .header_count = header_count,
                                .log = copy("")};
    p->headers = library_memory((size_t)header_count + 1, sizeof *p->headers);
    p->header_names = library_memory((size_t)header_count + 1, sizeof *p->header_names);
    for (int i = 0; i < header_count; i++) {
        p->headers[i] = copy(headers[i]);
        p->header_names[i] = copy(header_names[i]);
    }
    *program = p;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    if (!program || !*program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    struct _nvrtcProgram *p = *program;
    for (int i = 0; i < p->header_count; i++) {
        free(p->headers[i]);
        free(p->header_names[i]);
    }
    for (int i = 0; i < p->name_count; i++) {
        free(p->names[i].expression);
        free(p->names[i].lowered);
    }
    free(p->headers), free(p->header_names), free(p->names);
    free(p->name), free(p->source), free(p->log), free(p->image);
    free(p);
    *program = NULL;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram p, const char *expression)
{
    if (!p || !expression)
        return p ? NVRTC_ERROR_INVALID_INPUT : NVRTC_ERROR_INVALID_PROGRAM;
    if (p->compiled)
        return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    struct name_expression *grown = realloc(p->names, (size_t)(p->name_count + 1) * sizeof *grown);
    if (!grown)
        return NVRTC_ERROR_OUT_OF_MEMORY;
    p->names = grown;
    p->names[p->name_count++] = (struct name_expression){.expression = copy(expression)};
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram p, const char *expression, const char **name)
{
    if (!p || !expression || !name)
        return p ? NVRTC_ERROR_INVALID_INPUT : NVRTC_ERROR_INVALID_PROGRAM;
    if (!p->compiled)
        return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    for (int i = 0; i < p->name_count; i++)
        if (strcmp(p->names[i].expression, expression) == 0 && p->names[i].lowered) {
            *name = p->names[i].lowered;
            return NVRTC_SUCCESS;
        }
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

// ---- Results -----------------------------------------------------------------------------------

static nvrtcResult give_size(nvrtcProgram p, const char *text, size_t *size)
{
    if (!p || !text || !size)
        return p && size ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
    *size = strlen(text) + 1;
    return NVRTC_SUCCESS;
}

static nvrtcResult give(nvrtcProgram p, const char *text, char *to)
{
    if (!p || !text || !to)
        return p && to ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
    memcpy(to, text, strlen(text) + 1);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram p, size_t *size)
{
    return give_size(p, p ? p->log : NULL, size);
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram p, char *log)
{
    return give(p, p ? p->log : NULL, log);
}
nvrtcResult nvrtcGetPTXSize(nvrtcProgram p, size_t *size)
{
    return give_size(p, p ? p->image : NULL, size);
}
nvrtcResult nvrtcGetPTX(nvrtcProgram p, char *ptx) { return give(p, p ? p->image : NULL, ptx); }
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram p, size_t *size) { return nvrtcGetPTXSize(p, size); }
nvrtcResult nvrtcGetCUBIN(nvrtcProgram p, char *cubin) { return nvrtcGetPTX(p, cubin); }
