// expect: error 9 "inline PTX: wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16: this instruction is not known to the emulated GPU; of wgmma it has the types of common/device/ptx/wgmma.h: D in f32 or s32, and A and B of one type"
template <class T> static __forceinline__ __device__ void multiply(T *d, uint64_t a)
{
    if (a)
    {
        asm("{\n\t"
            ".reg .pred p;\n\t"
            "setp.ne.b32 p, %1, 0;\n\t"
            "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%0, %1}, %2, %2, p, 1, 1, 0, 0;\n}"
            : "+r"(d[0]), "+r"(d[1]) : "l"(a));
    }
}

int main() {}
