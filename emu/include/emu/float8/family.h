// SPDX-License-Identifier: MIT
//
// emu/float8/family.h: the C++ classes of one 8-bit floating-point type, of its pairs and fours.
// cuda_fp8.h includes this file twice, with these names defined:
//
//     EMU_F8 EMU_F8X2 EMU_F8X4    the classes
//     EMU_F8_TYPE                 which type: __NV_E4M3, __NV_E5M2
//
// It undefines them at its end.

#define EMU_F8_MEMBER __attribute__((always_inline))

struct EMU_F8 {
    __nv_fp8_storage_t __x;

    EMU_F8() = default;
    EMU_F8_MEMBER explicit EMU_F8(const float f) { set((double)f); }
    EMU_F8_MEMBER explicit EMU_F8(const double d) { set(d); }
    EMU_F8_MEMBER explicit EMU_F8(const __half h) { set((double)__half2float(h)); }
    EMU_F8_MEMBER explicit EMU_F8(const __nv_bfloat16 b) { set((double)__bfloat162float(b)); }
    EMU_F8_MEMBER explicit EMU_F8(const short i) { set((double)i); }
    EMU_F8_MEMBER explicit EMU_F8(const unsigned short i) { set((double)i); }
    EMU_F8_MEMBER explicit EMU_F8(const int i) { set((double)i); }
    EMU_F8_MEMBER explicit EMU_F8(const unsigned i) { set((double)i); }
    EMU_F8_MEMBER explicit EMU_F8(const long i) { set((double)i); }
    EMU_F8_MEMBER explicit EMU_F8(const unsigned long i) { set((double)i); }
    EMU_F8_MEMBER explicit EMU_F8(const long long i) { set((double)i); }
    EMU_F8_MEMBER explicit EMU_F8(const unsigned long long i) { set((double)i); }

    EMU_F8_MEMBER explicit operator float() const { return emu_float8_to_float(__x, EMU_F8_TYPE); }
    EMU_F8_MEMBER explicit operator double() const { return (double)(float)*this; }
    EMU_F8_MEMBER explicit operator __half() const { return __float2half((float)*this); }
    EMU_F8_MEMBER explicit operator __nv_bfloat16() const { return __float2bfloat16((float)*this); }
    EMU_F8_MEMBER explicit operator bool() const { return (__x & 0x7F) != 0; }
    EMU_F8_MEMBER explicit operator char() const { return (char)(int)(float)*this; }
    EMU_F8_MEMBER explicit operator signed char() const { return (signed char)(int)(float)*this; }
    EMU_F8_MEMBER explicit operator unsigned char() const
    {
        return (unsigned char)(int)(float)*this;
    }
    EMU_F8_MEMBER explicit operator short() const { return (short)(int)(float)*this; }
    EMU_F8_MEMBER explicit operator unsigned short() const
    {
        return (unsigned short)(int)(float)*this;
    }
    EMU_F8_MEMBER explicit operator int() const { return (int)(float)*this; }
    EMU_F8_MEMBER explicit operator unsigned() const { return (unsigned)(float)*this; }
    EMU_F8_MEMBER explicit operator long() const { return (long)(float)*this; }
    EMU_F8_MEMBER explicit operator unsigned long() const { return (unsigned long)(float)*this; }
    EMU_F8_MEMBER explicit operator long long() const { return (long long)(float)*this; }
    EMU_F8_MEMBER explicit operator unsigned long long() const
    {
        return (unsigned long long)(float)*this;
    }

  private:
    EMU_F8_MEMBER void set(double x)
    {
        __x = emu_float8_from_double(x, __NV_SATFINITE, EMU_F8_TYPE);
    }
};

struct EMU_F8X2 {
    __nv_fp8x2_storage_t __x;

    EMU_F8X2() = default;
    EMU_F8_MEMBER explicit EMU_F8X2(const float2 f)
    {
        __x = __nv_cvt_float2_to_fp8x2(f, __NV_SATFINITE, EMU_F8_TYPE);
    }
    EMU_F8_MEMBER explicit EMU_F8X2(const double2 d)
    {
        __x = __nv_cvt_double2_to_fp8x2(d, __NV_SATFINITE, EMU_F8_TYPE);
    }
    EMU_F8_MEMBER explicit EMU_F8X2(const __half2 h) : EMU_F8X2(__half22float2(h)) {}
    EMU_F8_MEMBER explicit EMU_F8X2(const __nv_bfloat162 b) : EMU_F8X2(__bfloat1622float2(b)) {}
    EMU_F8_MEMBER explicit operator float2() const
    {
        return make_float2(emu_float8_to_float((uint8_t)__x, EMU_F8_TYPE),
                           emu_float8_to_float((uint8_t)(__x >> 8), EMU_F8_TYPE));
    }
    EMU_F8_MEMBER explicit operator __half2() const { return __float22half2_rn((float2) * this); }
};

struct EMU_F8X4 {
    __nv_fp8x4_storage_t __x;

    EMU_F8X4() = default;
    EMU_F8_MEMBER explicit EMU_F8X4(const float4 f)
    {
        set(EMU_F8X2(make_float2(f.x, f.y)), EMU_F8X2(make_float2(f.z, f.w)));
    }
    EMU_F8_MEMBER explicit EMU_F8X4(const double4 d)
    {
        set(EMU_F8X2(make_double2(d.x, d.y)), EMU_F8X2(make_double2(d.z, d.w)));
    }
    EMU_F8_MEMBER EMU_F8X4(const __half2 low, const __half2 high)
    {
        set(EMU_F8X2(low), EMU_F8X2(high));
    }
    EMU_F8_MEMBER EMU_F8X4(const __nv_bfloat162 low, const __nv_bfloat162 high)
    {
        set(EMU_F8X2(low), EMU_F8X2(high));
    }
    EMU_F8_MEMBER explicit operator float4() const
    {
        EMU_F8X2 low, high;
        low.__x = (__nv_fp8x2_storage_t)__x;
        high.__x = (__nv_fp8x2_storage_t)(__x >> 16);
        const float2 l = (float2)low, h = (float2)high;
        return make_float4(l.x, l.y, h.x, h.y);
    }

  private:
    EMU_F8_MEMBER void set(const EMU_F8X2 low, const EMU_F8X2 high)
    {
        __x = low.__x | (__nv_fp8x4_storage_t)high.__x << 16;
    }
};

#undef EMU_F8_MEMBER
#undef EMU_F8
#undef EMU_F8X2
#undef EMU_F8X4
#undef EMU_F8_TYPE
