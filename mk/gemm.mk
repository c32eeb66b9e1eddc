# SPDX-License-Identifier: MIT
#
# The steps of the chapters beside cuBLAS: the benchmark, its plots, its tables in the lessons, and
# the machine code of a step.

# ---- The benchmark: bench/gemm/ is one program ---------------------------------------------------

GEMM := $(B)/bench/gemm/gemm
GEMM_CHAPTERS := $(B)/bench/gemm/chapters
GEMM_SOURCES := $(sort $(wildcard bench/gemm/*.c bench/gemm/*.cu))

# The tables of all chapters, from the one list in the Makefile: a new chapter is in at once.
$(GEMM_CHAPTERS).c: $(B)/stamps/chapters
	$(Q)mkdir -p $(@D)
	$(Q){ echo '#include "bench/gemm/gemm.h"'; \
	    for c in $(CHAPTERS); do echo "extern const struct chapter chapter_$$c;"; done; \
	    echo 'const struct chapter *const course_chapters[] = {'; \
	    for c in $(CHAPTERS); do echo "    &chapter_$$c,"; done; \
	    echo '};'; \
	    echo 'const int course_chapter_count = sizeof course_chapters / sizeof *course_chapters;'; } > $@

$(GEMM_CHAPTERS).o: $(GEMM_CHAPTERS).c $(CC_STAMPS)
	$(Q)$(call say,CC)$(CC) $(HOST_CFLAGS) $(CFLAGS) $(DEPFLAGS) -c $< -o $@

$(GEMM): $(call objects,$(GEMM_SOURCES)) $(GEMM_CHAPTERS).o $(LIBCHAPTERS) $(GPU_OBJECT) \
		$(LIBCOMMON) $(LD_STAMPS) $(CUDA_LINKER)
	$(Q)$(call say,LINK)$(call link-cuda,$(LIBCHAPTERS_LDLIBS))

build-bench build-tests: $(GEMM)

# This test calls the benchmark's check of results.
$(B)/tests/test_emu_bench: $(B)/bench/gemm/check.cu.o $(B)/bench/gemm/problem.o

# RESULTS=bench/results/h200_gemm.tsv records.
RESULTS ?=
GEMM_OUT = $(or $(RESULTS),$(B)/bench/gemm.tsv)

# The runs of record, each below 4 minutes, a results file for each: float32, f16 with sums in f32,
# and the other types of tensor cores. The steps for the random shapes are those that choose a plan
# by shape.
GEMM_RECORD_f32 := bench/results/h200_gemm.tsv
GEMM_RECORD_f16 := bench/results/h200_gemm_f16.tsv
GEMM_RECORD_types := bench/results/h200_gemm_types.tsv
RECORD_f32 := --types f32-f32
RECORD_f16 := --types f16-f32 --sizes 1024,2048,4096,8192,4095,4097 --hot-sizes 4096,8192 \
              --random-step 8_tuned
RECORD_types := --types bf16-f32 --types tf32-f32 --types f16-f16 --types i8-i32 --types f64-f64 \
                --sizes 4096,8192 --hot-sizes 4096 --shapes 0

.PHONY: bench bench-f32 bench-f16 bench-types
##@ Beside cuBLAS
bench: $(GEMM) ## GPU steps beside cuBLAS in one run, below 4 minutes: float32 (ARGS=--help; RESULTS=file.tsv)
ifeq ($(MACHINE),cuda)
	$(Q)$< --commit '$(COMMIT)' $(if $(filter --help,$(ARGS)),,--out '$(GEMM_OUT)') $(ARGS)
else
	$(Q)$< $(ARGS)
endif

bench-f32: ## the run of record of the float32 steps: writes bench/results/h200_gemm.tsv
bench-f16: ## of f16 with sums in f32: h200_gemm_f16.tsv
bench-types: ## of the other types of tensor cores: h200_gemm_types.tsv
bench-f32 bench-f16 bench-types: bench-%: $(GEMM)
	$(Q)$(MAKE) bench ARGS='$(RECORD_$*)' RESULTS=$(or $(RESULTS),$(GEMM_RECORD_$*))

# ---- What becomes of the results -----------------------------------------------------------------

RECORDED := $(or $(RESULTS),$(wildcard $(GEMM_RECORD_f32) $(GEMM_RECORD_f16) $(GEMM_RECORD_types)))
# Of lessons with tables of measured figures: `<!-- table: ladder 4096 05_outer_product -->`
TABLE_LESSONS := $(wildcard README.md [0-9]*/README.md bench/README.md)
LADDER_TABLE = bench/ladder_table.py $(addprefix --results ,$(RECORDED))
# The Python that has matplotlib.
PLOT_PYTHON = $(or $(shell for python in python3 /usr/bin/python3; do \
                  $$python -c 'import matplotlib' 2>/dev/null && echo $$python && break; done),python3)

.PHONY: plot ladder-table tables check-tables
plot: ## draw the results: docs/{ladder,sizes,roofline}_h200.svg (make deps plot; PLOT="--size 2048")
	$(Q)$(PLOT_PYTHON) bench/plot_ladder.py $(addprefix --results ,$(RECORDED)) $(PLOT)

ladder-table: ## print a table of the results for a lesson (TABLE="ladder 4096 05_outer_product")
	$(Q)$(LADDER_TABLE) print $(or $(TABLE),ladder 4096)

tables: ## write the tables of the results into the lessons
	$(Q)$(LADDER_TABLE) write $(TABLE_LESSONS)

check-tables: ## do the lessons show the figures of the results?
	$(Q)$(LADDER_TABLE) check $(TABLE_LESSONS)

test test-full: check-tables

# ---- Counters: ncu beside the emulator, every step ------------------------------------------------

# Each step is launched once on m = n = k = SIZE, or only those of CHAPTER="05 07". Three parts:
#     ncu-steps-record  on a GPU: writes NCU_RAW
#     ncu-steps-merge   anywhere: runs the same on the emulated GPU, which says which launches belong
#                       to which step, and puts NCU_RAW into the record
#     ncu-steps         both, where there is a GPU; and compares the record with the emulated GPU
NCU_STEPS := bench/results/ncu_steps
NCU_STEPS_RECORD ?= $(NCU_STEPS)_h200.tsv
NCU_RAW ?= build/cuda/bench/ncu_steps.tsv
SIZE ?= 512
CHAPTER ?=
NCU_RECORDED_SIZE = $(or $(shell sed -n 's/^\# program: .*--sizes* \([0-9]*\).*/\1/p' \
                      $(NCU_STEPS_RECORD) 2>/dev/null),$(SIZE))
# What is compared; of some chapters alone it does not replace the table of all.
NCU_STEPS_OUT = $(if $(CHAPTER),$(B)/bench/ncu_steps,$(NCU_STEPS))
NCU_EMULATED := build/emu/bench/steps.tsv
ncu-once = $(1)/bench/gemm/gemm --once --shapes 0 --sizes $(2) $(addprefix --chapter ,$(CHAPTER))

.PHONY: ncu-steps ncu-steps-record ncu-steps-merge ncu-steps-emulated
ifeq ($(MACHINE),cuda)
ncu-steps-record: $(GEMM)
	$(Q)$(NCU_COMPARE) record --out $(NCU_RAW) --commit '$(COMMIT)' -- $(call ncu-once,$(B),$(SIZE))

ncu-steps: ncu-steps-record
	$(Q)$(MAKE) GPU=emu ncu-steps-merge
else
ncu-steps-record:
	$(Q)$(MAKE) GPU=cuda ncu-steps-record

ncu-steps-merge: $(GEMM)
	$(Q)EMU_CHECK=off $(NCU_COMPARE) emulate --out $(B)/bench/steps_of_raw.tsv \
	    -- $(B)/bench/gemm/$$(sed -n 's/^# program: //p' $(NCU_RAW))
	$(Q)$(NCU_COMPARE) merge --into $(NCU_STEPS_RECORD) --like $(B)/bench/steps_of_raw.tsv $(NCU_RAW)
	$(Q)$(MAKE) ncu-steps CHAPTER=

ncu-steps-emulated: $(GEMM)
	$(Q)EMU_CHECK=off $(NCU_COMPARE) emulate --out $(NCU_EMULATED) --commit '$(COMMIT)' \
	    -- $(call ncu-once,$(B),$(NCU_RECORDED_SIZE))

ncu-steps: ncu-steps-emulated ## ncu's counters beside the emulator's, step by step (CHAPTER="05 07"; SIZE=512 when recorded)
	$(Q)$(NCU_COMPARE) join --common --ncu $(NCU_STEPS_RECORD) --emu $(NCU_EMULATED) \
	    $(if $(wildcard $(NCU_STEPS)_explained.tsv),--explained $(NCU_STEPS)_explained.tsv) \
	    --markdown $(NCU_STEPS_OUT).md --tsv $(NCU_STEPS_OUT).tsv
endif

# What the L2 cache answers, and what DRAM delivers: the effect of the order of blocks.
NCU_L2_RECORD ?= bench/results/ncu_l2_h200.tsv
NCU_L2_STEPS ?= 08/4_register_pipeline 08/5_rasterize 08/8_tuned
NCU_L2_TRANS ?= nn nt

.PHONY: ncu-l2
ifeq ($(MACHINE),cuda)
ncu-l2: $(GEMM) ## L2 hit rate and DRAM bytes of NCU_L2_STEPS="08/4 08/5" at 8192, by ncu (needs a GPU)
	$(Q)bench/ncu_l2.py --out $(NCU_L2_RECORD) --commit '$(COMMIT)' --gemm $< --size 8192 \
	    $(addprefix --trans ,$(NCU_L2_TRANS)) $(NCU_L2_STEPS)
else
ncu-l2:
	$(Q)$(MAKE) GPU=cuda ncu-l2
endif

# ---- compute-sanitizer ---------------------------------------------------------------------------

# One launch of each step and transposition at two odd shapes: edges on every side, rows that are
# not aligned. SANITIZE_RECORD=FILE keeps what the tools say.
SANITIZE_STEPS ?= --step 05/8 --chapter 07 --chapter 08
SANITIZE_SIZES := 131x77x205,255x130x31
SANITIZE_RECORD ?= $(B)/bench/sanitizer.txt

.PHONY: sanitize
ifeq ($(MACHINE),cuda)
sanitize: $(GEMM) ## the four tools of compute-sanitizer over steps, on a GPU (SANITIZE_STEPS="--chapter 07")
	$(Q)COMMIT='$(COMMIT)' bench/sanitize.sh $< --sizes $(SANITIZE_SIZES) $(SANITIZE_STEPS) \
	    > $(SANITIZE_RECORD); status=$$?; cat $(SANITIZE_RECORD); exit $$status
else
sanitize:
	$(Q)$(MAKE) GPU=cuda sanitize
endif

# ---- Machine code --------------------------------------------------------------------------------

# The object of STEP=05/6, built by nvcc; no GPU is needed.
CUOBJDUMP ?= $(or $(wildcard $(dir $(NVCC))cuobjdump),cuobjdump)

.PHONY: sass
ifeq ($(MACHINE),cuda)
SASS_SOURCE := $(if $(filter sass,$(GOALS)),$(lastword $(shell mk/step_file.sh '$(STEP)' $(CHAPTERS))))
sass: $(if $(SASS_SOURCE),$(B)/$(SASS_SOURCE).o) ## what the loops of a step became: make sass STEP=05/6 (ARGS=--dump)
	$(if $(SASS_SOURCE),,@exit 2)
	$(Q)bench/sass.py --cuobjdump '$(CUOBJDUMP)' $(ARGS) $<
else
sass:
	$(Q)$(MAKE) GPU=cuda sass
endif
