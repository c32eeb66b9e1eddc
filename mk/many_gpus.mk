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
bench-many-gpus: ## chapter 11 compared with cuBLAS + NCCL on all GPUs of this machine: bench/results/h200_many_gpus_2.tsv (PEER_TORCH=1: and with PyTorch's fused operators)
ifeq ($(MACHINE),cuda)
bench-many-gpus: $(MANY_GPUS)
	$(Q)record=$$($< '$(COMMIT)' bench/results) && echo "written: $$record" \
	    $(if $(filter 1,$(PEER_TORCH)),&& bench/many_gpus/torch_peer.py "$$record")
else
bench-many-gpus:
	$(Q)$(MAKE) GPU=cuda $@
endif

# What calls, copies, flags and NCCL take: for the expected times (emu/timing/streams/link_time.c). On the emulated GPU it
# only shows that the program works.
LINKS := $(B)/bench/links/links
$(LINKS): $(call objects,$(wildcard bench/links/*.c bench/links/*.cu)) $(B)/11_many_gpus/main_of_11_many_gpus.o \
		$(filter-out %/main.o,$(11_many_gpus_OBJECTS)) $(11_many_gpus_LIBRARY) $(GPU_OBJECT) $(LIBDEVICE) $(LIBCOMMON) \
		$(LD_STAMPS) $(CUDA_LINKER)
	$(Q)$(call make-file,LINK) $(call link-cuda,$(LDLIBS_11_many_gpus))

build-bench: $(LINKS)

.PHONY: bench-links
ifeq ($(MACHINE),cuda)
bench-links: $(LINKS) ## times of calls, copies, flags and NCCL on all GPUs of this machine: bench/results/h200_links_2.tsv
	$(Q)$< '$(COMMIT)' bench/results
else
bench-links:
	$(Q)$(MAKE) GPU=cuda $@
endif

# When the work of each stream runs. The linker replaces the calls that start work.
TIMELINE := $(B)/bench/timeline/timeline
TIMED_CALLS := __cudaLaunchKernel cudaMemcpyPeerAsync ncclAllGather ncclReduceScatter
.PHONY: bench-timeline
ifeq ($(MACHINE),cuda)
$(TIMELINE): $(call objects,$(wildcard bench/timeline/*.c bench/timeline/*.cu)) $(B)/11_many_gpus/main_of_11_many_gpus.o \
		$(filter-out %/main.o,$(11_many_gpus_OBJECTS)) $(11_many_gpus_LIBRARY) $(GPU_OBJECT) $(LIBDEVICE) $(LIBCOMMON) \
		$(LD_STAMPS) $(CUDA_LINKER)
	$(Q)$(call make-file,LINK) $(call link-cuda,$(LDLIBS_11_many_gpus) $(TIMED_CALLS:%=-Xlinker --wrap=%))

build-bench: $(TIMELINE)

bench-timeline: $(TIMELINE) ## when kernels, copies and collectives of chapter 11 run on all GPUs: bench/results/h200_timeline_4.tsv
	$(Q)$< '$(COMMIT)' bench/results
else
bench-timeline:
	$(Q)$(MAKE) GPU=cuda $@
endif

# The expected times of all steps next to the recorded ones.
MANY_GPUS_EXPECTED := bench/results/many_gpus_expected.tsv
.PHONY: expect-many-gpus
ifeq ($(MACHINE),emu)
expect-many-gpus: $(B)/11_many_gpus/11_many_gpus ## chapter 11's expected times compared with those of H100s and H200s (minutes)
	$(Q)bench/many_gpus/expected.py $< '$(COMMIT)' bench/results/h200_many_gpus_[24].tsv \
	    > $(B)/many_gpus_expected.tsv
	$(Q)mv $(B)/many_gpus_expected.tsv $(MANY_GPUS_EXPECTED)
	$(Q)grep '^#' $(MANY_GPUS_EXPECTED)
else
expect-many-gpus:
	$(Q)$(MAKE) GPU=emu $@
endif

# ---- One process for each GPU ---------------------------------------------------------------------
# The same objects: only common/base/processes.c is compiled again, with MPI, if the machine has it.

MPICC ?= mpicc
MPIRUN ?= mpirun
RANKS ?= 4
HAVE_MPI := $(wildcard $(addsuffix /$(MPICC),$(subst :, ,$(PATH))))
# "gcc -I/... -L/... -lmpi"
MPI_FLAGS = $(shell '$(MPICC)' -show)
MANY_GPUS_MPI := $(B)/11_many_gpus/11_many_gpus_mpi
PROCESSES_MPI := $(B)/common/base/processes_mpi.o

$(PROCESSES_MPI): common/base/processes.c $(CC_STAMPS)
	$(Q)$(call make-file,CC) $(CC) $(HOST_CFLAGS) $(CFLAGS) $(DEPFLAGS) -DHAVE_MPI \
	    $(patsubst -I%,-isystem %,$(filter -I%,$(MPI_FLAGS))) -c $< -o $(NEW)

$(MANY_GPUS_MPI): $(11_many_gpus_OBJECTS) $(PROCESSES_MPI) $(11_many_gpus_LIBRARY) \
		$(GPU_OBJECT) $(LIBDEVICE) $(LIBCOMMON) $(LD_STAMPS) $(B)/stamps/chapters $(CUDA_LINKER)
	$(Q)$(call make-file,LINK) $(call link-cuda,$(LDLIBS_11_many_gpus) $(filter -L% -l%,$(MPI_FLAGS)) \
	    $(patsubst -L%,-Xlinker -rpath -Xlinker %,$(filter -L%,$(MPI_FLAGS))))

# Open MPI: more processes than cores, and no core for each of them alone: an emulated GPU uses several.
FOR_MPIRUN := OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe \
              OMPI_MCA_hwloc_base_binding_policy=none PRTE_MCA_hwloc_default_binding_policy=none

.PHONY: mpi
##@ Build and run
ifneq ($(HAVE_MPI),)
build-tests $(if $(filter emu,$(MACHINE)),check-lessons): $(MANY_GPUS_MPI)
mpi: $(MANY_GPUS_MPI) ## chapter 11 with a process for each GPU: mpirun -n 4 (RANKS=2: -n 2); 9_summa, or what ARGS="..." says
	$(Q)$(FOR_MPIRUN) $(MPIRUN) -n $(RANKS) $< $(or $(ARGS),--step 9)
else
mpi:
	$(Q)echo 'There is no $(MPICC) here: `make deps mpi` installs Open MPI' >&2; exit 1
endif
