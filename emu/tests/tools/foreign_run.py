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
