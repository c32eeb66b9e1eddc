// SPDX-License-Identifier: MIT
//
// nvrtc.h: NVRTC compiles kernels at run time; here it calls emucc (libraries/nvrtc/nvrtc.c).
#ifndef EMU_NVRTC_H
#define EMU_NVRTC_H

#include <stddef.h>

// EMU_NVRTC(name, number)
#define EMU_NVRTC_RESULTS(EMU_NVRTC) \
    EMU_NVRTC(NVRTC_SUCCESS, 0) \
    EMU_NVRTC(NVRTC_ERROR_OUT_OF_MEMORY, 1) \
    EMU_NVRTC(NVRTC_ERROR_PROGRAM_CREATION_FAILURE, 2) \
    EMU_NVRTC(NVRTC_ERROR_INVALID_INPUT, 3) \
    EMU_NVRTC(NVRTC_ERROR_INVALID_PROGRAM, 4) \
    EMU_NVRTC(NVRTC_ERROR_INVALID_OPTION, 5) \
    EMU_NVRTC(NVRTC_ERROR_COMPILATION, 6) \
    EMU_NVRTC(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, 7) \
    EMU_NVRTC(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, 8) \
    EMU_NVRTC(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, 9) \
    EMU_NVRTC(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID, 10) \
    EMU_NVRTC(NVRTC_ERROR_INTERNAL_ERROR, 11)

typedef enum {
#define EMU_NVRTC(name, number) name = number,
    EMU_NVRTC_RESULTS(EMU_NVRTC)
#undef EMU_NVRTC
} nvrtcResult;
typedef struct _nvrtcProgram *nvrtcProgram;

#ifdef __cplusplus
extern "C" {
#endif

const char *nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int *major, int *minor);
nvrtcResult nvrtcGetNumSupportedArchs(int *count);
nvrtcResult nvrtcGetSupportedArchs(int *architectures);
nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name,
                               int header_count, const char *const *headers,
                               const char *const *header_names);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program);
nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression);
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count, const char *const *options);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log);
// Both return a line of text for cuModuleLoadData.
nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin);

#ifdef __cplusplus
} // extern "C"
#endif
#endif
