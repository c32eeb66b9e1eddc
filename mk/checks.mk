# SPDX-License-Identifier: MIT
#
# Checks are goals that `make test` runs in addition to the test programs. A check that fails stops nothing: its result is
# kept, the other checks and the tests run, and the report of the tests ends with it (mk/run_tests.sh). The other parts of
# the build name their checks in
#
#     DOCUMENTATION_CHECKS    pages, tables and pictures show what programs print and draw
#     CODE_CHECKS             everything else
#     FULL_CHECKS             of `make test-full` alone
#
# With ONLY="npy" only that program runs.

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

# What a computer gets that lacks something: no compiler, another distribution.
check-setup: ## does a missing or old tool get one clear line?
	$(Q)mk/check_setup.sh
CODE_CHECKS += check-setup

CHECKS_OF_test := $(if $(ONLY),,$(CODE_CHECKS) $(DOCUMENTATION_CHECKS))
CHECKS_OF_test-full := $(CHECKS_OF_test) $(if $(ONLY),,$(FULL_CHECKS))

TRIES := $(CHECKS_OF_test-full:%=try-%)
.PHONY: $(TRIES)
$(TRIES): try-%: build-tests $(if $(filter emu,$(MACHINE)),$(LEARN_NEEDS))
	$(Q)mkdir -p $(B)/checks
	$(Q)if $(MAKE) -s $* >$(B)/checks/$*.log 2>&1; then result=passed; else result=failed; fi; \
	    echo $$result >$(B)/checks/$*.result; printf '%-28s %s\n' $* $$result

test: $(CHECKS_OF_test:%=try-%)
test-full: $(CHECKS_OF_test-full:%=try-%)

.PHONY: check-setup test-documentation check-systems check-compilers
test-documentation: build ## the checks of pages, tables and pictures alone
	$(Q)$(MAKE) -k $(DOCUMENTATION_CHECKS)

check-compilers: ## the counters of every step with each g++-N installed (COMPILERS="g++-14 g++-16")
	$(Q)MAKE='$(MAKE)' mk/check_compilers.sh $(COMPILERS)

check-systems: ## both commands of the README on bare Debian and Ubuntu (as root; SYSTEMS="trixie sid" QUICK=1 KEEP=folder)
	$(Q)mk/check_systems.sh $(if $(QUICK),--quick) $(if $(KEEP),--keep '$(KEEP)') $(SYSTEMS)
