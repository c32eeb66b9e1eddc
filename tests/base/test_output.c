// SPDX-License-Identifier: MIT
//
// test_output.c: a file is written whole or not at all, whatever happens meanwhile.
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../common/base/output.h"
#include "../support/support.h"

TestSuite(output, .fini = scratch_remove);

static const char *read_text(const char *path)
{
    static char text[200];
    FILE *stream = fopen(path, "rb");
    cr_assert(stream != NULL, "%s", path);
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    fclose(stream);
    return text;
}

static mode_t mode_of(const char *path)
{
    struct stat status;
    cr_assert(lstat(path, &status) == 0);
    return status.st_mode & 07777;
}

static bool save(const char *path, const char *text, struct failure *why)
{
    struct output out;
    if (!output_open(&out, path, why))
        return false;
    fputs(text, out.file);
    return output_close(&out, why);
}

static void path_of(const char *name, char path[200])
{
    snprintf(path, 200, "%s", scratch_path(name));
}

Test(output, a_new_file_and_one_that_is_there)
{
    struct failure why;
    char path[200];
    path_of("a", path);
    umask(022);
    cr_assert(save(path, "one", &why));
    cr_expect_str_eq(read_text(path), "one");
    cr_expect_eq(mode_of(path), 0644);
    chmod(path, 0600);
    cr_assert(save(path, "two", &why));
    cr_expect_str_eq(read_text(path), "two");
    cr_expect_eq(mode_of(path), 0600);
    cr_expect_eq(scratch_file_count(), 1);
}

Test(output, a_symbolic_link_is_followed)
{
    struct failure why;
    char target[200], link[200], loop[200];
    path_of("target", target);
    path_of("link", link);
    path_of("loop", loop);
    cr_assert(symlink("target", link) == 0 && symlink("loop", loop) == 0);
    cr_assert(save(link, "new", &why), "%s", why.text); // nothing is there yet
    cr_expect_str_eq(read_text(target), "new");
    cr_assert(save(link, "again", &why));
    cr_expect_str_eq(read_text(target), "again");
    cr_expect((mode_of(link) & 0777) == 0777); // still a link
    cr_expect(output_is_same_file(link, target) && !output_is_same_file(link, "nowhere"));
    cr_expect(!save(loop, "x", &why) && strstr(why.text, "symbolic links"), "%s", why.text);
    cr_expect_eq(scratch_file_count(), 3);
}

static void expect_refused(const char *path, const char *reason)
{
    struct failure why;
    cr_expect(!output_is_possible(path, &why) && strstr(why.text, reason), "%s", why.text);
    cr_expect(strncmp(why.text, path, strlen(path)) == 0, "%s", why.text);
    cr_expect(!save(path, "x", &why) && strstr(why.text, reason), "%s", why.text);
}

Test(output, what_cannot_be_written)
{
    char path[200];
    path_of("fifo", path);
    cr_assert(mkfifo(path, 0600) == 0);
    expect_refused(path, "not a regular file");
    path_of("folder", path);
    cr_assert(mkdir(path, 0700) == 0);
    expect_refused(path, "not a regular file");
    cr_assert(rmdir(path) == 0);
    path_of("read_only", path);
    write_bytes(path, "old", 3);
    chmod(path, 0444);
    expect_refused(path, "read-only");
    cr_expect_str_eq(read_text(path), "old");
    expect_refused("/dev/full", "not a regular file");
    expect_refused(scratch_path("none/file"), "No such file");
    cr_expect_eq(scratch_file_count(), 2);
}

// ---- Interrupted --------------------------------------------------------------------------------

static char path_to_write[200];

static int write_too_much(void *unused)
{
    struct rlimit limit = {1000, 1000};
    struct failure why;
    struct output out;
    (void)unused;
    setrlimit(RLIMIT_FSIZE, &limit);
    if (!output_open(&out, path_to_write, &why))
        return 3;
    for (int i = 0; i < 10000; i++)
        fputs("0123456789", out.file);
    const bool good = output_close(&out, &why);
    fputs(why.text, stderr);
    return good ? 4 : 7;
}

static int end_by_signal(void *number)
{
    struct failure why;
    struct output out;
    signal(*(int *)number, SIG_DFL); // under nohup SIGHUP is ignored, and then nothing ends
    if (!output_open(&out, path_to_write, &why))
        return 3;
    fputs("half", out.file);
    fflush(out.file);
    raise(*(int *)number);
    return 4;
}

Test(output, what_was_there_stays_until_the_new_one_is_whole)
{
    static int signals[] = {SIGINT, SIGTERM, SIGQUIT, SIGHUP};
    path_of("kept", path_to_write);
    write_bytes(path_to_write, "old", 3);
    struct run run = run_function(write_too_much, NULL);
    cr_expect(run.status == 7 && strstr(run.err, "kept: cannot be written: File too large"),
              "status %d: %s", run.status, run.err);
    run_free(&run);
    for (int i = 0; i < 4; i++) {
        run = run_function(end_by_signal, &signals[i]);
        cr_expect(run.status == 128 + signals[i], "status %d", run.status);
        run_free(&run);
    }
    cr_expect_str_eq(read_text(path_to_write), "old");
    cr_expect_eq(scratch_file_count(), 1);
}

static int ignore_interrupt(void *unused)
{
    struct failure why;
    (void)unused;
    signal(SIGINT, SIG_IGN);
    const bool good = save(path_to_write, "new", &why);
    raise(SIGINT);
    return good ? 0 : 3;
}

// As under nohup.
Test(output, what_is_ignored_stays_ignored)
{
    path_of("new", path_to_write);
    struct run run = run_function(ignore_interrupt, NULL);
    cr_expect_eq(run.status, 0);
    run_free(&run);
}
