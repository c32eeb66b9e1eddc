// expect: error 6 "inline PTX (mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32)"
template <class T> static __forceinline__ __device__ void multiply(T *d, unsigned a)
{
    if (a)
    {
        asm("{\n\t.reg .pred p;\n\tmma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0}, {%1};\n}"
            : "+f"(*d) : "r"(a));
    }
}

int main() {}
