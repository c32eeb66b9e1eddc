# SPDX-License-Identifier: MIT
#
# The explorer: chapter 06's program, and what steps cost, as one HTML file that works without a network. `make deps
# explorer` installs what this needs: clang for WebAssembly, its C library and linker.

EXPLORER := build/explorer.html
WASM := build/explorer/layouts.wasm
# All of the program but its kernels.
WASM_SOURCES := site/explorer/explorer.c $(sort $(wildcard common/layout/*/*.c)) common/base/edit_distance.c common/base/failure.c common/base/fold.c \
                common/driver/request/options.c $(addprefix 06_layouts/commands/,atoms.c banks.c command.c \
                commands.c eval.c figures.c literal.c operation.c show.c tile.c tiled.c \
                tiled_copy.c tour.c tv.c)
# A stack as programs have it on Linux, before the data: where it ends, the program does.
WASM_CC ?= clang --target=wasm32-wasi

$(WASM): $(WASM_SOURCES) $(sort $(wildcard common/layout/*/*.h 06_layouts/commands/*.h))
	$(Q)$(call make-file,WASM) $(WASM_CC) -Oz -std=c11 -D_GNU_SOURCE -o $(NEW) $(WASM_SOURCES) \
	    -Wl,--strip-all,--stack-first,-z,stack-size=8388608

# The page of costs: the programs of chapters 02 to 10 without kernels, which can --predict and no more. The code
# that is not linked is not called (site/explorer/cost/cost.c).
COST_CHAPTERS := 02_naive 03_tiled 04_shared 05_outer_product 06_layouts 07_tensor_core 08_cutlass_hierarchy 09_hopper \
                 10_shapes_and_types
COST_WASM := build/explorer/cost.wasm
COST_SOURCES := site/explorer/cost/cost.c $(sort $(wildcard common/step/*.c common/predict/*.c \
                $(filter-out %/cublas.c %/gpu_none.c,$(wildcard common/driver/*.c common/driver/*/*.c)) \
                $(patsubst 06_layouts/main.c,06_layouts/steps.c,$(COST_CHAPTERS:%=%/main.c)) $(COST_CHAPTERS:%=%/predict/*.c))) \
                $(addprefix common/base/,failure.c fold.c progress.c random.c rounds.c timer.c parallel.c) emu/engine/base/device.c \
                $(addprefix common/device/gemm/,raster.c pack.c) 03_tiled/show/places.cu 04_shared/show/limit.c 07_tensor_core/parts/capability.c \
                $(wildcard common/device/gemm/hierarchy/*.c) 08_cutlass_hierarchy/8_tuned/tuned.c \
                $(addprefix 10_shapes_and_types/,1_batched/batched.c 2_split_k/split_k_plan.c 3_grouped/grouped.c 4_stream_k/stream_k_plan.c) $(addprefix 09_hopper/parts/,params.c sgemm.c k_major.c few_rows.c) \
                $(wildcard 09_*/*_tuned/tuned_plan.c 05_*/8_tuned/sgemm_plan.c 05_*/8_tuned/tuned_table.c)
# Each chapter's main() becomes a function of its file alone: "int static unused(...)".
COST_FLAGS := -Oz -w -D_GNU_SOURCE -DEMU_GPU=1 -D__global__= -Dmain='static unused' \
              -D'__builtin_return_address(x)=((void *)0)' \
              -include site/explorer/cost/absent/wide.h -Isite/explorer/cost/absent -Iemu/include -Iemu/include/libraries -I. -DKERNEL_FACTS='"build/explorer/kernel_facts_first.inc"'
COST_HEADERS := $(wildcard common/*/*.h common/device/*/*.h common/device/*/*/*.h emu/*/*.h emu/engine/*/*.h site/explorer/cost/absent/*.h \
                $(COST_CHAPTERS:%=%/*.h) $(COST_CHAPTERS:%=%/*/*.h))

# Sizes that stand in files of kernels: of each step its chapter's header, and what the step's file includes.
sizes_of_05 = $(wildcard 05_outer_product/[1-7]_*.cu)
sizes_of_07 = $(wildcard 07_tensor_core/[1-6]_*.cu 07_tensor_core/7_types/7_types_bf16.cu $(addprefix \
              07_tensor_core/7_types/7_types_,tf32.cu s8.cu f64.cu))
sizes_of_10 = $(wildcard 10_shapes_and_types/5_simt/*.cu) 10_shapes_and_types/parts/partial_sums.cu
sizes_header = $(or $(if $(filter 05%,$(1)),05_outer_product/outer.h),$(if $(filter 07%,$(1)),07_tensor_core/tensor_core.h),\
               $(if $(filter %/partial_sums.cu,$(1)),$(1:.cu=.h)),\
               10_shapes_and_types/5_simt/simt.h)
sizes_with = $(if $(filter %/7_types/$(notdir $(1)),$(1)),07_tensor_core/7_types/types_fragment.h $(1),$(1) \
             $(if $(filter 07%,$(1)),07_tensor_core/parts/launch.h,$(if $(filter %/5_simt/$(notdir $(1)),$(1)),10_shapes_and_types/5_simt/simt_body.h)))
COST_SIZED := $(sizes_of_05) $(sizes_of_07) $(sizes_of_10)
sizes-of = build/explorer/sizes_$(subst /,_,$(1:.cu=)).o

define sizes-rule
$(call sizes-of,$(1)): $(sizes_with) site/explorer/cost/sizes.awk $(sizes_header)
	$$(Q)mkdir -p $$(@D)
	$$(Q)awk -v header=$(sizes_header) -v bits="$$$$(sed -n 's/^#define BITS //p' $(1))" -f site/explorer/cost/sizes.awk $(sizes_with) >$$(@:.o=.cc)
	$$(Q)$$(WASM_CC) $$(COST_FLAGS) -c -x c++ $$(@:.o=.cc) -o $$@
endef
$(foreach step,$(COST_SIZED),$(eval $(call sizes-rule,$(step))))

# Of each step's kernels the first is enough here.
build/explorer/kernel_facts_first.inc: common/predict/kernel_facts.inc
	$(Q)mkdir -p $(@D)
	$(Q)awk -F, '/^{/ && !($$1 in seen) { seen[$$1] = 1; print $$1 "," $$2 "," $$3 "," $$4 "," $$5 "}," }' $< >$@

$(COST_WASM): mk/explorer.mk $(COST_SOURCES) $(foreach step,$(COST_SIZED),$(call sizes-of,$(step))) $(COST_HEADERS) build/explorer/kernel_facts_first.inc
	$(Q)$(call make-file,WASM) $(WASM_CC) $(COST_FLAGS) -o $(NEW) -x c -std=gnu11 $(COST_SOURCES) \
	    -x none $(filter %.o,$^) -Wl,--allow-undefined,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576

# Expected times, recorded: the simulation needs the kernels.
EXPECTED_STEPS := bench/results/expected_steps.tsv
build/explorer/expected.txt: site/explorer/cost/expected.awk $(EXPECTED_STEPS)
	$(Q)mkdir -p $(@D)
	$(Q)awk -f $^ >$@

# zopfli writes what gzip reads, 5% smaller: with it the page is below 300 KB.
PACK = $$(command -v zopfli >/dev/null && echo zopfli -c --i30 || echo gzip -9 -n -c)

$(EXPLORER): $(WASM) $(COST_WASM) build/explorer/expected.txt $(wildcard site/explorer/*.js site/explorer/*.css) site/explorer/page.html site/explorer/pack.awk
	$(Q)$(PACK) $(WASM) >$(WASM).gz
	$(Q)$(PACK) $(COST_WASM) >$(COST_WASM).gz
	$(Q)awk -v folder=site/explorer -v made=$(dir $(WASM)) -f site/explorer/pack.awk site/explorer/page.html >$@.part
	$(Q)mv $@.part $@

.PHONY: explorer test-explorer expected-steps
##@ Read
expected-steps: $(foreach c,$(COST_CHAPTERS),$(call program,$(c))) ## expected times of all steps on all GPUs, for the explorer (minutes)
	$(Q)site/explorer/cost/expected.sh $(B) '$(COST_CHAPTERS)' 'h200 h100 a100 rtx4090 rtx3060laptop t4' '1024 4096' \
	    >$(EXPECTED_STEPS).part
	$(Q)mv $(EXPECTED_STEPS).part $(EXPECTED_STEPS)

explorer: $(EXPLORER) ## one HTML page that draws layouts and answers questions about them (make deps explorer)
	@echo '$(EXPLORER): open it in a browser'

# Needs node in addition to what `make explorer` needs.
test-explorer: $(EXPLORER) $(foreach c,06_layouts $(COST_CHAPTERS),$(call program,$(c))) ## are the page's programs the same as those of the chapters?
	$(Q)node site/tests/explorer/test_explorer.js $(WASM) $(call program,06_layouts)
	$(Q)node site/tests/explorer/test_cost.js $(COST_WASM) $(B) $(COST_CHAPTERS)
	$(Q)[ $$(wc -c <$(EXPLORER)) -le 300000 ] || { echo '$(EXPLORER): more than 300 KB' >&2; exit 1; }
