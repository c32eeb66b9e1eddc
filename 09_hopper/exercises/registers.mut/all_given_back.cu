// SPDX-License-Identifier: MIT
// fails: P given
// because: the loader keeps 40
//@1
ANSWER(launch, 168);
ANSWER(given, 128 * 168);
ANSWER(most, 232);
ANSWER(sums, 128);
ANSWER(launch_of_512, 128);
ANSWER(most_of_512, 152);
//@end
