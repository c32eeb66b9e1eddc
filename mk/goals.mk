# SPDX-License-Identifier: MIT
#
# What was asked for, and in which order.

.DEFAULT_GOAL := build
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# As many compilers at once as there are processors, unless -j says otherwise; a make below shares
# them. Goals that run programs keep their order (mk/chapters.mk).
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += --jobs=$(shell nproc)
endif

GOALS := $(or $(MAKECMDGOALS),$(.DEFAULT_GOAL))

# `make deps run`: deps must be through before make even looks at the rest, since the rest depends
# on what it installs (also under -j, where make would start both at once). So these goals run
# first, and everything else in a second make. The same holds for `make clean build`.
FIRST := $(filter deps clean,$(GOALS))
REST := $(filter-out $(FIRST),$(GOALS))
FIRST_THEN_REST := $(and $(FIRST),$(REST))

ifneq ($(FIRST_THEN_REST),)
.PHONY: $(REST) the-rest
$(sort $(REST)): the-rest ; @:
the-rest: $(FIRST) ; +@$(MAKE) $(REST)
endif

# `make V=1` shows whole command lines; else build.sh shows what is made, on stderr, so that stdout
# holds nothing but what programs print (`make 02 ARGS="--format json" > results.json`).
SILENT := $(findstring s,$(filter-out -%,$(firstword $(MAKEFLAGS))))
Q := $(if $(V),,@)
# $(call make-file,KIND) COMMAND -o $(NEW): makes $@.
NEW = $@.$$$$
make-file = BUILD=$(BUILD) BUILD_DIR=$(B) mk/build.sh $(if $(V)$(SILENT),-,$(1)) $@ $(NEW)
BUILD := $(shell echo $$PPID)

.PHONY: deps clean

##@ Set up
deps: ## install missing packages, by apt; `make deps test` adds what the tests need; so do plot, lint, slides, explorer, book, mpi
	$(Q)mk/deps.sh $(if $(filter explorer test-explorer book book-pdf test-book,$(REST)),explorer) \
	    $(if $(filter book book-pdf test-book,$(REST)),book) $(if $(filter book-pdf test-book,$(REST)),book-pdf) \
	    $(if $(filter-out test-explorer test-book,$(filter test%,$(REST))),test) $(if $(filter lint format,$(REST)),lint) \
	    $(filter plot slides mpi,$(REST))

clean: ## remove everything built (build/)
	$(Q)rm -rf build
