# SPDX-License-Identifier: MIT
#
# The emulated GPU held against a real one: what tensor cores answer, and Nsight Compute's counters.

# What the tensor cores of a GPU answer, bit by bit; tests/device/test_ptx_mma.c compares.
##@ Compare the emulated GPU with a real one
.PHONY: mma-cases ncu-compare
mma-cases: $(B)/bench/emu/mma_cases ## record what tensor cores answer (GPU=cuda; MMA_RECORD=FILE)
	$(Q)$< $(MMA_RECORD)
MMA_RECORD ?= $(B)/mma_cases.txt

# The same of wgmma, on a GPU of compute capability 9.0; tests/device/test_ptx_wgmma.c compares.
.PHONY: wgmma-cases
ARCH_bench/emu/wgmma_cases.cu := 90a
ARCH_tests/device/test_ptx_wgmma.cu := 90a
wgmma-cases: $(B)/bench/emu/wgmma_cases ## record what wgmma answers (GPU=cuda; WGMMA_RECORD=FILE WGMMA_RAW=DIR)
	$(Q)$< $(WGMMA_RECORD) $(if $(WGMMA_RAW),--raw $(WGMMA_RAW))
WGMMA_RECORD ?= $(B)/wgmma_cases.txt

# Counters of Nsight Compute compared with those of the emulated GPU. On a machine with a GPU and ncu they
# are recorded anew: about five minutes. Elsewhere the recorded ones are compared.
NCU_COMPARE := emu/validate/ncu_compare.py
NCU_RECORD ?= emu/validate/results/ncu_counters_h200.tsv
NCU_EXPLAINED := emu/validate/results/ncu_explained.tsv
NCU_JOINED := bench/results/ncu_compare

ncu-compare: $(B)/emu/validate/counter_kernels ## ncu's counters next to the emulator's, kernel by kernel

ifeq ($(MACHINE),cuda)
ncu-compare:
	$(Q)$(NCU_COMPARE) record --out $(NCU_RECORD) --commit '$(COMMIT)' -- $<
	$(Q)$(MAKE) GPU=emu ncu-compare
else
ncu-compare:
	$(Q)$(NCU_COMPARE) emulate --out $(B)/bench/counters.tsv --commit '$(COMMIT)' -- $<
	$(Q)$(NCU_COMPARE) join --ncu $(NCU_RECORD) --emu $(B)/bench/counters.tsv \
	    $(if $(wildcard $(NCU_EXPLAINED)),--explained $(NCU_EXPLAINED)) \
	    --markdown $(NCU_JOINED).md --tsv $(B)/bench/ncu_compare.tsv

# The test of the counters runs this program.
build-tests: $(B)/emu/validate/counter_kernels
endif

# ---- Counters: ncu and the emulator, every step ----------------------------------------------------

# Each step is launched once on m = n = k = SIZE, or only those of CHAPTER="05 07". Three parts:
#     ncu-steps-record  on a GPU: writes NCU_RAW
#     ncu-steps-merge   anywhere: runs the same on the emulated GPU, which says which launches belong
#                       to which step, and puts NCU_RAW into the record
#     ncu-steps         both, if there is a GPU; and compares the record with the emulated GPU
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
ncu-steps-record: $(GEMM) ## run the steps under ncu on a GPU and keep its output (NCU_RAW=FILE)
	$(Q)$(NCU_COMPARE) record --out $(NCU_RAW) --commit '$(COMMIT)' -- $(call ncu-once,$(B),$(SIZE))

ncu-steps: ncu-steps-record
	$(Q)$(MAKE) GPU=emu ncu-steps-merge
else
ncu-steps-record:
	$(Q)$(MAKE) GPU=cuda ncu-steps-record

ncu-steps-merge: $(GEMM) ## put that output into the record (anywhere)
	$(Q)EMU_CHECK=off $(NCU_COMPARE) emulate --out $(B)/bench/steps_of_raw.tsv \
	    -- $(B)/bench/gemm/$$(sed -n 's/^# program: //p' $(NCU_RAW))
	$(Q)$(NCU_COMPARE) merge --into $(NCU_STEPS_RECORD) --like $(B)/bench/steps_of_raw.tsv $(NCU_RAW)
	$(Q)$(MAKE) ncu-steps CHAPTER=

ncu-steps-emulated: $(GEMM) ## count the steps on the emulated GPU alone
	$(Q)EMU_CHECK=off $(NCU_COMPARE) emulate --out $(NCU_EMULATED) --commit '$(COMMIT)' \
	    -- $(call ncu-once,$(B),$(NCU_RECORDED_SIZE))

ncu-steps: ncu-steps-emulated ## ncu's counters next to the emulator's, step by step (CHAPTER="05 07"; SIZE=512 when recorded)
	$(Q)$(NCU_COMPARE) join --common --ncu $(NCU_STEPS_RECORD) --emu $(NCU_EMULATED) \
	    $(addprefix --explained ,$(wildcard $(NCU_STEPS)_explained.tsv)) \
	    --markdown $(NCU_STEPS_OUT).md --tsv $(B)/bench/ncu_steps.tsv
endif

# The same where boxes of the copy engine reach over the edges, for chapter 09 in f16.
NCU_EDGES := bench/results/ncu_edges
NCU_EDGES_RUN := --once --unchecked --shapes 0 --sizes 200 --chapter 09 --types f16-f32 --trans nn --trans tt

.PHONY: ncu-edges
ncu-edges: $(GEMM) ## ncu's counters next to the emulator's where tiles overhang (GPU=cuda records)
ifeq ($(MACHINE),cuda)
	$(Q)$(NCU_COMPARE) record --out $(B)/bench/edges.tsv --commit '$(COMMIT)' -- $< $(NCU_EDGES_RUN)
	$(Q)$(MAKE) GPU=emu ncu-edges NCU_RAW=$(B)/bench/edges.tsv
else
	$(Q)EMU_CHECK=off $(NCU_COMPARE) emulate --out $(B)/bench/edges.tsv -- $< $(NCU_EDGES_RUN)
	$(Q)$(if $(filter %/edges.tsv,$(NCU_RAW)),$(NCU_COMPARE) merge --into $(NCU_EDGES)_h200.tsv --like $(B)/bench/edges.tsv $(NCU_RAW))
	$(Q)$(NCU_COMPARE) join --common --ncu $(NCU_EDGES)_h200.tsv --emu $(B)/bench/edges.tsv --explained $(NCU_EDGES)_explained.tsv
endif

# What the L2 cache answers, and what DRAM delivers: the effect of the order of blocks.
NCU_L2_RECORD ?= bench/results/ncu_l2_h200.tsv
NCU_L2_STEPS ?= 08/4_register_pipeline 08/5_rasterize 08/8_tuned
NCU_L2_TRANS ?= nn nt

.PHONY: ncu-l2
ifeq ($(MACHINE),cuda)
ncu-l2: $(GEMM) ## L2 hit rate and DRAM bytes of NCU_L2_STEPS="08/4 08/5" at 8192, by ncu (needs a GPU)
	$(Q)bench/emu/ncu_l2.py --out $(NCU_L2_RECORD) --commit '$(COMMIT)' --gemm $< --size 8192 \
	    $(addprefix --trans ,$(NCU_L2_TRANS)) $(NCU_L2_STEPS)
	$(Q)$(RECORDS) stamp $(NCU_L2_RECORD)
else
ncu-l2:
	$(Q)$(MAKE) GPU=cuda ncu-l2
endif

# All that ncu has of one launch: how busy the units are, how many warps can issue. A part of the record for each step.
NCU_FULL_RECORD ?= bench/results/ncu_full_h200.txt
NCU_FULL_STEPS ?= 07_tensor_core/6_warp_tile 08_cutlass_hierarchy/8_tuned
NCU_FULL_RUN := --once --unchecked --shapes 0 --sizes 4096 --types f16-f32 --trans nn

.PHONY: ncu-full
ifeq ($(MACHINE),cuda)
ncu-full: $(GEMM) ## all sections of ncu on a launch of NCU_FULL_STEPS="07_tensor_core/6_warp_tile" at 4096 (needs a GPU)
	$(Q)rm -f $(B)/bench/ncu_full.txt; for step in $(NCU_FULL_STEPS); do part=$(B)/bench/ncu_full.part; { \
	    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader -i 0 | \
	        sed "s/\(.*\), \(.*\)/# \1, driver \2, $$(date +%F), commit $(COMMIT)/"; \
	    echo "# ncu --set full on one launch of $$step, NN, m = n = k = 4096; ncu holds the clock at its base"; \
	    ncu --set full $< $(NCU_FULL_RUN) --step $$step | sed -n '/^  /p'; } > $$part && \
	    grep -q 'Section: ' $$part && $(RECORDS) stamp $$part $$step && \
	    { [ ! -s $(B)/bench/ncu_full.txt ] || echo; cat $$part; } >> $(B)/bench/ncu_full.txt || exit 1; done
	$(Q)mv $(B)/bench/ncu_full.txt $(NCU_FULL_RECORD)
else
ncu-full:
	$(Q)$(MAKE) GPU=cuda ncu-full
endif
