// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // mkstemp, realpath, fchmod, fsync, sigaction
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- Signals ------------------------------------------------------------------------------------

// The current temporary file, for a signal that ends the program.
static char *volatile to_remove;

static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
enum { ENDING = sizeof ending / sizeof *ending };
static struct sigaction before[ENDING];

static void remove_and_end(int number)
{
    if (to_remove)
        unlink(to_remove);
    signal(number, SIG_DFL);
    raise(number); // pending until this handler returns
}

// In effect while a file is written. A file that grows beyond its limit then reports an ordinary
// error (EFBIG). Signals that the program ignores or handles itself keep their handling.
static void watch_signals(void)
{
    for (int i = 0; i < ENDING; i++) {
        struct sigaction action = {.sa_handler = ending[i] == SIGXFSZ ? SIG_IGN : remove_and_end};
        sigemptyset(&action.sa_mask);
        sigaction(ending[i], NULL, &before[i]);
        if (before[i].sa_handler == SIG_DFL)
            sigaction(ending[i], &action, NULL);
    }
}

static void forget_signals(void)
{
    to_remove = NULL;
    for (int i = 0; i < ENDING; i++)
        sigaction(ending[i], &before[i], NULL);
}

// ---- Where it goes ------------------------------------------------------------------------------

// The target of the path, even if it does not exist yet; the caller frees it. NULL: out of memory,
// or a loop of links.
static char *resolve(const char *path)
{
    char *whole = realpath(path, NULL);
    if (whole || errno != ENOENT)
        return whole;
    char target[PATH_MAX];
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0)
        return strdup(path);
    target[length] = '\0';
    const char *slash = strrchr(path, '/');
    if (target[0] == '/' || !slash)
        return resolve(target);
    char joined[2 * PATH_MAX];
    snprintf(joined, sizeof joined, "%.*s/%s", (int)(slash - path), path, target);
    return resolve(joined);
}

// mode: that of an existing file, otherwise that of a new one.
static bool check_target(const char *target, mode_t *mode, struct failure *why)
{
    struct stat status;
    const char *slash = strrchr(target, '/');
    char directory[PATH_MAX];
    snprintf(directory, sizeof directory, "%.*s", slash ? (int)(slash - target + 1) : 1,
             slash ? target : ".");
    const mode_t mask = umask(0);
    umask(mask);
    *mode = 0666 & ~mask;
    if (stat(target, &status) == 0) {
        *mode = status.st_mode & 07777;
        // A rename onto a device such as /dev/null would replace the device.
        if (!S_ISREG(status.st_mode))
            return fail(why, "there is something that is not a regular file");
        if (!(status.st_mode & 0222) || access(target, W_OK) != 0)
            return fail(why, "the existing file is read-only");
    }
    if (access(directory, W_OK | X_OK) != 0)
        return fail(why, "cannot write there: %s", strerror(errno));
    return true;
}

// Puts the path before the reason.
static bool name_file(const char *path, struct failure *why)
{
    const struct failure reason = *why;
    return fail(why, "%.700s: %.300s", path, reason.text);
}

bool output_is_possible(const char *path, struct failure *why)
{
    mode_t mode;
    char *target = resolve(path);
    const bool good = target ? check_target(target, &mode, why) : fail(why, "%s", strerror(errno));
    free(target);
    return good || name_file(path, why);
}

bool output_is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

// ---- Writing it ---------------------------------------------------------------------------------

static bool make_temporary(struct output *o, mode_t mode, struct failure *why)
{
    const size_t size = strlen(o->target) + sizeof ".XXXXXX";
    o->temporary = malloc(size);
    if (!o->temporary)
        return fail(why, "out of memory");
    snprintf(o->temporary, size, "%s.XXXXXX", o->target);
    watch_signals();
    const int descriptor = mkstemp(o->temporary);
    if (descriptor < 0) {
        fail(why, "%s", strerror(errno));
        forget_signals();
        return false;
    }
    to_remove = o->temporary;
    if (fchmod(descriptor, mode) == 0 && (o->file = fdopen(descriptor, "wb")) != NULL)
        return true;
    fail(why, "%s", strerror(errno));
    close(descriptor);
    unlink(o->temporary);
    forget_signals();
    return false;
}

bool output_open(struct output *o, const char *path, struct failure *why)
{
    mode_t mode;
    *o = (struct output){.target = resolve(path)};
    if (o->target ? check_target(o->target, &mode, why) && make_temporary(o, mode, why)
                  : fail(why, "%s", strerror(errno)))
        return true;
    free(o->temporary);
    free(o->target);
    return name_file(path, why);
}

// The new name is on the disk only when its folder is.
static void sync_folder(const char *target)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(target, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - target + 1) : 1,
             slash ? target : ".");
    const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        fsync(descriptor); // a file system that does not support this is not an error
        close(descriptor);
    }
}

bool output_close(struct output *o, struct failure *why)
{
    bool good = !ferror(o->file) && fflush(o->file) == 0 && fsync(fileno(o->file)) == 0;
    int reason = errno;
    if (fclose(o->file) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && rename(o->temporary, o->target) != 0) {
        good = false;
        reason = errno;
    }
    if (good)
        sync_folder(o->target);
    else {
        unlink(o->temporary);
        fail(why, "%s: cannot be written: %s", o->target, strerror(reason));
    }
    forget_signals();
    free(o->temporary);
    free(o->target);
    return good;
}

void output_drop(struct output *o)
{
    fclose(o->file);
    unlink(o->temporary);
    forget_signals();
    free(o->temporary);
    free(o->target);
}
