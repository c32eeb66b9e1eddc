# SPDX-License-Identifier: MIT
#
# The steps of the chapters and cuBLAS: bench/gemm/ is one program.

GEMM := $(B)/bench/gemm/gemm
GEMM_SOURCES := $(sort $(wildcard bench/gemm/*.c bench/gemm/*.cu))

# PEER_CUTLASS=DIR: CUTLASS's own kernels as peers. DIR is CUTLASS as its user has it; nothing is
# downloaded, and without it nothing of CUTLASS is built.
PEER_CUTLASS ?=
ifneq ($(PEER_CUTLASS),)
ifeq ($(wildcard $(PEER_CUTLASS)/include/cutlass/gemm/device/gemm.h),)
$(error PEER_CUTLASS=$(PEER_CUTLASS): no include/cutlass/gemm/device/gemm.h there; it must be a folder of CUTLASS)
endif
ifneq ($(MACHINE),cuda)
$(error PEER_CUTLASS needs a GPU: its kernels do not run on the emulated one (GPU=cuda compiles for one))
endif
GEMM_SOURCES += bench/gemm/cutlass/cutlass.cu
NVCCFLAGS_bench/gemm/cutlass/cutlass.cu = -isystem '$(PEER_CUTLASS)/include'
else
GEMM_SOURCES += bench/gemm/cutlass/none.c
endif

# Not the sources' times alone: with or without CUTLASS is another program.
STAMP_gemm = $(PEER_CUTLASS) $(GEMM_SOURCES)
ifneq ($(NEEDS_MACHINE),)
$(eval $(call write-stamp,gemm))
endif
$(B)/bench/gemm/cutlass/cutlass.cu.o: $(B)/stamps/gemm

$(GEMM): $(call objects,$(GEMM_SOURCES)) $(LIBCHAPTERS) $(GPU_OBJECT) \
		$(LIBDEVICE) $(LIBCOMMON) $(LD_STAMPS) $(CUDA_LINKER) $(B)/stamps/gemm
	$(Q)$(call make-file,LINK) $(call link-cuda,$(LIBCHAPTERS_LDLIBS))

build-bench build-tests: $(GEMM)

# This test calls the benchmark's check of results.
$(B)/tests/bench/test_emu_bench: $(B)/bench/gemm/check.cu.o $(B)/bench/gemm/problem.o

# RESULTS=bench/results/h200_gemm.tsv records.
RESULTS ?=
GEMM_OUT = $(or $(RESULTS),$(B)/bench/gemm.tsv)

# The runs of record, each below 4 minutes, a results file for each: float32, f16 with sums in f32,
# the other types of tensor cores, and Hopper's own instructions. The steps for the random shapes are those that choose a plan
# by shape. TN and TT are measured of f16 alone.
GEMM_RECORD_f32 := bench/results/h200_gemm.tsv
GEMM_RECORD_f16 := bench/results/h200_gemm_f16.tsv
GEMM_RECORD_types := bench/results/h200_gemm_types.tsv
GEMM_RECORD_hopper := bench/results/h200_gemm_hopper.tsv
RECORD_f32 := --types f32-f32 --trans nn --trans nt
RECORD_f16 := --chapter 07 --chapter 08 --types f16-f32 --sizes 1024,2048,4096,8192,4095,4097 --hot-sizes 4096,8192 \
              --random-step 8_tuned
RECORD_types := --chapter 07 --chapter 08 --chapter 10 --types bf16-f32 --types tf32-f32 --types f16-f16 --types i8-i32 --types f64-f64 \
                --trans nn --trans nt --sizes 4096,8192 --hot-sizes 4096 --shapes 0

RECORD_hopper := --chapter 09 --types f16-f32 --types bf16-f32 --trans nn --trans nt \
                 --sizes 1024,2048,4096,8192,4095,4097 --hot-sizes 8192 --random-step 11_tuned

# What 11_tuned chooses by: thin products, as language models have them, for each number of rows; large
# squares; and random shapes. And its other types.
GEMM_RECORD_hopper-shapes := bench/results/h200_gemm_hopper_shapes.tsv
GEMM_RECORD_hopper-types := bench/results/h200_gemm_hopper_types.tsv
THIN_N_K := 2112x7168 576x7168 24576x1536 32768x512 7168x16384 4096x7168 7168x2048
THIN := $(foreach m,1 16 64 128 512 4096,$(foreach s,$(THIN_N_K),$(m)x$(s)))
RECORD_hopper-shapes = --step 09/11_tuned --types f16-f32 --trans nt --cool --no-ceilings --budget 200 \
                        --sizes $(subst $() ,$(,),$(strip $(THIN) 2048 1536x3072x5120 4096x14336x4096 16384)) --shapes 20 --random-step 09/11_tuned
RECORD_hopper-types := --chapter 09 --types f16-f16 --types bf16-bf16 --types tf32-f32 --types i8-i32 \
                       --types e4m3-f32 --types e4m3-scaled-f32 \
                       --trans nn --trans nt --sizes 4096,8192 --hot-sizes 8192 --shapes 0 --budget 200
# The float32 steps: on CUDA cores, NN alone, and by tensor cores; and cuBLAS's modes for tensor cores.
GEMM_RECORD_hopper-f32 := bench/results/h200_gemm_hopper_f32.tsv
RECORD_hopper-f32 := --step 09/2_sgemm_tma --step 09/11_tuned_3xtf32 --types f32-f32 --trans nn --fast-f32 --random-step 09/2_sgemm_tma \
                     --sizes 1024,2048,4096,8192,4095,4097 --hot-sizes 4096,8192
# Large squares against the best that NVIDIA's libraries have (column of_best).
GEMM_RECORD_hopper-best := bench/results/h200_gemm_hopper_best.tsv
RECORD_hopper-best := $(addprefix --step 09/,10_epilogue 11_tuned 11_tuned_bf16 11_tuned_bf16_bf16 11_tuned_f16_f16) \
                      --types all --trans nt --sizes 4096,8192,16384 --shapes 0 --cool --no-ceilings

# C of 16 bits, on the shapes of language models: what 11_tuned_bf16_bf16 and _f16_f16 are for.
GEMM_RECORD_hopper-16 := bench/results/h100_gemm_hopper_16.tsv
SHAPES_16 := 4096 8192 1024 2048 8192x14336x8192 8192x2560x8192 8192x8192x7168 8192x8192x2048 2048x2560x8192 \
             4096x14336x4096 4096x4096x14336 512x14336x4096 128x14336x4096 16x14336x4096 64x8192x28672 1x8192x8192 4095 \
             2x8192x8192 8x8192x8192 16x8192x8192 8192x1x8192 8192x16x8192
RECORD_hopper-16 = --step 09/11_tuned_bf16_bf16 --step 09/11_tuned_f16_f16 --types bf16-bf16 --types f16-f16 \
                   --trans nn --trans nt --cool --no-ceilings --shapes 4 --random-step 09/11_tuned_bf16_bf16 \
                   --sizes $(subst $() ,$(,),$(strip $(SHAPES_16)))

# What the pages of chapters 07, 08 and 10 show: the integers of 7_types, and products for which 8_tuned, split-K and stream-K differ.
GEMM_RECORD_s8 := bench/results/h200_07_types_s8.tsv
RECORD_s8 := --step 07/7_types_s8 --types i8-i32 --sizes 4096,8192 --shapes 0 --cool --reps 10
GEMM_RECORD_simt := bench/results/h200_10_simt.tsv
RECORD_simt := $(addprefix --step 10/5_simt_,f32 f16 f64 s8) --types all --sizes 8192x8192x4096 --shapes 0 --cool --reps 10
GEMM_RECORD_split-k := bench/results/h200_10_split_k.tsv
RECORD_split-k := --step 05/8_tuned --step 08/8_tuned --step 10/2_split_k --step 10/2_split_k_turns --step 10/2_split_k_atomic --types f32-f32 --types f16-f32 --trans nn --trans nt \
                  --sizes 128x128x4096,300x300x16384,256x256x8192 --shapes 0 --cool --no-ceilings
FEW_ROWS := $(foreach m,16 64,$(foreach s,2112x7168 24576x1536 4096x7168 7168x2048 7168x16384,$(m)x$(s)))
SHAPES_8_TUNED := 1024 2048 4096 8192 128x128x4096 300x300x16384 2048x2112x7168 $(FEW_ROWS)
SHAPES_STREAM_K := $(SHAPES_8_TUNED) 16x4096x4096 128x7168x2048 4096x16x7168 7168x64x2048
GEMM_RECORD_stream-k := bench/results/h200_10_stream_k.tsv
RECORD_stream-k = --step 08/8_tuned --step 10/4_stream_k --types f16-f32 --trans nn --trans nt --shapes 0 --cool --reps 15 --no-ceilings \
                  --sizes $(subst $() ,$(,),$(strip $(SHAPES_STREAM_K)))
GEMM_RECORD_8-tuned := bench/results/h200_08_8_tuned.tsv
RECORD_8-tuned = --step 08/8_tuned --types f16-f32 --shapes 0 --cool --reps 9 --no-ceilings \
                 --sizes $(subst $() ,$(,),$(strip $(SHAPES_8_TUNED) 4097))

.PHONY: bench-hopper-16 bench-s8 bench-simt bench-split-k bench-stream-k bench-8-tuned bench bench-f32 bench-f16 bench-types bench-hopper bench-hopper-shapes bench-hopper-types bench-hopper-f32 bench-hopper-best
##@ Measure
bench: $(GEMM) ## the float32 steps against cuBLAS in one run, about 4 minutes (ARGS=--help; RESULTS=file.tsv)
ifeq ($(MACHINE),cuda)
	$(Q)$< --commit '$(COMMIT)' $(if $(filter --help,$(ARGS)),,--out '$(GEMM_OUT)') $(ARGS)
	$(Q)$(if $(filter --help,$(ARGS)),,$(RECORDS) stamp '$(GEMM_OUT)')
else
	$(Q)$< $(ARGS)
endif

bench-f32: ## the recorded run of the float32 steps: writes bench/results/h200_gemm.tsv
bench-f16: ## of f16 with sums in f32: h200_gemm_f16.tsv
bench-types: ## of the other types of tensor cores: h200_gemm_types.tsv
bench-hopper: ## of chapter 09, f16 and bf16: h200_gemm_hopper.tsv
bench-hopper-shapes: ## of 11_tuned, thin, large and random shapes: h200_gemm_hopper_shapes.tsv
bench-hopper-types: ## of 11_tuned's other types: h200_gemm_hopper_types.tsv
bench-hopper-f32: ## of chapter 09's float32 steps: h200_gemm_hopper_f32.tsv
bench-hopper-16: ## of 11_tuned for C in 16 bits, squares and shapes of language models: h100_gemm_hopper_16.tsv
bench-hopper-best: ## large squares compared with the faster of cuBLAS and cuBLASLt's best of eight: h200_gemm_hopper_best.tsv
bench-s8: ## of 07/7_types_s8, all transpositions: h200_07_types_s8.tsv
bench-simt: ## of 10/5_simt, all types and transpositions: h200_10_simt.tsv
bench-split-k: ## of small C with a large K: h200_10_split_k.tsv
bench-stream-k: ## of 10/4_stream_k and 08/8_tuned, few tiles and few rows: h200_10_stream_k.tsv
bench-8-tuned: ## of 08/8_tuned: squares, few tiles and few rows, all transpositions, with cuBLASLt's best of eight: h200_08_8_tuned.tsv
BENCH_GEMM := $(addprefix bench-,f32 f16 types hopper hopper-shapes hopper-types hopper-f32 hopper-best hopper-16 s8 simt split-k stream-k 8-tuned)
$(BENCH_GEMM): bench-%: $(GEMM)
	$(Q)$(MAKE) bench ARGS='$(RECORD_$*)' RESULTS=$(or $(RESULTS),$(GEMM_RECORD_$*))
