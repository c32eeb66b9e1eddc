// SPDX-License-Identifier: MIT
// title: Where counting ends
// lesson: README.md#how-accurate-is-it
// minutes: 8
// form: answers sgemm
// sizes: 1 1 1
// check: P bf16_stops == global_store_requests
// check: P f16_stops == global_atomic_requests
// check: P product_bound == 7
// stub: P bf16_stops, P f16_stops, P product_bound
// hint: With 3 significant bits: 1 2 3 4 5 6 7 8, and then? Which number is halfway to the next
//   one?
// hint: "How exact is it?": f16 has 11 significant bits, bf16 has 8. How far apart are numbers?
// hint: From 2^p on, numbers of p bits are 2 apart. So adding 1 is a tie, and ties go to the even
//   number.
// why: With p significant bits, all whole numbers up to 2^p exist. 2^p + 1 is halfway between two
//   of them and is rounded to the even one, 2^p: adding 1 no longer changes the sum. So sums of
//   bf16 products are kept in f32. Rounding to p bits has an error of at most half of the last bit,
//   2^-p of the number: 2^-8 for each of a and b. The errors of two factors add, so the product has
//   2^-7.
//
// Predict, on paper. The kernels below add 1 to a sum until it no longer grows, one sum in bf16,
// the other in f16. Each addition rounds to the nearest number of the type.
//
//     bf16_stops      the last sum in bf16
//     f16_stops       the last sum in f16
//     product_bound   a and b are float32 numbers rounded to bf16. The relative error of a b is
//                     at most about 2^-x: x
//
// Checked: the kernels run, and the emulated GPU counts each addition that changed the sum. The
// third answer is arithmetic.

#include "learn/exercise.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "common/device/cuda_check.h"

//@stub
ANSWER(bf16_stops, 0); // TODO
//@solution
ANSWER(bf16_stops, 256);
//@end

//@stub
ANSWER(f16_stops, 0); // TODO
//@solution
ANSWER(f16_stops, 2048);
//@end

//@stub
ANSWER(product_bound, 0); // TODO
//@solution
ANSWER(product_bound, 7);
//@end

__global__ void count_in_bf16(float *C)
{
    const __nv_bfloat16 one = __float2bfloat16_rn(1);
    __nv_bfloat16 sum = one;
    for (*C = 1; __hgt(__hadd(sum, one), sum); *C = __bfloat162float(sum)) // a store for each sum
        sum = __hadd(sum, one);
}

__global__ void count_in_f16(float *C)
{
    const half one = __float2half_rn(1);
    half sum = one;
    for (atomicAdd(C, 1); __hgt(__hadd(sum, one), sum); atomicAdd(C, 1)) // an atomic for each
        sum = __hadd(sum, one);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    count_in_bf16<<<1, 1>>>(C);
    CUDA_CHECK_LAUNCH();
    count_in_f16<<<1, 1>>>(C);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant as_exact_as_float
// fails: P bf16_stops
// because: The range of a float, but not its 24 bits.
//@1
ANSWER(bf16_stops, 16777216);
//@end

//@mutant errors_multiplied
// fails: P product_bound
// because: The errors multiplied: they add up, and their product is what may be left out.
//@3
ANSWER(product_bound, 16);
//@end

//@mutant fraction_bits
// fails: P bf16_stops
// because: The 7 bits of the fraction: the leading one, which is not stored, counts too.
//@1
ANSWER(bf16_stops, 128);
//@end

//@mutant half_of_it
// fails: P f16_stops
// because: The 10 bits of the fraction: from 1024 on numbers are 1 apart, and the sum still grows.
//@2
ANSWER(f16_stops, 1024);
//@end

//@mutant largest
// fails: P f16_stops
// because: The largest f16: the gaps between numbers stop the sum long before.
//@2
ANSWER(f16_stops, 65504);
//@end

//@mutant one_factor
// fails: P product_bound
// because: The error of one factor; both are rounded.
//@3
ANSWER(product_bound, 8);
//@end

//@mutant one_more_bit
// fails: P bf16_stops
// because: All 8 bits below the leading one: 8 are significant, that one included.
//@1
ANSWER(bf16_stops, 512);
//@end

#endif
