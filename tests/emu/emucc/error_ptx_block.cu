// expect: error 9 "inline PTX: wgmma.fence.sync.aligned: this instruction is not known to the emulated GPU; use mma.sync"
template <class T> static __forceinline__ __device__ void multiply(T *d, unsigned a)
{
    if (a)
    {
        asm("{\n\t"
            ".reg .pred p;\n\t"
            "setp.ne.b32 p, %1, 0;\n\t"
            "@p wgmma.fence.sync.aligned;\n}"
            : "+f"(*d) : "r"(a));
    }
}

int main() {}
