# SPDX-License-Identifier: MIT
#
# Tests: each tests/ROOM/test_NAME.c is a Criterion program, linked with every chapter's steps.
#
#     tests/ROOM/test_NAME.c    a test program, for both machines; tests of common/ROOM are in tests/ROOM
#     emu/tests/                tests of the emulated GPU itself; tests/bench/: of the tools of bench/
#     tests/ROOM/test_NAME.cu   kernels of that test, if it has any
#     tests/ROOM/OTHER.c        helpers that every test may use, most in tests/support
#
# Pages and the order of the house are checked at the same time (mk/checks.mk): whatever fails, everything runs, and the
# report at the end says which failures are those of documentation.
#
# `make test` is to take less than 5 minutes on two cores. `make test TEST_MORE=1`, as in .ci/run, takes
# twice as long, and runs what another test of its kind represents:
#     test_emu_gallery       every mistake and every correct program (else one of every third category)
#     test_contract          small shapes with each pair of scales, each ld and each transpose (else in
#                            turn); owners in every column; shapes larger than tiles and odd addresses in
#                            every transpose; more tiles than a grid has blocks, down and across
#     test_many_gpus         large shapes with every step (else with the one that they are made for, on two GPUs), the
#                            others with every step (else every fourth one)
#     test_learn_exercises   solution and first mutant of each exercise (else one of both)
#     test_learn_cheats      every cheat (else one of three)
#     test_contract, test_contract_values    every test with every step (else every second test with each step)
#     test_contract_values, test_counters_predicted    each case in every transpose (else in turn)
#     test_hierarchy_tuned, test_stream_k    every pair of tiles, every way in each layout (else in turn)
#     test_hopper_tuned      each kernel of 09/11_tuned with each transpose, type of C and number of blocks (else in turn)
#     test_emu_headers       every program, and CUB, whose headers take ten seconds (else every third one)
#     test_emu_results       the last step of each chapter counted anew (else of the first ones)
#     test_inject            each call fails (else every second one where a file is replaced, every
#                            fifth where none is)
#     test_edits             every edit (else every third one)
#     test_emu_foreign, test_emu_watchdog    every program, every kind of endless loop (else every second one)
#     check-lessons          commands of lessons that take seconds (under <!-- test: more -->)
# Only `make test-full` runs, in addition:
#     test_contract          every shape with every ld and every pair of scales; every size up to 130
#                            (else 35); tiles of hundreds beyond a grid's limit; a million rows for
#                            every step (else the first of chapters whose blocks fill no shared
#                            memory), and a million columns
#     test_kinds_contract    4 million rows and columns; every size up to 300 (else 70)
#     test_layout_properties, test_layout_products    ten times as many random layouts
#     test_learn_exercises   stub, all mutants and nine seeds of each exercise
#     everything of the emulated GPU once more with an engine that traps undefined behaviour, and the
#     tests of layouts with sanitizers

TEST_NAMES := $(EMU_TEST_NAMES) $(patsubst %.c,%,$(foreach f,$(filter %.c,$(TEST_SOURCES)),$(if $(filter test_%,$(notdir $(f))),$(f))))
ifeq ($(MACHINE),cuda)
TEST_NAMES := $(filter-out emu/% tests/bench/% learn/% %/test_tile_mistakes %/test_ptx_inline %/test_tensor_bound,$(TEST_NAMES))
endif
# Those that take long come first, so that none of them still runs when all other tests have ended.
LONG_TESTS := tests/chapters/test_contract emu/tests/programs/test_emu_gallery $(addprefix learn/tests/test_learn_,exercises cheats bad_input) \
              tests/predict/test_counters_predicted tests/chapters/test_contract_values \
              emu/tests/engine/test_emu_watchdog tests/inject/test_inject emu/tests/emucc/test_emucc
TEST_NAMES := $(foreach name,$(LONG_TESTS),$(filter $(name),$(TEST_NAMES))) $(filter-out $(LONG_TESTS),$(TEST_NAMES))
TEST_PROGRAMS := $(addprefix $(B)/,$(TEST_NAMES))

# What is neither a test nor the kernels of one.
LIBHELPERS := $(B)/tests/libhelpers.a
TEST_HELPERS := $(call objects,$(foreach f,$(TEST_SOURCES),$(if $(filter test_%,$(notdir $(f))),,$(f))))
$(LIBHELPERS): $(TEST_HELPERS) $(B)/stamps/tests
	$(archive)

# The emulator's own are built by emu/emu.mk.
COURSE_TEST_NAMES := $(filter-out emu/%,$(TEST_NAMES))
TEST_OBJECTS := $(COURSE_TEST_NAMES:%=$(B)/%.o) $(TEST_HELPERS)
$(TEST_OBJECTS): HOST_CFLAGS += $(CRITERION_CFLAGS)
$(TEST_OBJECTS): | $(HAVE_CRITERION)
$(foreach name,$(filter-out tests/chapters/test_cpu_sweep,$(COURSE_TEST_NAMES)),$(eval CFLAGS_$(name).c := $(TEST_CFLAGS)))

define test-rule
$(B)/$(1): $(B)/$(1).o $$(call objects,$$(wildcard $(1).cu)) $$(LIBHELPERS) $$(LIBEMUTEST) \
		$$(LIBCHAPTERS) $$(GPU_OBJECT) $$(LIBDEVICE) $$(LIBCOMMON) $$(LD_STAMPS) $$(CUDA_LINKER)
	$$(Q)$$(call make-file,LINK) $$(call link-cuda,$$(CRITERION_LDLIBS) $$(LIBCHAPTERS_LDLIBS) $$(LDLIBS_$(1)))
endef
$(foreach name,$(COURSE_TEST_NAMES),$(eval $(call test-rule,$(name))))

# ONLY="npy options" runs those two programs alone.
TESTS_TO_RUN := $(if $(ONLY),$(filter $(addprefix %/test_,$(ONLY)),$(TEST_PROGRAMS)),$(TEST_PROGRAMS))
ifeq ($(TESTS_TO_RUN),)
$(error ONLY=$(ONLY): no such program; there are $(sort $(patsubst test_%,%,$(notdir $(TEST_PROGRAMS)))))
endif
run-tests = LD_LIBRARY_PATH='$(if $(CRITERION_LIB),$(dir $(CRITERION_LIB)):)'"$$LD_LIBRARY_PATH" \
            CC='$(CC)' CXX='$(CXX)' BUILD_DIR=$(B) TEST_JOBS=$(TEST_JOBS) mk/run_tests.sh
# The checks have run before (mk/checks.mk): their results end the report.
run-tests-and-checks = CHECKS='$(CHECKS_OF_$@)' DOCUMENTATION='$(DOCUMENTATION_CHECKS)' $(run-tests)

# How many tests run at once (run_tests.sh: of up to three programs). The emulator gives each block of a grid to the next free
# core, but most tests launch few blocks, or compile: one core each. No more than four: each takes memory.
# On a GPU each would need its own context.
ifeq ($(MACHINE),emu)
TEST_JOBS ?= $(shell cores=$$(nproc); echo $$((cores < 4 ? cores : 4)))
else
TEST_JOBS ?= 1
endif

.PHONY: test test-full build-tests
##@ Work on the code
build-tests: build $(TEST_PROGRAMS) ## compile the tests

test: build-tests ## run all tests on the chosen machine (ONLY="npy" for one program)
	$(Q)$(run-tests-and-checks) $(TESTS_TO_RUN)

test-full: export TEST_FULL := 1
test-full: build-tests ## the same with every shape, mistake and lesson's command: no limit on its time
	$(Q)$(run-tests-and-checks) $(TESTS_TO_RUN)
ifeq ($(MACHINE),emu)
FULL_CHECKS += test-emu-ubsan

.PHONY: test-emu-ubsan
test-emu-ubsan: build-tests $(UBSAN_ENGINE) ## the emulator's tests with an engine that traps undefined behaviour
	$(Q)EMU_LIB="$$PWD/$(UBSAN_ENGINE)" TEST_MORE=1 $(run-tests) $(filter %/test_emu_headers %/test_emu_gallery \
	    %/test_emu_diagnoses %/test_emu_foreign %/test_emu_counters %/test_emu_async %/test_emu_matrix \
	    %/test_emu_report,$(TEST_PROGRAMS))
endif

# The table in emu/tests/mistakes/README.md: verdicts of the emulated GPU next to those recorded on a GPU.
.PHONY: gallery-table
gallery-table: ## rewrite the table of which tool finds which mistake (emu/tests/mistakes/README.md)

ifeq ($(MACHINE),emu)
GALLERY_TSV := $(B)/tests/gallery.tsv
gallery-table: build $(B)/emu/tests/programs/test_emu_gallery
	$(Q)mkdir -p $(dir $(GALLERY_TSV))
	$(Q)GALLERY_TSV=$(GALLERY_TSV) TEST_MORE=1 $(run-tests) $(B)/emu/tests/programs/test_emu_gallery
	$(Q)emu/tests/mistakes/table.py $(GALLERY_TSV)

# What each diagnosis must say, word for word: read the diff before a commit.
TESTS_OF_TEXTS := $(B)/emu/tests/programs/test_emu_gallery $(B)/emu/tests/engine/test_emu_diagnoses
.PHONY: gallery-expected
gallery-expected: build $(TESTS_OF_TEXTS) ## rewrite the expected texts of the mistakes
	$(Q)for texts in emu/tests/diagnoses/*.txt; do : >$$texts; done
	$(Q)GALLERY_EXPECT=1 TEST_MORE=1 $(run-tests) $(TESTS_OF_TEXTS)
	$(Q)emu/tests/tools/gallery.py take
else
gallery-table gallery-expected:
	$(Q)$(MAKE) GPU=emu $@
endif
