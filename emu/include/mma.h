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
// Sums: products are exact. The sum starts from c and adds them in float (int, double) in the order
// of k. Tensor cores add several products at once, so last bits may differ.
#ifndef EMU_MMA_H
#define EMU_MMA_H

#include <stdint.h>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "device_functions.h"
#include "emu.h"
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

// The type that stores an element, the type of products and sums, K, and the number of elements per
// 32-bit register (for double: 64-bit). Accumulators are also written.
template <class Type> struct traits {
    static_assert(sizeof(Type) == 0, "wmma: this element type is outside what the emulator has");
};
template <class Stored, class Work, int Depth, int PerRegister> struct factor {
    typedef Stored stored;
    typedef Work work;
    enum { depth = Depth, per_register = PerRegister };
    static EMU_WMMA Work read(Stored x) { return (Work)x; }
};
template <class Stored, class Work, int Depth, int PerRegister>
struct sum : factor<Stored, Work, Depth, PerRegister> {
    static EMU_WMMA Stored write(Work x) { return Stored(x); }
};
template <> struct traits<__half> : sum<__half, float, 16, 2> {
};
template <> struct traits<__nv_bfloat16> : factor<__nv_bfloat16, float, 16, 2> {
};
template <> struct traits<precision::tf32> : factor<float, float, 8, 1> {
    // the lower bits are ignored
    static EMU_WMMA float read(float x)
    {
        return emu_float_from_bits(emu_float_bits(x) & ~0x1FFFu);
    }
};
template <> struct traits<signed char> : factor<signed char, int, 16, 4> {
};
template <> struct traits<unsigned char> : factor<unsigned char, int, 16, 4> {
};
template <> struct traits<float> : sum<float, float, 0, 1> {
};
template <> struct traits<int> : sum<int, int, 0, 1> {
};
template <> struct traits<double> : sum<double, double, 4, 1> {
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

    // The inverse: lane * elements + element.
    static EMU_WMMA int index(int line, int along)
    {
        int bits = 0, bit = 0;
        if (AlongFirst && further > 0)
            bits |= (along / (4 * Width) & 1) << bit++;
        if (Lines > 8)
            bits |= (line / 8 & 1) << bit++;
        if (!AlongFirst && further > 0)
            bits |= (along / (4 * Width) & 1) << bit++;
        if (Lines > 16)
            bits |= (line / 16 & 1) << bit++;
        const int lane = line % 8 * 4 + along / Width % 4;
        return lane * elements + bits * Width + along % Width;
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
    element_type x[num_elements];
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

// A lane's contribution: its elements of A and B, in the type of the arithmetic.
template <class Work, int CountA, int CountB> struct operands {
    Work a[CountA], b[CountB];
};

template <class FragmentA, class FragmentB, class TraitsA, class TraitsB, class Operands>
EMU_UNCHECKED void bring(Operands &mine, const FragmentA &a, const FragmentB &b)
{
    for (int i = 0; i < FragmentA::shape::elements; i++)
        mine.a[i] = TraitsA::read(a.x[i]);
    for (int i = 0; i < FragmentB::shape::elements; i++)
        mine.b[i] = TraitsB::read(b.x[i]);
}

// This lane's elements of d = a b + c.
template <class ShapeA, class ShapeB, class TraitsC, class TraitsD, class Work, class FragmentC,
          class FragmentD, class Operands>
EMU_UNCHECKED void multiply(FragmentD &d, const FragmentC &c, const Operands *lanes, int me)
{
    typedef typename FragmentD::shape shape;
    FragmentD result;
    for (int i = 0; i < shape::elements; i++) {
        const place p = shape::of(me, i);
        const int row = shape::swapped ? p.along : p.line;
        const int column = shape::swapped ? p.line : p.along;
        Work sum = TraitsC::read(c.x[i]);
        for (int k = 0; k < ShapeA::columns; k++) {
            const int at_a = ShapeA::index(row, k), at_b = ShapeB::index(column, k);
            sum += lanes[at_a / ShapeA::elements].a[at_a % ShapeA::elements] *
                   lanes[at_b / ShapeB::elements].b[at_b % ShapeB::elements];
        }
        result.x[i] = TraitsD::write(sum);
    }
    d = result; // at the end, because d and c may be the same
}

template <class Fragment> EMU_UNCHECKED bool is_unset(const Fragment &f)
{
    bool found = false;
    for (int i = 0; i < Fragment::shape::elements; i++)
        found |= ::emu_is_unset(f.x[i]);
    return found;
}

} // namespace emu_detail

template <int m, int n, int k, class T, class LayoutA, class LayoutB, class Sum, class Result>
EMU_WMMA void mma_sync(fragment<accumulator, m, n, k, Result> &d,
                       const fragment<matrix_a, m, n, k, T, LayoutA> &a,
                       const fragment<matrix_b, m, n, k, T, LayoutB> &b,
                       const fragment<accumulator, m, n, k, Sum> &c, bool = false)
{
    typedef fragment<matrix_a, m, n, k, T, LayoutA> fragment_a;
    typedef fragment<matrix_b, m, n, k, T, LayoutB> fragment_b;
    typedef emu_detail::traits<T> traits;
    typedef emu_detail::traits<Sum> traits_c;
    typedef emu_detail::traits<Result> traits_d;
    typedef typename traits::work work;
    typedef emu_detail::operands<work, fragment_a::shape::elements, fragment_b::shape::elements>
        operands;
    operands mine;
    if (emu_detail::is_unset(c))
        ::emu_unset("an element of the accumulator");
    if (sizeof(a.x[0]) > 1 && (emu_detail::is_unset(a) || emu_detail::is_unset(b)))
        ::emu_unset("an element of A or B");
    emu_detail::bring<fragment_a, fragment_b, traits, traits>(mine, a, b);
    const operands *lanes = (const operands *)emu_warp_exchange(0xFFFFFFFF, &mine, sizeof mine);
    emu_detail::multiply<typename fragment_a::shape, typename fragment_b::shape, traits_c, traits_d,
                         work>(d, c, lanes, emu_detail::lane());
}

} // namespace wmma
} // namespace nvcuda

#undef EMU_WMMA
#undef EMU_UNCHECKED

#include "emu/device/letters_end.h"
#endif
