// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // sigaction, poll
#include "screen.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

static struct termios before;
static volatile sig_atomic_t changed;

void keys_end(void)
{
    if (changed)
        tcsetattr(STDIN_FILENO, TCSANOW, &before);
    changed = 0;
}

static void restore_and_end(int number)
{
    keys_end();
    signal(number, SIG_DFL);
    raise(number); // pending until this handler returns
}

bool keys_begin(void)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    static bool registered;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &before) != 0)
        return false;
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction action = {.sa_handler = restore_and_end};
        sigemptyset(&action.sa_mask);
        sigaction(ending[i], &action, NULL);
    }
    if (!registered)
        registered = atexit(keys_end) == 0;
    struct termios raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO); // Ctrl-C stays a signal
    raw.c_cc[VMIN] = 1, raw.c_cc[VTIME] = 0;
    changed = tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0;
    return changed;
}

int keys_next(int milliseconds)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    unsigned char key;
    const int ready = poll(&input, 1, milliseconds);
    if (ready < 0)
        return errno == EINTR ? 0 : -1;
    if (ready == 0)
        return 0;
    return read(STDIN_FILENO, &key, 1) == 1 ? key : -1;
}
