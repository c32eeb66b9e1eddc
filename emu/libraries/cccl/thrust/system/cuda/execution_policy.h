// SPDX-License-Identifier: MIT
//
// execution_policy.h: thrust::cuda::par and par.on(stream), which run on the host here.
#pragma once
#include <thrust/execution_policy.h>
#include <thrust/system/cpp/execution_policy.h>

THRUST_NAMESPACE_BEGIN
namespace system
{
namespace cuda
{
struct emu_par : thrust::system::cpp::detail::par_t {
    const emu_par &on(cudaStream_t stream) const
    {
        cudaStreamSynchronize(stream);
        return *this;
    }
};
static const emu_par par, par_nosync;
} // namespace cuda
} // namespace system
namespace cuda
{
using thrust::system::cuda::par;
using thrust::system::cuda::par_nosync;
} // namespace cuda
THRUST_NAMESPACE_END
