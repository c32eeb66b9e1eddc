# SPDX-License-Identifier: MIT
"""Runs a foreign program with a time limit: of elapsed time on its own cores, or of CPU time."""
import os, re, resource, signal, subprocess, tempfile, threading, time

CORES = 2        # of the machine that the time limit refers to
PATIENCE = 30    # times that limit in elapsed time, because a sleeping program uses no CPU time
HOPELESS = 3     # times that limit: the time that a launch announces, which includes that most of its checks end after 15 seconds
# Arguments and NAME=VALUE settings that a program needs according to its own text or its collection's.
# A source is given by the end of its name.
ARGUMENTS = {
    "arithmetic2gpu.cu": "10000",
    "07-global-memory/matrix.cu": "1000",
    "08-shared-memory/bank.cu": "1000",
    "13-md/cpp/main.cu": "4 100",
    "13-md/force-only/main.cu": "4 100",
    "13-md/whole-code/main.cu": "4 100",
    "cuda_thread_block.cu": "4 128",
    "openmp_gpus.cu": "4",
    "Optimizing-SGEMM-on-NVIDIA-Turing-GPUs/test.cu": "1",
    "SGEMM_CUDA/sgemm.cu": "1",
    "gaussian_multi_gpu_p2p.cu": "EMU_GPUS=2",
    "simpleP2P.cu": "EMU_GPUS=2",
    "streamOrderedAllocationP2P.cu": "EMU_GPUS=2",
    "conjugateGradientMultiDeviceCG.cu": "EMU_GPUS=2",
    "hw7/multi_solution.cu": "EMU_GPUS=4",
    "hw7/multi.cu": "EMU_GPUS=4",
    "simpleP2P_PingPong.cu": "EMU_GPUS=2",
    "simpleP2P_PingPongDefault.cu": "EMU_GPUS=2",
    "11/multidevice.cu": "EMU_GPUS=2",
    "11/portable.cu": "EMU_GPUS=2",
    "reduction/reduction.cpp": "--n=262144",
    "reductionMultiBlockCG.cu": "--n=262144",
    "threadFenceReduction.cu": "--n=262144",
    "radixSortThrust.cu": "-n=65536 -iterations=2",
    "eigenvalues/main.cu": "--matrix-size=512 --iters-timing=2",
    "FDTD3d/src/FDTD3d.cpp": "--dimx=96 --dimy=96 --dimz=96 --timesteps=2",
    "SobolQRNG/sobol.cpp": "--vectors=10000 --dimensions=100",
    "nbody/nbody.cpp": "-benchmark -numbodies=1024 -i=2",
    "matrixMultiplyPerf.cu": "-kernel-iterations=1",
    "resize_convert_main.cpp": "-input=data/test1920x1080.nv12 -width=1920 -height=1080 -dst_width=640 -dst_height=480 "
                               "-batch=2 -device=0",
    "parallel_reduction_with_shfl/main.cu": "65536 1",
    "uvm_oversubs.cu": "-p 0.002 -lc 1",
    "sgemm/sgemm_v1.cu": "256 256 256",
    "sgemm/sgemm_v3.cu": "256 256 256",
    "sgemv/ComplexHalfGemv.cu": "512 256",
    "sgemv/Sgemv_v0.cu": "512 32",
    "sgemv/Sgemv_v1.cu": "512 256",
    "sgemv/Sgemv_v2.cu": "512 16",
    "spmv/spmv.cu": "-f small",
    "memTransfer.cu": "4",
    "pinMemTransfer.cu": "4",
    "backprop/backprop_cuda.cu": "1024",
    "gaussian/gaussian.cu": "-s 16 -q",
    "cuda/lavaMD/main.c": "-boxes1d 2",
    "lud/cuda/lud.cu": "-s 64 -v",
    "myocyte/main.cu": "10 1 0",
    "nw/needle.cu": "256 10",
    "naive_seq.cu": "-x 32 -y 32 -z 4 -np 500",
    "float_seq.cu": "-x 32 -y 32 -z 4 -np 500",
    "cuda/pathfinder/pathfinder.cu": "1000 20 5",
    "srad_v1/main.cu": "2 0.5 502 458",
    "srad_v2/srad.cu": "64 64 0 15 0 15 0.5 2",
    "aop-cuda/main.cu": "-runs 1",
    "attention-paged-cuda/main.cu": "1 4 64 128 128 1",
    "bgmv-cuda/main.cu": "--op bgmv_shrink --tokens 1 --hidden 1024 --rank 16 --loras 4 --repeat 1",
    "blas-gemm-cuda/main.cu": "79 91 83 2",
    "ccsd-trpdrv-cuda/main.cu": "8 16 1",
    "cmembench-cuda/main.cu": "1",
    "convolution3D-cuda/main.cu": "2 1 6 32 32 5 1",
    "dct8x8-cuda/main.cu": "256 256 1",
    "dp-cuda/main.cu": "65536 1",
    "entropy-cuda/main.cu": "256 256 1",
    "fft-cuda/main.cu": "0 1",
    "fsm-cuda/main.cu": "2048",
    "gemv-cuda/main.cu": "-s 512 -i 1 -x 128 -y 2",
    "gru-cuda/main.cu": "16 64 1",
    "histogram-cuda/main.cu": "--i=1",
    "intrinsics-cast-cuda/main.cu": "10000 1",
    "kiss-cuda/main.cu": "1",
    "mallocFree-cuda/main.cu": "1048576",
    "md5hash-cuda/MD5Hash.cu": "0 1",
    "moe-align-cuda/main.cu": "1",
    "murmurhash3.cu": "1000 1",
    "ntt-cuda/main.cu": "1",
    "pathfinder-cuda/main.cu": "1000 20 5",
    "pool-cuda/main.cu": "1 4 56 56 14 14 1",
    "quantBnB-cuda/main.cu": "65536 1",
    "resize-cuda/main.cu": "64 64 32 32 3 1",
    "rsbench-cuda/main.cu": "-s small -m event -l 1000",
    "scan2-cuda/main.cu": "1 65536 256",
    "shmembench-cuda/main.cu": "1",
    "softmax-cuda/main.cu": "1000 64 1 1",
    "spm-cuda/main.cu": "16 1",
    "svd3x3-cuda/main.cu": "Dataset_1M.txt 1",
    "vote-cuda/main.cu": "1",
    "multistream-reduce.cu": "EMU_GPUS=2",
    "multi-GPU/solution/ex5.cu": "EMU_GPUS=2",
    "simple-streams/solution/streams.cu": "10000",
    "unified-memory-streams/streams.cu": "10000",
    "unified-memory-streams/solution/streams.cu": "10000",
    "day 34/vec_add_gpu.cu": "1000",
    "sgemm_tiled2d.cu": "256 256 256",
    "sgemm_vectorize.cu": "256 256 256",
    "sgemm_warp_tiling.cu": "256 256 256",
    "sgemm_double_buffering.cu": "256 256 256",
    "codes/src/conv2d.cu": "2 3 16 16 4 3 3 1 1 1 1",
    "array_add_on_device.cu": "100 100 16 16",
    "image_blur.cu": "16 100 100",
    "image_color_to_grayscale.cu": "16 100 100",
    "mat_vec_mul.cu": "100",
    "matrix_addition.cu": "100",
    "thrust_vector_add.cu": "1000",
    "Ch03 - Scalable Parallel Execution/labs/vector_add/vector_add.cu": "256 1000",
    "basic_matrix_mul.cu": "50 40 40 30",
    "tiled_matrix_mul_shared_mem.cu": "50 40 40 30",
    "rectangular_tiles_mat_mul.cu": "50 40 40 30",
    "labs/reduction/reduction.cu": "10000",
    "labs/scan/scan.cu": "1000",
    "sparse_matrix_comp.cu": "100 100 0.5 0",
    "xsbench-cuda/Main.cu": "-s small -m event -g 100 -l 1000 -r 1",
}


def read(path):
    try:
        with open(path, errors="replace") as f:
            return f.read()
    except OSError:
        return ""


def end_group(pid):
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def foretold(path):
    """Seconds that one launch announces ("about 3 hours at this size")."""
    said = re.findall(r"^emu: .*: about (\d+) (seconds|minutes|hours) at this size", read(path), re.M)
    return max([int(n) * {"seconds": 1, "minutes": 60, "hours": 3600}[unit] for n, unit in said] or [0])


def run(command, cwd, seconds, environment=None, cpus=None):
    """(status, out, err, late, elapsed seconds, CPU seconds). Also ends the program's children. On its own
    CPUs the limit is elapsed time."""
    def limit():
        if cpus:
            os.sched_setaffinity(0, cpus)
        resource.setrlimit(resource.RLIMIT_CPU, (CORES * seconds, CORES * seconds + 5))
    patience = seconds if cpus else PATIENCE * seconds
    with tempfile.TemporaryFile() as out, tempfile.NamedTemporaryFile() as err:
        began = time.monotonic()
        p = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment,
                             start_new_session=True, preexec_fn=limit)
        late, over = threading.Event(), threading.Event()
        def watch():
            while not over.wait(1):
                if time.monotonic() - began > patience or foretold(err.name) > HOPELESS * seconds:
                    late.set()
                    end_group(p.pid)
        watcher = threading.Thread(target=watch)
        watcher.start()
        _, state, used = os.wait4(p.pid, 0)
        took = time.monotonic() - began
        over.set()
        watcher.join()
        p.returncode = status = os.waitstatus_to_exitcode(state)
        end_group(p.pid)
        texts = []
        for f in (out, err):
            f.seek(0)
            texts.append(f.read(4_000_000).decode(errors="replace"))
        late = late.is_set() or status == -signal.SIGXCPU
        return status, texts[0], texts[1], late, took, used.ru_utime + used.ru_stime


def wanted(name):
    """Arguments and environment."""
    words = next((text for end, text in ARGUMENTS.items() if name.endswith(end)), "").split()
    environment = [word for word in words if "=" in word]
    return [word for word in words if word not in environment], os.environ | dict(e.split("=") for e in environment)
