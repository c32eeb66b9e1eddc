# SPDX-License-Identifier: MIT
#
# Moving pictures: site/moving/NAME.svg, of what the engine records (EMU_TRACE) of a program there. Made again and
# compared by `make check-moving`.

MOVING_DIR := site/moving
MOVING := warp block outer stages swizzle raster levels budget ring
# The program that a picture's trace is of, where that is not its namesake.
TRACED_swizzle := warp
traced = $(or $(TRACED_$(1)),$(1))
TRACES := $(B)/moving

ifeq ($(MACHINE),emu)
# One core: the same order in every run. A program whose mistake must be reported fails.
CHECK_block := EMU_REPORT=json
BLOCKS_raster := EMU_TRACE_BLOCKS=144
ALLOWED_block := || true
WITH_ring := common/device/tensor_map.c

$(TRACES)/%.jsonl: $(MOVING_DIR)/%.cu $(EMUCC) $(LIBEMU)
	$(Q)mkdir -p $(@D)
	$(Q)$(EMUCC) -I. $< $(WITH_$*) -o $(@:.jsonl=)
	$(Q)$(or $(CHECK_$*),EMU_CHECK=off) $(BLOCKS_$*) EMU_CORES=1 EMU_TRACE=$@ EMU_COUNTERS=launch $(@:.jsonl=) \
	    2>$(@:.jsonl=.counters) $(ALLOWED_$*)

# Of an unchanged step of the course.
$(TRACES)/levels.jsonl: $(call program,08_cutlass_hierarchy)
	$(Q)mkdir -p $(@D)
	$(Q)EMU_CHECK=off EMU_CORES=1 EMU_TRACE=$@ EMU_COUNTERS=launch $< --step 1_hierarchy -m 512 -n 512 -k 64 \
	    >/dev/null 2>$(@:.jsonl=.counters)

# Of an exercise: its stub, a common wrong answer, its solution, one after the other. The runner writes these versions.
MOVING_VERSIONS := stub wider_block solution
$(TRACES)/budget.jsonl: $(MOVING_DIR)/budget.cu 02_naive/exercises/coalesce.cu $(EMUCC) $(LIBEMU) | learn-build
	$(Q)mkdir -p $(@D)
	$(Q)$(run-learn) matrix 02_coalesce >$(@:.jsonl=.matrix) || { cat $(@:.jsonl=.matrix) >&2; exit 1; }
	$(Q)for version in $(MOVING_VERSIONS); do \
	    $(EMUCC) -I. -DSOURCE="\"$(B)/learn/02_coalesce/$$version.cu\"" -Dsgemm=$$version $< -o $(@:.jsonl=) && \
	    EMU_CHECK=off EMU_CORES=1 EMU_TRACE=$@.$$version EMU_TRACE_BLOCKS=4 EMU_COUNTERS=launch $(@:.jsonl=) \
	        2>$@.$$version.counters || exit 1; done
	$(Q)cat $(MOVING_VERSIONS:%=$@.%.counters) >$(@:.jsonl=.counters)
	$(Q)cat $(MOVING_VERSIONS:%=$@.%) >$@

define moving-rule
$(TRACES)/$(1).svg: $(TRACES)/$(call traced,$(1)).jsonl $(addprefix $(MOVING_DIR)/,$(1).py frames.py moving.py player.js)
	$$(Q)python3 -B $$(MOVING_DIR)/moving.py $(1) $$< >$$@.part
	$$(Q)mv $$@.part $$@
endef
$(foreach name,$(MOVING),$(eval $(call moving-rule,$(name))))

##@ Work on the code
.PHONY: moving check-moving
moving: $(MOVING:%=$(TRACES)/%.svg) ## draw the moving pictures again, of new traces
	$(Q)cp $^ $(MOVING_DIR)

check-moving: $(MOVING:%=$(TRACES)/%.svg) ## do the moving pictures agree with new traces?
	$(Q)for name in $(MOVING); do cmp $(MOVING_DIR)/$$name.svg $(TRACES)/$$name.svg || \
	    { echo 'moving pictures: run `make moving`' >&2; exit 1; }; done
	$(Q)python3 site/tests/book/check_moving.py $(TRACES)

DOCUMENTATION_CHECKS += check-moving
else
.PHONY: moving check-moving
moving check-moving:
	$(Q)$(MAKE) GPU=emu $@
endif
