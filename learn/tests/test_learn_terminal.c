// SPDX-License-Identifier: MIT
//
// test_learn_terminal.c: `make learn` at a terminal: what a learner does, and what must not harm
// him.
#define _GNU_SOURCE // forkpty
#include <criterion/criterion.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "learner.h"

enum { PATIENCE_SECONDS = 600 };

static pid_t child;
static int terminal;
static char screen[1 << 18]; // what was shown and not yet waited for
static size_t shown;

static void leave(void)
{
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    desk_remove();
}
TestSuite(learn_terminal, .fini = leave);

static void start(void)
{
    shown = 0;
    screen[0] = '\0';
    desk(); // one for both processes
    fflush(NULL);
    child = forkpty(&terminal, NULL, NULL, NULL);
    cr_assert(child >= 0,
              "no terminal can be made: is /dev/pts mounted? (mount -t devpts devpts /dev/pts)");
    if (child > 0)
        return;
    if (chdir(desk()) == 0) {
        setenv("BUILD_DIR", "build", 1);
        unsetenv("LEARN_MY");
        setenv("NO_COLOR", "1", 1); // the words in one piece
        execl("build/bin/learn", "learn", (char *)NULL);
    }
    _exit(127);
}

// Reads until `part` is on the screen; the rest is kept for the next call.
static void wait_for(const char *part)
{
    const time_t end = time(NULL) + PATIENCE_SECONDS;
    struct pollfd input = {.fd = terminal, .events = POLLIN};
    const char *found;
    while ((found = strstr(screen, part)) == NULL) {
        cr_assert(time(NULL) < end, "\"%s\" is not shown; this is: %s", part, screen);
        if (poll(&input, 1, 100) <= 0)
            continue;
        const ssize_t got = read(terminal, screen + shown, sizeof screen - 1 - shown);
        cr_assert(got > 0, "it ended before \"%s\": %s", part, screen);
        shown += (size_t)got;
        screen[shown] = '\0';
    }
    found += strlen(part);
    shown -= (size_t)(found - screen);
    memmove(screen, found, shown + 1);
}

static void press(char key) { cr_assert(write(terminal, &key, 1) == 1); }

static int end_of_child(void)
{
    int status;
    char rest[4096];
    const time_t end = time(NULL) + PATIENCE_SECONDS;
    pid_t got;
    // What is still shown has to go somewhere, or the child would wait.
    while ((got = waitpid(child, &status, WNOHANG)) == 0 && time(NULL) < end) {
        struct pollfd input = {.fd = terminal, .events = POLLIN};
        if (poll(&input, 1, 50) > 0 && read(terminal, rest, sizeof rest) < 0)
            continue;
    }
    cr_assert(got == child, "it does not end");
    child = 0;
    return status;
}

static bool echoes(void)
{
    struct termios now;
    cr_assert(tcgetattr(terminal, &now) == 0);
    return (now.c_lflag & ECHO) && (now.c_lflag & ICANON);
}

// ---- What a learner does -------------------------------------------------------------------------

static const char keys[] = "q quit";

Test(learn_terminal, from_the_first_stub_to_the_next_exercise)
{
    char *solution = solution_of("02_product"), *stub = stub_of("02_product");
    start();
    wait_for("FAIL the result is wrong");
    wait_for(keys);
    cr_expect(!echoes(), "keys come one by one");
    press('p');
    wait_for("no picture");
    wait_for(keys);
    hand_in("02_product", solution); // an editor that writes the file itself
    wait_for("passed");
    wait_for("1 of 3 passed");
    wait_for(keys);
    write_bytes(desk_path("my/.02_product.tmp"), stub,
                strlen(stub)); // one that puts another in its place
    cr_assert(rename(desk_path("my/.02_product.tmp"), desk_path("my/02_product.cu")) == 0);
    wait_for("FAIL the result is wrong");
    wait_for(keys);
    press('h');
    wait_for("hint 1 of 3");
    press('h');
    wait_for("hint 2 of 3");
    press('l');
    wait_for("- 02_predict");
    wait_for(keys);
    press('n');
    wait_for("your answer \"stores\" is 0");
    wait_for(keys);
    press('r');
    wait_for("your answer \"stores\" is 0");
    wait_for(keys);
    press('a');
    wait_for("0 of 3 passed, 1 not begun");
    wait_for("they stay passed");
    wait_for("1 of 3 passed so far");
    wait_for(keys);
    press('q');
    const int status = end_of_child();
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    cr_expect(echoes(), "the terminal is as it was");
    char *progress = read_all_of(desk_path("my/progress"));
    cr_expect_str_eq(progress, "02_product passed 2\n");
    free(progress), free(solution), free(stub);
}

Test(learn_terminal, a_file_that_goes_and_comes)
{
    start();
    wait_for(keys);
    cr_assert(unlink(desk_path("my/02_product.cu")) == 0);
    wait_for("is gone");
    hand_in("02_product", "int x\n");
    wait_for("does not compile");
    wait_for(keys);
    cr_assert(unlink(desk_path("my/02_product.cu")) == 0);
    wait_for("is gone");
    press('r');
    wait_for("is new");
    wait_for("FAIL the result is wrong");
    press(4); // Ctrl-D
    cr_expect(WIFEXITED(end_of_child()));
}

Test(learn_terminal, ctrl_c_leaves_the_terminal_as_it_was)
{
    start();
    wait_for(keys);
    cr_expect(!echoes());
    press(3);
    const int status = end_of_child();
    cr_expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
    cr_expect(echoes());
}

// Killed, with progress that somebody spoiled: what was passed is passed.
Test(learn_terminal, killed_and_started_again)
{
    static const char spoiled[] = "\x01 spoiled\n02_product passed 1\n02_gone passed 0\n02_pre";
    start();
    wait_for(keys);
    kill(child, SIGKILL);
    end_of_child();
    write_bytes(desk_path("my/progress"), spoiled, sizeof spoiled - 1);
    start();
    wait_for("your answer \"stores\" is 0"); // the first that is not passed
    wait_for("1 of 3 passed");
    press('h');
    wait_for("hint 1 of 3");
    press('q');
    end_of_child();
    char *progress = read_all_of(desk_path("my/progress"));
    cr_expect(strstr(progress, "02_product passed 1\n") && strstr(progress, "spoiled") &&
                  strstr(progress, "02_predict open 1\n"),
              "%s", progress);
    free(progress);
}
