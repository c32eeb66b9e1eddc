// SPDX-License-Identifier: MIT
// fails: P stages
// because: a stage holds the tiles of both A and B
//@1
ANSWER(stages, 227 * 1024 / (128 * 32 * 2));
ANSWER(requests, 8 + 4 - 1);
//@end
