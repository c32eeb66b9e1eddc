// SPDX-License-Identifier: MIT
#include "options.h"

#include <stdio.h>

void print_help(void)
{
    fputs("usage: emucc [options] file...\n"
          "\n"
          "Compiles CUDA C++ (.cu) for the emulated GPU: the program runs on this\n"
          "computer's processor and needs neither a GPU nor NVIDIA's toolkit. C and C++\n"
          "files, objects and libraries may be given too.\n"
          "\n"
          "Results:\n"
          "  -o FILE            write the result to FILE\n"
          "  -c                 compile to an object, do not link\n"
          "  -dc, -rdc=true     the same; other files can use device functions, variables\n"
          "  -E, -S             stop after preprocessing, or at assembly code\n"
          "  -lib               put the objects into an archive\n"
          "  -shared            make a shared library; compile with -Xcompiler -fPIC\n"
          "  -dlink             write an empty object, because no step is needed here\n"
          "  -cubin             make a module that a running program loads (cuModuleLoad)\n"
          "  -run               run the program, too; --run-args A,B has its arguments\n"
          "\n"
          "Options:\n"
          "  -I DIR, -D NAME[=VALUE], -U NAME, -include FILE, -isystem DIR\n"
          "                     as for gcc\n"
          "  -L DIR, -l LIB     libraries; -lcudart is accepted and not needed\n"
          "  -O0 ... -O3, -g    optimization (default -O2), debug information (always on)\n"
          "  -std=c++17         the language standard\n"
          "  -x cu              treat the files that follow as CUDA C++\n"
          "  -M -MM -MD -MMD -MF -MT -MQ -MP\n"
          "                     dependencies for make\n"
          "  -Xcompiler A,B     options for the host compiler; its -W..., -f... and -m...\n"
          "                     options also work without -Xcompiler\n"
          "  -ccbin COMPILER    the host compiler\n"
          "  -fmad=false        round a*b+c twice, not once\n"
          "  --expt-relaxed-constexpr\n"
          "                     let device code call constexpr functions such as std::max\n"
          "  --options-file FILE, @FILE\n"
          "                     read options from FILE\n"
          "  --prepare          read the CUDA headers once, for all later compilations with\n"
          "                     the same options; they take most of a short program's time\n"
          "  --keep             keep the preprocessed and the rewritten text\n"
          "  -time FILE         append the time of each stage to FILE, in CSV\n"
          "  -v, --dryrun       print the commands; --dryrun does not run them\n"
          "  --version, --help  print a text and stop\n"
          "\n"
          "Options that only concern NVIDIA's compiler (-arch, -gencode, -lineinfo,\n"
          "-Xptxas, --use_fast_math ...) are accepted and change nothing.\n"
          "\n"
          "Environment:\n"
          "  CXX, CC            the host compilers (g++, gcc)\n"
          "  EMU_ROOT           the folder of bin/, lib/ and include/, if emucc was moved\n"
          "  EMU_LIB            the engine, libemu.a\n"
          "  EMU_CCCL           the folder of Thrust, if it is in no usual place\n"
          "\n"
          "The compiled program reads EMU_CHECK=on|off|sample|SECONDS (how much is checked),\n"
          "EMU_TIMEOUT=SECONDS, EMU_COUNTERS=1, EMU_LINES=1, EMU_EXPECT=1 (costs, expected\n"
          "time), EMU_REPORT=json|gcc, EMU_SARIF=FILE, EMU_GPU_NAME=t4 and more;\n"
          "emu/README.md lists all.\n",
          stdout);
}

void print_version(void)
{
    puts("emucc " EMU_VERSION ": CUDA C++ compiler for the emulated GPU; it stands in for\n"
         "nvcc: NVIDIA (R) Cuda compiler driver\n" // build tools look for this and the next line
         "Cuda compilation tools, release 12.4, V12.4.99");
}
