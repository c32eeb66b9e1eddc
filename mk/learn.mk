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

.PHONY: challenge learn check hint solution check-all check-exercises learn-build
learn-build: $(LEARN_NEEDS)

##@ Learn
learn: $(LEARN_NEEDS) ## exercises: shows one, grades it whenever you save it (EX=04_pad begins there)
	$(Q)$(run-learn) watch '$(EX)'

check: $(LEARN_NEEDS) ## grade your copy of an exercise: make check EX=04_pad
	$(Q)$(run-learn) check '$(EX)'

challenge: $(LEARN_NEEDS) ## a GEMM of your own, with medals (my/05_challenge.cu)
	$(Q)$(run-learn) check 05_challenge

hint: $(LEARN_NEEDS) ## one hint more: make hint EX=04_pad
	$(Q)$(run-learn) hint '$(EX)'

solution: $(LEARN_NEEDS) ## why it works, your file beside the solution: make solution EX=04_pad [FORCE=1]
	$(Q)$(run-learn) solution '$(EX)' $(if $(FORCE),--force)

check-all: $(LEARN_NEEDS) ## grade all that was begun: FORMAT=text|json|gradescope|junit SEED=7
	$(Q)$(run-learn) check-all '$(or $(FORMAT),text)'

check-exercises: $(LEARN_NEEDS) ## are the exercises themselves right? (EX=04_pad for one)
	$(Q)$(run-learn) matrix $(EX)
