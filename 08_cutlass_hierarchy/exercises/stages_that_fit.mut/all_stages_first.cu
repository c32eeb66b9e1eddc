// SPDX-License-Identifier: MIT
// fails: P requests
// because: the prologue fills all stages but one
//@1
ANSWER(stages, 227 * 1024 / ((128 * 32 + 32 * 256) * 2));
ANSWER(requests, 8 + 4);
//@end
