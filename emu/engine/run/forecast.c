// SPDX-License-Identifier: MIT
//
// forecast.c: announces long launches early, from the rate at which their first blocks ended. On a
// terminal one line shows the progress. The watchdog's thread calls both now and then.
#include "run.h"
#include "../check/check.h"
#include "../report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Seconds before the first estimate, and the shortest launch that is announced.
static const double FIRST_LOOK = 2, WORTH_ANNOUNCING = 20;
// How much faster blocks run without checks: emu_speed.txt, both of its programs together.
static const double TIMES_AS_FAST = 4;

static pthread_mutex_t screen = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool on_screen;
static const char *announced_at; // location of the last launch that was announced

static double seconds_now(void) { return seconds_of(CLOCK_MONOTONIC); }

// ---- Time spent in checked launches -------------------------------------------------------------

static double spent_before; // in launches that have ended

// Wall-clock time, or processor time if the PC was busy with something else.
static double spent_in(const struct launch *launch)
{
    const double clock = seconds_now() - launch->began;
    const double used = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - launch->used;
    return !launch->checked || launch->is_library ? 0 : clock < used ? clock : used;
}

// ---- The announcement ---------------------------------------------------------------------------

// Rounds to a number of one or two digits and a unit.
static int rounded(double seconds, const char **unit)
{
    if (seconds < 90) {
        *unit = "seconds";
        return seconds < 10 ? (int)ceil(seconds) : (int)(seconds / 10 + 0.5) * 10;
    }
    *unit = seconds < 90 * 60 ? "minutes" : "hours";
    return (int)(seconds / (seconds < 90 * 60 ? 60 : 3600) + 0.5);
}

static void announce(const struct launch *launch, double seconds)
{
    const bool only_checks = launch->checked && !launch->counted && !launch->recorded;
    const char *unit, *unit_without;
    const int all = rounded(seconds, &unit),
              without = rounded(seconds / TIMES_AS_FAST, &unit_without);
    char cure[60] = "";
    if (only_checks && !sample_is_possible())
        snprintf(cure, sizeof cure, "; EMU_CHECK=off: %d%s%s", without,
                 unit == unit_without ? "" : " ", unit == unit_without ? "" : unit_without);
    remark("slow", launch->pc, "%s: about %d %s at this size%s", launch->kernel, all, unit, cure);
}

// ---- Progress -----------------------------------------------------------------------------------

static void draw(const struct launch *launch, uint64_t ended, double seconds_left)
{
    char text[200];
    const char *unit;
    const int left = rounded(seconds_left, &unit);
    const int length = snprintf(text, sizeof text, "\r\033[Kemu: %.60s: %d%%, about %d %s more",
                                launch->kernel, (int)(100 * ended / launch->blocks), left, unit);
    pthread_mutex_lock(&screen);
    if (atomic_load(&launch->under_way)) {
        const ssize_t ignored = write(STDERR_FILENO, text, (size_t)length);
        (void)ignored;
        on_screen = true;
    }
    pthread_mutex_unlock(&screen);
}

void forecast_clear(void)
{
    if (!on_screen)
        return;
    pthread_mutex_lock(&screen);
    if (on_screen) {
        const ssize_t ignored = write(STDERR_FILENO, "\r\033[K", 4);
        (void)ignored;
    }
    on_screen = false;
    pthread_mutex_unlock(&screen);
}

// ---- A launch -----------------------------------------------------------------------------------

void forecast_begin(struct launch *launch)
{
    launch->began = seconds_now();
    launch->used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    atomic_store(&launch->under_way, true);
}

void forecast_end(struct launch *launch)
{
    atomic_store(&launch->under_way, false);
    forecast_clear();
    spent_before += spent_in(launch);
    sample_begins_in(spent_before);
}

void forecast_look(const struct launch *launch)
{
    const double passed = seconds_now() - launch->began;
    const double checked = sample_begins_in(spent_before + spent_in(launch));
    const uint64_t ended = launch->ended;
    // Blocks that wait for each other end late and all at once.
    if (passed < FIRST_LOOK || ended == 0 || ended >= launch->blocks || launch->is_sample ||
        launch->cooperative)
        return;
    double all = passed * (double)launch->blocks / (double)ended;
    if (launch->checked && !sample_is_on() && all > passed + checked)
        all = passed + checked + (all - passed - checked) / TIMES_AS_FAST;
    if (all > WORTH_ANNOUNCING && announced_at != launch->pc) {
        announced_at = launch->pc;
        forecast_clear();
        announce(launch, all);
    }
    if (isatty(STDERR_FILENO) && !report_wants_json())
        draw(launch, ended, all - passed);
}
