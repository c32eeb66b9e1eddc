# SPDX-License-Identifier: MIT
#
# The explorer: chapter 06's program, and what steps cost, as one HTML file that works without a network. `make deps
# explorer` installs what this needs: clang for WebAssembly, its C library and linker.

EXPLORER := build/explorer.html
WASM := build/explorer/layouts.wasm
# All of the program but its kernels.
WASM_SOURCES := explorer/explorer.c $(sort $(wildcard common/layout/*/*.c)) common/base/failure.c \
                common/driver/options.c $(addprefix 06_layouts/show/,atoms.c banks.c command.c \
                commands.c eval.c figures.c gaps.c literal.c operation.c show.c tile.c tiled.c \
                tiled_copy.c tour.c tv.c)
# A stack as programs have it on Linux, before the data: where it ends, the program does.
WASM_CC ?= clang --target=wasm32-wasi

$(WASM): $(WASM_SOURCES) $(sort $(wildcard common/layout/*/*.h 06_layouts/show/*.h))
	$(Q)$(call make-file,WASM) $(WASM_CC) -O2 -std=c11 -D_GNU_SOURCE -o $(NEW) $(WASM_SOURCES) \
	    -Wl,--strip-all,--stack-first,-z,stack-size=8388608

# The page of costs: the programs of chapters 02 to 05 without kernels, which can --predict and no more. What is not
# linked is not called by that (explorer/cost/cost.c).
COST_CHAPTERS := 02_naive 03_tiled 04_shared 05_outer_product
COST_WASM := build/explorer/cost.wasm
COST_SIZES := $(patsubst 05_outer_product/%.cu,build/explorer/sizes_%.c,$(wildcard 05_outer_product/[1-7]_*.cu))
COST_SOURCES := explorer/cost/cost.c $(sort $(wildcard common/step/*.c common/predict/*.c \
                $(filter-out %/cublas.c %/gpu_none.c,$(wildcard common/driver/*.c)) \
                $(COST_CHAPTERS:%=%/main.c) $(COST_CHAPTERS:%=%/predict/*.c))) \
                $(addprefix common/base/,failure.c progress.c rounds.c timer.c parallel.c) common/emu/engine/device.c \
                05_outer_product/8_tuned/tuned_plan.c 05_outer_product/8_tuned/tuned_table.c \
                03_tiled/show/places.cu 04_shared/show/limit.c
# Each chapter's main() becomes a function of its file alone: "int static unused(...)".
COST_FLAGS := -O2 -std=gnu11 -w -D_GNU_SOURCE -DEMU_GPU=1 -D__global__= -Dmain='static unused' \
              -D'__builtin_return_address(x)=((void *)0)' \
              -Iexplorer/cost/absent -Icommon/emu/include -Icommon/emu/engine -I.

build/explorer/sizes_%.c: 05_outer_product/%.cu explorer/cost/sizes.awk
	$(Q)mkdir -p $(@D)
	$(Q)awk -v header=05_outer_product/outer.h -f explorer/cost/sizes.awk $< >$@

$(COST_WASM): $(COST_SOURCES) $(COST_SIZES) $(wildcard common/*/*.h common/emu/*/*.h common/emu/expect/*.inc \
		explorer/cost/absent/*.h $(COST_CHAPTERS:%=%/*.h) 05_outer_product/8_tuned/*.h)
	$(Q)$(call make-file,WASM) $(WASM_CC) $(COST_FLAGS) -o $(NEW) -x c $(COST_SOURCES) $(COST_SIZES) \
	    -Wl,--allow-undefined,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576

$(EXPLORER): $(WASM) $(COST_WASM) $(wildcard explorer/*.js explorer/*.css) explorer/page.html explorer/pack.awk
	$(Q)gzip -9 -n -c $(WASM) >$(WASM).gz
	$(Q)gzip -9 -n -c $(COST_WASM) >$(COST_WASM).gz
	$(Q)awk -v folder=explorer -v made=$(dir $(WASM)) -f explorer/pack.awk explorer/page.html >$@.part
	$(Q)mv $@.part $@

.PHONY: explorer test-explorer
explorer: $(EXPLORER) ## one HTML file in which layouts can be drawn and asked (make deps explorer)
	@echo '$(EXPLORER): open it in a browser'

# Needs node beside what `make explorer` needs.
test-explorer: $(EXPLORER) $(foreach c,06_layouts $(COST_CHAPTERS),$(call program,$(c))) ## are the page's programs the same as those of the chapters?
	$(Q)node tests/explorer/test_explorer.js $(WASM) $(call program,06_layouts)
	$(Q)node tests/explorer/test_cost.js $(COST_WASM) $(B) $(COST_CHAPTERS)
	$(Q)[ $$(wc -c <$(EXPLORER)) -le 300000 ] || { echo '$(EXPLORER): more than 300 KB' >&2; exit 1; }
