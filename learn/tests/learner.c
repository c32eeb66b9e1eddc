// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700
#include "learner.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../source/source.h"

static char place[200];

static void link_to(const char *target, const char *name)
{
    char whole[PATH_MAX];
    cr_assert(realpath(target, whole) && symlink(whole, desk_path(name)) == 0, "%s", name);
}

static const char *built(const char *relative)
{
    static char path[PATH_MAX];
    const char *build = getenv("BUILD_DIR");
    snprintf(path, sizeof path, "%s/%s", build && *build ? build : "build/emu", relative);
    return *path == '/' ? path : repository_path(path);
}

const char *desk(void)
{
    if (place[0])
        return place;
    snprintf(place, sizeof place, "%s.d", scratch_path("desk"));
    static const char *const folders[] = {"", "my", "build", "build/learn"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        cr_assert(mkdir(desk_path(folders[i]), 0777) == 0, "%s", folders[i]);
    link_to(repository_path("common"), "common");
    link_to(repository_path("emu"), "emu");
    link_to(repository_path("learn"), "learn");
    link_to(repository_path("learn/tests/course/02_test"), "02_test");
    link_to(built("bin"), "build/bin");
    link_to(built("lib"), "build/lib");
    link_to(built("common"), "build/common");
    link_to(built("learn/liblearn.a"), "build/learn/liblearn.a");
    link_to(built("learn/child"), "build/learn/child");
    return place;
}

void desk_remove(void)
{
    char command[500];
    if (place[0]) {
        snprintf(command, sizeof command, "chmod -R u+w '%s' && rm -r '%s'", place, place);
        cr_expect(system(command) == 0);
    }
    place[0] = '\0';
    scratch_remove();
}

const char *desk_path(const char *relative)
{
    static char paths[4][400];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s%s%s", place[0] ? place : desk(), *relative ? "/" : "",
             relative);
    return path;
}

struct run learn(const char *before, const char *words)
{
    char line[700];
    snprintf(line, sizeof line,
             "cd '%s' && unset LEARN_MY && export BUILD_DIR=build && D=$PWD && %s "
             "$D/build/bin/learn %s",
             desk(), before, words);
    return run_program((const char *const[]){"sh", "-c", line, NULL});
}

char *read_all_of(const char *path)
{
    FILE *file = fopen(path, "r");
    cr_assert(file != NULL, "%s", path);
    char *text = calloc(1, 1 << 20);
    cr_assert(text && fread(text, 1, (1 << 20) - 1, file) > 0, "%s", path);
    fclose(file);
    return text;
}

void hand_in(const char *id, const char *text)
{
    char name[100];
    snprintf(name, sizeof name, "my/%s.cu", id);
    write_bytes(desk_path(name), text, strlen(text));
}

static void read_exercise(struct exercise *e, const char *id)
{
    struct failure why;
    char path[200], here[PATH_MAX];
    cr_assert(getcwd(here, sizeof here) && chdir(desk()) == 0);
    snprintf(path, sizeof path, "02_test/exercises/%s.cu", id + 3);
    cr_assert(exercise_read(e, path, &why), "%s", why.text);
    cr_assert(chdir(here) == 0);
}

char *stub_of(const char *id)
{
    struct exercise e;
    read_exercise(&e, id);
    char *text = exercise_stub(&e);
    exercise_free(&e);
    return text;
}

char *solution_of(const char *id)
{
    struct exercise e;
    read_exercise(&e, id);
    char *text = exercise_solution(&e);
    exercise_free(&e);
    return text;
}
