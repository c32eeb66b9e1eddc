// SPDX-License-Identifier: MIT
// title: Registers for the sums
// lesson: README.md#6-two-consumers-and-registers-for-their-sums
// minutes: 10
// form: answers
// sizes: 128 256 64
// check: P launch == floor(floor(65536, 384), 8) * 8
// check: P given == 128 * (168 - 40)
// check: P most == 232
// check: P sums == 64 * 256 / 128
// check: P launch_of_512 == 128
// check: P most_of_512 == 152
// stub: P launch, P given, P most, P sums, P launch_of_512, P most_of_512
// hint: At launch all threads of a block have the same number of registers, a multiple of 8. How
//   many are there for each of 384 threads?
// hint: The loader's warpgroup releases registers of 128 threads, and the other warpgroups share
//   them: the sum over all threads is never more than 65,536.
// hint: 65,536 / 384 is 170: 168. 128 * (168 - 40) are released, 64 for each of 256 threads. With
//   512 threads: 128 at launch; 128 * (128 - 56) for 384 threads are 24 each.
// why: The pool is what the launch took, 384 * 168 = 64,512 registers, and not all of the SM's
//   65,536. So the two get 168 + 64 = 232, and with 240 they would wait forever, because no thread
//   releases more. The sums alone are 128 of them. With three consumers instead of two, each has
//   152. 128 sums leave 24, hardly enough for descriptors, addresses and a loop, so the tile of
//   each would have to be smaller.
//
// This exercise has no program to write, only numbers to find on paper. A block of 384 threads,
// three warpgroups, runs alone on an SM, which has 65,536 registers. At launch every thread has the
// most registers that fit, a multiple of 8. Then one warpgroup loads, and goes down to 40 registers
// a thread (setmaxnreg_dec). The other two multiply, and go up as far as possible, to a multiple
// of 8.
//
//     launch           registers of a thread at launch
//     given            that the loader's warpgroup releases, in total
//     most             that a thread of the other two can request
//     sums             floats that a thread holds of its warpgroup's 64 x 256 sums
//     launch_of_512    registers of a thread at launch, if three warpgroups multiply
//     most_of_512      that a thread of these three can request, if the loader goes down to 56
//
// Required: all six are right.

#include "learn/exercise.h"

//@stub
// TODO: replace each 0 by the right number
ANSWER(launch, 0);
ANSWER(given, 0);
ANSWER(most, 0);
ANSWER(sums, 0);
ANSWER(launch_of_512, 0);
ANSWER(most_of_512, 0);
//@solution
ANSWER(launch, 168);
ANSWER(given, 128 * (168 - 40));
ANSWER(most, 168 + 128 * (168 - 40) / 256);
ANSWER(sums, 64 * 256 / 128);
ANSWER(launch_of_512, 128);
ANSWER(most_of_512, 128 + 128 * (128 - 56) / 384);
//@end

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant all_given_back
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

//@mutant not_a_multiple_of_8
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

//@mutant of_a_row
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

//@mutant of_the_whole_sm
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

//@mutant rounded_up
// fails: P most_of_512
// because: registers that do not exist cannot be taken: round down to a multiple of 8
//@1
ANSWER(launch, 168);
ANSWER(given, 128 * (168 - 40));
ANSWER(most, 232);
ANSWER(sums, 128);
ANSWER(launch_of_512, 128);
ANSWER(most_of_512, 160);
//@end

//@mutant with_slack
// fails: P launch_of_512
// because: 65,536 / 512 is already a multiple of 8
//@1
ANSWER(launch, 168);
ANSWER(given, 128 * (168 - 40));
ANSWER(most, 232);
ANSWER(sums, 128);
ANSWER(launch_of_512, 120);
ANSWER(most_of_512, 152);
//@end

#endif
