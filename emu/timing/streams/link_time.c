// SPDX-License-Identifier: MIT
#include "link_time.h"

#include <stddef.h>
#include <string.h>

// h100: h100_many_gpus_4.tsv as of commit 77665562, products of four GPUs of one host with a host
// thread for each. collective_*: an all-gather adds 30, 52, 120 and 368 us for 0.8, 6.3, 25 and 101
// MB; a reduce-scatter of these sizes adds 5 to 10 us less. launch: products of 64 rows take 18 us
// longer than their kernels, including 8 us of the program. copy, flag: with 64 rows, four
// products, three copies and their events take 154 us, and one kernel, three copies and three flags
// 146; the host's calls are the limit. peer_rate: cudaMemcpyPeerAsync of 64 MB. A GPU's copies run
// one after another: three at once and three in turn take the same time. Guesses: event, across,
// sync, and the gaps. (A load over NVLink takes about 2 us.)
//
// h200: the same but for memory. Not measured: host_rate: 85% of PCIe 5.0 with 16 lanes;
// memory_rate: 90% of half the data sheet's bandwidth, because a copy reads and writes.
#define LINKS_OF_HOPPER \
    .measured = true, .launch = {6, 4, 1}, .copy = {20, 8, 4}, .collective = {8, 5, 2}, \
    .event = {1.5, 1, 1}, .flag = {6, 2, 2}, .sync = 5, .across = 2, .collective_us = 22, \
    .collective_rate = 300e3, .collective_sms = 0.125, .peer_rate = 385e3, .host_rate = 54e3
static const struct link_time links[] = {
    {.key = "h100", LINKS_OF_HOPPER, .memory_rate = 1.5e6},
    {.key = "h200", LINKS_OF_HOPPER, .memory_rate = 2.2e6},
};

const struct link_time *link_time_of(const char *key)
{
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        if (strcmp(links[i].key, key) == 0)
            return &links[i];
    return NULL;
}
