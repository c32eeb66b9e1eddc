# SPDX-License-Identifier: MIT
#
# Two looks at a step's machine code: what compute-sanitizer says of it as it runs, and what it is.

# ---- compute-sanitizer -----------------------------------------------------------------------------

# One launch of each step and transposition at two odd shapes: edges on every side, rows that are
# not aligned. The report is appended to SANITIZE_RECORD=FILE as a new part.
SANITIZE_STEPS ?= --step 05/8 --chapter 07 --chapter 08 --chapter 10
SANITIZE_SIZES := 131x77x205,255x130x31
SANITIZE_RECORD ?=
SANITIZE_REPORT := $(B)/bench/sanitizer.txt

.PHONY: sanitize
##@ Measure
ifeq ($(MACHINE),cuda)
sanitize: $(GEMM) ## the four tools of compute-sanitizer over steps, on a GPU (SANITIZE_STEPS="--chapter 07")
	$(Q)COMMIT='$(COMMIT)' bench/gemm/sanitize.sh $< --sizes $(SANITIZE_SIZES) $(SANITIZE_STEPS) \
	    > $(SANITIZE_REPORT); status=$$?; cat $(SANITIZE_REPORT); \
	    $(if $(SANITIZE_RECORD),{ [ ! -s $(SANITIZE_RECORD) ] || echo; cat $(SANITIZE_REPORT); } >> $(SANITIZE_RECORD);) exit $$status
else
sanitize:
	$(Q)$(MAKE) GPU=cuda sanitize
endif

# ---- Machine code ----------------------------------------------------------------------------------

# The objects of STEP=05/6, built by nvcc: one, except for a step of many files. No GPU is needed.
CUOBJDUMP ?= $(or $(wildcard $(dir $(NVCC))cuobjdump),cuobjdump)

.PHONY: sass
##@ Learn
ifeq ($(MACHINE),cuda)
SASS_SOURCES := $(if $(filter sass,$(GOALS)),$(wordlist 2,99,$(shell mk/step_file.sh '$(STEP)' $(CHAPTERS))))
SASS_OBJECTS := $(call objects,$(filter %.cu,$(SASS_SOURCES)))
sass: $(SASS_OBJECTS) ## the machine code of the loops of a step: make sass STEP=05/6 (ARGS=--dump)
	$(if $(SASS_SOURCES),,@exit 2)
	$(Q)bench/code/sass.py --cuobjdump '$(CUOBJDUMP)' $(ARGS) $(SASS_OBJECTS)
else
sass:
	$(Q)$(MAKE) GPU=cuda sass
endif
