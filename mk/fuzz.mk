# SPDX-License-Identifier: MIT
#
# Fuzzing what reads other people's bytes: .npy files, command lines, CUDA sources, layout
# expressions (mk/layout.mk). Needs clang; FUZZ_RUNS inputs each, under ASan and UBSan.

FUZZ_RUNS ?= 100000
FUZZ_TARGETS := npy options rewriter
FUZZ_SOURCES_npy := $(wildcard common/driver/npy/*.c) common/step/matrix.c common/step/dtype.c \
                    $(wildcard common/base/*.c)
FUZZ_SOURCES_options := common/driver/request/options.c $(wildcard common/base/*.c)
FUZZ_SOURCES_rewriter := $(filter-out emu/emucc/driver/% %/message.c %/process.c,$(wildcard emu/emucc/*/*.c))
FUZZ_HEADERS := $(wildcard common/driver/*/*.h common/base/*.h emu/emucc/*/*.h)

define fuzz-rule
$(B)/fuzz/fuzz_$(1): tests/fuzz/targets/fuzz_$(1).c $(FUZZ_SOURCES_$(1)) $(FUZZ_HEADERS)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(call say,CLANG)clang -std=c11 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined \
	    -fno-sanitize-recover=all -I. -o $$@ $$(filter %.c,$$^) -lm -lpthread
endef
$(foreach target,$(FUZZ_TARGETS),$(eval $(call fuzz-rule,$(target))))

# A row of corpus.txt is a target and one of its first inputs, as tests/layout/fuzz/corpus.py packs it.
# Memory that fail() keeps when it does not return is not a leak.
##@ Work on the code
.PHONY: fuzz $(FUZZ_TARGETS:%=fuzz-%)
fuzz: $(FUZZ_TARGETS:%=fuzz-%) fuzz-layout ## any bytes as .npy files, command lines, CUDA sources, layouts (FUZZ_RUNS=100000)
fuzz: FUZZ_LAYOUT_UNTIL := -runs=$(FUZZ_RUNS) -verbosity=0 -seed=1
$(FUZZ_TARGETS:%=fuzz-%): fuzz-%: $(B)/fuzz/fuzz_%
	$(Q)mkdir -p $(B)/fuzz/found_$*
	$(Q)sed -n 's/^$* //p' tests/fuzz/corpus.txt | tests/layout/fuzz/corpus.py unpack /dev/stdin $(B)/fuzz/corpus_$*
	$(Q)cd $(B)/fuzz && ./fuzz_$* -runs=$(FUZZ_RUNS) -max_len=4096 -detect_leaks=0 -timeout=20 \
	    -rss_limit_mb=4096 -verbosity=0 -print_final_stats=1 -seed=1 found_$* corpus_$*
ifeq ($(MACHINE),emu)
ifneq ($(shell command -v clang),)
FULL_CHECKS += fuzz
endif
endif
