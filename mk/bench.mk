# SPDX-License-Identifier: MIT
#
# Benchmarks: each .c or .cu file of these rooms is a program, linked with every chapter's steps. So is each
# of emu/validate/, which compares the emulated GPU with a real one. (bench/gemm and bench/cpu are one
# program each: gemm.mk, cpu.mk.)

BENCH_NAMES := $(sort $(basename $(BENCH_SOURCES)))
# The emulator's rules make its own.
BENCH_NAMES := $(filter-out $(if $(filter emu,$(MACHINE)),emu/validate/counter_kernels),$(BENCH_NAMES))
# The sweeps time their configurations and cuBLAS.
BENCH_NAMES := $(filter-out $(if $(filter cuda,$(MACHINE)),%/emu_speed bench/expected/expect bench/expected/expect_variants,bench/tune/% bench/batches/%),$(BENCH_NAMES))

define bench-rule
$(B)/$(1): $$(call objects,$$(wildcard $(1).c $(1).cu)) $$(LIBCHAPTERS) $$(GPU_OBJECT) $$(LIBDEVICE) $$(LIBCOMMON) \
		$$(LD_STAMPS) $$(CUDA_LINKER)
	$$(Q)$$(call make-file,LINK) $$(call link-cuda,$$(LIBCHAPTERS_LDLIBS) $$(LDLIBS_$(1)))
endef
$(foreach name,$(BENCH_NAMES),$(eval $(call bench-rule,$(name))))

.PHONY: bench-emu build-bench
##@ Work on the code
build-bench: $(addprefix $(B)/,$(BENCH_NAMES)) ## compile the benchmarks

##@ Measure
bench-emu: ## speed and memory of the emulated GPU itself (AGAINST=emu_speed of another commit: compared with it)

ifeq ($(MACHINE),emu)
bench-emu: $(B)/bench/emu/emu_speed
	$(Q)$< $(if $(AGAINST),--against '$(AGAINST)')
else
bench-emu:
	$(Q)$(MAKE) GPU=emu bench-emu
endif

# PYCUTE=DIR measures pycute (python/ of a CUTLASS checkout) in the same run.
LAYOUT_VECTORS := tests/layout/data/vectors.tsv
.PHONY: bench-layout
bench-layout: $(B)/bench/layout/layout ## operations and offsets of layouts per second (PYCUTE=DIR: compared with pycute)
	$(Q)$< $(LAYOUT_VECTORS) $(if $(PYCUTE),$$(bench/layout/layout_pycute.py $(PYCUTE) $(LAYOUT_VECTORS)))

# What a result's header says about the sources: the commit; and the steps that it is of, with a hash of their sources.
COMMIT = $(or $(shell git rev-parse --short HEAD 2>/dev/null),unknown)
RECORDS := bench/code/records.py

##@ Measure
.PHONY: records check-records
records: ## write the table of records: which are older than the kernels that they measured
	$(Q)$(RECORDS) write

check-records: ## does bench/results/records.md say which records are older than their kernels?
	$(Q)$(RECORDS) check
DOCUMENTATION_CHECKS += check-records

.PHONY: bench-ceilings
bench-ceilings: $(B)/bench/ceilings/ceilings ## what this GPU can do at most (ARGS="--format json")
	$(Q)$< --commit '$(COMMIT)' $(ARGS)

ARCH_bench/ceilings/hopper_ceilings.cu := 90a
.PHONY: bench-ceilings-hopper
bench-ceilings-hopper: $(B)/bench/ceilings/hopper_ceilings ## the same of wgmma and the copy engine (compute capability 9.0)
	$(Q)$< '$(COMMIT)'

ARCH_bench/ceilings/clock_ceilings.cu := 90a
.PHONY: bench-ceilings-clock
bench-ceilings-clock: $(B)/bench/ceilings/clock_ceilings ## the clock while tensor cores work, and how a launch begins (compute capability 9.0)
	$(Q)$< '$(COMMIT)'

# What the configurations of 05_outer_product/8_tuned take, and the table in its source made of it.
TUNE_RECORD := bench/results/tune_h200.tsv
TUNED_TABLE := 05_outer_product/8_tuned/tuned_table.c
tuned-constant = $(shell sed -n 's/.*TUNED_$(1) = \([0-9]*\).*/\1/p' 05_outer_product/8_tuned/sgemm_plan.h)
make-tuned-table = awk -v bk=$(call tuned-constant,BK) -f bench/tune/tuned_table.awk $(TUNE_RECORD)

.PHONY: tune tuned-table
ifeq ($(MACHINE),cuda)
tune: $(B)/bench/tune/tune ## time all configurations of 05's last step on this GPU (about a minute)
	$(Q)$< '$(COMMIT)' > $(B)/bench/tune.tsv && $(RECORDS) stamp $(B)/bench/tune.tsv 05/8_tuned && mv $(B)/bench/tune.tsv $(TUNE_RECORD)
	$(Q)echo 'written: $(TUNE_RECORD); make tuned-table puts it into $(TUNED_TABLE)'
else
tune:
	$(Q)$(MAKE) GPU=cuda $@
endif

tuned-table: ## write 05_outer_product/8_tuned/tuned_table.c from the recorded sweep
	$(Q)$(make-tuned-table) > $(TUNED_TABLE)

# The same for 08_cutlass_hierarchy/8_tuned and chapter 10.
TUNE_TENSOR_RECORD := bench/results/tune_tensor_h200.tsv
TENSOR_TABLE := common/device/gemm/hierarchy/plan_table.c

.PHONY: tune-tensor tensor-table
ifeq ($(MACHINE),cuda)
tune-tensor: $(B)/bench/tune/tune_tensor ## time all configurations of 08's step 8 on this GPU
	$(Q)$< '$(COMMIT)' > $(B)/bench/tune_tensor.tsv && \
	    $(RECORDS) stamp $(B)/bench/tune_tensor.tsv 08/8_tuned 08/8_converts_s8 && mv $(B)/bench/tune_tensor.tsv $(TUNE_TENSOR_RECORD)
	$(Q)echo 'written: $(TUNE_TENSOR_RECORD); make tensor-table puts it into $(TENSOR_TABLE)'
else
tune-tensor:
	$(Q)$(MAKE) GPU=cuda $@
endif

# The kernels of 09_hopper/11_tuned by shape: what the plan's numbers were chosen by. tune-hopper-few: the same for few rows,
# and few columns, of 16 bits. cuBLASLt of bench/gemm is beside them.
$(B)/bench/tune/tune_hopper: $(B)/bench/gemm/cublas_lt.o
TUNE_HOPPER_RECORD := bench/results/tune_hopper_h200.tsv
TUNE_HOPPER_FEW_RECORD := bench/results/tune_hopper_few_h100.tsv
FEW = $(foreach m,1 16,$(foreach s,$(THIN_N_K) 8192x8192 14336x4096,$(m)x$(s))) 2x8192x8192 4x8192x8192 8x8192x8192 \
       8192x1x8192 8192x4x8192 8192x16x8192 14336x1x4096 14336x16x4096
.PHONY: tune-hopper tune-hopper-few
ifeq ($(MACHINE),cuda)
tune-hopper: $(B)/bench/tune/tune_hopper ## time all kernels of 09's step 11 on this GPU, and cuBLAS (about 2 minutes)
	$(Q)$< '$(COMMIT)' > $(B)/bench/tune_hopper.tsv && \
	    $(RECORDS) stamp $(B)/bench/tune_hopper.tsv 09/11_tuned && mv $(B)/bench/tune_hopper.tsv $(TUNE_HOPPER_RECORD)

tune-hopper-few: $(B)/bench/tune/tune_hopper ## the same for few rows and few columns, bf16 (about a minute)
	$(Q)$< '$(COMMIT)' bf16-bf16 nt,nn $(subst $() ,$(,),$(strip $(FEW))) > $(B)/bench/tune_hopper.tsv && \
	    $(RECORDS) stamp $(B)/bench/tune_hopper.tsv 09/11_tuned 09/14_few_rows && mv $(B)/bench/tune_hopper.tsv $(TUNE_HOPPER_FEW_RECORD)
else
tune-hopper tune-hopper-few:
	$(Q)$(MAKE) GPU=cuda $@
endif

# The output of the chapters' programs on a GPU that pages quote (bench/lessons/lessons.list).
.PHONY: bench-lessons
ifeq ($(MACHINE),cuda)
bench-lessons: $(PROGRAMS) ## the output of the chapters' programs that pages quote: bench/results/h200_02_naive.txt and others (LESSONS=02_naive.txt)
	$(Q)bench/lessons/record.sh $(B) '$(COMMIT)' bench/results $(LESSONS)
else
bench-lessons:
	$(Q)$(MAKE) GPU=cuda $@
endif

# Many products in one launch, compared with cuBLAS.
BATCHES_RECORD := bench/results/h200_10_batches.tsv
.PHONY: bench-batches
ifeq ($(MACHINE),cuda)
bench-batches: $(B)/bench/batches/batches ## time 10's batches and groups and cuBLAS on this GPU
	$(Q)$< '$(COMMIT)' > $(B)/bench/batches.tsv && \
	    $(RECORDS) stamp $(B)/bench/batches.tsv 10/1_batched 10/3_grouped && mv $(B)/bench/batches.tsv $(BATCHES_RECORD)
else
bench-batches:
	$(Q)$(MAKE) GPU=cuda $@
endif

tensor-table: ## write common/device/gemm/hierarchy/plan_table.c from the recorded sweep
	$(Q)awk -f bench/tune/tensor_table.awk $(TENSOR_TABLE) $(TUNE_TENSOR_RECORD) > $(TENSOR_TABLE).new
	$(Q)mv $(TENSOR_TABLE).new $(TENSOR_TABLE)

# The loop of a learner: from a changed file to the verdict.
LOOP_RECORD ?= bench/results/loop_emulated.tsv
.PHONY: loop-times
loop-times: $(PROGRAMS) ## how long from a changed step to its verdict, each step (CHAPTER=04_shared for one)
	$(Q)bench/loop.py --out $(LOOP_RECORD) --commit '$(COMMIT)' \
	    $(or $(CHAPTER),$(filter-out 01_cpu,$(CHAPTERS)))

# ---- Expected times ------------------------------------------------------------------------------

# What only nvcc reports about the kernels: needs the CUDA Toolkit, no GPU.
KERNEL_FACTS := common/predict/kernel_facts.inc
# The same of bench/tune/unroll.sh's variants of 05, for make expect-compare.
UNROLL_FACTS := bench/tune/unroll_facts.inc
# Not of chapter 11: its kernels have no expected times.
FACT_SOURCES := $(sort $(foreach c,$(filter-out 01_cpu 11_many_gpus,$(CHAPTERS)),$(wildcard $(c)/[0-9]*.cu $(c)/[0-9]*/*.cu) $(GENERATED_$(c))))
write-facts = bench/code/kernel_facts.py --hash $$(bench/code/facts_hash.sh) $(if $(NVCC),--nvcc '$(NVCC)') \
                --cuobjdump '$(CUOBJDUMP)' --out $(1)
##@ Compare the emulated GPU with a real one
.PHONY: kernel-facts expect-compare expect-leave-out
kernel-facts: $(filter $(GENERATED)/%,$(FACT_SOURCES)) ## registers and loops of every kernel, for expected times (needs nvcc, no GPU; minutes)
	$(Q)$(call write-facts,$(KERNEL_FACTS)) $(foreach f,$(FACT_SOURCES),'$(strip $(f) $(NVCCFLAGS_$(patsubst $(GENERATED)/%,%,$(f))))')
	$(Q)$(call write-facts,$(UNROLL_FACTS)) --leave-out unaligned $(foreach b,1 2,$(foreach u,1 2 4 8,$(foreach s, \
	    4_thread_tile_2d 5_vectorized 6_warp_tile,'05_outer_product/$(s).cu UNROLL=$(u) BLOCKS_PER_SM=$(b)')))

EXPECT_RECORD := bench/results/expect_compare.tsv
VARIANT_RECORDS := $(addprefix bench/results/,h200_05_unroll.txt h200_08_cutlass_hierarchy.txt tune_tensor_tiles_h200.tsv \
                     ncu_full_h200.txt)
ifeq ($(MACHINE),emu)
expect-compare: $(B)/bench/expected/expect $(B)/bench/expected/expect_variants ## expected times of all steps next to those recorded on an H200 (minutes)
	$(Q){ $< --below 10/1 1024 2048 4096 8192; $< --below 10/1 --alone 1024 2048 4096 8192; } > $(B)/bench/expect.tsv
	$(Q)$(B)/bench/expected/expect_variants > $(B)/bench/expect_variants.tsv
	$(Q){ echo '# expected by commit $(COMMIT); measured: h200_gemm*.tsv, h200_07_types_s8.tsv, h200_paired.tsv; make expect-compare; its last lines: make expect-leave-out'; \
	    awk -f bench/expected/expect_compare.awk $(B)/bench/expect.tsv bench/results/h200_gemm*.tsv \
	        bench/results/h200_07_types_s8.tsv bench/results/h200_paired.tsv; \
	    awk -f bench/expected/expect_variants.awk $(B)/bench/expect_variants.tsv $(VARIANT_RECORDS); \
	    [ ! -f $(B)/expect_left_out.tsv ] || cat $(B)/expect_left_out.tsv; } > $(EXPECT_RECORD)
	$(Q)grep '^#' $(EXPECT_RECORD)

# The last lines of the record; make expect-compare puts them there.
expect-leave-out: $(B)/bench/expected/expect ## the same with what was fitted chosen anew without each chapter (many minutes)
	$(Q)bench/expected/expect_leave_out.sh $< $(B)/expect_left_out > $(B)/expect_left_out.tsv
	$(Q)cat $(B)/expect_left_out.tsv
else
expect-compare expect-leave-out:
	$(Q)$(MAKE) GPU=emu $@
endif

# Kernels other than GEMM: measured on a GPU, expected on the emulated one.
KERNELS_RECORD := bench/results/h200_kernels.tsv
.PHONY: expect-kernels
expect-kernels: $(B)/bench/expected/expect_kernels ## 23 kernels other than GEMM: times, measured (GPU=cuda) or expected
ifeq ($(MACHINE),cuda)
	$(Q){ echo '# measured, median of 15, commit $(COMMIT)'; $<; } > $(B)/bench/kernels.tsv
	$(Q)mv $(B)/bench/kernels.tsv $(KERNELS_RECORD)
else
	$(Q)$<
endif

# Kernels that each wait for one part of a GPU. On a GPU: measured times, next to those that the emulated GPU
# expects.
KINDS_RECORD := bench/results/h100_time_kernels.tsv
TIME_KERNELS := emu/validate/time_kernels
.PHONY: expect-kinds
expect-kinds: $(B)/$(TIME_KERNELS) ## 19 kernels that each wait for one part of a GPU: times, measured (GPU=cuda) and expected
ifeq ($(MACHINE),cuda)
	$(Q)$(MAKE) GPU=emu build/emu/$(TIME_KERNELS)
	$(Q)$< > $(B)/bench/kinds.tsv
	$(Q)build/emu/$(TIME_KERNELS) > $(B)/bench/kinds_expected.tsv
	$(Q){ echo '# us: measured, median of 15, commit $(COMMIT); least, most: from known facts; make GPU=cuda expect-kinds'; \
	    awk -F'\t' -v OFS='\t' 'NR == FNR { expected[$$1] = $$2; next } \
	        FNR == 1 { print $$1, $$2, "expected", "ratio", $$3, $$4; next } \
	        { print $$1, $$2, expected[$$1], sprintf("%.2f", expected[$$1] / $$2), $$3, $$4 }' \
	        $(B)/bench/kinds_expected.tsv $(B)/bench/kinds.tsv; } > $(KINDS_RECORD)
	$(Q)cat $(KINDS_RECORD)
else
	$(Q)$<
endif
