# SPDX-License-Identifier: MIT
#
# The explorer: chapter 06's program as one HTML file that works without a network. `make deps
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

$(EXPLORER): $(WASM) $(wildcard explorer/*.js explorer/*.css) explorer/page.html explorer/pack.awk
	$(Q)gzip -9 -n -c $(WASM) >$(WASM).gz
	$(Q)awk -v folder=explorer -v made=$(dir $(WASM)) -f explorer/pack.awk explorer/page.html >$@.part
	$(Q)mv $@.part $@

.PHONY: explorer test-explorer
explorer: $(EXPLORER) ## one HTML file in which layouts can be drawn and asked (make deps explorer)
	@echo '$(EXPLORER): open it in a browser'

# Needs node beside what `make explorer` needs.
test-explorer: $(EXPLORER) $(call program,06_layouts) ## is the page's program the same as 06_layouts?
	$(Q)node tests/explorer/test_explorer.js $(WASM) $(call program,06_layouts)
