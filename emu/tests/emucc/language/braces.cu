// expect: ok output "6"
// What NVIDIA's cuda_runtime.h brings with it: std::move, lists in braces, headers by their names.
#include <channel_descriptor.h>
#include <cuda_device_runtime_api.h>
#include <driver_functions.h>
#include <surface_indirect_functions.h>
#include <surface_types.h>
#include <texture_indirect_functions.h>
#include <vector_functions.hpp>

int main()
{
    int sum = 0;
    for (int x : {1, 2, 3})
        sum += std::move(x);
    printf("%d\n", sum);
    return 0;
}
