// SPDX-License-Identifier: MIT
//
// nvToolsExt.h: NVTX marks ranges for NVIDIA's profilers. Here its functions do nothing.
#ifndef EMU_NVTX_H
#define EMU_NVTX_H

#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_NO_PUSH_POP_TRACKING (-2)

typedef enum { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;

typedef struct {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    union {
        const char *ascii;
        const wchar_t *unicode;
        nvtxStringHandle_t registered;
    } message;
} nvtxEventAttributes_t;

#define EMU_NVTX static inline __attribute__((unused))
// A function with one argument, and one with a domain before it.
#define EMU_NVTX_NOTHING(type, name, parameter, result) \
    EMU_NVTX type nvtx##name(parameter what) \
    { \
        (void)what; \
        return result; \
    } \
    EMU_NVTX type nvtxDomain##name(nvtxDomainHandle_t domain, parameter what) \
    { \
        (void)domain; \
        (void)what; \
        return result; \
    }
EMU_NVTX_NOTHING(void, MarkEx, const nvtxEventAttributes_t *, )
EMU_NVTX_NOTHING(void, MarkA, const char *, )
EMU_NVTX_NOTHING(void, MarkW, const wchar_t *, )
EMU_NVTX_NOTHING(int, RangePushEx, const nvtxEventAttributes_t *, 0)
EMU_NVTX_NOTHING(int, RangePushA, const char *, 0)
EMU_NVTX_NOTHING(int, RangePushW, const wchar_t *, 0)
EMU_NVTX_NOTHING(nvtxRangeId_t, RangeStartEx, const nvtxEventAttributes_t *, 0)
EMU_NVTX_NOTHING(nvtxRangeId_t, RangeStartA, const char *, 0)
EMU_NVTX_NOTHING(nvtxRangeId_t, RangeStartW, const wchar_t *, 0)
EMU_NVTX_NOTHING(void, RangeEnd, nvtxRangeId_t, )
EMU_NVTX_NOTHING(nvtxStringHandle_t, RegisterStringA, const char *, NULL)
EMU_NVTX_NOTHING(nvtxStringHandle_t, RegisterStringW, const wchar_t *, NULL)
#undef EMU_NVTX_NOTHING

EMU_NVTX void nvtxInitialize(const void *reserved) { (void)reserved; }
EMU_NVTX int nvtxRangePop(void) { return 0; }
EMU_NVTX int nvtxDomainRangePop(nvtxDomainHandle_t domain)
{
    (void)domain;
    return 0;
}
EMU_NVTX nvtxDomainHandle_t nvtxDomainCreateA(const char *name)
{
    (void)name;
    return NULL;
}
EMU_NVTX nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *name)
{
    (void)name;
    return NULL;
}
EMU_NVTX void nvtxDomainDestroy(nvtxDomainHandle_t domain) { (void)domain; }
EMU_NVTX void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category,
                                      const char *name)
{
    (void)domain;
    (void)category;
    (void)name;
}
EMU_NVTX void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain, uint32_t category,
                                      const wchar_t *name)
{
    (void)domain;
    (void)category;
    (void)name;
}

// Names a thing for the profiler's timeline, with characters of both widths.
#define EMU_NVTX_NAME(name, parameter) \
    EMU_NVTX void nvtxName##name##A(parameter what, const char *label) \
    { \
        (void)what; \
        (void)label; \
    } \
    EMU_NVTX void nvtxName##name##W(parameter what, const wchar_t *label) \
    { \
        (void)what; \
        (void)label; \
    }
EMU_NVTX_NAME(Category, uint32_t)
EMU_NVTX_NAME(OsThread, uint32_t)

#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA

#endif
