# SPDX-License-Identifier: MIT
#
# The order of the house: which folder includes which, and that every chapter and step is in every list.

##@ Work on the code
.PHONY: check-house check-growth check-build
check-house: $(PROGRAMS) ## do folders include only what they may, are files short, is every chapter in every list?
	$(Q)mk/check_rooms.sh
	$(Q)mk/check_chapters.sh $(B) $(CHAPTERS)
	$(Q)mk/help.sh --check

CODE_CHECKS += check-house

ifeq ($(MACHINE),emu)
check-growth: build-tests ## add a step and a chapter to a copy of the tree: are they everywhere?
	$(Q)mk/check_growth.sh $(CHAPTERS)

check-build: build-tests ## two makes at once, interrupted ones, a full disk: nothing is lost
	$(Q)mk/check_build.sh

CODE_CHECKS += check-growth check-build
else
check-growth check-build:
	$(Q)$(MAKE) GPU=emu $@
endif
