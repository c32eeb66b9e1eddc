// SPDX-License-Identifier: MIT
//
// nvtx3.hpp: the C++ interface of NVTX. Its ranges, marks and names do nothing; whatever describes
// one is accepted.
#ifndef EMU_NVTX3_HPP
#define EMU_NVTX3_HPP

#include <stdint.h>

#include "nvToolsExt.h"

namespace nvtx3
{
inline namespace v1
{

struct domain {
    struct global {
        static constexpr const char *name = "";
    };
    template <class D = global> static const domain &get()
    {
        static const domain one;
        return one;
    }
    operator nvtxDomainHandle_t() const { return nullptr; }
};

struct rgb {
    constexpr rgb(uint8_t, uint8_t, uint8_t) {}
};
struct argb {
    constexpr argb(uint8_t, uint8_t, uint8_t, uint8_t) {}
};
struct color {
    using value_type = uint32_t;
    explicit constexpr color(value_type) {}
    constexpr color(rgb) {}
    constexpr color(argb) {}
};
struct category {
    using id_type = uint32_t;
    explicit constexpr category(id_type) {}
};
template <class D = domain::global> struct named_category_in : category {
    named_category_in(id_type id, const char *) : category(id) {}
    template <class C> static const named_category_in &get()
    {
        static const named_category_in one(C::id, C::name);
        return one;
    }
};
template <class D = domain::global> struct registered_string_in {
    explicit registered_string_in(const char *) {}
    explicit registered_string_in(const wchar_t *) {}
    template <class M> static const registered_string_in &get()
    {
        static const registered_string_in one(M::message);
        return one;
    }
};
struct payload {
    template <class T> explicit constexpr payload(T) {}
};
struct event_attributes {
    template <class... Parts> explicit constexpr event_attributes(const Parts &...) {}
};

// Its destructor ends the range, so a variable that only exists is not unused.
template <class D = domain::global> struct scoped_range_in {
    template <class... Parts> explicit scoped_range_in(const Parts &...) {}
    scoped_range_in(const scoped_range_in &) = delete;
    scoped_range_in &operator=(const scoped_range_in &) = delete;
    ~scoped_range_in() {}
};

struct range_handle {
    constexpr range_handle() {}
};
template <class D = domain::global, class... Parts> range_handle start_range_in(const Parts &...)
{
    return {};
}
template <class... Parts> range_handle start_range(const Parts &...) { return {}; }
template <class D = domain::global> void end_range_in(range_handle) {}
inline void end_range(range_handle) {}

template <class D = domain::global> struct unique_range_in {
    template <class... Parts> explicit unique_range_in(const Parts &...) {}
    unique_range_in(unique_range_in &&) {}
    unique_range_in &operator=(unique_range_in &&) { return *this; }
    ~unique_range_in() {}
};

template <class D = domain::global, class... Parts> void mark_in(const Parts &...) {}
template <class... Parts> void mark(const Parts &...) {}

using named_category = named_category_in<>;
using registered_string = registered_string_in<>;
using scoped_range = scoped_range_in<>;
using unique_range = unique_range_in<>;

} // namespace v1
} // namespace nvtx3

#define NVTX3_V1_FUNC_RANGE_IN(D) \
    ::nvtx3::v1::scoped_range_in<D> nvtx3_range__ { __func__ }
#define NVTX3_V1_FUNC_RANGE() NVTX3_V1_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, condition) \
    ::nvtx3::v1::scoped_range_in<D> nvtx3_range__ { __func__, (condition) }
#define NVTX3_V1_FUNC_RANGE_IF(condition) \
    NVTX3_V1_FUNC_RANGE_IF_IN(::nvtx3::v1::domain::global, condition)
#define NVTX3_FUNC_RANGE_IN NVTX3_V1_FUNC_RANGE_IN
#define NVTX3_FUNC_RANGE NVTX3_V1_FUNC_RANGE
#define NVTX3_FUNC_RANGE_IF_IN NVTX3_V1_FUNC_RANGE_IF_IN
#define NVTX3_FUNC_RANGE_IF NVTX3_V1_FUNC_RANGE_IF

#endif
