// SPDX-License-Identifier: MIT
//
// rates.h: what was measured on two and four GPUs (bench/results/h200_many_gpus_2.tsv), for
// 8_tuned's choice and for the expected times.
#ifndef MANY_RATES_H
#define MANY_RATES_H

// Bytes per us: of warps of the product that fetch (4_pull), of tiles that are stored to peers (7),
// of a kernel that only stores rows to peers, of one that also adds (one_shot.h), and of kernels
// that only read and write memory.
static const double FETCH = 270e3, STORE = 250e3, ONE_SHOT = 400e3, ONE_SHOT_ADDS = 250e3;
static const double MEMORY = 2.5e6;

static const double SENDS = 1.03; // the product's time by this, if its epilogue sends and adds

#endif
