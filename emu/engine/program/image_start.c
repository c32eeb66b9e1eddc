// SPDX-License-Identifier: MIT
//
// image_start.c: reports the file that it is linked into, a program or a shared library, to the
// engine, as nvcc's start-up code registers kernels. emucc links it into each (-u emu_image).
#include "../base/base.h"

#include "program.h"

// Weak, so that a program without kernels is linked without the engine.
void emu_add_image(const char *start) __attribute__((weak));

extern const char emu_image __attribute__((visibility("hidden")));
const char emu_image = 0;

static void __attribute__((constructor(102))) report_image(void)
{
    if (emu_add_image)
        emu_add_image(__ehdr_start);
}
