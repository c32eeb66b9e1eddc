# SPDX-License-Identifier: MIT
#
# Moving pictures: docs/moving/NAME.svg, of what the engine records (EMU_TRACE) of a program there. Made again and
# compared by `make check-moving`.

MOVING_DIR := docs/moving
MOVING := warp stages swizzle
# The program that a picture's trace is of.
TRACED_warp := warp
TRACED_swizzle := warp
TRACED_stages := stages
TRACES := $(B)/moving

ifeq ($(MACHINE),emu)
$(TRACES)/%.jsonl: $(MOVING_DIR)/%.cu $(EMUCC) $(LIBEMU)
	$(Q)mkdir -p $(@D)
	$(Q)$(EMUCC) -I. $< -o $(@:.jsonl=)
	$(Q)EMU_CHECK=off EMU_CORES=1 EMU_TRACE=$@ EMU_COUNTERS=launch $(@:.jsonl=) 2>$(@:.jsonl=.counters)

define moving-rule
$(TRACES)/$(1).svg: $(TRACES)/$$(TRACED_$(1)).jsonl $$(MOVING_DIR)/moving.py $$(MOVING_DIR)/player.js
	$$(Q)$$(MOVING_DIR)/moving.py $(1) $$< >$$@
endef
$(foreach name,$(MOVING),$(eval $(call moving-rule,$(name))))

.PHONY: moving check-moving
moving: $(MOVING:%=$(TRACES)/%.svg) ## draw the moving pictures again, of new traces
	$(Q)cp $^ $(MOVING_DIR)

check-moving: $(MOVING:%=$(TRACES)/%.svg)
	$(Q)for name in $(MOVING); do cmp $(MOVING_DIR)/$$name.svg $(TRACES)/$$name.svg || \
	    { echo 'moving pictures: run `make moving`' >&2; exit 1; }; done
	$(Q)python3 tests/book/check_moving.py $(TRACES)

test test-full: check-moving
else
.PHONY: moving check-moving
moving check-moving:
	$(Q)$(MAKE) GPU=emu $@
endif
