# SPDX-License-Identifier: MIT
#
# The pictures of the lessons. Every one is made by a program of the course or by a small script
# beside it, and the tests make them again and compare: a picture cannot tell yesterday's story.
#
#     NN_name/img/STEP.svg      what one warp touches in the loop of that step (--heat)
#     NN_name/img/FIGURE.awk    writes FIGURE.svg on stdout; docs/FIGURE.awk likewise

DRAWN := $(patsubst %.awk,%.svg,$(wildcard */img/*.awk docs/*.awk))
HEATED := 02_naive/img/1_uncoalesced.svg 02_naive/img/2_coalesced.svg
PICTURES := $(DRAWN) $(HEATED)

# $(call draw,PICTURE,FILE): one core, so that the first warp to reach a line is always the same.
# The line is found by what stands on it.
draw = mkdir -p $(dir $(2)) && $(if $(filter $(1),$(HEATED)),$(call heat,$(firstword $(subst /, ,$(1))),$(basename $(notdir $(1))),$(2)),awk -f $(1:.svg=.awk) </dev/null >$(2))
heat = EMU_CORES=1 $(B)/$(1)/$(1) --step $(2) --size 256 --svg $(3) \
       --heat $(2).cu:$$(sed -n '/acc += A/=' $(1)/$(2).cu) >/dev/null

.PHONY: pictures check-pictures
ifeq ($(MACHINE),emu)
HEATING := $(call program,02_naive)
pictures: $(HEATING) ## draw the pictures of the lessons again
	$(Q)$(foreach p,$(PICTURES),$(call draw,$(p),$(p)) && ):

check-pictures: $(HEATING) ## are they what the programs draw now?
	$(Q)$(foreach p,$(PICTURES),$(call draw,$(p),$(B)/pictures/$(p)) && \
	    cmp $(p) $(B)/pictures/$(p) && ): || { echo 'pictures: run `make pictures`' >&2; exit 1; }

test test-full: check-pictures
else
pictures check-pictures:
	$(Q)$(MAKE) GPU=emu $@
endif
