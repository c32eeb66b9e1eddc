# SPDX-License-Identifier: MIT
#
# Benchmarks: each bench/NAME.c or bench/NAME.cu is a program, linked with every chapter's steps.
#
#     bench/emu_NAME.c    a program about the emulated GPU itself

BENCH_NAMES := $(basename $(BENCH_SOURCES))
ifeq ($(MACHINE),cuda)
BENCH_NAMES := $(filter-out bench/emu_%,$(BENCH_NAMES))
endif

define bench-rule
$(B)/$(1): $$(call objects,$$(wildcard $(1).c $(1).cu)) $$(LIBCHAPTERS) $$(GPU_OBJECT) $$(LIBCOMMON) \
		$$(LD_STAMPS) $$(CUDA_LINKER)
	$$(Q)$$(call say,LINK)$$(call link-cuda,$$(LIBCHAPTERS_LDLIBS) $$(LDLIBS_$(1)))
endef
$(foreach name,$(BENCH_NAMES),$(eval $(call bench-rule,$(name))))

.PHONY: bench-emu build-bench
build-bench: $(addprefix $(B)/,$(BENCH_NAMES))

##@ Measure
bench-emu: ## speed and memory of the emulated GPU itself

ifeq ($(MACHINE),emu)
bench-emu: $(B)/bench/emu_speed
	$(Q)$<
else
bench-emu:
	$(Q)$(MAKE) GPU=emu bench-emu
endif

# What a result's header says about the sources.
COMMIT = $(or $(shell git rev-parse --short HEAD 2>/dev/null),unknown)

.PHONY: bench-ceilings ncu-compare
bench-ceilings: $(B)/bench/ceilings ## what this GPU can do at most (ARGS="--format json")
	$(Q)$< --commit '$(COMMIT)' $(ARGS)

# Counters of Nsight Compute beside those of the emulated GPU. On a machine with a GPU and ncu they
# are recorded anew: about five minutes. Elsewhere the recorded ones are compared.
NCU_COMPARE := bench/ncu_compare.py
NCU_RECORD ?= bench/results/ncu_counters_h200.tsv
NCU_EXPLAINED := bench/results/ncu_explained.tsv
NCU_JOINED := bench/results/ncu_compare

ncu-compare: $(B)/bench/counter_kernels ## ncu's counters beside the emulator's, kernel by kernel

ifeq ($(MACHINE),cuda)
ncu-compare:
	$(Q)$(NCU_COMPARE) record --out $(NCU_RECORD) --commit '$(COMMIT)' -- $<
	$(Q)$(MAKE) GPU=emu ncu-compare
else
ncu-compare:
	$(Q)$(NCU_COMPARE) emulate --out $(B)/bench/counters.tsv --commit '$(COMMIT)' -- $<
	$(Q)$(NCU_COMPARE) join --ncu $(NCU_RECORD) --emu $(B)/bench/counters.tsv \
	    $(if $(wildcard $(NCU_EXPLAINED)),--explained $(NCU_EXPLAINED)) \
	    --markdown $(NCU_JOINED).md --tsv $(NCU_JOINED).tsv

# The same for the steps of the chapters, each at 256 x 256 x 256, the first launch of its kernel.
NCU_STEPS := bench/results/ncu_steps
STEP_PROGRAMS = $(foreach c,$(filter-out 01_cpu,$(CHAPTERS)),$(call program,$(c)))

.PHONY: ncu-steps
ncu-steps: $(foreach c,$(filter-out 01_cpu,$(CHAPTERS)),$(call program,$(c))) ## ncu's counters beside the emulator's for every step
ifeq ($(MACHINE),cuda)
	$(Q)$(foreach p,$(STEP_PROGRAMS),$(NCU_COMPARE) record --out $(B)/bench/$(notdir $(p)).tsv \
	    --commit '$(COMMIT)' -- $(p) --size 256 --reps 1 &&) \
	    awk -F '\t' '/^#/ || $$1 == "index" || $$2 ~ /gemm_/ && $$2 !~ /xmma/ && !seen[$$2]++' \
	        $(patsubst %,$(B)/bench/%.tsv,$(notdir $(STEP_PROGRAMS))) > $(NCU_STEPS)_h200.tsv
	$(Q)$(MAKE) GPU=emu ncu-steps
else
	$(Q)$(foreach p,$(STEP_PROGRAMS),$(NCU_COMPARE) emulate --out $(B)/bench/$(notdir $(p)).tsv \
	    --commit '$(COMMIT)' -- $(p) --size 256 &&) \
	    awk -F '\t' '/^#/ || $$1 == "index" || !seen[$$2]++' \
	        $(patsubst %,$(B)/bench/%.tsv,$(notdir $(STEP_PROGRAMS))) > $(B)/bench/steps.tsv
	$(Q)$(NCU_COMPARE) join --ncu $(NCU_STEPS)_h200.tsv --emu $(B)/bench/steps.tsv \
	    --markdown $(NCU_STEPS).md --tsv $(NCU_STEPS).tsv
endif

# The test of the counters runs this program.
build-tests: $(B)/bench/counter_kernels
endif
