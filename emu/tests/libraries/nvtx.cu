// SPDX-License-Identifier: MIT
//
// nvtx.cu: programs that mark ranges and name streams for a profiler compile without a warning, and
// nothing happens.
#include <nvToolsExt.h>
#include <nvToolsExtCuda.h>
#include <nvToolsExtCudaRt.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCuda.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <nvtx3/nvtx3.hpp>

#include "../headers/check.h"

struct solver {
    static constexpr const char *name = "solver";
};
struct phase {
    static constexpr const char *name = "copy";
    static constexpr uint32_t id = 7;
};
struct begun {
    static constexpr const char *message = "begun";
};

__global__ void fill(int *out) { out[threadIdx.x] = (int)threadIdx.x; }

static void with_c(cudaStream_t stream, cudaEvent_t event)
{
    nvtxEventAttributes_t what = {};
    what.version = NVTX_VERSION;
    what.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    what.messageType = NVTX_MESSAGE_TYPE_ASCII;
    what.message.ascii = "range";
    nvtxInitialize(NULL);
    nvtxNameCudaDevice(0, "GPU");
    nvtxNameCudaStream(stream, "copies");
    nvtxNameCudaEventW(event, L"end");
    nvtxNameCuStreamA(stream, "copies");
    nvtxNameCategory(1, "category");
    nvtxNameOsThread(1, "thread");
    const nvtxDomainHandle_t domain = nvtxDomainCreate("solver");
    nvtxDomainNameCategoryA(domain, 1, "category");
    nvtxDomainRangePushEx(domain, &what);
    nvtxDomainRangePop(domain);
    nvtxDomainDestroy(domain);
    const nvtxRangeId_t whole = nvtxRangeStartW(L"whole");
    nvtxMark("begun");
    nvtxMarkW(L"begun");
    HOST_CHECK(nvtxRangePush("inner") == 0 && nvtxRangePop() == 0);
    nvtxRangeEnd(whole);
}

static void with_cpp(void)
{
    NVTX3_FUNC_RANGE_IN(solver);
    nvtx3::scoped_range range{"step"};
    nvtx3::scoped_range_in<solver> inner{nvtx3::named_category_in<solver>::get<phase>(),
                                         nvtx3::rgb{127, 255, 0}, nvtx3::payload{3.0}};
    const nvtx3::event_attributes what{nvtx3::registered_string::get<begun>(),
                                       nvtx3::color{0xff00ff00}};
    nvtx3::mark(what);
    nvtx3::mark_in<solver>("here");
    const auto handle = nvtx3::start_range("from here");
    nvtx3::end_range(handle);
    nvtx3::unique_range range_of_its_own{"unique"};
}

int main(void)
{
    NVTX3_FUNC_RANGE();
    cudaStream_t stream;
    cudaEvent_t event;
    int *out;
    HOST_CHECK(!cudaStreamCreate(&stream) && !cudaEventCreate(&event) &&
               !cudaMallocManaged(&out, 32 * sizeof *out));
    with_c(stream, event);
    with_cpp();
    fill<<<1, 32, 0, stream>>>(out);
    HOST_CHECK(!cudaStreamSynchronize(stream) && out[31] == 31);
    cudaFree(out);
    cudaEventDestroy(event);
    cudaStreamDestroy(stream);
    return check_result();
}
