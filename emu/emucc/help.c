// SPDX-License-Identifier: MIT
#include "help.h"

#include <stdio.h>

void print_help(void)
{
    fputs("usage: emucc [options] file...\n"
          "\n"
          "Compiles CUDA C++ (.cu) for the emulated GPU: the program runs on this computer's\n"
          "processor, with neither a GPU nor NVIDIA's toolkit. Files in C and C++, objects and\n"
          "libraries are compiled and linked along.\n"
          "\n"
          "  -o FILE            write the result to FILE\n"
          "  -c                 compile to an object, do not link\n"
          "  -E, -S             stop after preprocessing, or at assembly code\n"
          "  -I DIR, -D NAME[=VALUE], -U NAME, -include FILE, -isystem DIR\n"
          "  -L DIR, -l LIB     libraries; -lcudart is in the engine already\n"
          "  -O0 ... -O3, -g    optimization (-O2 if not said), debug information (always)\n"
          "  -std=c++17         the language standard\n"
          "  -x cu              what follows is CUDA C++, whatever its name ends with\n"
          "  -M -MM -MD -MMD -MF -MT -MQ -MP   dependencies for make\n"
          "  -Xcompiler A,B     options for the host compiler; its own -W..., -f..., -m... may\n"
          "                     also be given as they are\n"
          "  -rdc=true, -dc     device functions and variables are seen by other files\n"
          "  -fmad=false        round a*b+c twice, not once\n"
          "  --prepare          read the CUDA headers, which takes most of the time for a short\n"
          "                     program, once for all that is compiled with these options\n"
          "  --keep             keep the preprocessed and the rewritten text\n"
          "  -v, --dryrun       print the commands, or only print them\n"
          "  --version, --help\n"
          "\n"
          "Options that only concern NVIDIA's compiler (-arch, -gencode, -lineinfo, -Xptxas,\n"
          "--use_fast_math ...) are accepted and change nothing.\n"
          "\n"
          "Environment: CXX, CC    the host compilers (g++, gcc)\n"
          "             EMU_ROOT   the folder of bin/, lib/ and include/, if emucc was moved out "
          "of it\n"
          "             EMU_LIB    the engine, libemu.a\n",
          stdout);
}

void print_version(void)
{
    puts("emucc " EMU_VERSION
         ": CUDA C++ compiler for the emulated GPU (the language of CUDA 12.4)");
}
