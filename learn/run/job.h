// SPDX-License-Identifier: MIT
//
// job.h: what the runner and the process that runs a learner's code say to each other, by two files
// without names that the process finds open.
//
//     ORDER_FD     struct order, job_count times struct job, then the operands
//     REPORT_FD    chunks: a head, and that many bytes
//
// Both are closed, or moved to another number, before code of the learner's runs. The nonce is a
// secret of this run, which the learner's code cannot read (child/secret.h): what does not bring it
// was not written by child.c.
#ifndef LEARN_RUN_JOB_H
#define LEARN_RUN_JOB_H

#include <stdbool.h>

#include "../../common/step/counters.h"
#include "../../common/step/matrix.h"
#include "../../common/step/step.h"
#include "../source/form.h"

enum { ORDER_FD = 3, REPORT_FD = 4, MAX_JOBS = 16, NONCE_BYTES = 16 };

struct nonce {
    unsigned char bytes[NONCE_BYTES];
};

struct order {
    struct nonce nonce;
    unsigned char place[2]; // of the report among the numbers of files
    enum form form;
    int job_count;
    bool confined;    // the process confines itself (child/confine.c): not with a real GPU's driver
    bool strict;      // no run where that is not possible
    char gpu[24];     // to be emulated; "": the usual one
    int gpus;         // how many are emulated; 0: one
    char heat_of[64]; // a counter: the line that most of it comes from is drawn; "": none
};

// One operand: its shape, and where its bytes stand in the order. Of C what it holds before.
struct operand {
    int rows, cols, ld;
    enum dtype type;
    long long at, bytes; // bytes: from the first to the last element
};

struct job {
    struct gemm_problem problem;
    struct operand A, B, C;
};

enum chunk_kind {
    CHUNK_ANSWERS, // text, "name value" a line
    CHUNK_LAYOUTS, // text, "name layout" a line
    CHUNK_OUTCOME, // struct outcome
    CHUNK_RESULT,  // C, as many bytes as the job gave
    CHUNK_HEAT,    // text
    CHUNK_END      // the process is through
};

struct chunk {
    struct nonce nonce;
    int kind, job;
    long long bytes; // of what follows
};

// What became of one job.
struct outcome {
    char error[200];      // the error that a call or a kernel left, or ""
    bool behind;          // bytes past the end of C were written
    double ms, cublas_ms; // of a real GPU; 0: not timed
    // Of the emulated GPU:
    bool emulated;
    bool checked; // mistakes were looked for
    struct counts counts;
    long long found;     // diagnoses
    char found_kind[24]; // of the first: "race" ...
    long long stored;    // elements of C that a kernel stored to
    long long copied;    // bytes that the call copied from the device to the host
    long long sent;      // bytes that came to the device by copies and arguments of kernels
    // Of chapter 01:
    long long accesses, misses;
};

#endif
