// SPDX-License-Identifier: MIT
//
// test_ptx.h: launches of test_ptx.cu's kernels. Pointers are device pointers.
#ifndef TESTS_TEST_PTX_H
#define TESTS_TEST_PTX_H

#ifdef __cplusplus
extern "C" {
#endif

enum ptx_copy { PTX_CA_4, PTX_CA_8, PTX_CA_16, PTX_CG_16, PTX_COPIES };

// Copy number b of the block, for b = 0 ... 16, reads b bytes (at most the instruction's size) of
// the 16 at in[16 b], or none at NULL; out gets all 17 x 16 bytes of a tile that held 0xEE.
enum { PTX_PLACE = 16, PTX_PLACES = 17 };
void ptx_copy_bytes(enum ptx_copy copy, const unsigned char *in, unsigned char *out);

// pieces x PTX_THREADS numbers, through a pipeline that leaves `groups` (0 to 7) of them pending;
// each piece comes out as its mirror image.
enum { PTX_THREADS = 96, PTX_MOST_GROUPS = 7 };
void ptx_pipeline(int groups, const int *in, int *out, int pieces);

// Thread t copies its 8 numbers, one each group, and stops after t % 9 of them; what it then reads
// after waiting for all but one group and after waiting for all must be these and zeros. out gets
// the number of elements that are wrong.
enum { PTX_OWN = 8 };
void ptx_own_groups(const int *in, int *wrong);

// Copies inside and outside of groups, all landed after cp_async_wait_all().
void ptx_wait_all(const int *in, int *out);

#ifdef __cplusplus
}
#endif
#endif
