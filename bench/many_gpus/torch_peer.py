#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""PyTorch's fused operators on the shapes of a record of many_gpus, one process for each GPU.

    torch_peer.py RECORD.tsv    adds rows "PyTorch fused" to the record

symm_mem.fused_all_gather_matmul and fused_matmul_reduce_scatter (async tensor parallelism). Rows of the record without a time
of the products alone, and grids, are left out. An idle gap before each run; the time is the slowest GPU's, by events; median of 25.
"""
import csv
import importlib
import os
import statistics
import sys
import time

# NVLink multicast stays off: the chapter is about links (parts/collectives.c).
os.environ.update(TORCH_SYMM_MEM_DISABLE_MULTICAST="1", NCCL_NVLS_ENABLE="0")

REPS, WARM_UP = 25, 5


def shapes_of(path):
    """(operation, shape, m, n, k) -> us of the faster product alone"""
    alone = {}
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"):
            if row["operation"] != "grid" and row["what"].startswith("compute: "):
                key = (row["operation"], row["shape"], int(row["m"]), int(row["n"]), int(row["k"]))
                alone[key] = min(float(row["us"]), alone.get(key, float("inf")))
    return alone


def replace_rows(path, version, rows):
    with open(path, encoding="utf-8") as file:
        old = [line for line in file.read().splitlines() if "\tPyTorch fused\t" not in line and not line.startswith("# PyTorch")]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([old[0], f"# PyTorch {version}", *old[1:], *rows]) + "\n")


def worker(rank, count, path):
    import torch
    import torch.distributed as dist
    importlib.import_module("torch.distributed._symmetric_memory")  # has the operators
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29511", RANK=str(rank), WORLD_SIZE=str(count))
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", rank=rank, world_size=count, device_id=torch.device("cuda", rank))
    group = dist.group.WORLD.group_name
    lines = []
    for (operation, shape, m, n, k), alone in shapes_of(path).items():
        gather = operation == "all-gather"
        if m % count:
            continue
        torch.manual_seed(rank)
        A = torch.randn(m // count if gather else m, k, device="cuda", dtype=torch.bfloat16)
        B = torch.randn(n, k, device="cuda", dtype=torch.bfloat16).t()

        def run():
            if gather:
                return torch.ops.symm_mem.fused_all_gather_matmul(A, [B], gather_dim=0, group_name=group)[1][0]
            return torch.ops.symm_mem.fused_matmul_reduce_scatter(A, B, "sum", scatter_dim=0, group_name=group)

        # The unfused pair is the reference.
        if gather:
            whole = torch.empty(m, k, device="cuda", dtype=torch.bfloat16)
            dist.all_gather_into_tensor(whole, A)
            expected = whole @ B
        else:
            expected = torch.empty(m // count, n, device="cuda", dtype=torch.bfloat16)
            dist.reduce_scatter_tensor(expected, A @ B)
        error = ((run().float() - expected.float()).abs().max() / expected.float().abs().max()).reshape(1)
        dist.all_reduce(error, dist.ReduceOp.MAX)
        times = []
        start, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        last = 0.0
        for i in range(WARM_UP + REPS):
            torch.cuda.synchronize()
            time.sleep(last / 1e6)
            dist.barrier(device_ids=[rank])
            torch.cuda.synchronize()
            start.record()
            run()
            stop.record()
            torch.cuda.synchronize()
            us = torch.tensor([1e3 * start.elapsed_time(stop)], device="cuda")
            dist.all_reduce(us, dist.ReduceOp.MAX)
            last = us.item()
            if i >= WARM_UP:
                times.append(last)
        median = statistics.median(times)
        quarters = statistics.quantiles(times, n=4)
        lines.append("\t".join(map(str, (count, operation, shape, m, n, k, "PyTorch fused", f"{median:.1f}", f"{min(times):.1f}",
                                         f"{(quarters[2] - quarters[0]) / median:.3f}", f"{median - alone:.1f}",
                                         f"{alone / median:.3f}", "ok" if error.item() < 0.02 else "WRONG"))))
    if rank == 0:
        replace_rows(path, torch.__version__, lines)
    dist.destroy_process_group()


def main():
    try:
        import torch
    except ImportError:
        sys.exit("torch_peer.py: PyTorch is not installed")
    count = torch.cuda.device_count()
    if count < 2:
        sys.exit(f"torch_peer.py: this machine has {count} GPUs; the operators need two or more")
    torch.multiprocessing.spawn(worker, args=(count, sys.argv[1]), nprocs=count)
    with open(sys.argv[1], encoding="utf-8") as file:
        return 1 if "\tWRONG" in file.read() else 0


if __name__ == "__main__":
    sys.exit(main())
