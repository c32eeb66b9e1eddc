// SPDX-License-Identifier: MIT
// fails: P sums
// because: a row has 256 sums, and four lanes share two rows
//@1
ANSWER(launch, 168);
ANSWER(given, 128 * (168 - 40));
ANSWER(most, 232);
ANSWER(sums, 256);
ANSWER(launch_of_512, 128);
ANSWER(most_of_512, 152);
//@end
