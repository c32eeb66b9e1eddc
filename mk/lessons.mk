# SPDX-License-Identifier: MIT
#
# The pictures and the shown output of the lessons. The tests make both again and compare, so that a
# lesson cannot be out of date.
#
#     NN_name/img/STEP.svg      what one warp touches in the loop of that step (--heat)
#     NN_name/img/FIGURE.awk    with svg.awk writes FIGURE.svg on stdout; docs/FIGURE.awk, too
#     mk/pictures.txt           a line for each NN_name/img/FIGURE that the chapter's program writes: its path and the
#                               arguments, as for a shell. With --format svg on stdout (06), with --svg or --timeline
#                               into a file (other chapters)

DRAWN := $(patsubst %.awk,%.svg,$(wildcard */img/*.awk docs/*.awk))
BY_PROGRAM := $(shell awk '{ print $$1 ".svg" }' mk/pictures.txt)
HEATED := 02_naive/img/1_uncoalesced.svg 02_naive/img/2_coalesced.svg
PICTURES := $(DRAWN) $(HEATED) $(BY_PROGRAM)
LESSONS := README.md docs/results.md emu/TRACE.md $(foreach c,$(CHAPTERS),$(wildcard $(c)/*.md))
# Lessons that name places in the code: `file:symbol`.
SOURCE_MAPS := $(wildcard docs/source_texts/*.md)
MAPS := 08_cutlass_hierarchy/map.md 09_hopper/cutlass.md $(SOURCE_MAPS)

# $(call draw,PICTURE,FILE): one core, so that the first warp to reach a line is always the same.
# The line is found by its text. It loads A, then B.
draw = mkdir -p $(dir $(2)) && $(if $(filter $(1),$(HEATED)),$(call heat,$(firstword $(subst \
       /, ,$(1))),$(basename $(notdir $(1))),$(2)),$(if $(filter $(1),$(BY_PROGRAM)),$(call \
       by-program,$(firstword $(subst /, ,$(1))),$(basename $(1))),awk -f mk/svg.awk -f $(1:.svg=.awk) </dev/null) >$(2))
by-program = arguments=$$(sed -n 's:^$(2)  *::p' mk/pictures.txt) && $(if $(filter 06_layouts,$(1)),eval \
             "$(B)/$(1)/$(1) $$arguments --format svg",eval "EMU_CORES=1 $(B)/$(1)/$(1) $$arguments $$(echo "$$arguments" | \
             grep -q -e --timeline || echo --svg) $(B)/drawn.svg" >/dev/null && cat $(B)/drawn.svg)
heat = EMU_CORES=1 $(B)/$(1)/$(1) --step $(2) --size 256 --svg $(3) \
       --heat $(2).cu:$$(sed -n '/acc += A/=' $(1)/$(2).cu) >/dev/null && \
       awk '/>load of/ { sub(/>/, ">" (n++ ? "B" : "A") ": ") } 1' $(3) >$(3).named && mv $(3).named $(3)

##@ Work on the code
.PHONY: pictures check-pictures check-lessons
ifeq ($(MACHINE),emu)
# The programs that draw.
HEATING := $(foreach c,$(sort $(foreach p,$(HEATED) $(BY_PROGRAM),$(firstword $(subst /, ,$(p))))),$(call program,$(c)))
pictures: $(HEATING) ## draw the pictures of the lessons again
	$(Q)$(foreach p,$(PICTURES),$(call draw,$(p),$(p)) && ):

check-pictures: $(HEATING) ## are the pictures of the lessons those that the programs draw?
	$(Q)$(foreach p,$(PICTURES),$(call draw,$(p),$(B)/pictures/$(p)) && \
	    cmp $(p) $(B)/pictures/$(p) && ): || { echo 'pictures: run `make pictures`' >&2; exit 1; }

# The other way round: the lessons show what the programs print now. Read the diff.
.PHONY: update-lessons
update-lessons: $(PROGRAMS) ## write what the programs print now into the pages (PAGE=02_naive/README.md for one)
	$(Q)mk/update_lessons.py $(or $(PAGE),$(LESSONS))

# Lessons side by side: most of their commands use one core.
check-lessons: check-pictures $(PROGRAMS) ## do the lessons show what the programs print and draw?
	$(Q)printf '%s\n' $(LESSONS) | xargs -P $(TEST_JOBS) -n 1 mk/check_lessons.sh
	$(Q)mk/check_map.sh $(MAPS)
	$(Q)mk/check_source_maps.py $(SOURCE_MAPS)
	$(Q)mk/check_text.py $(wildcard $(CHAPTERS:%=%/*.md))
	$(Q)mk/check_figures.py $(wildcard $(CHAPTERS:%=%/*.md)) docs/results.md bench/README.md
	$(Q)tests/text/check_idioms.py

DOCUMENTATION_CHECKS += check-lessons
else
pictures check-pictures check-lessons:
	$(Q)$(MAKE) GPU=emu $@
endif
