// SPDX-License-Identifier: MIT
//
// product_body.h: one of CUTLASS's kernels as a peer, after
//
//     PRODUCT        the function's name
//     ELEMENT        of A and B; C and the sums are float
//     B_LAYOUT       by_rows, or by_columns where B is stored n x k; A and C are by rows
//     OPERATOR       CUDA cores or tensor cores
//     BLOCK, WARP, INSTRUCTION   tiles m, n, k
//     STAGES         of shared memory
//     IN_ONE_ACCESS  elements of A and B; rows must be multiples of it
#define PRODUCT_JOIN(name, suffix) name##suffix
#define PRODUCT_NAME(name, suffix) PRODUCT_JOIN(name, suffix)
#define KERNEL PRODUCT_NAME(PRODUCT, _kernel)

typedef cutlass::gemm::device::Gemm<
    ELEMENT, by_rows, ELEMENT, B_LAYOUT, float, by_rows, float, OPERATOR, cutlass::arch::Sm80,
    gemm_shape::GemmShape<BLOCK>, gemm_shape::GemmShape<WARP>, gemm_shape::GemmShape<INSTRUCTION>,
    cutlass::epilogue::thread::LinearCombination<float, (IN_ONE_ACCESS > 1 ? 4 : 1), float, float>,
    panels, STAGES, IN_ONE_ACCESS, IN_ONE_ACCESS>
    KERNEL;

static bool PRODUCT(const struct problem *problem, struct failure *why)
{
    const struct gemm_problem *p = &problem->p;
    const KERNEL::Arguments arguments(
        {p->m, p->n, p->k}, {(const ELEMENT *)problem->d_A, p->lda},
        {(const ELEMENT *)problem->d_B, p->ldb}, {(const float *)problem->d_C, p->ldc},
        {(float *)problem->d_C, p->ldc}, {(float)p->alpha, (float)p->beta});
    if (KERNEL::can_implement(arguments) != cutlass::Status::kSuccess)
        return fail(why, "this kernel of CUTLASS takes rows of multiples of %d elements",
                    IN_ONE_ACCESS > 4 ? IN_ONE_ACCESS : 4);
    KERNEL gemm;
    const cutlass::Status status = gemm(arguments);
    return status == cutlass::Status::kSuccess ||
           fail(why, "CUTLASS: %s", cutlassGetStatusString(status));
}

#undef PRODUCT_JOIN
#undef PRODUCT_NAME
#undef KERNEL
#undef PRODUCT
#undef ELEMENT
#undef B_LAYOUT
#undef OPERATOR
#undef BLOCK
#undef WARP
#undef INSTRUCTION
#undef STAGES
#undef IN_ONE_ACCESS
