// SPDX-License-Identifier: MIT
//
// schedule_run.c: the simulation, from one moment at which something changes to the next.
#include "schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../memory.h"

static const double SHORTEST = 1e-6; // us: less is the same moment

// ---- The list -----------------------------------------------------------------------------------

static void *grown(void *array, int count, int *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 64;
    return must(realloc(array, (size_t)*room * size));
}

struct schedule *schedule_new(const struct link_time *links)
{
    struct schedule *s = must(calloc(1, sizeof *s));
    s->links = links;
    return s;
}

void schedule_free(struct schedule *s)
{
    if (!s)
        return;
    free(s->work);
    free(s->parts);
    free(s->after);
    free(s);
}

int schedule_add(struct schedule *s, const struct stream_work *work)
{
    s->work = grown(s->work, s->count, &s->room, sizeof *s->work);
    struct stream_work *w = &s->work[s->count];
    *w = *work;
    w->first_part = s->part_count, w->first_after = s->after_count;
    w->parts = w->afters = 0;
    return s->count++;
}

void schedule_after(struct schedule *s, int other)
{
    s->after = grown(s->after, s->after_count, &s->after_room, sizeof *s->after);
    s->after[s->after_count++] = other;
    s->work[s->count - 1].afters++;
}

void schedule_part(struct schedule *s, const struct work_part *part)
{
    s->parts = grown(s->parts, s->part_count, &s->part_room, sizeof *s->parts);
    s->parts[s->part_count++] = *part;
    s->work[s->count - 1].parts++;
}

// ---- Flags --------------------------------------------------------------------------------------

// The first work that writes a value to the flag that is at least this one; -1: none.
static int writer_of(const struct schedule *s, const void *flag, uint64_t value)
{
    for (int i = 0; i < s->count; i++)
        if (s->work[i].kind == WORK_WRITE && s->work[i].flag == flag &&
            (int64_t)(s->work[i].value - value) >= 0)
            return i;
    return -1;
}

// Of several reasons, the one of the GPU with the lowest number: host threads call in any order.
static void give_up(struct schedule *s, const struct stream_work *w, const char *why)
{
    if (s->why_not[0] && w->device >= s->why_device)
        return;
    s->why_device = w->device;
    snprintf(s->why_not, sizeof s->why_not, "%s on GPU %d: %s", w->name, w->device, why);
}

static void prepare(struct schedule *s)
{
    static const char no_writer[] = "no stream writes the flag that it waits for";
    s->why_not[0] = '\0';
    for (int i = 0; i < s->count; i++) {
        struct stream_work *w = &s->work[i];
        w->state = WORK_NEW;
        if (w->why_not)
            give_up(s, w, w->why_not);
        for (int p = w->first_part; p < w->first_part + w->parts; p++) {
            struct work_part *part = &s->parts[p];
            part->after = part->flag ? writer_of(s, part->flag, part->value) : -1;
            if (part->flag && part->after < 0)
                give_up(s, w, no_writer);
        }
        if (w->kind == WORK_WAIT && writer_of(s, w->flag, w->value) < 0)
            give_up(s, w, no_writer);
    }
    for (int t = 0; t < SCHEDULE_THREADS; t++)
        s->thread[t].next = 0, s->thread[t].clock = 0, s->thread[t].sync = -1;
    s->first_open = 0;
    s->us = 0;
}

// ---- The host -----------------------------------------------------------------------------------

static const struct call_time *call_of(const struct schedule *s, const struct stream_work *w)
{
    const struct link_time *l = s->links;
    static const struct call_time none;
    switch (w->kind) {
    case WORK_KERNEL: return &l->launch;
    case WORK_COPY: return &l->copy;
    case WORK_COLLECTIVE: return &l->collective;
    case WORK_WRITE:
    case WORK_WAIT: return &l->flag;
    case WORK_EVENT: return &l->event;
    default: return &none;
    }
}

// The time of a thread's next call; INFINITY: none, or it waits.
static double next_call(struct schedule *s, int thread)
{
    int *next = &s->thread[thread].next;
    while (*next < s->count && s->work[*next].thread != thread)
        ++*next;
    if (*next == s->count || s->thread[thread].sync >= 0)
        return INFINITY;
    const struct stream_work *w = &s->work[*next];
    return s->thread[thread].clock + w->host + call_of(s, w)->host;
}

static bool issue(struct schedule *s, double now)
{
    bool moved = false;
    for (int t = 0; t < SCHEDULE_THREADS; t++) {
        const int sync = s->thread[t].sync;
        if (sync >= 0 && s->work[sync].state == WORK_DONE) {
            s->thread[t].clock = fmax(s->thread[t].clock, s->work[sync].end);
            s->thread[t].sync = -1;
        }
        for (double at; (at = next_call(s, t)) <= now + SHORTEST; moved = true) {
            struct stream_work *w = &s->work[s->thread[t].next];
            w->issued = s->thread[t].clock = at;
            w->state = WORK_ISSUED;
            w->ready = -1;
            if (w->kind == WORK_SYNC)
                s->thread[t].sync = s->thread[t].next;
            s->thread[t].next++;
        }
    }
    return moved;
}

// ---- Begin --------------------------------------------------------------------------------------

static void wait_for(const struct schedule *s, struct stream_work *w, int other, double gap)
{
    const struct stream_work *o = &s->work[other];
    const double at = o->end + gap + (o->device != w->device ? s->links->across : 0);
    if (at > w->ready)
        w->ready = at, w->waited_for = other;
}

// Has everything that the work comes after ended? Then w->ready is the time at which it can begin.
static bool is_ready(const struct schedule *s, struct stream_work *w)
{
    const struct call_time *call = call_of(s, w);
    if (w->ready >= 0)
        return true;
    for (int i = 0; i < w->afters; i++)
        if (s->work[s->after[w->first_after + i]].state != WORK_DONE)
            return false;
    const int writer = w->kind == WORK_WAIT ? writer_of(s, w->flag, w->value) : -1;
    if (writer >= 0 && s->work[writer].state != WORK_DONE)
        return false;
    w->ready = w->issued + call->start;
    w->waited_for = WAITED_FOR_HOST;
    for (int i = 0; i < w->afters; i++)
        wait_for(s, w, s->after[w->first_after + i],
                 w->kind == WORK_SYNC ? s->links->sync : call->gap);
    if (writer >= 0)
        wait_for(s, w, writer, call->gap);
    return true;
}

static bool takes_sms(const struct stream_work *w)
{
    return w->kind == WORK_KERNEL || w->kind == WORK_COLLECTIVE;
}

// Are so many SMs of the work's GPU free?
static bool has_room(const struct schedule *s, const struct stream_work *w)
{
    double used = 0;
    for (int i = s->first_open; takes_sms(w) && i < s->count; i++) {
        const struct stream_work *o = &s->work[i];
        if (o->state == WORK_RUNNING && takes_sms(o) && o->device == w->device)
            used += o->sms;
    }
    return used == 0 || used + w->sms <= 1 + SHORTEST;
}

static bool is_peer_copy(const struct stream_work *w)
{
    return w->kind == WORK_COPY && w->from != w->to && w->from != SCHEDULE_HOST &&
           w->to != SCHEDULE_HOST;
}

// One engine of a GPU executes all copies to and from peers in the GPU's streams.
static bool engine_is_free(const struct schedule *s, const struct stream_work *w)
{
    for (int i = s->first_open; is_peer_copy(w) && i < s->count; i++) {
        const struct stream_work *o = &s->work[i];
        if (o->state == WORK_RUNNING && is_peer_copy(o) && o->device == w->device)
            return false;
    }
    return true;
}

// What ended last on the GPU's SMs or its copy engine.
static int last_before(const struct schedule *s, const struct stream_work *w)
{
    int last = WAITED_FOR_NOTHING;
    for (int i = 0; i < s->count; i++) {
        const struct stream_work *o = &s->work[i];
        if (o->device == w->device && o->state == WORK_DONE &&
            (takes_sms(w) ? takes_sms(o) : is_peer_copy(o)) &&
            (last < 0 || o->end > s->work[last].end))
            last = i;
    }
    return last;
}

static void begin_part(const struct schedule *s, struct stream_work *w, double now)
{
    struct work_part *part = &s->parts[w->first_part + w->part];
    const double from = fmax(now, w->begin + part->not_before);
    const bool waits = part->after >= 0 && s->work[part->after].state != WORK_DONE;
    const double seen =
        part->after >= 0 && !waits ? s->work[part->after].end + s->links->flag.gap : 0;
    part->begin = fmax(from, seen);
    w->part_end = part->end = waits ? INFINITY : part->begin + part->us;
}

static void begin(const struct schedule *s, struct stream_work *w, double now)
{
    if (w->ready < now - 2 * SHORTEST && (takes_sms(w) || is_peer_copy(w)) && !w->meets)
        w->waited_for = last_before(s, w);
    w->state = WORK_RUNNING;
    w->begin = now;
    w->part = 0;
    w->left = 0;
    w->part_end = now;
    if (w->kind == WORK_KERNEL && w->parts > 0)
        begin_part(s, w, now);
    else if (w->kind == WORK_KERNEL)
        w->part_end += w->us;
    else if (w->kind == WORK_COLLECTIVE)
        w->part_end += s->links->collective_us + w->bytes / s->links->collective_rate;
    else if (w->kind == WORK_COPY && w->from == w->to)
        w->part_end += w->bytes / s->links->memory_rate;
    else if (w->kind == WORK_COPY)
        w->part_end = INFINITY, w->left = w->bytes;
}

// All that begin together are ready, and there is room for them.
static bool can_meet(struct schedule *s, const struct stream_work *w, double now, int *last)
{
    int there = 0;
    for (int i = s->first_open; i < s->count; i++) {
        struct stream_work *o = &s->work[i];
        if (o->meets != w->meets || o->state != WORK_ISSUED || !is_ready(s, o) ||
            o->ready > now + SHORTEST || !has_room(s, o))
            continue;
        const double ahead = there++ == 0 ? 1 : o->ready - s->work[*last].ready;
        if (ahead > SHORTEST || (ahead > -SHORTEST && o->device < s->work[*last].device))
            *last = i;
    }
    return there == w->members;
}

static bool begin_all(struct schedule *s, double now)
{
    bool moved = false;
    for (int i = s->first_open; i < s->count; i++) {
        struct stream_work *w = &s->work[i];
        int last = i;
        if (w->state != WORK_ISSUED || !is_ready(s, w) || w->ready > now + SHORTEST)
            continue;
        if (w->meets ? !can_meet(s, w, now, &last) : !has_room(s, w) || !engine_is_free(s, w))
            continue;
        const int64_t meets = w->meets;
        for (int j = meets ? s->first_open : i; j < (meets ? s->count : i + 1); j++)
            if (s->work[j].state == WORK_ISSUED && s->work[j].meets == meets) {
                if (meets && j != last && s->work[last].ready > s->work[j].ready + SHORTEST)
                    s->work[j].waited_for = last;
                begin(s, &s->work[j], now);
            }
        moved = true;
    }
    return moved;
}

// ---- End ----------------------------------------------------------------------------------------

// The rate of a running copy. Copies share what goes out of a GPU, and what comes in.
static double rate_of(const struct schedule *s, const struct stream_work *w)
{
    int out = 0, in = 0;
    for (int i = s->first_open; i < s->count; i++) {
        const struct stream_work *o = &s->work[i];
        if (o->state != WORK_RUNNING || o->kind != WORK_COPY || o->left <= 0 ||
            (o->from == SCHEDULE_HOST) != (w->from == SCHEDULE_HOST) ||
            (o->to == SCHEDULE_HOST) != (w->to == SCHEDULE_HOST))
            continue;
        out += o->from == w->from && w->from != SCHEDULE_HOST;
        in += o->to == w->to && w->to != SCHEDULE_HOST;
    }
    const bool by_host = w->from == SCHEDULE_HOST || w->to == SCHEDULE_HOST;
    return (by_host ? s->links->host_rate : s->links->peer_rate) / (out > in ? out : in);
}

static void end(struct schedule *s, struct stream_work *w, double now)
{
    w->state = WORK_DONE;
    w->end = now;
    s->us = w->kind == WORK_SYNC ? s->us : fmax(s->us, now);
    while (s->first_open < s->count && s->work[s->first_open].state == WORK_DONE)
        s->first_open++;
}

static bool end_all(struct schedule *s, double now)
{
    bool moved = false;
    for (int i = s->first_open; i < s->count; i++) {
        struct stream_work *w = &s->work[i];
        if (w->state != WORK_RUNNING)
            continue;
        if (w->parts > 0 && isinf(w->part_end))
            begin_part(s, w, now);
        const bool is_over = isinf(w->part_end) ? w->kind == WORK_COPY && w->left < 1
                                                : w->part_end <= now + SHORTEST;
        if (!is_over)
            continue;
        moved = true;
        if (++w->part < w->parts)
            begin_part(s, w, now);
        else
            end(s, w, now);
    }
    return moved;
}

// ---- Time ---------------------------------------------------------------------------------------

static double next_change(struct schedule *s, double now)
{
    double next = INFINITY;
    for (int t = 0; t < SCHEDULE_THREADS; t++)
        next = fmin(next, next_call(s, t));
    for (int i = s->first_open; i < s->count; i++) {
        const struct stream_work *w = &s->work[i];
        if (w->state == WORK_ISSUED && w->ready > now + SHORTEST)
            next = fmin(next, w->ready);
        if (w->state == WORK_RUNNING)
            next = fmin(next, w->left > 0 ? now + w->left / rate_of(s, w) : w->part_end);
    }
    return next;
}

// Rates depend on what is left, so all of them are computed first.
static void move_bytes(struct schedule *s, double us)
{
    for (int i = s->first_open; i < s->count; i++)
        if (s->work[i].state == WORK_RUNNING && s->work[i].left > 0)
            s->work[i].rate = rate_of(s, &s->work[i]);
    for (int i = s->first_open; i < s->count; i++) {
        struct stream_work *w = &s->work[i];
        if (w->state == WORK_RUNNING && w->left > 0)
            w->left = fmax(0, w->left - w->rate * us);
    }
}

bool schedule_run(struct schedule *s)
{
    double now = 0;
    prepare(s);
    while (!s->why_not[0]) {
        while (issue(s, now) | end_all(s, now) | begin_all(s, now))
            ;
        const double next = next_change(s, now);
        if (isinf(next))
            break;
        move_bytes(s, next - now);
        now = next;
    }
    const bool was_run = !s->why_not[0];
    for (int i = s->first_open; was_run && i < s->count; i++)
        if (s->work[i].state != WORK_DONE)
            give_up(s, &s->work[i], "waits for what never comes");
    return !s->why_not[0];
}
