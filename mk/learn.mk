# SPDX-License-Identifier: MIT
#
# The exercises: common/learn/ is the runner, NN_chapter/exercises/ has their sources. What they need is
# built and nothing else: emucc, the engine, the runner.

LEARN := $(B)/bin/learn
LIBLEARN := $(B)/learn/liblearn.a
# What is linked to a learner's code: child.o and one of the others.
LEARN_CHILDREN := $(patsubst %.c,$(B)/%.o,$(wildcard common/learn/child*.c))
LEARN_SOURCES := $(filter-out common/learn/child%,$(wildcard common/learn/*.c))
LEARN_PARTS := $(wildcard common/base/*.c common/step/*.c common/layout/*/*.c common/device/*/*.c) \
    common/driver/counting.c common/driver/shared_access.c common/learn/call.c

$(LIBLEARN): $(call objects,$(LEARN_PARTS)) $(B)/stamps/common
	$(archive)

$(LEARN): $(call objects,$(filter-out common/learn/call.c,$(LEARN_SOURCES))) $(LIBLEARN) $(LD_STAMPS)
	$(Q)$(call make-file,LINK) $(link-host)

LEARN_NEEDS := $(LEARN) $(LEARN_CHILDREN) $(LIBLEARN) $(EMUCC) $(LIBEMU)
run-learn = CC='$(CC)' BUILD_DIR=$(B) SEED='$(SEED)' $(LEARN)

.PHONY: check check-exercises learn-build
learn-build: $(LEARN_NEEDS)

check: $(LEARN_NEEDS)
	$(Q)$(run-learn) check '$(EX)'

check-exercises: $(LEARN_NEEDS)
	$(Q)$(run-learn) matrix $(EX)
