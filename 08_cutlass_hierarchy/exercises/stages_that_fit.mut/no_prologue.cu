// SPDX-License-Identifier: MIT
// fails: P requests
// because: before the first turn STAGES - 1 tiles are fetched already
//@1
ANSWER(stages, 227 * 1024 / ((128 * 32 + 32 * 256) * 2));
ANSWER(requests, 8);
//@end
