// SPDX-License-Identifier: MIT
//
// schedule.h: when the work of streams runs on several GPUs. The calls of a program are added in
// the order in which each host thread makes them. schedule_run() then computes when each piece of
// work begins and ends, and what it waits for.
//
// A kernel takes a share of its GPU's SMs, and two kernels run together if their shares fit. A GPU
// executes one copy to or from a peer at a time. Copies of several GPUs share the link into or out
// of a GPU equally. All ranks of a collective begin together. A host thread makes one call after
// another.
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "link_time.h"

enum work_kind {
    WORK_KERNEL,
    WORK_COPY, // and cudaMemset
    WORK_COLLECTIVE,
    WORK_EVENT, // recorded or waited for
    WORK_WRITE, // of a flag, by a stream
    WORK_WAIT,  // for a flag
    WORK_SYNC,  // the host waits
    WORK_KINDS
};

enum { SCHEDULE_HOST = -1, SCHEDULE_THREADS = 64, SCHEDULE_GPUS = 64 };

// A part of a kernel: it begins when the part before it has ended, when the kernel has run for
// `not_before`, and when a stream has written the value to the flag (NULL: no flag).
struct work_part {
    double not_before, us;
    const void *flag;
    uint64_t value;
    // Filled in by the schedule.
    int after; // the work that writes the flag, or -1
    double begin, end;
};

struct stream_work {
    enum work_kind kind;
    const char *name; // of the kernel, or of the call
    int device, stream, thread;
    double host;         // more time of the host before this call
    double us;           // of a kernel without parts
    const char *why_not; // it has no time: the reason
    double sms;          // of a kernel: its share of the SMs, at most 1
    int from, to;        // of a copy: GPUs, or SCHEDULE_HOST
    double bytes;        // of a copy; of a collective: what each GPU sends
    int64_t meets;       // not 0: begins together with the `members` that have the same number
    int members;
    const void *flag;
    uint64_t value;
    // Filled in by the schedule.
    int first_part, parts, first_after, afters;
    enum { WORK_NEW, WORK_ISSUED, WORK_RUNNING, WORK_DONE } state;
    double issued, ready, begin, end;
    int waited_for; // work, or WAITED_FOR_HOST, or WAITED_FOR_NOTHING
    int part;
    double part_end, left, rate; // left: bytes of a copy, which leave at this rate
};
enum { WAITED_FOR_NOTHING = -1, WAITED_FOR_HOST = -2 };

struct schedule {
    const struct link_time *links;
    struct stream_work *work;
    struct work_part *parts;
    int *after;
    int count, part_count, after_count;
    int room, part_room, after_room;
    int first_open; // all work before it has ended
    struct {
        int next; // work to issue
        double clock;
        int sync; // that it waits for, or -1
    } thread[SCHEDULE_THREADS];
    double us;         // of the whole
    char why_not[300]; // "" or why there is no time
    int why_device;
};

struct schedule *schedule_new(const struct link_time *links);
void schedule_free(struct schedule *s);

// Each returns the number of the work. The next two belong to the work that was added last.
int schedule_add(struct schedule *s, const struct stream_work *work);
void schedule_after(struct schedule *s, int other); // it begins after the end of other work
void schedule_part(struct schedule *s, const struct work_part *part);

// False if a piece of work has no time, or waits for what never comes: why_not is the reason.
bool schedule_run(struct schedule *s);

// A chart and a list of what the work waits for, `columns` wide.
void schedule_print(const struct schedule *s, const char *machine, int columns, FILE *to);
void schedule_draw(const struct schedule *s, const char *machine, FILE *svg);

// ---- For the two pictures -----------------------------------------------------------------------

// Rows: the streams with kernels, copies or collectives, by GPU. Returns their number.
struct schedule_row {
    int device, stream;
};
enum { SCHEDULE_ROWS = 64 };
int schedule_rows(const struct schedule *s, struct schedule_row rows[SCHEDULE_ROWS]);
bool schedule_shows(const struct stream_work *w);
bool schedule_is_in(const struct stream_work *w, struct schedule_row row);
// "ncclAllGather", "33.6 MB from GPU 1"
const char *schedule_name(const struct stream_work *w, char *text, size_t size);
const char *schedule_stream_name(int stream, char *text, size_t size);
// "the host's call", "GPU 0: 33.6 MB from GPU 1"
const char *schedule_reason(const struct schedule *s, const struct stream_work *w, char *text,
                            size_t size);

#endif
