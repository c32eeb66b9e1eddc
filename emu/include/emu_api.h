// SPDX-License-Identifier: MIT
//
// emu_api.h: what a program may ask of the emulated GPU beyond CUDA's own calls.
#ifndef EMU_API_H
#define EMU_API_H

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

// Chooses which GPU's limits and properties to show: "h200", "a100" ... The environment variable
// EMU_GPU_NAME does the same from outside. Call it before the first CUDA call.
// Returns 0, or -1 for a name that is not in emu_gpu_names().
int emu_set_gpu(const char *name);

// The known names, separated by '|'. Owned by the engine.
const char *emu_gpu_names(void);

// ---- Mistakes -----------------------------------------------------------------------------------

// What has been found wrong since the last call: how often, and what came first. kind is "" where
// nothing was found, else one word: "race", "bounds", "unwritten" ...; place "file.cu:41", or "".
struct emu_found {
    long long times;
    const char *kind;
    char place[256];
};
void emu_take_found(struct emu_found *found);

// A kernel that was stopped leaves an error that every later call returns, as on a GPU, where the
// program is at its end then. Here it may go on.
void emu_forget_error(void);

// Device memory that a diagnosis calls by this name, with row and column: element (i, j) stands
// i * ld + j elements behind `start`. NULL instead of a name forgets it. The name must stay valid.
void emu_name_array(const void *start, const char *name, int rows, int cols, int ld,
                    int element_bytes);

// ---- For graders --------------------------------------------------------------------------------

// Are races, unwritten memory and leaks looked for? As the engine does it, whatever the environment
// says by now.
int emu_checks_are_on(void);

// From here on the program's host code cannot write to what the engine has counted and found: a
// store there, by whatever means, is a segmentation fault. Kernels cannot either way, since each of
// their stores is checked.
void emu_seal(void);

// Tells at once what the end of the program would: an error that nobody asked for, memory that was
// never freed.
void emu_tell_end(void);

// Has a kernel stored to the four bytes of device memory around `address` since they were
// allocated? Copies do not count. 0 where the checks are off.
int emu_kernel_stored(const void *address);

// Bytes that cudaMemcpy and its family have copied from device memory to the host.
long long emu_copied_to_host(void);

// Bytes that copies and NCCL's collectives have sent from one GPU to another (EMU_GPUS). What kernels
// load from a peer or store there is not among them.
long long emu_link_bytes(int from, int to);

// ---- Counters -----------------------------------------------------------------------------------

// What a kernel's loads and stores cost the hardware, counted as Nsight Compute counts it.
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

// Starts counting afresh (on = 1) or stops (on = 0). Counts every launch in between.
void emu_count(int on);
void emu_counters(long long values[EMU_COUNTER_COUNT]);

// The counts of one line of source, and the first request that a warp made there.
struct emu_line {
    char file[256];
    int line;
    long long values[EMU_COUNTER_COUNT];
    struct {
        int lanes;         // bit i: lane i took part
        int bytes;         // per lane
        int store, shared; // which way, and where
        unsigned long long address[32];
        unsigned long long to[32]; // of an asynchronous copy: where in shared memory it lands
        const char *array;         // the shared array, or NULL: of dynamic shared memory, or none
    } sample;
};

// All lines that touched memory, sorted by file and line. Returns how many; *lines is the caller's
// to free. emu_places does not add up the loads and stores that share a line.
int emu_lines(struct emu_line **lines);
int emu_places(struct emu_line **places);

// The source with what each line cost beside it.
void emu_print_lines(FILE *to);

// What one warp touched at `place`, "file.cu:12" (the end of the path is enough): which sectors or
// banks, by which lanes. Writes an SVG picture to svg unless that is NULL. Returns 0, or -1 when
// no counted access stands there (it says so on stderr).
int emu_print_heat(const char *place, FILE *to, FILE *svg);

// ---- Expected time ------------------------------------------------------------------------------

// What a scheduler's cycles go to: emu/timing/sm.h has the meaning of each.
enum { EMU_WHYS = 9 };
extern const char *const emu_why_names[EMU_WHYS];
// L2 answers at once, no bank conflicts, a memory queue without end, twice the warps.
enum { EMU_LIMITS = 4 };
extern const char *const emu_limit_names[EMU_LIMITS];

struct emu_expected {
    double us;                 // of all launches together, as the next three
    double cycles, mma_cycles; // in the second the tensor cores are busy
    const char *kernel;        // the last one
    int launches, registers, blocks_per_sm;
    double why[EMU_WHYS];
    double without[EMU_LIMITS];    // cycles, one limit lifted (what_if), else 0
    double ipc, mma_busy, l1_busy; // of the last one
    double work;                   // instructions that were simulated, about
    double parts_cycles;           // of `cycles`: for what the last block of a tile adds up
    double blocks;                 // of all grids
    const char *why_not;           // nothing is expected, and why; else NULL
};

// From here on a launch runs its first block alone, and what it does is noted. facts: a step whose
// machine code is known, "sums/2_tiled" (emu_facts.h), or NULL. multiply_adds: of all launches
// together, other than by mma.sync; 0: not known.
void emu_expect_begin(const char *facts, double multiply_adds, double bytes, int what_if);
// Of what was expected last: the lines of the source on which most cycles go, and for what.
void emu_expect_print_lines(FILE *to);
// Of what was expected last, where what_if was given: what the warps of an SM wait for over time,
// and when the blocks run, of a launch of so many cycles; as SVG.
void emu_expect_draw_timeline(double cycles, FILE *svg);
// Until here. Returns 0, or -1 where nothing can be expected.
int emu_expect_end(struct emu_expected *expected);
// Microseconds that so many cycles take, of a problem that was too large to be traced.
double emu_expect_us(double cycles, double mma_cycles, int launches);

#ifdef __cplusplus
}
#endif
#endif
