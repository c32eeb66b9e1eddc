// SPDX-License-Identifier: MIT
//
// emu/device/arguments.h: passes the arguments of a launch to the kernel's parameters.
//
// CUDA makes one copy of each argument, on the host, and gives every thread its bits: a class's
// copy constructor and destructor never run on the device. Here each thread calls the kernel as a
// function, which would run both. But a parameter whose class has a copy constructor or destructor
// of its own is passed as the address of an object that the caller made (Itanium C++ ABI, 3.1.1).
// So the caller can pass the object that holds the bits.
#ifndef EMU_ARGUMENTS_H
#define EMU_ARGUMENTS_H

#include "../../emu.h"

// Is T trivial to copy and destroy?
template <class T> struct emu_is_plain {
    static constexpr bool value =
        __has_trivial_destructor(T) &&
        (__is_trivially_constructible(T, const T &) || __is_trivially_constructible(T, T &&));
};

// A reference parameter is passed as the argument's address, for instance of managed memory.
template <class T> struct emu_reference {
    T *object;
};
template <class T> EMU_INLINE emu_reference<T> emu_by_reference(T &argument) { return {&argument}; }
template <class T> EMU_INLINE T emu_by_reference(T &&argument)
{
    return static_cast<T &&>(argument);
}

// The expression that replaces a stored argument in the call.
template <class T, bool plain = emu_is_plain<T>::value> struct emu_kept {
    typedef T &type;
    static inline __attribute__((always_inline)) T &value(T &kept) { return kept; }
};
template <class T, bool plain> struct emu_kept<emu_reference<T>, plain> {
    typedef T &type;
    static inline __attribute__((always_inline)) T &value(emu_reference<T> kept)
    {
        return *kept.object;
    }
};
// A function that returns such a class gets the address of the result before its own parameters, so
// the engine can copy the bits into it.
template <class T> struct emu_kept<T, false> {
    typedef T type;
    static inline __attribute__((always_inline)) T value(T &kept)
    {
        typedef T copy(const void *from, size_t bytes);
        return reinterpret_cast<copy *>(reinterpret_cast<void *>(&emu_copy_bits))(&kept,
                                                                                  sizeof kept);
    }
};
template <class T> EMU_INLINE typename emu_kept<T>::type emu_value(T &kept)
{
    return emu_kept<T>::value(kept);
}

// Describes a parameter of type P whose stored argument has type A (void: a literal in the call
// itself): its type in machine code, and the value to pass.
template <class P, class A, bool plain = emu_is_plain<P>::value> struct emu_passed {
    typedef P type;
    static constexpr bool fits = true, by_bits = false;
    template <class K>
    static inline __attribute__((always_inline)) auto give(K &kept) -> decltype(emu_value(kept))
    {
        return emu_value(kept);
    }
};
template <class P, class A> struct emu_passed<P &, A, true> : emu_passed<int, A, true> {
    typedef P &type;
};
template <class P> struct emu_passed<P, P, false> {
    typedef void *type;
    static constexpr bool fits = true, by_bits = true;
    static inline __attribute__((always_inline)) void *give(P &kept) { return &kept; }
};
// A conversion to the class in the call is left to the compiler.
template <class P, class A> struct emu_passed<P, A, false> {
    typedef void *type;
    static constexpr bool fits = false, by_bits = false;
    template <class K> static void *give(K &) { return nullptr; }
};

constexpr bool emu_all() { return true; }
template <class... B> constexpr bool emu_all(bool first, B... rest)
{
    return first && emu_all(rest...);
}

template <size_t I, class... All> struct emu_nth; // empty if there is no such argument
template <size_t I, class T, class... More>
struct emu_nth<I, T, More...> : emu_nth<I - 1, More...> {
};
template <class T, class... More> struct emu_nth<0, T, More...> {
    typedef T type;
};

// Calls a kernel with stored objects that are not copied again; used if `is_needed`.
struct emu_no_call {
    static constexpr bool is_needed = false;
    template <class... X> void operator()(X &&...) const {}
    template <class K> static emu_no_call function(K) { return {}; }
    template <size_t I, class K> static int give(K &) { return 0; }
    template <size_t I, class X> static int literal(X &&) { return 0; }
};
template <bool as_many, class K, class... A> struct emu_bits_call : emu_no_call {
};
template <class... P, class... A> struct emu_bits_call<true, void (*)(P...), A...> {
    static constexpr bool is_needed =
        emu_all(emu_passed<P, A>::fits...) && !emu_all(!emu_passed<P, A>::by_bits...);
    typedef void (*call)(typename emu_passed<P, A>::type...);
    static inline __attribute__((always_inline)) call function(void (*kernel)(P...))
    {
        return reinterpret_cast<call>(reinterpret_cast<void *>(kernel));
    }
    template <size_t I, class K>
    static inline __attribute__((always_inline)) auto give(K &kept)
        -> decltype(emu_nth<I, emu_passed<P, A>...>::type::give(kept))
    {
        return emu_nth<I, emu_passed<P, A>...>::type::give(kept);
    }
    template <size_t I>
    static inline __attribute__((always_inline))
    typename emu_nth<I, emu_passed<P, A>...>::type::type
    literal(typename emu_nth<I, emu_passed<P, A>...>::type::type value)
    {
        return value;
    }
};
template <class K, class... A> struct emu_call_by_bits : emu_no_call {
};
template <class... P, class... A>
struct emu_call_by_bits<void (*)(P...), A...>
    : emu_bits_call<sizeof...(P) == sizeof...(A), void (*)(P...), A...> {
};

#endif
