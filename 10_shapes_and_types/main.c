// SPDX-License-Identifier: MIT
#include "../common/driver/driver.h"
#include "../common/device/gemm/hierarchy/pack_gemm.h"
#include "../common/device/gemm/hierarchy/segment.h"
#include "1_batched/batched.h"
#include "2_split_k/split_k.h"
#include "3_grouped/grouped.h"
#include "4_stream_k/stream_k.h"
#include "5_simt/simt.h"
#include "show/experiments.h"

static struct step steps[] = {
    {
        .name = "1_batched",
        .teaches = "C in slabs of rows, a product each, all with one B: one launch of a batch",
        .run.gemm = hgemm_batched,
        .owner = batched_owner,
        .fits = segment_fits,
        .predict = batched_predict,
    },
    {
        .name = "2_split_k",
        .teaches = "K in partitions; a second launch adds their sums",
        .run.gemm = hgemm_split_k,
        .owner = split_k_owner,
        .fits = segment_fits,
        .workspace = split_k_memory,
        .predict = split_k_predict,
    },
    {
        .name = "2_split_k_turns",
        .teaches = "the partitions add to C one after the other",
        .run.gemm = hgemm_split_k_turns,
        .owner = split_k_owner_in_c,
        .fits = segment_fits,
        .workspace = split_k_memory_turns,
        .predict = split_k_predict_turns,
    },
    {
        .name = "2_split_k_atomic",
        .teaches = "the partitions add to C in order of arrival: bits may differ between runs",
        .run.gemm = hgemm_split_k_atomic,
        .owner = split_k_owner_in_c,
        .fits = segment_fits,
        .workspace = pack_workspace,
        .predict = split_k_predict_atomic,
    },
    {
        .name = "3_grouped",
        .teaches = "C in four parts, products of four sizes: one launch of a group",
        .run.gemm = hgemm_grouped,
        .fits = segment_fits,
        .workspace = grouped_memory,
        .predict = grouped_predict,
    },
    {
        .name = "4_stream_k",
        .teaches = "the last tiles are shared out along K: every SM gets equally many turns",
        .run.gemm = hgemm_stream_k,
        .owner = stream_k_owner,
        .fits = stream_k_fits,
        .workspace = stream_k_workspace,
        .predict = stream_k_predict,
    },
    {
        .name = "5_simt_f32",
        .teaches = "SGEMM on ordinary cores, in all layouts: chapter 05's tile for any type",
        .type_ab = DTYPE_F32,
        .on_cuda_cores = true,
        .run.gemm = simt_f32,
        .owner = simt_owner_f32,
        .min_compute_capability = 75,
        .predict = simt_predict_f32,
    },
    {
        .name = "5_simt_f64",
        .teaches = "DGEMM: fused multiply-adds of float64, rows of the tile back and forth",
        .type_ab = DTYPE_F64,
        .type_c = DTYPE_F64,
        .on_cuda_cores = true,
        .run.gemm = simt_f64,
        .owner = simt_owner_f64,
        .min_compute_capability = 75,
        .predict = simt_predict_f64,
        .default_gpu = {2048, 2048, 2048}, // its reference needs long double: 20 s at 4096
    },
    {
        .name = "5_simt_f16",
        .teaches = "HGEMM: pairs of f16, two sums in an instruction",
        .type_ab = DTYPE_F16,
        .type_c = DTYPE_F16,
        .on_cuda_cores = true,
        .run.gemm = simt_f16,
        .owner = simt_owner_f16,
        .min_compute_capability = 75,
        .predict = simt_predict_f16,
    },
    {
        .name = "5_simt_s8",
        .teaches = "IGEMM: dp4a, and 4 x 4 bytes transposed in registers",
        .type_ab = DTYPE_I8,
        .type_c = DTYPE_I32,
        .on_cuda_cores = true,
        .run.gemm = simt_s8,
        .owner = simt_owner_s8,
        .min_compute_capability = 75,
        .predict = simt_predict_s8,
    },
};

static const struct experiment experiments[] = {
    {
        .flag = "--partitions",
        .argument = "P",
        .help = "2_split_k with K in P partitions: how it is cut, and three ways to add the sums",
        .beside = "--workspace",
        .run = shapes_partitions_experiment,
    },
    {
        .flag = "--workspace",
        .argument = "BYTES",
        .help = "of --partitions: this much memory, whatever is needed",
        .run = shapes_workspace_experiment,
    },
    {
        .flag = "--batched",
        .argument = "COUNT",
        .help = "1_batched: COUNT products of m x n x k in one launch, each checked",
        .beside = "--stride-c",
        .run = shapes_batched_experiment,
    },
    {
        .flag = "--stride-c",
        .argument = "ELEMENTS",
        .help = "of --batched: from one C to the next (m n)",
        .run = shapes_stride_experiment,
    },
    {
        .flag = "--grouped",
        .argument = "SIZES",
        .help = "3_grouped: products of sizes MxNxK,MxNxK,... in one launch, each checked",
        .run = shapes_grouped_experiment,
    },
};

const struct chapter chapter_10_shapes_and_types = {
    .name = "10_shapes_and_types",
    .title = "many products, long K, left-over tiles, and types without tensor cores",
    .table = steps,
    .step_count = sizeof steps / sizeof *steps,
    .defaults =
        {
            .type_ab = DTYPE_F16,
            .type_c = DTYPE_F32,
            .transposes = TRANSPOSE_ALL,
            .on_tensor_cores = true,
            .min_compute_capability = 80,
        },
    .experiments = experiments,
    .experiment_count = sizeof experiments / sizeof *experiments,
    .default_size_emulated = 256,
    .default_size_gpu = 4096,
};

int main(int argc, char **argv) { return chapter_main(&chapter_10_shapes_and_types, argc, argv); }
