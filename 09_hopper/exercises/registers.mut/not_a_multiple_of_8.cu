// SPDX-License-Identifier: MIT
// fails: P launch
// because: registers come in eights
//@1
ANSWER(launch, 170);
ANSWER(given, 128 * (168 - 40));
ANSWER(most, 232);
ANSWER(sums, 128);
ANSWER(launch_of_512, 128);
ANSWER(most_of_512, 152);
//@end
