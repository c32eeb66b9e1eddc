// SPDX-License-Identifier: MIT
//
// interrupt.c: Ctrl-C while a kernel runs, possibly for ever: one line names the kernel. Then the
// signal ends the program as usual. A program that handles or ignores SIGINT itself is not
// affected.
#include "run.h"

#include <stdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static struct launch *_Atomic running;

static void print_interrupted(const struct launch *launch)
{
    char text[512];
    const uint64_t begun = launch->next_block, blocks = launch->blocks;
    const int length = snprintf(
        text, sizeof text,
        "%semu: interrupted in %s<<<(%u,%u,%u), (%u,%u,%u)>>>: %llu of %llu blocks had begun\n",
        isatty(STDERR_FILENO) ? "\n" : "", // after "^C"
        launch->kernel, launch->grid.x, launch->grid.y, launch->grid.z, launch->block.x,
        launch->block.y, launch->block.z, (unsigned long long)(begun < blocks ? begun : blocks),
        (unsigned long long)blocks);
    const ssize_t ignored = write(STDERR_FILENO, text, (size_t)length);
    (void)ignored;
}

static void interrupted(int number)
{
    const struct launch *launch = running;
    if (launch)
        print_interrupted(launch);
    signal(number, SIG_DFL);
    raise(number); // pending until this handler returns
}

void interrupt_watch(struct launch *launch)
{
    struct sigaction now, ours = {.sa_handler = interrupted, .sa_flags = SA_ONSTACK};
    sigemptyset(&ours.sa_mask);
    running = launch;
    if (launch && sigaction(SIGINT, NULL, &now) == 0 && now.sa_handler == SIG_DFL)
        sigaction(SIGINT, &ours, NULL);
    else if (!launch && sigaction(SIGINT, NULL, &now) == 0 && now.sa_handler == interrupted)
        signal(SIGINT, SIG_DFL);
}
