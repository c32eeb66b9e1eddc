// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700
#include "emucc_folder.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char emucc_folder[200], emucc_compiler[1200];

void emucc_folder_enter(void)
{
    char relative[300];
    const char *build = getenv("BUILD_DIR");
    setenv("LC_ALL", "C", 1);
    unsetenv("CXX");
    unsetenv("CC");
    unsetenv("EMU_ROOT");
    unsetenv("EMU_LIB");
    snprintf(emucc_folder, sizeof emucc_folder, "%s", scratch_path(""));
    emucc_folder[strlen(emucc_folder) - 1] = '\0';
    snprintf(relative, sizeof relative, "%s/bin/emucc", build ? build : "build/emu");
    char *absolute = realpath(repository_path(relative), NULL);
    cr_assert(absolute, "%s is not built", relative);
    snprintf(emucc_compiler, sizeof emucc_compiler, "%s", absolute);
    free(absolute);
    cr_assert(chdir(emucc_folder) == 0);
}

void emucc_folder_remove(void)
{
    cr_assert(chdir("/") == 0);
    struct run run = run_program((const char *const[]){"rm", "-rf", emucc_folder, NULL});
    run_free(&run);
}

void write_text(const char *name, const char *text)
{
    write_bytes(scratch_path(name), text, strlen(text));
}

bool exists(const char *name) { return access(scratch_path(name), F_OK) == 0; }

char *read_text(const char *name)
{
    char *text = calloc(1, 1 << 20);
    FILE *stream = fopen(scratch_path(name), "r");
    cr_assert(stream && text, "%s was not written", name);
    cr_assert(fread(text, 1, (1 << 20) - 1, stream) > 0, "%s is empty", name);
    fclose(stream);
    return text;
}

struct run emucc(const char *words)
{
    char all[1000];
    snprintf(all, sizeof all, WITHOUT_SPECIAL_FUNCTIONS " %s", words);
    return run_words(emucc_compiler, all);
}

void succeeds(const char *words)
{
    struct run run = emucc(words);
    cr_assert(run.status == 0 && !run.err[0] && !run.out[0], "emucc %s: exit status %d\n%s%s",
              words, run.status, run.out, run.err);
    run_free(&run);
}

void fails(const char *words, const char *text)
{
    struct run run = emucc(words);
    cr_assert(run.status == 1 && strstr(run.err, text), "emucc %s: exit status %d, no '%s' in\n%s",
              words, run.status, text, run.err);
    run_free(&run);
}

void prints(const char *program, const char *expected)
{
    struct run run = run_program((const char *const[]){scratch_path(program), NULL});
    cr_assert(run.status == 0 && !run.err[0] && strcmp(run.out, expected) == 0,
              "%s: exit status %d, printed '%s', not '%s'\n%s", program, run.status, run.out,
              expected, run.err);
    run_free(&run);
}

int files_in(const char *path)
{
    DIR *directory = opendir(path);
    int count = 0;
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    if (directory)
        closedir(directory);
    return count;
}

const char *temporary_folder(void)
{
    static char name[1200];
    snprintf(name, sizeof name, "%s", scratch_path("temporary"));
    setenv("TMPDIR", name, 1);
    cr_assert(mkdir(name, 0777) == 0);
    return name;
}
