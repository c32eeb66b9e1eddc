// SPDX-License-Identifier: MIT
// fails: P most
// because: the pool is what the launch took, and not all 65,536
//@1
ANSWER(launch, 168);
ANSWER(given, 128 * (168 - 40));
ANSWER(most, 240);
ANSWER(sums, 128);
ANSWER(launch_of_512, 128);
ANSWER(most_of_512, 152);
//@end
