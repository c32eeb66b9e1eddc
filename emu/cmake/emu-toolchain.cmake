# SPDX-License-Identifier: MIT
#
# cmake -DCMAKE_TOOLCHAIN_FILE=.../lib/emu/cmake/emu-toolchain.cmake: emucc compiles the project's CUDA files.
get_filename_component(EMU_ROOT "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(CMAKE_CUDA_COMPILER "${EMU_ROOT}/bin/emucc" CACHE FILEPATH "CUDA compiler")
set(CUDAToolkit_ROOT "${EMU_ROOT}/toolkit" CACHE PATH "CUDA toolkit")
