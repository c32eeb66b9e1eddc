// SPDX-License-Identifier: MIT
//
// mma.h: nvcuda::wmma, matrix products by a warp on tensor cores.
//
//     fragments of M x N x K      A and B                    C and D
//     16x16x16 32x8x16 8x32x16    half                       half or float
//                                 __nv_bfloat16              float
//                                 signed or unsigned char    int
//     16x16x8                     precision::tf32            float
//     8x8x4                       double                     double
//
// Layout: CUDA does not specify which lane holds which element. The layout here is that of an H200
// (printed there for every shape and type). A lane belongs to one of 8 lines (lane / 4). Each of
// its 32-bit registers holds neighbours along the line, selected by lane % 4. Further registers
// hold the elements 8 or 16 lines further, or further along the line.
//
// Sums: nvcc compiles a product to one or two of mma.sync's instructions, whose registers are those
// of the fragments. So mma_sync() calls them, and the sums are those of the tensor cores bit for
// bit.
#ifndef EMU_MMA_H
#define EMU_MMA_H

#include <stdint.h>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "device_functions.h"
#include "emu.h"
#include "emu/device/matrix.h"
#include "emu/device/letters.h"

#define EMU_WMMA inline __attribute__((always_inline))
// Code that reads the engine's buffers or private copies, which are not accesses of the program.
#define EMU_UNCHECKED __attribute__((noinline, no_sanitize("thread")))

namespace nvcuda
{
namespace wmma
{

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision
{
struct tf32;
}

// Rounds a float to the 10 fraction bits that tensor cores read; ties away from zero.
EMU_WMMA float __float_to_tf32(float x)
{
    const uint32_t bits = emu_float_bits(x);
    if ((bits & 0x7F800000) == 0x7F800000)
        return x;
    return emu_float_from_bits((bits + 0x1000) & ~0x1FFFu);
}

// ---- Types and shapes ---------------------------------------------------------------------------

namespace emu_detail
{

// The type that stores an element, its kind of number, K, the number of elements per 32-bit
// register (for double: 64-bit), and the compute capability that the products need.
template <class Type> struct traits {
    static_assert(sizeof(Type) == 0, "wmma: this element type is outside what the emulator has");
};
template <class Stored, emu_number Number, int Depth, int PerRegister, int Needs> struct element {
    typedef Stored stored;
    static const emu_number number = Number;
    enum { depth = Depth, per_register = PerRegister, needs = Needs };
};
template <> struct traits<__half> : element<__half, EMU_F16, 16, 2, 70> {
};
template <> struct traits<__nv_bfloat16> : element<__nv_bfloat16, EMU_BF16, 16, 2, 80> {
};
template <> struct traits<precision::tf32> : element<float, EMU_TF32, 8, 1, 80> {
};
template <> struct traits<signed char> : element<signed char, EMU_S8, 16, 4, 72> {
};
template <> struct traits<unsigned char> : element<unsigned char, EMU_U8, 16, 4, 72> {
};
template <> struct traits<float> : element<float, EMU_F32, 0, 1, 70> {
};
template <> struct traits<int> : element<int, EMU_S32, 0, 1, 72> {
};
template <> struct traits<double> : element<double, EMU_F64, 4, 1, 80> {
};

// ---- Layout -------------------------------------------------------------------------------------

// A position in a fragment: `line` is the index in the dimension of lane / 4, `along` in the other.
struct place {
    int line, along;
};

// A fragment of Lines x Along elements. Width neighbours share a register. AlongFirst: the second
// register continues along the line, not 8 lines further.
template <int Lines, int Along, int Width, bool AlongFirst> struct layout {
    enum { elements = Lines * Along / 32, further = Along > 4 * Width ? 4 * Width : 0 };

    static EMU_WMMA place of(int lane, int element)
    {
        place p = {lane / 4, lane % 4 * Width + element % Width};
        int bits = element / Width;
        if (AlongFirst && further > 0) {
            p.along += (bits & 1) * further;
            bits >>= 1;
        }
        if (Lines > 8) {
            p.line += (bits & 1) * 8;
            bits >>= 1;
        }
        if (!AlongFirst && further > 0) {
            p.along += (bits & 1) * further;
            bits >>= 1;
        }
        if (Lines > 16)
            p.line += (bits & 1) * 16;
        return p;
    }
};

// The layout of each use. `swapped`: the lines are the columns of the matrix.
template <class Use, int M, int N, int K, class Type> struct shape;
template <int M, int N, int K, class Type>
struct shape<matrix_a, M, N, K, Type> : layout<M, K, traits<Type>::per_register, false> {
    enum { rows = M, columns = K, swapped = 0 };
};
template <int M, int N, int K, class Type>
struct shape<matrix_b, M, N, K, Type> : layout<N, K, traits<Type>::per_register, N == 16> {
    enum { rows = K, columns = N, swapped = 1 };
};
template <int M, int N, int K, class Type>
struct shape<accumulator, M, N, K, Type> : layout<(N == 32 ? N : M), (N == 32 ? M : N), 2, false> {
    enum { rows = M, columns = N, swapped = N == 32 };
};

template <class Use> struct is_accumulator {
    enum { yes = 0 };
};
template <> struct is_accumulator<accumulator> {
    enum { yes = 1 };
};
template <class Type> struct is_half {
    enum { yes = 0 };
};
template <> struct is_half<__half> {
    enum { yes = 1 };
};

template <class Layout> struct order;
template <> struct order<row_major> {
    enum { rows_first = 1 };
};
template <> struct order<col_major> {
    enum { rows_first = 0 };
};

EMU_WMMA int lane()
{
    const uint3 t = ::threadIdx;
    const dim3 n = ::blockDim;
    return (int)(((t.z * n.y + t.y) * n.x + t.x) % 32);
}

} // namespace emu_detail

// ---- Fragments ----------------------------------------------------------------------------------

template <typename Use, int m, int n, int k, typename T, typename Layout = void> class fragment
{
    typedef emu_detail::traits<T> type_traits;
    static_assert((m == 16 && n == 16 && (k == 16 || k == 8)) || (m == 32 && n == 8 && k == 16) ||
                      (m == 8 && n == 32 && k == 16) || (m == 8 && n == 8 && k == 4),
                  "wmma: the shapes are 16x16x16, 32x8x16, 8x32x16, 16x16x8 and 8x8x4");
    static_assert(emu_detail::is_accumulator<Use>::yes || type_traits::depth == k,
                  "wmma: this element type does not come with this K");

  public:
    typedef emu_detail::shape<Use, m, n, k, T> shape;
    typedef typename type_traits::stored element_type;
    typedef typename type_traits::stored storage_element_type;
    // half operands always have 16 elements; smaller fragments repeat theirs
    enum {
        num_elements = emu_detail::is_half<T>::yes && !emu_detail::is_accumulator<Use>::yes
                           ? 16
                           : (int)shape::elements,
        num_storage_elements = num_elements
    };
    // aligned as the registers that mma.sync reads
    alignas(sizeof(element_type) > 4 ? sizeof(element_type) : 4) element_type x[num_elements];
};

template <class Use, int m, int n, int k, class T, class Layout>
EMU_WMMA void fill_fragment(fragment<Use, m, n, k, T, Layout> &f,
                            typename fragment<Use, m, n, k, T, Layout>::element_type value)
{
    for (int i = 0; i < f.num_elements; i++)
        f.x[i] = value;
}

// ---- Loads and stores of fragments --------------------------------------------------------------

namespace emu_detail
{

// The alignment that CUDA requires of types of 16 and 32 bits.
template <class T> EMU_WMMA void check(const T *p, unsigned ld)
{
    if (sizeof(T) == 2 || sizeof(T) == 4)
        emu_wmma_check(p, (uint64_t)ld * sizeof(T));
}

// The offset in memory of a lane's element.
template <class Shape> EMU_WMMA int64_t offset(int element, unsigned ld, bool rows_first)
{
    const place p = Shape::of(lane(), element);
    const int row = Shape::swapped ? p.along : p.line, column = Shape::swapped ? p.line : p.along;
    return rows_first ? (int64_t)row * ld + column : (int64_t)column * ld + row;
}

} // namespace emu_detail

// All lanes of the warp execute these together; the barriers make that known to the checks.
template <class Use, int m, int n, int k, class T, class Layout>
EMU_WMMA void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f,
                               const typename fragment<Use, m, n, k, T, Layout>::element_type *p,
                               unsigned ld)
{
    typedef typename fragment<Use, m, n, k, T, Layout>::shape shape;
    emu_detail::check(p, ld);
    emu_syncwarp(0xFFFFFFFF);
    for (int i = 0; i < shape::elements; i++)
        f.x[i] = p[emu_detail::offset<shape>(i, ld, emu_detail::order<Layout>::rows_first)];
    for (int i = shape::elements; i < f.num_elements; i++)
        f.x[i] = f.x[i % shape::elements];
}

template <int m, int n, int k, class T>
EMU_WMMA void load_matrix_sync(fragment<accumulator, m, n, k, T> &f,
                               const typename fragment<accumulator, m, n, k, T>::element_type *p,
                               unsigned ld, layout_t layout)
{
    typedef typename fragment<accumulator, m, n, k, T>::shape shape;
    emu_detail::check(p, ld);
    emu_syncwarp(0xFFFFFFFF);
    for (int i = 0; i < f.num_elements; i++)
        f.x[i] = p[emu_detail::offset<shape>(i, ld, layout == mem_row_major)];
}

template <int m, int n, int k, class T>
EMU_WMMA void store_matrix_sync(typename fragment<accumulator, m, n, k, T>::element_type *p,
                                const fragment<accumulator, m, n, k, T> &f, unsigned ld,
                                layout_t layout)
{
    typedef typename fragment<accumulator, m, n, k, T>::shape shape;
    emu_detail::check(p, ld);
    emu_syncwarp(0xFFFFFFFF);
    for (int i = 0; i < f.num_elements; i++)
        p[emu_detail::offset<shape>(i, ld, layout == mem_row_major)] = f.x[i];
}

// ---- The product --------------------------------------------------------------------------------

namespace emu_detail
{

template <class To, class From> EMU_UNCHECKED void convert(To &to, const From &from)
{
    for (int i = 0; i < To::num_elements; i++)
        to.x[i] = typename To::element_type((float)from.x[i]);
}

template <class Fragment> EMU_UNCHECKED bool is_unset(const Fragment &f)
{
    bool found = false;
    for (int i = 0; i < Fragment::shape::elements; i++)
        found |= ::emu_is_unset(f.x[i]);
    return found;
}

} // namespace emu_detail

// C and D of one type. An instruction multiplies 16 lines (double: 8) by 8 lines: the lines of A
// and those of B, or if N is 32 the other way round. A product takes two if one of them has twice
// as many.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class Sum>
EMU_WMMA void mma_sync(fragment<accumulator, m, n, k, Sum> &d,
                       const fragment<matrix_a, m, n, k, T, LayoutA> &a,
                       const fragment<matrix_b, m, n, k, T, LayoutB> &b,
                       const fragment<accumulator, m, n, k, Sum> &c, bool saturates = false)
{
    typedef emu_detail::traits<T> traits;
    enum {
        swapped = n == 32,
        a_lines = swapped ? n : m,
        b_lines = swapped ? m : n,
        lines = a_lines < 16 ? 8 : 16,
        a_step = a_lines > 16 ? lines * k / 32 : 0, // elements from one instruction to the next
        b_step = b_lines > 8 ? 8 * k / 32 : 0,
        d_step = lines * 8 / 32
    };
    const struct emu_mma which = {
        "wmma::mma_sync", lines,     8, k, traits::number, emu_detail::traits<Sum>::number,
        traits::needs,    saturates, 0};
    if (sizeof(a.x[0]) > 1 && (emu_detail::is_unset(a) || emu_detail::is_unset(b)))
        ::emu_unset("an element of A or B");
    for (int i = 0; i < m * n / (lines * 8); i++)
        ::emu_mma(&which, d.x + i * d_step, (swapped ? b.x : a.x) + i * a_step,
                  (swapped ? a.x : b.x) + i * b_step, c.x + i * d_step);
}

// C in half and D in float, or the reverse.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class Sum, class Result>
EMU_WMMA void mma_sync(fragment<accumulator, m, n, k, Result> &d,
                       const fragment<matrix_a, m, n, k, T, LayoutA> &a,
                       const fragment<matrix_b, m, n, k, T, LayoutB> &b,
                       const fragment<accumulator, m, n, k, Sum> &c, bool saturates = false)
{
    fragment<accumulator, m, n, k, float> sum;
    if (emu_detail::is_unset(c))
        ::emu_unset("an element of the accumulator");
    emu_detail::convert(sum, c);
    mma_sync(sum, a, b, sum, saturates);
    emu_detail::convert(d, sum);
}

} // namespace wmma
} // namespace nvcuda

#undef EMU_WMMA
#undef EMU_UNCHECKED

#include "emu/device/letters_end.h"
#endif
