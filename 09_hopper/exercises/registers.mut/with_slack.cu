// SPDX-License-Identifier: MIT
// fails: P launch_of_512
// because: 65,536 / 512 is a multiple of 8 as it is
//@1
ANSWER(launch, 168);
ANSWER(given, 128 * (168 - 40));
ANSWER(most, 232);
ANSWER(sums, 128);
ANSWER(launch_of_512, 120);
ANSWER(most_of_512, 152);
//@end
