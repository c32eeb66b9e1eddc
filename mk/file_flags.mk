# SPDX-License-Identifier: MIT
#
# Flags of chapter 01 and of single kernels. Included before flags.mk, so that a change of them builds their files anew.

# ---- Chapter 01 ------------------------------------------------------------------------------------

# -O3                 steps 1 to 4 leave it to the compiler to work on several columns at once
# -ffp-contract=fast  a * b + c in one instruction; gcc's -std=c11 forbids it otherwise
# -fopenmp            steps 10 to 12
CPU_CFLAGS := -O3 -ffp-contract=fast -fopenmp
$(foreach file,$(wildcard 01_cpu/*.c 01_cpu/parts/*.c),$(eval CFLAGS_$(file) := $(CPU_CFLAGS)))

# gcc would make vectors of neighbouring p, and shuffle; faster are vectors of neighbouring
# columns, which it finds when it looks at straight-line code only. clang does so by itself.
ifeq ($(findstring clang,$(CC)),)
CFLAGS_01_cpu/5_outer_product.c += -fno-tree-loop-vectorize
endif

# OpenMP's library: whatever holds the objects of chapter 01 needs it. clang's is next to clang,
# where another linker driver does not look.
LDLIBS_01_cpu := $(if $(findstring clang,$(CC)),-L$(shell $(CC) -print-resource-dir)/../.. -lomp,-lgomp)

# The measuring loops of chapter 01's benchmarks need the same.
$(foreach file,$(wildcard bench/*/cpu_*.c bench/cpu/*.c),$(eval CFLAGS_$(file) := $(CPU_CFLAGS)))

# ---- Kernels ---------------------------------------------------------------------------------------

# -Xptxas -O1   the assembler keeps the order of the source by and large. At its default, -O3, it
#               mixes the multiply-adds of several p, and then they wait for the banks of the
#               register file (05_outer_product/library_speed.md, step 8, shows both)
NVCCFLAGS_05_outer_product/8_tuned/tuned_width_1.cu := -Xptxas -O1
NVCCFLAGS_05_outer_product/8_tuned/tuned_width_4.cu := -Xptxas -O1
NVCCFLAGS_bench/tune/tune.cu := -Xptxas -O1
NVCCFLAGS_09_hopper/2_sgemm_tma.cu := -Xptxas -O1

# The ceilings are any GPU's; wgmma's among them want code for 9.0 alone.
ARCH_bench/ceilings/ceilings.cu = $(ARCH:90=90a)
ARCH_bench/gemm/ceilings.cu = $(ARCH:90=90a)

# For the emulated GPU: -O1 from chapter 07 on, because g++ -O2 takes a third longer for kernels that are
# written out in many sizes. Its code is not faster there: the time is that of matrix instructions and
# copies. -O2 may also write a predicated load in two places, which then count as two requests.
EMUCCFLAGS_07_tensor_core := -O1
EMUCCFLAGS_08_cutlass_hierarchy := -O1
EMUCCFLAGS_09_hopper := -O1
EMUCCFLAGS_10_shapes_and_types := -O1
EMUCCFLAGS_11_many_gpus := -O1

# The kernels of 07, 08 and 10 pass literals to each other in structs (what is copied how, by how many
# threads). With this pass g++ sees that they are literals: it takes a third of the time, and what it
# writes divides no index by a literal any more. It is off elsewhere, and in four files here, since it
# would load an array of four floats as four (emucc/toolchain.c), and of a struct in global memory only
# what is used, which g++ 11 does not: that one would take CUDA's own vectors apart. The tests of the
# counters say that all other kernels load as before. Two steps fill a struct of which parts are not
# read: g++ 16 drops those parts and their loads, older ones do not, none with -fno-tree-dse.
ifeq ($(findstring clang,$(CXX)),)
ifneq ($(shell [ "$$($(CXX) -dumpversion | cut -d. -f1)" -ge 12 ] 2>/dev/null && echo yes),)
EMUCCFLAGS_07_tensor_core += -ftree-sra
EMUCCFLAGS_08_cutlass_hierarchy += -ftree-sra
EMUCCFLAGS_10_shapes_and_types += -ftree-sra
EMUCCFLAGS_10_shapes_and_types/1_batched/1_batched.cu := -fno-tree-sra -fno-tree-dse
EMUCCFLAGS_10_shapes_and_types/3_grouped/3_grouped.cu := -fno-tree-sra -fno-tree-dse
EMUCCFLAGS_10_shapes_and_types/5_simt/5_simt_f32.cu := -fno-tree-sra
EMUCCFLAGS_10_shapes_and_types/5_simt/5_simt_f64.cu := -fno-tree-sra
endif
endif
