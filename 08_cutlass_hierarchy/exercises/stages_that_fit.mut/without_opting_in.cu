// SPDX-License-Identifier: MIT
// fails: P stages
// because: 48 KiB is what a block has without asking for more (cudaFuncSetAttribute)
//@1
ANSWER(stages, 48 * 1024 / ((128 * 32 + 32 * 256) * 2));
ANSWER(requests, 8 + 4 - 1);
//@end
