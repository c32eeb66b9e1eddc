// SPDX-License-Identifier: MIT
// fails: P most_of_512
// because: what is not there cannot be taken: down to a multiple of 8
//@1
ANSWER(launch, 168);
ANSWER(given, 128 * (168 - 40));
ANSWER(most, 232);
ANSWER(sums, 128);
ANSWER(launch_of_512, 128);
ANSWER(most_of_512, 160);
//@end
