# SPDX-License-Identifier: MIT
#
# Chapter 11, and cuBLAS with NCCL, on a machine with two or more GPUs. The program is linked with
# this chapter and the kernels it uses alone, so that a machine rented for minutes does not have to
# compile the whole course.

MANY_GPUS := $(B)/bench/many_gpus/many_gpus
$(MANY_GPUS): $(call objects,$(sort $(wildcard bench/many_gpus/*.c))) $(B)/11_many_gpus/main_of_11_many_gpus.o \
		$(filter-out %/main.o,$(11_many_gpus_OBJECTS)) $(11_many_gpus_LIBRARY) $(GPU_OBJECT) $(LIBDEVICE) $(LIBCOMMON) \
		$(LD_STAMPS) $(CUDA_LINKER)
	$(Q)$(call make-file,LINK) $(call link-cuda,$(LDLIBS_11_many_gpus) -lcublasLt)

build-bench: $(MANY_GPUS)

.PHONY: bench-many-gpus
##@ Measure
bench-many-gpus: ## chapter 11 compared with cuBLAS + NCCL on all GPUs of this machine: bench/results/h100_many_gpus_4.tsv
ifeq ($(MACHINE),cuda)
bench-many-gpus: $(MANY_GPUS)
	$(Q)$< '$(COMMIT)' bench/results
else
bench-many-gpus:
	$(Q)$(MAKE) GPU=cuda $@
endif
