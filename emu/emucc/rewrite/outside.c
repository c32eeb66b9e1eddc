// SPDX-License-Identifier: MIT
//
// outside.c: reports features that the emulated GPU does not have, where the program uses them.
#include "rewriter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/message.h"

// ---- NVIDIA's libraries -------------------------------------------------------------------------

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// A program may have a cuda.h of its own. NVIDIA's headers name their owner in the notice at the
// top.
static bool is_nvidias(const char *path)
{
    char top[4096];
    FILE *file = fopen(path, "r");
    const size_t length = file ? fread(top, 1, sizeof top - 1, file) : 0;
    top[length] = '\0';
    if (file)
        fclose(file);
    return strstr(top, "NVIDIA") != NULL;
}

// If CUDA is installed, the compiler may find headers of libraries that cannot work here.
void see_headers(const struct rewriter *rewriter)
{
    static const char *const headers[] = {
        "cuda.h",           "cublas_v2.h", "cublas.h", "cublasLt.h", "cublasXt.h",
        "cufft.h",          "cufftXt.h",   "curand.h", "cusparse.h", "cusolverDn.h",
        "cudnn.h",          "cutensor.h",  "nccl.h",   "nvrtc.h",    "nvjpeg.h",
        "nvml.h",           "cupti.h",     "npp.h",    "cutlass.h",  "curand_kernel.h",
        "cusolver_common.h"};
    const struct source *source = &rewriter->source;
    for (size_t i = 0; i < source->directive_count; i++) {
        const struct directive *directive = &source->directives[i];
        const char *path = source->places[directive->place].name;
        if (!directive->begins_file || is_our_place(rewriter, directive->place))
            continue;
        for (size_t k = 0; k < sizeof headers / sizeof *headers; k++)
            if (strcmp(base_name(path), headers[k]) == 0 && is_nvidias(path))
                complain_at(source->places[directive->from_place].name, directive->from_line, 0,
                            "%s: this library of NVIDIA's is not available on the emulated GPU",
                            headers[k]);
    }
}

// ---- Features identified by a name --------------------------------------------------------------

static struct feature {
    const char *what;
    const char *names; // separated by blanks
    bool is_declared;  // a header declares the name
} features[] = {
    {"gradients and sparse textures are", "tex1DGrad tex2DGrad tex3DGrad texCubemapGrad", false},
    {"surface references (gone in CUDA 12; surface objects are there) are",
     "surfaceReference cudaBindSurfaceToArray", false},
    {"graphs that a kernel launches are",
     "cudaGetCurrentGraphExec cudaStreamGraphFireAndForget cudaStreamGraphTailLaunch", false},
    {"graphics and other systems' memory are",
     "cudaGraphicsResource cudaGraphicsGLRegisterBuffer cudaGraphicsMapResources "
     "cudaGraphicsUnmapResources cudaGraphicsUnregisterResource cudaGLSetGLDevice "
     "cudaGraphicsResourceGetMappedPointer cudaImportExternalMemory cudaImportExternalSemaphore "
     "cudaExternalMemory_t cudaExternalSemaphore_t",
     false},
    {"transforms on several GPUs and callbacks are",
     "cufftXtSetGPUs cufftXtMalloc cufftXtMemcpy cufftXtSetCallback cufftXtClearCallback "
     "cudaLibXtDesc cufftXtExec cufftCallbackLoadC cufftCallbackLoadR cufftCallbackStoreC "
     "cufftCallbackStoreR",
     false},
    {"sparse solvers, factorizations and products of two sparse matrices are",
     "cusparseSpSVDescr_t cusparseSpSMDescr_t cusparseSpGEMMDescr_t cusparseSpSV_createDescr "
     "cusparseSpSM_createDescr cusparseSpGEMM_createDescr CUSPARSE_SPMAT_FILL_MODE "
     "CUSPARSE_SPMAT_DIAG_TYPE csrilu02Info_t csric02Info_t cusparseCreateCsrilu02Info "
     "cusparseCreateCsric02Info",
     false},
    {"Sobol's sequences are",
     "curandStateSobol32 curandStateSobol64 curandStateScrambledSobol32 "
     "curandStateScrambledSobol64 curandStateSobol32_t curandStateSobol64_t "
     "curandDirectionVectors32_t curandDirectionVectors64_t curandGetDirectionVectors32 "
     "curandGetDirectionVectors64 curandSetQuasiRandomGeneratorDimensions",
     false},
    {"sharing memory between processes is",
     "cudaIpcMemHandle_t cudaIpcGetMemHandle cudaIpcOpenMemHandle cudaIpcCloseMemHandle "
     "cudaMemAllocationHandleType cudaMemPoolExportToShareableHandle",
     false},
};

static bool lists(const char *names, const struct token *token)
{
    for (; *names != '\0'; names += *names == ' ') {
        size_t length = strcspn(names, " ");
        if (length == token->length && memcmp(names, token->text, length) == 0)
            return true;
        names += length;
    }
    return false;
}

static bool may_be_listed(const struct token *token)
{
    static const char *const starts[] = {"tex",    "surf",     "cuda",     "cufft",
                                         "curand", "cusparse", "CUSPARSE", "csri"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (token->length > strlen(starts[i]) &&
            memcmp(token->text, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

// CUDA before 12 has a class texture<float, 2>. The emulator's headers define it under a name of
// their own, so that a program may have its own class texture.
static void see_texture(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    if (i > 0 && (is(source, i - 1, "struct") || is(source, i - 1, "class")))
        rewriter->has_own_texture = true;
    else if (is(source, i + 1, "<") && !rewriter->has_own_texture && is_user_code(rewriter, i) &&
             (i == 0 ||
              (!is(source, i - 1, ".") && !is(source, i - 1, "->") && !is(source, i - 1, "::"))))
        replace_tokens(rewriter, i, i + 1, "emu_texture_reference");
}

// In device code: a function that compares the size with the variables it copies between.
static void see_copy(struct rewriter *rewriter, size_t i)
{
    static const char *const names[] = {"memcpy", "memmove", "memset"};
    const struct source *source = &rewriter->source;
    if (!is(source, i + 1, "(") || !scope_now(&rewriter->scopes)->has_device ||
        !is_user_code(rewriter, i) || is(source, i - 1, ".") || is(source, i - 1, "->"))
        return;
    const bool is_std = i > 2 && is(source, i - 1, "::") && is(source, i - 2, "std");
    const size_t begin = is_std ? i - 2 : i;
    if (is(source, begin - 1, "::") || edit_at(rewriter, begin))
        return;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (is(source, i, names[k])) {
            char *name = format_string("::emu_%s", names[k]);
            replace_tokens(rewriter, begin, i + 1, name);
            free(name);
        }
}

void see_name(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    const struct token *token = &source->tokens[i];
    if (token->text[0] == 'm' && i > 0)
        see_copy(rewriter, i);
    if (is(source, i, "texture"))
        see_texture(rewriter, i);
    if (!may_be_listed(token))
        return;
    for (size_t f = 0; f < sizeof features / sizeof *features; f++) {
        struct feature *feature = &features[f];
        if (feature->is_declared || !lists(feature->names, token))
            continue;
        if (!is_user_code(rewriter, i))
            feature->is_declared = true;
        else if (i == 0 ||
                 (!is(source, i - 1, ".") && !is(source, i - 1, "->") && !is(source, i - 1, "::")))
            complain_token(source, i, "%.*s: %s not part of the emulated GPU", (int)token->length,
                           token->text, feature->what);
    }
}
