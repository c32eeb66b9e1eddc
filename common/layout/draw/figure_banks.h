// SPDX-License-Identifier: MIT
//
// figure_banks.h: what a warp requests from the banks of shared memory, as text and as a picture.
#ifndef COMMON_LAYOUT_FIGURE_BANKS_H
#define COMMON_LAYOUT_FIGURE_BANKS_H

#include "banks.h"
#include "picture.h"

// A row for each part of the warp that is served at once: how many words of each bank.
void bank_passes_print(const struct bank_passes *passes, const struct bank_request *request,
                       FILE *out);

// Two panels: which lane accesses which word, and how many words each bank must deliver. The first
// one's caption begins with `caption`.
bool figure_banks(struct picture *p, const struct bank_request *request,
                  const struct bank_passes *passes, const char *caption, struct failure *why);

#endif
