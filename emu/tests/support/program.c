// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#define _POSIX_C_SOURCE 200809L
#include "program.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Checks a condition without which a test cannot continue.
static void need(bool good, const char *what)
{
    if (!good) {
        perror(what);
        abort();
    }
}

// ---- Programs ------------------------------------------------------------------------------------

static char *read_all(int file)
{
    const off_t size = lseek(file, 0, SEEK_END);
    char *text = malloc((size_t)size + 1);
    need(text != NULL && lseek(file, 0, SEEK_SET) == 0, "output of a program");
    size_t got = 0;
    for (ssize_t n; got < (size_t)size && (n = read(file, text + got, (size_t)size - got)) > 0;)
        got += (size_t)n;
    text[got] = '\0';
    return text;
}

// A file without a name, because a program's output may exceed the capacity of a pipe.
static int nameless_file(void)
{
    char path[] = "/tmp/output.XXXXXX";
    const int file = mkstemp(path);
    need(file >= 0, "temporary file");
    unlink(path);
    return file;
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// Waits for the leader of a process group until the time is over; then kills the group.
static bool wait_until(pid_t child, int *state, double end)
{
    for (;;) {
        const pid_t got = waitpid(child, state, WNOHANG);
        need(got >= 0, "waitpid");
        if (got == child)
            return true;
        if (seconds_now() >= end)
            break;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    kill(-child, SIGKILL);
    need(waitpid(child, state, 0) == child, "waitpid");
    return false;
}

// seconds: 0 for no limit.
static struct run run_limited(int (*body)(void *context), void *context, double seconds,
                              bool *timed_out)
{
    const int out = nameless_file(), err = nameless_file();
    fflush(NULL); // otherwise the child would write the buffers again
    const pid_t child = fork();
    need(child >= 0, "fork");
    if (child == 0) {
        if (seconds > 0) {
            const rlim_t most = (rlim_t)seconds + 1;
            setpgid(0, 0);
            setrlimit(RLIMIT_CPU, &(struct rlimit){most, most}); // ends in SIGKILL, too
        }
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        const int status = body(context);
        fflush(NULL);
        _exit(status);
    }
    int state;
    bool late = false;
    if (seconds > 0) {
        setpgid(child, child); // also here, because either process may run first
        late = !wait_until(child, &state, seconds_now() + 10 * seconds) ||
               (WIFSIGNALED(state) && WTERMSIG(state) == SIGKILL);
    } else {
        need(waitpid(child, &state, 0) == child, "waitpid");
    }
    if (timed_out)
        *timed_out = late;
    const struct run run = {
        .status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state),
        .out = read_all(out),
        .err = read_all(err),
    };
    close(out);
    close(err);
    return run;
}

struct run run_function(int (*body)(void *context), void *context)
{
    return run_limited(body, context, 0, NULL);
}

static int execute(void *argv)
{
    char *const *words = argv;
    execvp(words[0], words);
    perror(words[0]);
    return 127;
}

struct run run_program(const char *const *argv) { return run_function(execute, (void *)argv); }

struct run run_program_for(const char *const *argv, double seconds, bool *timed_out)
{
    return run_limited(execute, (void *)argv, seconds, timed_out);
}

void run_side_by_side(size_t count, void (*work)(size_t index, void *context), void *context)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t started = 0, ended = 0;
    fflush(NULL);
    while (ended < count) {
        if (started < count && started - ended < (size_t)(cores > 0 ? cores : 1)) {
            const pid_t child = fork();
            need(child >= 0, "fork");
            if (child == 0) {
                work(started, context);
                _exit(0);
            }
            started++;
        } else {
            int state;
            need(wait(&state) > 0, "wait");
            ended++;
        }
    }
}

void *shared_memory(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    need(memory != MAP_FAILED, "shared memory");
    return memory;
}

void run_free(struct run *run)
{
    free(run->out);
    free(run->err);
}

struct run run_words(const char *program, const char *words)
{
    enum { MAX_WORDS = 40 };
    char copy[1000];
    const char *argv[MAX_WORDS] = {program};
    int count = 1;
    snprintf(copy, sizeof copy, "%s", words);
    char *rest = copy;
    for (char *word; (word = strtok_r(rest, " ", &rest)) && count < MAX_WORDS - 1;)
        argv[count++] = word;
    argv[count] = NULL;
    return run_program(argv);
}

int count_lines(const char *text)
{
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

// ---- Files ---------------------------------------------------------------------------------------

const char *repository_path(const char *relative)
{
    static char path[1200];
    const char *root = getenv("REPO_ROOT");
    snprintf(path, sizeof path, "%s/%s", root ? root : ".", relative);
    return path;
}

const char *emucc_program(void)
{
    static char path[1200];
    const char *build = getenv("BUILD_DIR");
    char relative[200];
    snprintf(relative, sizeof relative, "%s/bin/emucc", build ? build : "build/emu");
    snprintf(path, sizeof path, "%s", repository_path(relative));
    return path;
}

static char scratch[64];

const char *scratch_path(const char *name)
{
    enum { NAMES = 8 };
    static char paths[NAMES][200];
    static int next;
    if (!scratch[0]) {
        strcpy(scratch, "/tmp/emu_test.XXXXXX");
        need(mkdtemp(scratch) != NULL, "temporary directory");
    }
    char *path = paths[next++ % NAMES];
    snprintf(path, sizeof paths[0], "%s/%s", scratch, name);
    return path;
}

// Calls what(path) for each file of the folder; returns their number.
static int for_each_file(int (*what)(const char *path))
{
    DIR *directory = scratch[0] ? opendir(scratch) : NULL;
    int count = 0;
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        if (entry->d_name[0] == '.')
            continue;
        count++;
        if (what)
            what(scratch_path(entry->d_name));
    }
    if (directory)
        closedir(directory);
    return count;
}

int scratch_file_count(void) { return for_each_file(NULL); }

void scratch_remove(void)
{
    for_each_file(unlink);
    if (scratch[0])
        rmdir(scratch);
    scratch[0] = '\0';
}

void write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    need(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, path);
}
