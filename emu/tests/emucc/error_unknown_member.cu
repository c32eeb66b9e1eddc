// expect: error 6 "wonders of struct cudaDeviceProp: the emulated GPU has nothing of this name"
#include <stdio.h>
int main()
{
    cudaDeviceProp prop = {};
    printf("%d", prop.wonders);
    return 0;
}
