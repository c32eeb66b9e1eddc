// SPDX-License-Identifier: MIT
//
// texture.c: texture and surface objects, and texture references.
#include "texture.h"
#include "../host/host.h"
#include "../count/count.h"
#include "../report/report.h"
#include "../run/run.h"

#include "emu/device/array.h"

// ---- Objects by number --------------------------------------------------------------------------

enum { FIRST = 1, MAX_OBJECTS = 4096 };
static struct texture objects[MAX_OBJECTS];
static unsigned long long count;

static struct texture *find(unsigned long long object, bool surface)
{
    struct texture *t = object - FIRST < count ? &objects[object - FIRST] : NULL;
    return t && t->is_surface == surface && !t->is_destroyed ? t : NULL;
}

const struct texture *texture_of(unsigned long long object, bool surface, const char *pc)
{
    const struct texture *t = find(object, surface);
    const char *what = surface ? "surface" : "texture";
    if (emu_current)
        trace_unknown(emu_current->block, "it uses textures or surfaces");
    if (t)
        return t;
    if (object - FIRST < count && objects[object - FIRST].is_destroyed)
        report_and_stop(cudaErrorIllegalAddress, KIND_MISTAKE, pc, NULL,
                        "destroy it after the last kernel that uses it",
                        "a %s object that has been destroyed", what);
    report_and_stop(cudaErrorIllegalAddress, KIND_MISTAKE, pc, NULL,
                    surface ? "pass what cudaCreateSurfaceObject gave"
                            : "pass what cudaCreateTextureObject gave; an old texture reference "
                              "must be bound before the launch",
                    "%llu is not a %s object", object, what);
}

// ---- Resources ----------------------------------------------------------------------------------

static cudaError_t refuse(const char *pc, const char *why)
{
    call_refused(pc, "the texture or surface object", why);
    return set_error_at(cudaErrorInvalidValue, pc);
}

// Describes memory as an image. Returns false if the element type is not supported.
static bool see_memory(struct texture *t, const struct cudaResourceDesc *r)
{
    struct image *image = &t->level[0];
    const bool linear = r->resType == cudaResourceTypeLinear;
    if (!image_element(image, linear ? &r->res.linear.desc : &r->res.pitch2D.desc))
        return false;
    t->is_linear = linear;
    image->height = image->depth = 1;
    if (linear) {
        image->base = r->res.linear.devPtr;
        image->pitch = r->res.linear.sizeInBytes;
        image->width = (long long)(image->pitch / element_bytes(image));
    } else {
        image->base = r->res.pitch2D.devPtr;
        image->pitch = r->res.pitch2D.pitchInBytes;
        image->width = (long long)r->res.pitch2D.width;
        image->height = (long long)r->res.pitch2D.height;
    }
    image->slice = image->pitch * (size_t)image->height;
    return image->base && (uintptr_t)image->base % element_bytes(image) == 0 &&
           image->pitch % element_bytes(image) == 0 &&
           image->pitch >= (size_t)image->width * element_bytes(image);
}

static bool see_resource(struct texture *t, const struct cudaResourceDesc *r)
{
    t->resource = *r;
    switch (r->resType) {
    case cudaResourceTypeArray:
        if (!r->res.array.array)
            return false;
        t->level[0] = r->res.array.array->image;
        return true;
    case cudaResourceTypeMipmappedArray:
        if (!r->res.mipmap.mipmap)
            return false;
        t->levels = r->res.mipmap.mipmap->levels;
        for (int i = 0; i < t->levels; i++)
            t->level[i] = r->res.mipmap.mipmap->level[i]->image;
        return true;
    default: return see_memory(t, r);
    }
}

static cudaError_t create(unsigned long long *object, const struct cudaResourceDesc *resource,
                          const struct cudaTextureDesc *how, const char *pc)
{
    engine_init();
    if (!object || !resource)
        return set_error_at(cudaErrorInvalidValue, pc);
    unsigned long long slot = count; // a number is reused only if no new one is left
    for (unsigned long long i = 0; slot == MAX_OBJECTS && i < MAX_OBJECTS; i++)
        if (objects[i].is_destroyed)
            slot = i;
    if (slot == MAX_OBJECTS)
        return refuse(pc, "there are 4096 of them already");
    struct texture *t = &objects[slot];
    const char *why = NULL;
    *t = (struct texture){.levels = 1};
    t->is_surface = !how;
    if (how)
        t->how = *how;
    if (!see_resource(t, resource))
        why = "the resource is none: an array that is NULL, an element that is not 1, 2 or 4 "
              "components of 8, 16 or 32 bits, or memory not at a multiple of its elements";
    else if (how && how->filterMode == cudaFilterModeLinear &&
             how->readMode == cudaReadModeElementType &&
             t->level[0].desc.f != cudaChannelFormatKindFloat)
        why = "linear filtering gives floats: for integers ask for cudaReadModeNormalizedFloat";
    else if (how && how->readMode == cudaReadModeNormalizedFloat &&
             t->level[0].desc.f != cudaChannelFormatKindFloat && t->level[0].component_bytes > 2)
        why = "cudaReadModeNormalizedFloat is for integers of 8 or 16 bits";
    else if (how && how->sRGB)
        why = "sRGB is not there";
    else if (!how && resource->resType != cudaResourceTypeArray)
        why = "a surface is of a CUDA array";
    else if (!how && !(t->level[0].flags & cudaArraySurfaceLoadStore))
        why = "the array was not made with the flag cudaArraySurfaceLoadStore";
    if (why)
        return refuse(pc, why);
    count += slot == count;
    repeat_forget();
    *object = FIRST + slot;
    return cudaSuccess;
}

static cudaError_t destroy(unsigned long long object, bool surface, const char *pc)
{
    struct texture *t = find(object, surface);
    if (!t)
        return object ? set_error_at(cudaErrorInvalidValue, pc) : cudaSuccess;
    t->is_destroyed = true;
    repeat_forget();
    return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view)
{
    if (!texture)
        return set_error(cudaErrorInvalidValue);
    if (view && view->format != 0)
        return refuse(CALLER(), "a view of another format (cudaResourceViewDesc) is not there");
    return create(object, resource, texture, CALLER());
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    return destroy(object, false, CALLER());
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource)
{
    return create(object, resource, NULL, CALLER());
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
    return destroy(object, true, CALLER());
}

static cudaError_t get_resource(struct cudaResourceDesc *resource, unsigned long long object,
                                bool surface, const char *pc)
{
    const struct texture *t = find(object, surface);
    if (!t || !resource)
        return set_error_at(cudaErrorInvalidValue, pc);
    *resource = t->resource;
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t object)
{
    return get_resource(resource, object, false, CALLER());
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t object)
{
    return get_resource(resource, object, true, CALLER());
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture,
                                            cudaTextureObject_t object)
{
    const struct texture *t = find(object, false);
    if (!t || !texture)
        return set_error(cudaErrorInvalidValue);
    *texture = t->how;
    return cudaSuccess;
}

// ---- Texture references -------------------------------------------------------------------------

cudaTextureObject_t emu_texture_bound(const struct textureReference *reference)
{
    return reference->emu_object;
}

static cudaError_t bind(const struct textureReference *reference,
                        const struct cudaResourceDesc *resource, const char *pc)
{
    struct textureReference *r = (struct textureReference *)(uintptr_t)reference;
    struct cudaTextureDesc how = {
        .addressMode = {r->addressMode[0], r->addressMode[1], r->addressMode[2]},
        .filterMode = r->filterMode,
        .readMode = r->emu_read_mode,
        .normalizedCoords = r->normalized};
    destroy(r->emu_object, false, pc);
    r->emu_object = 0;
    return create(&r->emu_object, resource, &how, pc);
}

cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *texture, const void *p,
                            const struct cudaChannelFormatDesc *desc, size_t bytes)
{
    struct cudaResourceDesc r = {.resType = cudaResourceTypeLinear};
    if (!texture || !desc)
        return set_error(cudaErrorInvalidValue);
    if (offset)
        *offset = 0;
    r.res.linear.devPtr = (void *)(uintptr_t)p;
    r.res.linear.desc = *desc;
    const size_t element = (size_t)(desc->x + desc->y + desc->z + desc->w) / 8;
    r.res.linear.sizeInBytes = element ? bytes / element * element : 0;
    return bind(texture, &r, CALLER());
}

cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *texture, const void *p,
                              const struct cudaChannelFormatDesc *desc, size_t width, size_t height,
                              size_t pitch)
{
    struct cudaResourceDesc r = {.resType = cudaResourceTypePitch2D};
    if (!texture || !desc)
        return set_error(cudaErrorInvalidValue);
    if (offset)
        *offset = 0;
    r.res.pitch2D.devPtr = (void *)(uintptr_t)p;
    r.res.pitch2D.desc = *desc;
    r.res.pitch2D.width = width;
    r.res.pitch2D.height = height;
    r.res.pitch2D.pitchInBytes = pitch;
    return bind(texture, &r, CALLER());
}

cudaError_t cudaBindTextureToArray(const struct textureReference *texture, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *desc)
{
    struct cudaResourceDesc r = {.resType = cudaResourceTypeArray};
    (void)desc;
    if (!texture)
        return set_error(cudaErrorInvalidValue);
    r.res.array.array = (cudaArray_t)(uintptr_t)array;
    return bind(texture, &r, CALLER());
}

cudaError_t cudaUnbindTexture(const struct textureReference *texture)
{
    struct textureReference *r = (struct textureReference *)(uintptr_t)texture;
    if (!r)
        return set_error(cudaErrorInvalidValue);
    destroy(r->emu_object, false, CALLER());
    r->emu_object = 0;
    return cudaSuccess;
}
