// SPDX-License-Identifier: MIT
#include "link_time.h"

#include <stddef.h>
#include <string.h>

// h100: from bench/results/h100_many_gpus_4.tsv, four GPUs of one host, a host thread for each.
//
// collective_*: 1_all_gather less the product alone, which starts 3 us earlier, is 30, 52, 120 and
// 368 us for 0.8, 6.3, 25 and 101 MB (qkv, 64 to 8192 rows). launch, event, copy: the products
// alone with 64 rows (31 us, of which the kernel takes 10), and 6_shards_out with 64 rows of o,
// which is limited by the host's calls (189 us). peer_rate: cudaMemcpyPeerAsync of 64 MB. across,
// flag.gap: guesses between the 1.5 us of a load over NVLink and the 3 us of a launch.
//
// h200: the same machine but for the memory. host_rate: PCIe 5.0, 16 lanes, 85% of 64 GB/s; not
// measured. memory_rate: half of what a kernel reads (ceilings_h200.txt), 90% of the H100's data
// sheet.
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
