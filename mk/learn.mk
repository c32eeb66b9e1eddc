# SPDX-License-Identifier: MIT
#
# The exercises: learn/ is the runner, NN_chapter/exercises/ has their sources. What they need is
# built and nothing else: emucc, the engine, the runner.

# SEED comes by the environment, into which make puts it: a command line can be read by all users.
LEARN := $(B)/bin/learn
LIBLEARN := $(B)/learn/liblearn.a
# What is linked to a learner's code: child.o and the file that runs a job there; the rest from the library.
LEARN_CHILDREN := $(patsubst %,$(B)/learn/child/%.o,child gpu cpu cache threads openmp)
LEARN_BESIDE := learn/child/call.c learn/child/secret.c learn/child/printing.c learn/child/confine.c learn/child/gpu_time.c
LEARN_SOURCES := learn/main.c $(wildcard $(patsubst %,learn/%/*.c,source compile run grade learner report course))
LEARN_PARTS := $(wildcard common/base/*.c common/step/*.c common/layout/*/*.c common/device/*.c common/device/*/*.c) \
    $(patsubst %,common/driver/gpu/%.c,counting shared_access gpu cublas) $(LEARN_BESIDE)

$(LIBLEARN): $(call objects,$(LEARN_PARTS)) $(B)/stamps/common
	$(archive)

$(LEARN): $(call objects,$(LEARN_SOURCES)) $(LIBLEARN) $(LD_STAMPS)
	$(Q)$(call make-file,LINK) $(link-host)

LEARN_NEEDS := $(LEARN) $(LEARN_CHILDREN) $(LIBLEARN) $(if $(filter emu,$(MACHINE)),$(EMUCC) $(LIBEMU) $(B)/lib/headers/c++17_plain)
run-learn = $(if $(filter cuda,$(MACHINE)),LEARN_NVCC='$(NVCC) -arch=sm_$(ARCH:90=90a)') CC='$(CC)' BUILD_DIR=$(B) $(LEARN)

# A verdict says what is wrong, and make's "*** Error 1" below it nothing. So at a terminal a failed check ends well; a
# script, whose output goes to a file or a pipe, gets the status.
at-terminal = || { status=$$?; [ $$status -eq 1 ] && [ -t 1 ] && [ -t 2 ] || exit $$status; }

LEARN_GOALS := learn check hint solution check-all check-exercises challenge learn-times
.PHONY: $(LEARN_GOALS) learn-build
learn-build: $(LEARN_NEEDS) ## compile what the exercises need, and nothing else

# Exercises are about counters and diagnoses: on the emulated GPU, also if there is a real one. Who
# asks for GPU=cuda sees results and times there.
ifeq ($(MACHINE) $(GPU),cuda auto)
$(LEARN_GOALS):
	$(Q)$(MAKE) GPU=emu $@
else
##@ Learn
learn: $(LEARN_NEEDS) ## exercises: shows one, grades it whenever you save it (EX=04_pad begins there)
	$(Q)$(run-learn) watch '$(EX)'

check: $(LEARN_NEEDS) ## grade your copy of an exercise: make check EX=04_pad
	$(Q)$(run-learn) check '$(EX)' $(at-terminal)

challenge: $(LEARN_NEEDS) ## your own GEMM, with medals: grade my/05_challenge.cu
	$(Q)$(run-learn) check 05_challenge $(at-terminal)

hint: $(LEARN_NEEDS) ## one hint more: make hint EX=04_pad
	$(Q)$(run-learn) hint '$(EX)'

solution: $(LEARN_NEEDS) ## why it works, your file next to the solution: make solution EX=04_pad [FORCE=1]
	$(Q)$(run-learn) solution '$(EX)' $(if $(FORCE),--force)

check-all: $(LEARN_NEEDS) ## grade all that was begun: FORMAT=text|json|gradescope|junit SEED=7
	$(Q)$(run-learn) check-all '$(or $(FORMAT),text)' $(at-terminal)

check-exercises: $(LEARN_NEEDS) ## are the exercises themselves right? (EX=04_pad for one)
	$(Q)$(run-learn) matrix $(EX)

LEARN_TIMES := bench/results/learn_times.tsv
learn-times: $(LEARN_NEEDS) ## how long from a save to its verdict, each exercise; and from a clone to the first
	$(Q)red=$$(mk/first_red.sh) && $(run-learn) times '$(COMMIT)' > $(B)/learn/times.tsv && \
	    sed "1s/\$$/; from a clone to the first verdict: $$red s/" $(B)/learn/times.tsv > $(LEARN_TIMES)
	$(Q)head -n 1 $(LEARN_TIMES)
endif

# ---- Tests: learn/tests/ --------------------------------------------------------------------------

LIBRUNNER := $(B)/learn/librunner.a
$(LIBRUNNER): $(call objects,$(filter-out %/main.c,$(LEARN_SOURCES))) $(B)/stamps/common
	$(archive)

LEARN_TESTS := $(filter $(B)/learn/tests/%,$(TEST_PROGRAMS))
$(LEARN_TESTS): $(LIBRUNNER) $(LIBLEARN) | $(LEARN_NEEDS)
