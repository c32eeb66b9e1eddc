// SPDX-License-Identifier: MIT
//
// test_learn_race.c: ThreadSanitizer's report, shortened to the two places.
#define _XOPEN_SOURCE 700 // getcwd
#include <criterion/criterion.h>
#include <stdio.h>
#include <unistd.h>

#include "../grade/thread_races.h"

static const char *shortened(const char *report)
{
    static char text[700];
    return race_places(report, text, sizeof text) ? text : "none";
}

Test(learn_race, no_report_is_no_race)
{
    cr_expect_str_eq(shortened(""), "none");
    cr_expect_str_eq(shortened("WARNING: ThreadSanitizer: thread leak (pid=1)\n"), "none");
}

Test(learn_race, both_places)
{
    cr_expect_str_eq(shortened("==================\n"
                               "WARNING: ThreadSanitizer: data race (pid=25010)\n"
                               "  Write of size 4 at 0x7fff9239a3b0 by thread T2:\n"
                               "    #0 exercise._omp_fn.0 /a/t.c:7 (t+0x1345)\n"
                               "    #1 run_body <null> (t+0x142a)\n"
                               "\n"
                               "  Previous read of size 8 at 0x7fff9239a3b0 by main thread:\n"
                               "    #0 exercise._omp_fn.0 /a/t.c:9 (t+0x1345)\n"
                               "\n"),
                     "race: write of 4 bytes at /a/t.c:7\n"
                     "and   read of 8 bytes at /a/t.c:9, in another thread and in no order\n");
}

// Where the access is in memcpy(), the place is the line that called it; below the working
// directory a path is short.
Test(learn_race, the_learners_frames)
{
    char here[400], report[2000];
    cr_assert(getcwd(here, sizeof here));
    snprintf(report, sizeof report,
             "WARNING: ThreadSanitizer: data race (pid=1)\n"
             "  Read of size 16 at 0x1 by thread T1:\n"
             "    #0 memcpy ../../libsanitizer/interceptors.inc:5 (libtsan.so.2+0x1)\n"
             "    #1 pack %s/my/01_threads.c:12 (x+0x1)\n"
             "\n"
             "  Previous atomic write of size 4 at 0x1 by thread T3:\n"
             "    #0 f <null> (x+0x1)\n"
             "    #1 g %s/my/01_threads.c:31:5 (x+0x1)\n",
             here, here);
    cr_expect_str_eq(shortened(report),
                     "race: read of 16 bytes at my/01_threads.c:12\n"
                     "and   write of 4 bytes at my/01_threads.c:31:5, in another thread and in no "
                     "order\n");
}

Test(learn_race, a_report_that_breaks_off)
{
    cr_expect_str_eq(shortened("WARNING: ThreadSanitizer: data race (pid=1)\n  Write of size"),
                     "race: two threads use the same memory, and one of them writes\n");
    cr_expect_str_eq(shortened("ThreadSanitizer: data race"),
                     "race: two threads use the same memory, and one of them writes\n");
}
