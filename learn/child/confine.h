// SPDX-License-Identifier: MIT
//
// confine.h: which system calls the process that runs a learner's code may make, from now on and in
// all that it starts: no files to write, no network, no signals to and no tracing of other
// processes, no new process group.
#ifndef LEARN_CHILD_CONFINE_H
#define LEARN_CHILD_CONFINE_H

#include <stdbool.h>

// False where the system has no seccomp filters.
bool confine(void);

#endif
