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

.PHONY: bench
##@ Beside cuBLAS
bench: $(GEMM) ## every GPU step beside cuBLAS in one run, below 4 minutes (ARGS=--help; RESULTS=file.tsv)
ifeq ($(MACHINE),cuda)
	$(Q)$< --commit '$(COMMIT)' $(if $(filter --help,$(ARGS)),,--out '$(GEMM_OUT)') $(ARGS)
else
	$(Q)$< $(ARGS)
endif

# ---- What becomes of the results -----------------------------------------------------------------

RECORDED := $(or $(RESULTS),bench/results/h200_gemm.tsv)
# Of lessons with tables of measured figures: `<!-- table: ladder 4096 05_outer_product -->`
TABLE_LESSONS := $(wildcard README.md [0-9]*/README.md bench/README.md)
LADDER_TABLE = bench/ladder_table.py --results '$(RECORDED)'
# The Python that has matplotlib.
PLOT_PYTHON = $(or $(shell for python in python3 /usr/bin/python3; do \
                  $$python -c 'import matplotlib' 2>/dev/null && echo $$python && break; done),python3)

.PHONY: plot ladder-table tables check-tables
plot: ## draw the results: docs/{ladder,sizes,roofline}_h200.svg (make deps plot; PLOT="--size 2048")
	$(Q)$(PLOT_PYTHON) bench/plot_ladder.py --results '$(RECORDED)' $(PLOT)

ladder-table: ## print a table of the results for a lesson (TABLE="ladder 4096 05_outer_product")
	$(Q)$(LADDER_TABLE) print $(or $(TABLE),ladder 4096)

tables: ## write the tables of the results into the lessons
	$(Q)$(LADDER_TABLE) write $(TABLE_LESSONS)

check-tables: ## do the lessons show the figures of the results?
	$(Q)$(LADDER_TABLE) check $(TABLE_LESSONS)

test test-full: check-tables

# ---- Counters: ncu beside the emulator, every step ------------------------------------------------

# Each step is launched once on m = n = k = SIZE. Recording asks the emulator first which launches
# belong to which step; comparing takes the size that was recorded.
NCU_STEPS := bench/results/ncu_steps
NCU_STEPS_RECORD ?= $(NCU_STEPS)_h200.tsv
SIZE ?= 512
NCU_RECORDED_SIZE = $(or $(shell sed -n 's/^\# program: .*--sizes* \([0-9]*\).*/\1/p' \
                      $(NCU_STEPS_RECORD) 2>/dev/null),$(SIZE))
NCU_EMULATED := build/emu/bench/steps.tsv
ncu-once = $(1)/bench/gemm/gemm --once --shapes 0 --sizes $(2)

.PHONY: ncu-steps ncu-steps-emulated
ifeq ($(MACHINE),cuda)
ncu-steps: $(GEMM)
	$(Q)$(MAKE) GPU=emu ncu-steps-emulated NCU_RECORDED_SIZE=$(SIZE)
	$(Q)$(NCU_COMPARE) record --out $(NCU_STEPS_RECORD) --commit '$(COMMIT)' --like $(NCU_EMULATED) \
	    -- $(call ncu-once,$(B),$(SIZE))
	$(Q)$(MAKE) GPU=emu ncu-steps
else
ncu-steps-emulated: $(GEMM)
	$(Q)EMU_CHECK=off $(NCU_COMPARE) emulate --out $(NCU_EMULATED) --commit '$(COMMIT)' \
	    -- $(call ncu-once,$(B),$(NCU_RECORDED_SIZE))

ncu-steps: ncu-steps-emulated ## ncu's counters beside the emulator's, step by step (SIZE=512 when recorded)
	$(Q)$(NCU_COMPARE) join --common --ncu $(NCU_STEPS_RECORD) --emu $(NCU_EMULATED) \
	    $(if $(wildcard $(NCU_STEPS)_explained.tsv),--explained $(NCU_STEPS)_explained.tsv) \
	    --markdown $(NCU_STEPS).md --tsv $(NCU_STEPS).tsv
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
