// SPDX-License-Identifier: MIT
//
// others.h: may another thread of the program still do something that pending work waits for?
#ifndef OTHERS_H
#define OTHERS_H

#include <stdbool.h>

// The calling thread is none of them: it belongs to the engine, or it waits in the engine for
// pending work until it calls others_are().
void others_are_not(void);
void others_are(void);

// Does another thread of the program run, or may it?
bool others_run(void);

struct others {
    double since; // nothing has changed
    int looks;    // that found that none of them may act
};
struct others others_begin(void);
// Looks at all threads of the program. With the engine's lock, which is given back between calls.
// one_must: only another thread can run some of the pending work.
bool others_may_act(struct others *others, bool one_must);

#endif
