# SPDX-License-Identifier: MIT
#
# The layout algebra beyond its tests: the same tests with sanitizers, and a fuzzer.

LAYOUT_SOURCES := $(sort $(wildcard common/layout/*/*.c)) $(addprefix common/base/,edit_distance.c failure.c fold.c output.c terminal.c)
LAYOUT_HEADERS := common/layout/layout.h $(addprefix common/base/,edit_distance.h failure.h output.h terminal.h) $(sort $(wildcard common/layout/*/*.h tests/layout/layout_*.h tests/support/*.h emu/tests/support/*.h))
LAYOUT_TEST_HELPERS := $(wildcard tests/layout/layout_*.c emu/tests/support/*.c) tests/support/support.c
# But those that launch kernels.
LAYOUT_TESTS := $(filter-out %/test_layout_device,$(filter tests/layout/test_layout_%,$(TEST_NAMES)))

# ---- Address and undefined-behaviour sanitizers -------------------------------------------------

SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all
SANITIZED_TESTS := $(addprefix $(B)/sanitized/,$(LAYOUT_TESTS))
SANITIZED_OBJECTS := $(patsubst %.c,$(B)/sanitized/%.o,$(LAYOUT_SOURCES) $(LAYOUT_TEST_HELPERS))
sanitized = $(Q)$(call make-file,CC) $(CC) $(HOST_CFLAGS) -O1 -g $(SANITIZE) $(CRITERION_CFLAGS) -o $(NEW)

$(SANITIZED_OBJECTS): $(B)/sanitized/%.o: %.c $(LAYOUT_HEADERS) $(CC_STAMPS) | $(HAVE_CRITERION)
	$(sanitized) -c $<

$(SANITIZED_TESTS): $(B)/sanitized/%: %.c $(SANITIZED_OBJECTS) tests/layout/fuzz/fuzz_layout_eval.c
	$(sanitized) $< $(SANITIZED_OBJECTS) $(CRITERION_LDLIBS) -lm

##@ Work on the code
.PHONY: test-layout-sanitized
test-layout-sanitized: $(SANITIZED_TESTS) ## the tests of the layout algebra with sanitizers
	$(Q)$(run-tests) $(SANITIZED_TESTS)
ifeq ($(MACHINE),emu)
FULL_CHECKS += test-layout-sanitized
endif

# ---- Fuzzing: needs clang -----------------------------------------------------------------------

FUZZER := $(B)/fuzz/fuzz_layout_eval
FUZZ_CORPUS := tests/layout/fuzz/corpus.txt
FUZZ_SECONDS ?= 600
# `make fuzz` asks for a number of lines instead (mk/fuzz.mk).
FUZZ_LAYOUT_UNTIL = -max_total_time=$(FUZZ_SECONDS)

$(FUZZER): tests/layout/fuzz/fuzz_layout_eval.c $(LAYOUT_SOURCES) $(LAYOUT_HEADERS)
	$(Q)$(call make-file,CLANG) clang -std=c11 -g -O1 -fsanitize=fuzzer,address,undefined \
	    -fno-sanitize-recover=all -I. -o $(NEW) tests/layout/fuzz/fuzz_layout_eval.c $(LAYOUT_SOURCES) -lm

.PHONY: fuzz-layout fuzz-layout-keep
fuzz-layout: $(FUZZER) ## any bytes as a line of eval (FUZZ_SECONDS=600); what it finds stays in build
	$(Q)mkdir -p $(B)/fuzz/found
	$(Q)tests/layout/fuzz/corpus.py unpack $(FUZZ_CORPUS) $(B)/fuzz/corpus
	$(Q)cd $(B)/fuzz && ./$(notdir $(FUZZER)) -max_len=600 $(FUZZ_LAYOUT_UNTIL) \
	    -print_final_stats=1 found corpus

# One input for each branch that any input takes.
fuzz-layout-keep: $(FUZZER) ## what the fuzzer found, as few inputs as possible, into the replayed corpus
	$(Q)rm -rf $(B)/fuzz/kept
	$(Q)mkdir -p $(B)/fuzz/found $(B)/fuzz/kept
	$(Q)tests/layout/fuzz/corpus.py unpack $(FUZZ_CORPUS) $(B)/fuzz/corpus
	$(Q)$(FUZZER) -merge=1 -use_counters=0 $(B)/fuzz/kept $(B)/fuzz/corpus $(B)/fuzz/found
	$(Q)tests/layout/fuzz/corpus.py pack $(B)/fuzz/kept > $(FUZZ_CORPUS)
