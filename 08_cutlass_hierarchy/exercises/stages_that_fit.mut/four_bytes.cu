// SPDX-License-Identifier: MIT
// fails: P stages
// because: an f16 has two bytes, not four
//@1
ANSWER(stages, 227 * 1024 / ((128 * 32 + 32 * 256) * 4));
ANSWER(requests, 8 + 4 - 1);
//@end
