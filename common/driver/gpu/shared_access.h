// SPDX-License-Identifier: MIT
//
// shared_access.h: what a kernel's accesses to shared memory cost, line by line.
#ifndef COMMON_SHARED_ACCESS_H
#define COMMON_SHARED_ACCESS_H

#include <stdio.h>

#include "../../base/failure.h"
#include "../../layout/draw/banks.h"

enum shared_access_kind { SHARED_LOAD, SHARED_STORE, SHARED_CP_ASYNC, SHARED_LDMATRIX };

struct shared_access {
    char file[256];
    int line;
    const char *array; // its name; NULL: dynamic shared memory
    enum shared_access_kind kind;
    long long requests;
    // Passes through the banks, and the fewest possible: as many as the bytes need.
    long long wavefronts, ideal;
    struct bank_request first; // the request of the first warp there
};

// As text: each access with its banks. `first` is drawn with one character per bank.
void shared_accesses_print(const struct shared_access *accesses, int count, FILE *out);

// As a picture: which lane accesses which word. False with the reason if it cannot be written.
bool shared_accesses_draw(const struct shared_access *accesses, int count, const char *title,
                          const char *path, struct failure *why);

#endif
