// SPDX-License-Identifier: MIT
//
// wgmma_kernel.h: the kernels of one wgmma instruction, A in shared memory and A in registers.
// Included once for each:
//
//     WGMMA           the function of common/device/ptx, of width 256: wgmma_m64n256k16_...
//     WGMMA_KERNEL    how the kernels' names begin
//     WGMMA_ACC       type of a sum, and WGMMA_CONSTRAINT, how the text of an instruction takes it
//     WGMMA_NAME      shape and types in that text, and WGMMA_END, the text at its end
//     WGMMA_MORE      further arguments of the function, those of 16-bit types: , false, false
//
// Each round is A B0 + A B1, begun anew: what comes out is known, and every bit of D changes.

// One step along k of a tile that has 32 bytes of it: A in registers.
static __device__ __forceinline__ void
MMA_PASTE(WGMMA_KERNEL, _step)(WGMMA_ACC d[WGMMA_ACCS], const uint32_t a[4], uint64_t b, bool add)
{
#ifdef __EMU_GPU__ // which has no times, and of this form no twin
    (void)a, (void)b, (void)add;
    for (int i = 0; i < WGMMA_ACCS; i++)
        d[i] = 0;
#else
    PTX_SM90A("{ .reg .pred add; setp.ne.b32 add, %133, 0; "
              "wgmma.mma_async.sync.aligned." WGMMA_NAME " {" WGMMA_TEXT_128
              "}, {%128, %129, %130, %131}, %132, add" WGMMA_END "; }"
              : WGMMA_D_128(WGMMA_CONSTRAINT)
              : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"((int)add));
#endif
}

// a_in_registers: a literal.
static __device__ __forceinline__ void MMA_PASTE(WGMMA_KERNEL, _rounds)(const struct wgmma_work *w,
                                                                        bool a_in_registers)
{
    const unsigned char *const tiles = wgmma_tiles(w);
    const int group = (int)threadIdx.x / WGMMA_GROUP;
    const unsigned char *const a = tiles + group * WGMMA_A_BYTES;
    const unsigned char *const b = tiles + WGMMA_GROUPS * WGMMA_A_BYTES;
    uint32_t a_frag[WGMMA_STEPS][4];
    WGMMA_ACC acc[WGMMA_ACCS];
    if (a_in_registers)
        wgmma_a_fragments(a_frag, a);
#pragma unroll 1
    for (int round = 0; round < WGMMA_ROUNDS; round++) {
        wgmma_fence();
#pragma unroll
        for (int i = 0; i < 2 * WGMMA_STEPS; i++) {
            const int step = i % WGMMA_STEPS * WGMMA_STEP;
            const uint64_t b_now = wgmma_tile(b + i / WGMMA_STEPS * WGMMA_B_BYTES + step);
            if (a_in_registers)
                MMA_PASTE(WGMMA_KERNEL, _step)(acc, a_frag[i % WGMMA_STEPS], b_now, i > 0);
            else
                WGMMA(acc, wgmma_tile(a + step), b_now, i > 0 WGMMA_MORE);
        }
        wgmma_commit_group();
        wgmma_wait_group(0);
    }
    WGMMA_ACC *const mine = (WGMMA_ACC *)w->sums + (blockIdx.x * blockDim.x + threadIdx.x);
#pragma unroll
    for (int i = 0; i < WGMMA_ACCS; i++)
        mine[(size_t)i * gridDim.x * blockDim.x] = acc[i];
}

__global__ void __launch_bounds__(WGMMA_GROUPS *WGMMA_GROUP)
    MMA_PASTE(WGMMA_KERNEL, _shared)(struct wgmma_work w)
{
    MMA_PASTE(WGMMA_KERNEL, _rounds)(&w, false);
}

__global__ void __launch_bounds__(WGMMA_GROUPS *WGMMA_GROUP)
    MMA_PASTE(WGMMA_KERNEL, _registers)(struct wgmma_work w)
{
    MMA_PASTE(WGMMA_KERNEL, _rounds)(&w, true);
}

#undef WGMMA
#undef WGMMA_KERNEL
#undef WGMMA_ACC
#undef WGMMA_CONSTRAINT
#undef WGMMA_NAME
#undef WGMMA_END
#undef WGMMA_MORE
