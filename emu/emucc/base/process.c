// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "message.h"

extern char **environ;

static const int deadly[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGALRM, SIGXCPU, SIGXFSZ};
enum { DEADLY_COUNT = sizeof deadly / sizeof *deadly };

// The signal handler reads these, so they are written only while signals are blocked.
static char folder[4096];
static char **files;
static volatile size_t file_count;
static volatile pid_t child;

static void remove_files(void)
{
    for (size_t i = 0; i < file_count; i++)
        unlink(files[i]);
    if (folder[0] != '\0')
        rmdir(folder);
}

static void die(int number)
{
    if (child > 0) {
        kill(-child, number);    // the compiler driver and the processes it has started
        waitpid(child, NULL, 0); // it may still write a file that is about to be removed
        kill(-child, SIGKILL);
        // The driver's children are not our children, so waitpid() cannot wait for them. They may
        // write files until they exit.
        for (int i = 0; i < 500 && kill(-child, 0) == 0; i++)
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    remove_files();
    signal(number, SIG_DFL);
    raise(number);
}

static void hold_signals(int how)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < DEADLY_COUNT; i++)
        sigaddset(&set, deadly[i]);
    sigprocmask(how, &set, NULL);
}

void process_init(void)
{
    atexit(remove_files);
    for (int i = 0; i < DEADLY_COUNT; i++) {
        struct sigaction action = {.sa_handler = die}, earlier;
        sigemptyset(&action.sa_mask);
        if (sigaction(deadly[i], NULL, &earlier) == 0 && earlier.sa_handler != SIG_IGN)
            sigaction(deadly[i], &action, NULL);
    }
}

static void make_folder(void)
{
    const char *place = getenv("TMPDIR");
    int length =
        snprintf(folder, sizeof folder, "%s/emucc.XXXXXX", place && *place ? place : "/tmp");
    if (length < 0 || (size_t)length >= sizeof folder || !mkdtemp(folder)) {
        folder[0] = '\0';
        fail("no temporary folder can be made in %s: %s", place && *place ? place : "/tmp",
             strerror(errno));
    }
}

// Signals are blocked here.
static const char *add_file(char *path)
{
    files = grow(files, file_count + 1, sizeof *files);
    files[file_count] = path;
    return files[file_count++];
}

const char *temporary_file(const char *name)
{
    static unsigned serial;
    hold_signals(SIG_BLOCK);
    if (folder[0] == '\0')
        make_folder();
    const char *path = add_file(format_string("%s/%u_%s", folder, ++serial, name));
    hold_signals(SIG_UNBLOCK);
    return path;
}

const char *temporary_near(const char *path)
{
    hold_signals(SIG_BLOCK);
    const char *beside = add_file(format_string("%s.%ld", path, (long)getpid()));
    hold_signals(SIG_UNBLOCK);
    return beside;
}

void print_command(const struct list *command)
{
    for (size_t i = 0; i < command->count; i++) {
        const char *word = command->items[i];
        fputs(i > 0 ? " " : "", stderr);
        if (*word != '\0' && strcspn(word, " \t\n'\"\\$`*?[](){}<>|&;#~") == strlen(word)) {
            fputs(word, stderr);
            continue;
        }
        fputc('\'', stderr);
        for (; *word != '\0'; word++)
            if (*word == '\'')
                fputs("'\\''", stderr);
            else
                fputc(*word, stderr);
        fputc('\'', stderr);
    }
    fputc('\n', stderr);
}

int run(const struct list *command, bool show, const char *messages)
{
    pid_t pid;
    int status;
    if (show)
        print_command(command);
    hold_signals(SIG_BLOCK);
    posix_spawnattr_t attributes; // restores in the child the signals that are blocked here
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0); // one process group, so that it can be killed as a
                                               // whole
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (messages)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages,
                                         O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int error =
        posix_spawnp(&pid, command->items[0], &actions, &attributes, command->items, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    child = error == 0 ? pid : 0;
    hold_signals(SIG_UNBLOCK);
    if (error != 0) {
        complain("%s cannot be started: %s%s", command->items[0], strerror(error),
                 error == ENOENT ? " (is it installed?)" : "");
        return 1;
    }
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            fail("waiting for %s: %s", command->items[0], strerror(errno));
    child = 0;
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    complain("%s was ended by a signal: %s", command->items[0], strsignal(WTERMSIG(status)));
    return 1;
}

int run_for_number(const struct list *command)
{
    int ends[2], number = 0;
    pid_t pid;
    if (pipe(ends) != 0)
        return 0;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const bool runs =
        posix_spawnp(&pid, command->items[0], &actions, NULL, command->items, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE *stream = fdopen(ends[0], "r");
    if (!stream)
        close(ends[0]);
    else if (fscanf(stream, "%d", &number) != 1)
        number = 0;
    if (stream)
        fclose(stream);
    int status = 1;
    if (runs)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
    return runs && status == 0 ? number : 0;
}
