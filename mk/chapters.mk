# SPDX-License-Identifier: MIT
#
# Chapters: each directory NN_name becomes the program build/MACHINE/NN_name/NN_name.

number = $(firstword $(subst _, ,$(1)))
program = $(B)/$(1)/$(1)

PROGRAMS := $(foreach c,$(CHAPTERS),$(call program,$(c)))

# Kernels of another chapter that a chapter launches by a name from common/: linked, never included.
# 11: 09's products in bf16.
USES_11_many_gpus := $(filter-out %/sgemm.c,$(wildcard 09_hopper/parts/*.c 09_hopper/parts/*.cu)) \
                     09_hopper/11_tuned/types_bf16.cu 09_hopper/11_tuned/few_rows_bf16.cu 09_hopper/11_tuned/tuned_plan.c \
                     $(filter $(GENERATED)/$(TUNED)/tuned_%,$(GENERATED_09_hopper))

# Chapters with their own driver and table: they are not in course_chapters.
OWN_TABLE := 11_many_gpus

# A chapter whose directory holds no .cu links no CUDA at all.
define chapter-rules
$(1)_SOURCES := $$(call chapter-sources,$(1))
$(1)_ON_GPU := $$(filter %.cu,$$($(1)_SOURCES))
$(1)_OBJECTS := $$(call objects,$$($(1)_SOURCES))

$(1)_LIBRARY := $$(if $$(USES_$(1)),$(B)/$(1)/libuses.a)
$(B)/$(1)/libuses.a: $$(call objects,$$(USES_$(1))) $(B)/stamps/chapters
	$$(archive)

$(call program,$(1)): $$($(1)_OBJECTS) $$($(1)_LIBRARY) $$(if $$($(1)_ON_GPU),$$(GPU_OBJECT) $$(LIBDEVICE),$$(GPU_NONE_OBJECT)) \
		$$(LIBCOMMON) $$(LD_STAMPS) $$(B)/stamps/chapters $$(if $$($(1)_ON_GPU),$$(CUDA_LINKER))
	$$(Q)$$(call make-file,LINK) $$(if $$($(1)_ON_GPU),$$(call link-cuda,$$(LDLIBS_$(1))),$$(call link-host,$$(LDLIBS_$(1))))

.PHONY: $(1) $(call number,$(1)) build-$(1)
build-$(1): $(call program,$(1))
$(1) $(call number,$(1)): $(call program,$(1))
	$$(Q)cd $$(RUN_IN) && $$(UP)$(call program,$(1)) $$(ARGS)
endef
$(foreach c,$(CHAPTERS),$(eval $(call chapter-rules,$(c))))

# All chapters in one archive, each main() under its own name: for tests and benchmarks.
LIBCHAPTERS := $(B)/libchapters.a
LIBCHAPTERS_LDLIBS := $(foreach c,$(CHAPTERS),$(LDLIBS_$(c)))
MAINS := $(foreach c,$(CHAPTERS),$(B)/$(c)/main_of_$(c).o)
STEP_OBJECTS := $(filter-out %/main.o,$(call objects,$(CHAPTER_SOURCES)))

define renamed-main
$(B)/$(1)/main_of_$(1).o: $(1)/main.c $(CC_STAMPS)
	$$(Q)$$(call make-file,CC) $$(CC) $$(HOST_CFLAGS) $$(CFLAGS) $$(DEPFLAGS) $$(call own-flags,CFLAGS) -Dmain=main_of_$(1) -c $$< -o $$(NEW)
endef
$(foreach c,$(CHAPTERS),$(eval $(call renamed-main,$(c))))

# course_chapters (common/step/course.h), from the one list in the Makefile.
TABLES := $(filter-out $(OWN_TABLE),$(CHAPTERS))
COURSE := $(B)/course
$(COURSE).c: $(B)/stamps/chapters
	$(Q){ echo '#include "common/step/course.h"'; \
	    printf 'extern const struct chapter chapter_%s;\n' $(TABLES); \
	    echo 'const struct chapter *const course_chapters[] = {'; \
	    printf '    &chapter_%s,\n' $(TABLES); \
	    echo '};'; \
	    echo 'const int course_chapter_count = $(words $(TABLES));'; } > $(NEW) && mv $(NEW) $@

$(COURSE).o: $(COURSE).c $(CC_STAMPS)
	$(Q)$(call make-file,CC) $(CC) $(HOST_CFLAGS) $(CFLAGS) $(DEPFLAGS) -c $< -o $(NEW)

$(LIBCHAPTERS): $(MAINS) $(STEP_OBJECTS) $(COURSE).o $(B)/stamps/chapters
	$(archive)

# `make run` inside a chapter runs the program there, so that file names in ARGS mean what they
# seem to mean (mk/chapter.mk sets RUN_IN).
RUN_IN ?= .
UP = $(if $(filter .,$(RUN_IN)),,../)

.PHONY: build run
##@ Build and run
build: $(PROGRAMS) ## compile every chapter (what plain `make` does)

LADDER := $(B)/ladder.tsv
ifeq ($(MACHINE),emu)
run-chapters = mk/run_chapters.sh $(B) $(LADDER) '$(CHAPTERS)' $(ARGS) || failed=$$(cat $(LADDER).failed 2>/dev/null || echo ' run_chapters.sh')
else
run-chapters = rm -f $(LADDER); for chapter in $(CHAPTERS); do \
	    echo >&2; \
	    LADDER_FILE=$(LADDER) $(B)/$$chapter/$$chapter $(ARGS) || failed="$$failed $$chapter"; \
	done
endif

run: build ## run every chapter in order: each step checked, then measured or counted; then the ladder
	$(Q)failed=; $(run-chapters); \
	columns=$$COLUMNS; [ "$$columns" ] || [ ! -t 1 ] || columns=$$(stty size 2>/dev/null </dev/tty | cut -d ' ' -f 2); \
	if [ -s $(LADDER) ]; then \
	    awk -v columns="$$columns" -f mk/ladder.awk $(LADDER)$(if $(findstring --format,$(ARGS)), >&2); fi; \
	if [ -n "$$failed" ]; then echo "failed:$$failed" >&2; exit 1; fi

#02: ## build and run one chapter, by its number or its whole name; ARGS="--help" lists its flags

# Goals that run programs keep the order in which they were given, also under -j: two programs at
# once would share the cores and mix their output.
RUNNERS := run test test-full $(CHAPTERS) $(foreach c,$(CHAPTERS),$(call number,$(c)))
RUN_GOALS := $(filter $(RUNNERS),$(GOALS))
one-after-the-other = $(if $(word 2,$(1)),$(eval $(word 2,$(1)): | $(word 1,$(1)))$(call \
                      one-after-the-other,$(wordlist 2,$(words $(1)),$(1))))
$(call one-after-the-other,$(RUN_GOALS))
