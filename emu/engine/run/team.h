// SPDX-License-Identifier: MIT
//
// team.h: the threads of the PC that run the blocks of a launch.
#ifndef TEAM_H
#define TEAM_H

#include "../base/base.h"

// Gives the launch a team: one worker for each core of the PC, fewer for a small launch. on_caller:
// the calling thread is one of the workers, so only this thread can run a phase.
void team_take(struct launch *launch, bool on_caller);
void team_give(struct launch *launch); // the launch has ended

// How long blocks that only poll must find nothing new before the phase ends. LOOK_LONG is the
// patience that precedes the report of a deadlock.
enum look { LOOK_SHORT, LOOK_NORMAL, LOOK_LONG };

// Runs the launch until it has ended, or all of its resident blocks only poll. Returns true if it
// has ended. Sets launch->moved if the phase has changed anything.
bool team_run(struct launch *launch, enum look look);
bool team_can_run(const struct launch *launch); // from this thread?

// The blocks that have begun and not ended: calls each() for the first of each worker's list.
void team_for_each(const struct launch *launch, void (*each)(struct block *list, void *to),
                   void *to);
void team_drop(struct launch *launch); // ends its blocks wherever they are

#endif
