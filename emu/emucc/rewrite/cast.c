// SPDX-License-Identifier: MIT
// cast.c: casts of kernels to addresses. In CUDA, nvcc records the types of a kernel's parameters.
// The emulator's headers take them from the kernel's type, so the cast must go.
//
//     cudaLaunchCooperativeKernel((void *)kernel, ...)     without the cast
//     params.func = (void *)kernel;                        params.func = ::emu_register() % kernel;
#include "rewriter.h"

// Returns the token after a `(void *)` or a `reinterpret_cast<const void *>` at i, or i.
static size_t skip_cast(const struct source *source, size_t i)
{
    size_t begin = i, end;
    if (is(source, i, "reinterpret_cast") || is(source, i, "static_cast")) {
        begin = i + 1;
        end = is(source, begin, "<") ? skip_angles(source, begin) : NOWHERE;
    } else {
        end = is(source, i, "(") ? skip_one(source, i) : NOWHERE;
    }
    if (end == NOWHERE)
        return i;
    bool is_void = false;
    for (size_t k = begin + 1; k + 1 < end; k++) {
        is_void |= is(source, k, "void");
        if (!is(source, k, "void") && !is(source, k, "*") && keyword_at(source, k) != KEY_CONST)
            return i;
    }
    return is_void ? end : i;
}

void see_launch_call(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    if (!is(source, i + 1, "(") ||
        (!is(source, i, "cudaLaunchKernel") && !is(source, i, "cudaLaunchCooperativeKernel")))
        return;
    size_t after = skip_cast(source, i + 2);
    if (after != i + 2)
        replace_tokens(rewriter, i + 2, after, "");
}

// Processes a kernel's name after `(void *)`.
void see_kernel_cast(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    if (i < 4 || !is(source, i - 1, ")") || source->tokens[i - 1].match == NO_MATCH ||
        !is_user_code(rewriter, i))
        return;
    const size_t open = source->tokens[i - 1].match;
    const size_t end = is(source, i + 1, "<") ? skip_angles(source, i + 1) : i + 1;
    if (skip_cast(source, open) != i || edit_at(rewriter, open) || end == NOWHERE ||
        is(source, end, "(") ||
        kernel_reference(&rewriter->kernels, source, i, end) != REFERENCE_FUNCTION)
        return;
    replace_tokens(rewriter, open, i, "::emu_register() %");
}
