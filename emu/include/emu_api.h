// SPDX-License-Identifier: MIT
//
// emu_api.h: functions of the emulated GPU beyond CUDA's own calls.
#ifndef EMU_API_H
#define EMU_API_H

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

// Selects the GPU whose limits and properties are shown: "h200", "a100" ... The environment
// variable EMU_GPU_NAME does the same. Call it before the first CUDA call. Returns 0, or -1 for a
// name that is not in emu_gpu_names().
int emu_set_gpu(const char *name);

// The supported names, separated by '|'. The engine owns the string.
const char *emu_gpu_names(void);

// ---- Mistakes -----------------------------------------------------------------------------------

// The errors found since the last call: their number, and the first one. kind is "" if there was
// none, else one word: "race", "bounds", "unwritten" ...; place is "file.cu:41" or "".
struct emu_found {
    long long times;
    const char *kind;
    char place[256];
};
void emu_take_found(struct emu_found *found);

// On a GPU, a kernel that was stopped leaves an error that every later call returns. This clears
// it, so that the program can continue.
void emu_forget_error(void);

// Names device memory for diagnoses, with row and column: element (i, j) is i * ld + j elements
// after `start`. A NULL name removes the entry. The string must stay valid.
void emu_name_array(const void *start, const char *name, int rows, int cols, int ld,
                    int element_bytes);

// ---- For graders --------------------------------------------------------------------------------

// Returns whether the engine checks for races, unwritten memory and leaks. Later changes of the
// environment have no effect.
int emu_checks_are_on(void);

// From here on the program's host code cannot write the engine's counts and findings: a store to
// them is a segmentation fault. Kernels cannot in any case, because each of their stores is
// checked. Nor does host code see what kernels leave behind: of a __device__ or __constant__
// variable it has its own copy, as with a GPU; shared memory and the stacks of threads are emptied.
void emu_seal(void);

// Reports now what the end of the program would report: errors that the program did not check, and
// memory that it did not free.
void emu_report_end(void);

// Returns whether a kernel has stored to the four bytes of device memory around `address` since
// they were allocated. Copies do not count. Returns 0 if the checks are off.
int emu_kernel_stored(const void *address);

// Bytes that cudaMemcpy and its family have copied from device memory to the host.
long long emu_copied_to_host(void);

// Bytes that came to the device's memory without a kernel: from the host by cudaMemcpy and its
// family, as a value of cudaMemset, as arguments of kernels, and from the device itself by copies
// of at most 16 bytes or to a __device__ or __constant__ variable.
long long emu_copied_to_device(void);

// Bytes that copies, NCCL's collectives, and loads and stores of kernels have sent from one GPU to
// another (EMU_GPUS). Volatile and atomic accesses are not counted.
long long emu_link_bytes(int from, int to);

// ---- Counters -----------------------------------------------------------------------------------

// The cost of a kernel's loads and stores, counted as Nsight Compute counts it.
// EMU_COUNTER(ENUM, name, Nsight Compute's metric or "")
#define EMU_COUNTERS(EMU_COUNTER) \
    EMU_COUNTER(GLOBAL_LOAD_REQUESTS, "global_load_requests", \
                "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum") \
    EMU_COUNTER(GLOBAL_LOAD_SECTORS, "global_load_sectors", \
                "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") \
    EMU_COUNTER(GLOBAL_LOAD_BYTES, "global_load_bytes", "") \
    EMU_COUNTER(GLOBAL_STORE_REQUESTS, "global_store_requests", \
                "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum") \
    EMU_COUNTER(GLOBAL_STORE_SECTORS, "global_store_sectors", \
                "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum") \
    EMU_COUNTER(GLOBAL_STORE_BYTES, "global_store_bytes", "") \
    EMU_COUNTER(GLOBAL_ATOMIC_REQUESTS, "global_atomic_requests", \
                "smsp__inst_executed_op_global_atom.sum + _red.sum") \
    EMU_COUNTER(SHARED_LOAD_REQUESTS, "shared_load_requests", \
                "smsp__inst_executed_op_shared_ld.sum") \
    EMU_COUNTER(SHARED_LOAD_WAVEFRONTS, "shared_load_wavefronts", \
                "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum") \
    EMU_COUNTER(SHARED_LOAD_CONFLICTS, "shared_load_conflicts", \
                "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum") \
    EMU_COUNTER(SHARED_LOAD_BYTES, "shared_load_bytes", "") \
    EMU_COUNTER(SHARED_STORE_REQUESTS, "shared_store_requests", \
                "smsp__inst_executed_op_shared_st.sum") \
    EMU_COUNTER(SHARED_STORE_WAVEFRONTS, "shared_store_wavefronts", \
                "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum") \
    EMU_COUNTER(SHARED_STORE_CONFLICTS, "shared_store_conflicts", \
                "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum") \
    EMU_COUNTER(SHARED_STORE_BYTES, "shared_store_bytes", "") \
    EMU_COUNTER(SHARED_ATOMIC_REQUESTS, "shared_atomic_requests", \
                "smsp__inst_executed_op_shared_atom.sum") \
    EMU_COUNTER(CP_ASYNC_REQUESTS, "cp_async_requests", \
                "smsp__inst_executed_op_ldgsts_pred_on_any.sum") \
    EMU_COUNTER(CP_ASYNC_WAVEFRONTS, "cp_async_wavefronts", \
                "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum") \
    EMU_COUNTER(CP_ASYNC_CONFLICTS, "cp_async_conflicts", \
                "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum") \
    EMU_COUNTER(CP_ASYNC_BYTES, "cp_async_bytes", "") \
    EMU_COUNTER(LDMATRIX_REQUESTS, "ldmatrix_requests", "smsp__inst_executed_op_ldsm.sum") \
    EMU_COUNTER(LDMATRIX_WAVEFRONTS, "ldmatrix_wavefronts", \
                "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum") \
    EMU_COUNTER(LDMATRIX_CONFLICTS, "ldmatrix_conflicts", \
                "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldsm.sum") \
    EMU_COUNTER(LDMATRIX_BYTES, "ldmatrix_bytes", "") \
    EMU_COUNTER(MMA_INSTRUCTIONS, "mma_instructions", "") \
    EMU_COUNTER(WGMMA_INSTRUCTIONS, "wgmma_instructions", \
                "smsp__inst_executed_pipe_tensor_op_gmma.sum") \
    EMU_COUNTER(WGMMA_OPERATIONS, "wgmma_operations", "") \
    EMU_COUNTER(TMA_LOAD_REQUESTS, "tma_load_requests", "smsp__inst_executed_op_tma_ld.sum") \
    EMU_COUNTER(TMA_LOAD_SECTORS, "tma_load_sectors", \
                "l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum") \
    EMU_COUNTER(TMA_LOAD_BYTES, "tma_load_bytes", "") \
    EMU_COUNTER(TMA_STORE_REQUESTS, "tma_store_requests", "smsp__inst_executed_op_tma_st.sum") \
    EMU_COUNTER(TMA_STORE_SECTORS, "tma_store_sectors", \
                "l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum") \
    EMU_COUNTER(TMA_STORE_BYTES, "tma_store_bytes", "") \
    EMU_COUNTER(MBARRIER_ARRIVALS, "mbarrier_arrivals", \
                "sass__thread_inst_executed_true_per_opcode (SYNCS.ARRIVE)") \
    EMU_COUNTER(BARRIERS, "barriers", "smsp__inst_executed_op_bar.sum") \
    EMU_COUNTER(ACTIVE_LANES, "active_lanes", "") \
    EMU_COUNTER(BLOCKS, "blocks", "") \
    EMU_COUNTER(WARPS, "warps", "smsp__warps_launched.sum") \
    EMU_COUNTER(THREADS, "threads", "")

enum emu_counter {
#define EMU_COUNTER(id, name, metric) EMU_##id,
    EMU_COUNTERS(EMU_COUNTER)
#undef EMU_COUNTER
        EMU_COUNTER_COUNT
};

const char *emu_counter_name(enum emu_counter counter);
const char *emu_counter_metric(enum emu_counter counter); // "" where Nsight Compute has none

// Resets the counters and starts (on = 1) or stops (on = 0) counting all launches.
void emu_count(int on);
void emu_counters(long long values[EMU_COUNTER_COUNT]);

// The counts of one source line, and the first request that a warp made there.
struct emu_line {
    char file[256];
    int line;
    long long values[EMU_COUNTER_COUNT];
    struct {
        int lanes;         // bit i: lane i took part
        int bytes;         // per lane
        int store, shared; // direction and memory
        unsigned long long address[32];
        unsigned long long to[32]; // of an asynchronous copy: the destination in shared memory
        const char *array;         // the shared array, or NULL for dynamic or no shared memory
    } sample;
};

// All lines that accessed memory, sorted by file and line. Returns their number; the caller frees
// *lines. emu_places does not add up the loads and stores of a line.
int emu_lines(struct emu_line **lines);
int emu_places(struct emu_line **places);

// Prints the source with the cost of each line.
void emu_print_lines(FILE *to);

// Prints the sectors or banks that one warp accessed at `place`, "file.cu:12" (the end of the path
// is enough), and by which lanes. Writes an SVG picture to svg unless that is NULL. Returns 0, or
// -1 after a message on stderr if there is no counted access.
int emu_print_heat(const char *place, FILE *to, FILE *svg);

// ---- Expected time ------------------------------------------------------------------------------

// How a scheduler's cycles are spent: emu/timing/sm.h explains each reason.
enum { EMU_WHYS = 9 };
extern const char *const emu_why_names[EMU_WHYS];
// L2 without latency, no bank conflicts, an unlimited memory queue, twice the warps.
enum { EMU_LIMITS = 4 };
extern const char *const emu_limit_names[EMU_LIMITS];

struct emu_expected {
    double us;                 // of all launches together, like the next three
    double cycles, mma_cycles; // mma_cycles: the tensor cores are busy
    const char *kernel;        // the last one
    int launches, registers, blocks_per_sm;
    double why[EMU_WHYS];
    double without[EMU_LIMITS];    // cycles with one limit removed (what_if), else 0
    double ipc, mma_busy, l1_busy; // of the last one
    double work;                   // approximate number of simulated instructions
    double parts_cycles;           // of `cycles`: spent by the last block of a tile, which adds up
                                   // the parts
    double blocks;                 // of all grids
    const char *why_not;           // the reason if there is no expected time, else NULL
};

// From here on only the first block of each launch runs, and its instructions are recorded. facts:
// a step whose machine code is known, "sums/2_tiled" (emu_facts.h), or NULL. multiply_adds: of all
// launches together, without those of mma.sync; 0: unknown.
void emu_expect_begin(const char *facts, double multiply_adds, double bytes, int what_if);
// Prints the source lines that most cycles of the last expected launch are spent on, and why.
void emu_expect_print_lines(FILE *to);
// Draws the last expected launch as SVG, if what_if was given: the reasons for which the warps of
// an SM wait over time, and when the blocks run. The launch takes `cycles`.
void emu_expect_draw_timeline(double cycles, FILE *svg);
// Ends the recording. Returns 0, or -1 if no time can be predicted.
int emu_expect_end(struct emu_expected *expected);
// Converts cycles to microseconds, for a problem that is too large to trace.
double emu_expect_us(double cycles, double mma_cycles, int launches);

// ---- Expected time of several streams and GPUs --------------------------------------------------

// The time of a kernel. Its parts run one after the other; each begins when the kernel has run for
// not_before, and when a stream has written `value` to the flag (NULL: none). Without parts it
// takes `us`. `members` kernels with the same number `meets` (not 0) begin together.
enum { EMU_MOST_PARTS = 64 };
struct emu_kernel_time {
    double us;
    double sms;     // share of the GPU's SMs
    double host_us; // of the program before it launches the kernel
    long long meets;
    int members, part_count;
    struct {
        double not_before, us;
        const void *flag;
        unsigned long long value;
    } parts[EMU_MOST_PARTS];
    const char *why_not; // no time is known: the reason
};
typedef void emu_kernel_time_fn(const char *kernel, int device, struct emu_kernel_time *time,
                                void *context);

// From here on, the calls of streams are recorded and not executed. `time` sets a kernel's time.
void emu_schedule_begin(emu_kernel_time_fn *time, void *context);
// Returns the expected time of all calls in microseconds, or -1 with the reason. Prints the streams
// to `text`, `columns` wide, and draws them to `svg`, unless these are NULL.
double emu_schedule_end(FILE *text, int columns, FILE *svg, char *why_not, size_t size);

#ifdef __cplusplus
}
#endif
#endif
