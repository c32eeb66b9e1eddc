# SPDX-License-Identifier: MIT
#
# Chapter 01: its benchmark, and its sweep of sizes (tests/chapters/test_cpu_sweep.c) under the sanitizers
# and on another kind of processor. file_flags.mk has the flags of its files.

# The sweep as one program, compiled in one go: no Criterion, no CUDA.
CPU_SWEEP_SOURCES := tests/chapters/test_cpu_sweep.c $(call chapter-sources,01_cpu) \
                     $(filter-out common/driver/gpu/gpu.c,$(COMMON_SOURCES))
CPU_SWEEP_HEADERS := $(wildcard 01_cpu/*.h 01_cpu/*/*.h common/*/*.h common/*/*/*.h \
                     tests/support/plain_criterion/criterion/*.h)
CPU_SWEEP_FLAGS := -std=c11 -pthread -g -O1 -ffp-contract=fast -fopenmp -I. \
                   -Itests/support/plain_criterion -Iemu/include -DEMU_GPU=1
# main.c has its own main(), under another name here as in the test programs. What speaks
# to a GPU stays in the archive, as nothing asks for it.
cpu-sweep = $(Q)mkdir -p $(@D); \
            for file in $(CPU_SWEEP_SOURCES); do \
                rename=; [ $$file != 01_cpu/main.c ] || rename=-Dmain=main_of_01_cpu; \
                $(1) $(CPU_SWEEP_FLAGS) $$rename -c $$file -o $(@D)/$$(echo $$file | tr / _).o || exit 1; \
            done; \
            rm -f $(@D)/common.a; ar rcs $(@D)/common.a $(@D)/common_*.o; \
            $(1) $(CPU_SWEEP_FLAGS) -o $@ $(@D)/tests_*.o $(@D)/01_cpu_*.o $(@D)/common_driver_gpu_gpu_none.c.o \
                $(@D)/common.a -lm -ldl

build/cpu_asan/sweep: $(CPU_SWEEP_SOURCES) $(CPU_SWEEP_HEADERS)
	$(call cpu-sweep,$(CC) -fsanitize=address$(,)undefined -fno-sanitize-recover=all)

# gcc's OpenMP library is not instrumented, so its ThreadSanitizer takes the end of a parallel region
# for a race; clang's comes with a tool (archer) that shows the sanitizer what waits for what.
build/cpu_tsan/sweep: $(CPU_SWEEP_SOURCES) $(CPU_SWEEP_HEADERS)
	$(call cpu-sweep,clang -fsanitize=thread)

build/cpu_aarch64/sweep: $(CPU_SWEEP_SOURCES) $(CPU_SWEEP_HEADERS)
	$(call cpu-sweep,aarch64-linux-gnu-gcc -static)

, := ,

.PHONY: cpu-asan cpu-tsan cpu-aarch64 bench-cpu
##@ Work on the code
cpu-asan: build/cpu_asan/sweep ## all sizes from 1 to 130 under AddressSanitizer and UBSan
	$(Q)$<

cpu-tsan: build/cpu_tsan/sweep ## the same under ThreadSanitizer (needs clang and libomp)
	$(Q)TSAN_OPTIONS="ignore_noninstrumented_modules=1 $$TSAN_OPTIONS" $<

cpu-aarch64: build/cpu_aarch64/sweep ## the same for 64-bit ARM (needs gcc-aarch64-linux-gnu, qemu-user)
	$(Q)qemu-aarch64 $<

CPU_GEMM := $(B)/bench/cpu/cpu_gemm
$(CPU_GEMM): $(call objects,$(sort $(wildcard bench/cpu/*.c))) $(LIBCHAPTERS) $(GPU_OBJECT) \
		$(LIBDEVICE) $(LIBCOMMON) $(LD_STAMPS) $(CUDA_LINKER)
	$(Q)$(call make-file,LINK) $(call link-cuda,$(LIBCHAPTERS_LDLIBS))

build-bench: $(CPU_GEMM)

# Under 10 minutes in all. The machine should do nothing else meanwhile. CPU_RESULTS: another beginning
# of the files' names, for another processor.
CPU_RESULTS ?= bench/results/cpu
CPU_STEPS := $(patsubst 01_cpu/%.c,01/%,$(wildcard 01_cpu/[0-9]*.c))
##@ Measure
bench-cpu: $(B)/bench/ceilings/cpu_ceilings $(CPU_GEMM) ## chapter 01 compared with OpenBLAS and BLIS; writes bench/results/cpu_gemm.csv
	$(Q)mkdir -p $(dir $(CPU_RESULTS))
	$(Q)COMMIT='$(COMMIT)'; export COMMIT; \
	    $(B)/bench/ceilings/cpu_ceilings $(B)/bench/cpu_ceilings.csv && \
	    $(CPU_GEMM) --csv $(CPU_RESULTS)_gemm.csv | tee $(B)/bench/cpu_gemm.txt && \
	    $(RECORDS) stamp $(CPU_RESULTS)_gemm.csv $(CPU_STEPS) && \
	    { echo; cat $(B)/bench/cpu_ceilings.csv; } >> $(CPU_RESULTS)_gemm.csv

.PHONY: cpu-counters cpu-tables
cpu-counters: $(CPU_GEMM) ## what each step of chapter 01 requests from the caches (needs valgrind; 1 minute)
	$(Q)COMMIT='$(COMMIT)' \
	    bench/cpu/cpu_counters.sh $< bench/results/cpu_counters.csv && \
	    $(RECORDS) stamp bench/results/cpu_counters.csv $(CPU_STEPS)

cpu-tables: ## put bench/results/cpu_*.csv into the pages of 01_cpu
	$(Q)bench/cpu/cpu_tables.sh
