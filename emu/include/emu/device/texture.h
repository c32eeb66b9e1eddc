// SPDX-License-Identifier: MIT
//
// emu/device/texture.h: reads through textures, and reads and writes through surfaces.
//
// The engine fetches four 32-bit words for every texture format; here they become the program's
// type. Everything is inlined, so that a diagnosis refers to the user's line.
#ifndef EMU_TEXTURE_H
#define EMU_TEXTURE_H

#include "../../emu.h"
#include "../../texture_types.h"

struct emu_texel {
    unsigned word[4];
};

enum emu_fetch {
    EMU_FETCH_LINEAR, // by element index: tex1Dfetch
    EMU_FETCH_1D,
    EMU_FETCH_2D,
    EMU_FETCH_3D,
    EMU_FETCH_CUBE
};

// Coordinates, and for some kinds the layer, the level of detail, or the component that a gather
// reads.
struct emu_fetch_at {
    enum emu_fetch kind;
    float x, y, z;
    int element, layer; // layer -1: the texture has none
    float level;
    int gather; // component, or -1: no gather
};

extern "C" {
struct emu_texel emu_texture_fetch(cudaTextureObject_t object, const struct emu_fetch_at *at);
// Reads or writes `bytes` at byte x of a row; if value is NULL, reads into `to`. z: for a 3-D
// array; layer -1: none.
void emu_surface(cudaSurfaceObject_t object, int dimensions, int x, int y, int z, int layer,
                 enum cudaSurfaceBoundaryMode mode, void *to, const void *value, unsigned bytes);
cudaTextureObject_t emu_texture_bound(const struct textureReference *reference);
}

// ---- Conversion of words to types ---------------------------------------------------------------

template <class T> struct emu_texel_type; // one for each type of a texture element
#define EMU_TEXEL_TYPE(type, component, how, ...) \
    template <> struct emu_texel_type<type> { \
        static EMU_INLINE_MEMBER type from(const emu_texel &t) { return __VA_ARGS__; } \
        static cudaChannelFormatDesc desc() { return how(sizeof(component), sizeof(type)); } \
        typedef component component_type; \
    };
#define EMU_INLINE_MEMBER inline __attribute__((always_inline))

inline cudaChannelFormatDesc emu_desc(size_t part, size_t whole, cudaChannelFormatKind kind)
{
    const int bits = (int)part * 8, count = (int)(whole / part);
    cudaChannelFormatDesc desc = {bits, count > 1 ? bits : 0, count > 2 ? bits : 0,
                                  count > 3 ? bits : 0, kind};
    return desc;
}
inline cudaChannelFormatDesc emu_desc_signed(size_t part, size_t whole)
{
    return emu_desc(part, whole, cudaChannelFormatKindSigned);
}
inline cudaChannelFormatDesc emu_desc_unsigned(size_t part, size_t whole)
{
    return emu_desc(part, whole, cudaChannelFormatKindUnsigned);
}
inline cudaChannelFormatDesc emu_desc_float(size_t part, size_t whole)
{
    return emu_desc(part, whole, cudaChannelFormatKindFloat);
}

EMU_INLINE float emu_texel_float(unsigned word)
{
    float f;
    __builtin_memcpy(&f, &word, sizeof f);
    return f;
}

#define EMU_TEXEL_FAMILY(name, scalar, how) \
    EMU_TEXEL_TYPE(name##1, scalar, how, name##1 {(scalar)t.word[0]}) \
    EMU_TEXEL_TYPE(name##2, scalar, how, name##2 {(scalar)t.word[0], (scalar)t.word[1]}) \
    EMU_TEXEL_TYPE( \
        name##4, scalar, how, \
        name##4 {(scalar)t.word[0], (scalar)t.word[1], (scalar)t.word[2], (scalar)t.word[3]})
EMU_TEXEL_TYPE(char, char, emu_desc_signed, (char)t.word[0])
EMU_TEXEL_TYPE(signed char, signed char, emu_desc_signed, (signed char)t.word[0])
EMU_TEXEL_TYPE(unsigned char, unsigned char, emu_desc_unsigned, (unsigned char)t.word[0])
EMU_TEXEL_TYPE(short, short, emu_desc_signed, (short)t.word[0])
EMU_TEXEL_TYPE(unsigned short, unsigned short, emu_desc_unsigned, (unsigned short)t.word[0])
EMU_TEXEL_TYPE(int, int, emu_desc_signed, (int)t.word[0])
EMU_TEXEL_TYPE(unsigned, unsigned, emu_desc_unsigned, t.word[0])
EMU_TEXEL_TYPE(float, float, emu_desc_float, emu_texel_float(t.word[0]))
EMU_TEXEL_FAMILY(char, signed char, emu_desc_signed)
EMU_TEXEL_FAMILY(uchar, unsigned char, emu_desc_unsigned)
EMU_TEXEL_FAMILY(short, short, emu_desc_signed)
EMU_TEXEL_FAMILY(ushort, unsigned short, emu_desc_unsigned)
EMU_TEXEL_FAMILY(int, int, emu_desc_signed)
EMU_TEXEL_FAMILY(uint, unsigned, emu_desc_unsigned)
EMU_TEXEL_TYPE(float1, float, emu_desc_float, float1{emu_texel_float(t.word[0])})
EMU_TEXEL_TYPE(float2, float, emu_desc_float,
               float2{emu_texel_float(t.word[0]), emu_texel_float(t.word[1])})
EMU_TEXEL_TYPE(float4, float, emu_desc_float,
               float4{emu_texel_float(t.word[0]), emu_texel_float(t.word[1]),
                      emu_texel_float(t.word[2]), emu_texel_float(t.word[3])})
#undef EMU_TEXEL_FAMILY
#undef EMU_TEXEL_TYPE

// uchar3 and similar types are not element types, but programs may query their bits.
template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
    return emu_texel_type<T>::desc();
}

// ---- Texture objects ----------------------------------------------------------------------------

// Each function has three forms: it returns the value, stores it in *to, or takes a texture
// reference.
#define EMU_TEXTURE(name, parameters, ...) \
    template <class T> EMU_INLINE T name parameters \
    { \
        const emu_fetch_at at = {__VA_ARGS__}; \
        return emu_texel_type<T>::from(emu_texture_fetch(texture, &at)); \
    }
#define EMU_TEXTURES(name, parameters, ...) \
    EMU_TEXTURE(name, (cudaTextureObject_t texture, EMU_LIST parameters), __VA_ARGS__) \
    template <class T> \
    EMU_INLINE void name(T *to, cudaTextureObject_t texture, EMU_LIST parameters) \
    { \
        const emu_fetch_at at = {__VA_ARGS__}; \
        *to = emu_texel_type<T>::from(emu_texture_fetch(texture, &at)); \
    } \
    template <class T, int dimensions, cudaTextureReadMode mode> \
    EMU_INLINE typename emu_texture_reference<T, dimensions, mode>::result name( \
        const emu_texture_reference<T, dimensions, mode> &texture, EMU_LIST parameters) \
    { \
        typedef typename emu_texture_reference<T, dimensions, mode>::result result; \
        const emu_fetch_at at = {__VA_ARGS__}; \
        return emu_texel_type<result>::from(emu_texture_fetch(emu_texture_bound(&texture), &at)); \
    }
#define EMU_LIST(...) __VA_ARGS__

// texture<T, dimensions, mode>, as emucc renames it. The mode may convert elements to float.
template <class T, cudaTextureReadMode mode, int size = sizeof(T)> struct emu_texture_result {
    typedef T type;
};
template <class T, int parts> struct emu_floats_of;
template <class T> struct emu_floats_of<T, 1> {
    typedef float type;
};
template <class T> struct emu_floats_of<T, 2> {
    typedef float2 type;
};
template <class T> struct emu_floats_of<T, 4> {
    typedef float4 type;
};
template <class T, int size> struct emu_texture_result<T, cudaReadModeNormalizedFloat, size> {
    typedef typename emu_floats_of<
        T, (int)(size / sizeof(typename emu_texel_type<T>::component_type))>::type type;
};
template <class T, int dimensions = cudaTextureType1D,
          cudaTextureReadMode mode = cudaReadModeElementType>
struct emu_texture_reference : textureReference {
    typedef typename emu_texture_result<T, mode>::type result;
    emu_texture_reference(int norm = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
                          cudaTextureAddressMode address = cudaAddressModeClamp)
        : emu_texture_reference(norm, filter, address, emu_texel_type<T>::desc())
    {
    }
    emu_texture_reference(int norm, cudaTextureFilterMode filter, cudaTextureAddressMode address,
                          cudaChannelFormatDesc desc)
        : textureReference()
    {
        normalized = norm;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = desc;
        emu_read_mode = mode;
    }
};

EMU_TEXTURES(tex1Dfetch, (int x), EMU_FETCH_LINEAR, 0, 0, 0, x, -1, 0, -1)
EMU_TEXTURES(tex1D, (float x), EMU_FETCH_1D, x, 0, 0, 0, -1, 0, -1)
EMU_TEXTURES(tex2D, (float x, float y), EMU_FETCH_2D, x, y, 0, 0, -1, 0, -1)
EMU_TEXTURES(tex3D, (float x, float y, float z), EMU_FETCH_3D, x, y, z, 0, -1, 0, -1)
EMU_TEXTURES(tex1DLayered, (float x, int layer), EMU_FETCH_1D, x, 0, 0, 0, layer, 0, -1)
EMU_TEXTURES(tex2DLayered, (float x, float y, int layer), EMU_FETCH_2D, x, y, 0, 0, layer, 0, -1)
EMU_TEXTURES(texCubemap, (float x, float y, float z), EMU_FETCH_CUBE, x, y, z, 0, -1, 0, -1)
EMU_TEXTURES(texCubemapLayered, (float x, float y, float z, int layer), EMU_FETCH_CUBE, x, y, z, 0,
             layer, 0, -1)
EMU_TEXTURES(tex1DLod, (float x, float level), EMU_FETCH_1D, x, 0, 0, 0, -1, level, -1)
EMU_TEXTURES(tex2DLod, (float x, float y, float level), EMU_FETCH_2D, x, y, 0, 0, -1, level, -1)
EMU_TEXTURES(tex3DLod, (float x, float y, float z, float level), EMU_FETCH_3D, x, y, z, 0, -1,
             level, -1)
EMU_TEXTURE(tex2Dgather, (cudaTextureObject_t texture, float x, float y, int component = 0),
            EMU_FETCH_2D, x, y, 0, 0, -1, 0, component)
#undef EMU_TEXTURES
#undef EMU_TEXTURE

// ---- Surface objects ----------------------------------------------------------------------------

#define EMU_SURFACE(name, parameters, dimensions, x, y, z, layer) \
    template <class T> \
    EMU_INLINE T name##read(cudaSurfaceObject_t surface, EMU_LIST parameters, \
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { \
        T value; \
        emu_surface(surface, dimensions, x, y, z, layer, mode, &value, nullptr, sizeof(T)); \
        return value; \
    } \
    template <class T> \
    EMU_INLINE void name##read(T *to, cudaSurfaceObject_t surface, EMU_LIST parameters, \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { \
        emu_surface(surface, dimensions, x, y, z, layer, mode, to, nullptr, sizeof(T)); \
    } \
    template <class T> \
    EMU_INLINE void name##write(T value, cudaSurfaceObject_t surface, EMU_LIST parameters, \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { \
        emu_surface(surface, dimensions, x, y, z, layer, mode, nullptr, &value, sizeof(T)); \
    }
EMU_SURFACE(surf1D, (int x), 1, x, 0, 0, -1)
EMU_SURFACE(surf2D, (int x, int y), 2, x, y, 0, -1)
EMU_SURFACE(surf3D, (int x, int y, int z), 3, x, y, z, -1)
EMU_SURFACE(surf1DLayered, (int x, int layer), 1, x, 0, 0, layer)
EMU_SURFACE(surf2DLayered, (int x, int y, int layer), 2, x, y, 0, layer)
EMU_SURFACE(surfCubemap, (int x, int y, int face), 2, x, y, 0, face)
EMU_SURFACE(surfCubemapLayered, (int x, int y, int layer_face), 2, x, y, 0, layer_face)
#undef EMU_SURFACE
#undef EMU_LIST

// ---- Texture references -------------------------------------------------------------------------

template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaBindTexture(size_t *offset, const emu_texture_reference<T, d, m> &texture,
                                   const void *p, size_t bytes = 0xffffffffu)
{
    return cudaBindTexture(offset, &texture, p, &texture.channelDesc, bytes);
}
template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaBindTexture(size_t *offset, const emu_texture_reference<T, d, m> &texture,
                                   const void *p, const cudaChannelFormatDesc &desc,
                                   size_t bytes = 0xffffffffu)
{
    return cudaBindTexture(offset, &texture, p, &desc, bytes);
}
template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaBindTexture2D(size_t *offset, const emu_texture_reference<T, d, m> &texture,
                                     const void *p, const cudaChannelFormatDesc &desc, size_t width,
                                     size_t height, size_t pitch)
{
    return cudaBindTexture2D(offset, &texture, p, &desc, width, height, pitch);
}
template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaBindTexture2D(size_t *offset, const emu_texture_reference<T, d, m> &texture,
                                     const void *p, size_t width, size_t height, size_t pitch)
{
    return cudaBindTexture2D(offset, &texture, p, &texture.channelDesc, width, height, pitch);
}
template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaBindTextureToArray(const emu_texture_reference<T, d, m> &texture,
                                          cudaArray_const_t array)
{
    return cudaBindTextureToArray(&texture, array, nullptr);
}
template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaBindTextureToArray(const emu_texture_reference<T, d, m> &texture,
                                          cudaArray_const_t array,
                                          const cudaChannelFormatDesc &desc)
{
    return cudaBindTextureToArray(&texture, array, &desc);
}
template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaUnbindTexture(const emu_texture_reference<T, d, m> &texture)
{
    return cudaUnbindTexture(&texture);
}

#endif
