# SPDX-License-Identifier: MIT
#
# Tools around the code: doctor, diff, format, lint, help.

# Programs written as learners write them (emu/tests/foreign, mistakes, diagnoses) keep their own layout.
OUR_CODE = $(shell find . \( -path ./build -o -path ./my -o -path './.*' -o -path ./emu/tests/foreign \
             -o -path ./emu/tests/mistakes -o -path ./emu/tests/diagnoses -o -path ./tests/device/tile_mistakes \) -prune -o \( -name '*.c' -o -name '*.h' -o -name '*.cu' \) \
             -print | sort)

.PHONY: doctor diff format lint help

##@ Learn
diff: ## what a step changed against the one before it: make diff STEP=02/2
	$(Q)mk/diff.sh '$(STEP)' $(CHAPTERS)

doctor: ## which tools are installed (compilers, GPU, driver, toolkit), which are missing, and the cure
	$(Q)CC='$(CC)' CXX='$(CXX)' mk/doctor.sh

help: ## this list
	$(Q)mk/help.sh $(CHAPTERS)

##@ Work on the code
format: ## format all C and CUDA code by .clang-format
	$(Q)clang-format -i $(OUR_CODE)

lint: ## check layout and code with every linter that is installed
	$(Q)CC='$(CC)' mk/lint.sh $(OUR_CODE)
