// SPDX-License-Identifier: MIT
//
// peers.h: several GPUs (EMU_GPUS).
#ifndef PEERS_H
#define PEERS_H

#include "../base/base.h"

// While a kernel runs on `device`, memory of GPUs without peer access is inaccessible.
void peers_close(int device);
void peers_open(int device);

// pool.c
cudaMemPool_t pool_of_device(int device); // the pool of cudaMallocAsync
int pool_device(cudaMemPool_t pool);
bool pool_is_reached_by(cudaMemPool_t pool, int device);

#endif
