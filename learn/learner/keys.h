// SPDX-License-Identifier: MIT
//
// keys.h: single keys from a terminal, without Enter.
#ifndef LEARN_LEARNER_KEYS_H
#define LEARN_LEARNER_KEYS_H

#include <stdbool.h>

// Whether standard input and output are a terminal; then keys come one by one until keys_end, which
// also the end of the program and SIGINT, SIGTERM, SIGHUP see to.
bool keys_begin(void);
void keys_end(void);

// The next key within so many milliseconds; 0: none; -1: there will be none any more.
int keys_next(int milliseconds);

#endif
