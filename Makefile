# SPDX-License-Identifier: MIT
#
# The build. `make help` lists what it can do; the parts are in mk/.

# Every chapter, in the order of the ladder. A new chapter is one word here.
CHAPTERS := 01_cpu 02_naive 03_tiled 04_shared 05_outer_product 06_layouts 07_tensor_core \
            08_cutlass_hierarchy 09_hopper 10_shapes_and_types 11_many_gpus

include mk/goals.mk

ifeq ($(FIRST_THEN_REST),)
include mk/machine.mk
include mk/file_flags.mk
include mk/flags.mk
include mk/generated.mk
include mk/compile.mk
include mk/emu.mk
include mk/chapters.mk
include mk/tests.mk
include mk/layout.mk
include mk/explorer.mk
include mk/book.mk
include mk/fuzz.mk
include mk/bench.mk
include mk/gemm.mk
include mk/many_gpus.mk
include mk/results.mk
include mk/ncu.mk
include mk/device_code.mk
include mk/cpu.mk
include mk/lessons.mk
include mk/moving.mk
include mk/learn.mk
include mk/teach.mk
include mk/tools.mk
include mk/checks.mk
endif
