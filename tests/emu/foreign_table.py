#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles the CUDA programs of other people's collections with emucc, runs them, and prints a table.

    python3 tests/emu/foreign_table.py FOLDER...

A FOLDER is one collection, as it was fetched (a course, a book's code, NVIDIA's samples). Nothing of it is
copied into this repository and nothing is written there: each program is built and run in a scratch folder with links
to the files that stand beside it. A source with a main() is a program. Sources beside it that have no main() belong to
it where it is the only one of its folder; else they are added when the linker misses something. Headers are looked
for in the whole collection, then in the others (many use those of NVIDIA's samples).

  compiled         emucc made a program of it
  ran right        it ended with status 0, nothing was told, and it did not say itself that it failed
  diagnosed        the emulated GPU told a mistake: look at each, it must be the program's own
  wrong            another status than 0, or it says that it failed: look at each
  timed out        not over after --timeout seconds on two cores, that is after twice as many seconds of a processor (user
                   and system): what a clock says depends on what else the machine does; or a launch foretells ten times
                   the limit; or it is asked whether a loop is endless
  refused clearly  the first message is one of emucc's own, by name and line, or names a library that is not installed; or it
                   ran, and wants more memory than this PC can give
  unclear          any other message; a crash
  outside          graphics, MPI, OpenCV and the like, another system, an exercise with a FIXME, a program that wants arguments
                   or a file of machine code that its makefile has nvcc write
"""
import argparse, collections, concurrent.futures, os, re, resource, shutil, signal, subprocess, sys, tempfile, threading, time

CORES = 2        # of the machine that the limit of time is meant for
PATIENCE = 30    # times that limit by the clock: a program that sleeps uses no processor
HOPELESS = 10    # times that limit: what a launch foretells of itself; a machine that is busy with more makes it too much

KINDS = ["compiled", "ran right", "diagnosed", "wrong", "timed out", "refused clearly", "unclear", "outside"]
SOURCES = (".cu", ".cpp", ".cc", ".c", ".cxx")
OUTSIDE = re.compile(
    r"\b(GL|GLES\w*|EGL|vulkan|windows|d3d\w*|DirectXMath|mpi|opencv\w*|cv|SDL\w*|GLFW|FreeImage|NvSci\w*|nvsci\w*|nvscibuf|"
    r"X11|xcb|freeglut|glew|glut|rendercheck\w*|helper_gl|glfw\w*|nvmedia\w*|boost|gtest|benchmark|eigen\d?|Eigen|torch|pybind11|"
    r"tensorflow|Python|sys/neutrino|screen|gdiplus|png|jpeglib|tiff\w*|nvshmem\w*|fftw3|nccl|cudnn|nvToolsExtOpenGL|llvm|"
    r"drm_fourcc|gflags|cutlass|range)"
    r"(/[\w./-]+)?(\.h|\.hpp|\.hxx|\.h:|\b)", re.I)
MAIN = re.compile(r"^[^/\n]*\bmain\s*\(", re.M)
FAILED = re.compile(r"\b(FAILED|Test failed|Result = FAIL|FAIL\b|do(es)? not match|mismatch|incorrect)", re.I)
REFUSED = re.compile(r"^emu: .*(on the emulated GPU|the emulated GPU has|a graph cannot keep|memory that only the host could still)", re.M)
# What a program is run with where its own text or its collection's says that it needs that: arguments, NAME=VALUE.
# A source: the end of its name.
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
HEADER = re.compile(r"fatal error: ([^:]+): No such file")


def read(path):
    try:
        with open(path, errors="replace") as f:
            return f.read()
    except OSError:
        return ""


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)


class Program:
    def __init__(self, root, main, others, single):
        self.root, self.main, self.others, self.single = root, main, others, single
        self.name = os.path.join(os.path.basename(root), os.path.relpath(main, root))
        self.verdict, self.message, self.seconds, self.ran = None, "", 0.0, False


def programs_of(root, headers):
    """All programs below root, and where each header of the collection stands."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        sources = []
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith((".h", ".hpp", ".cuh", ".hxx", ".inl", ".cu", ".cpp", ".c")):
                headers[name].append(path)
            if name.endswith(SOURCES) and "LICENSE" not in name:
                sources.append((path, without_comments(read(path))))
        mains = [path for path, text in sources if MAIN.search(text)]
        others = [path for path, _ in sources if path not in mains]
        # A source that another one includes is no part of its own.
        included = {os.path.basename(x) for _, text in sources
                    for x in re.findall(r'#\s*include\s*[<"]([^">]+)', text)}
        mains = [path for path in mains if os.path.basename(path) not in included]
        others = [path for path in others if os.path.basename(path) not in included]
        cuda = any(path.endswith(".cu") for path, _ in sources) or any(
            re.search(r"\bcuda[A-Z]\w+|cuda_runtime", text) for _, text in sources)
        for main in mains:
            if cuda and (main.endswith(".cu") or len(mains) == 1):
                found.append(Program(root, main, others, len(mains) == 1))
    return found


def first_error(text):
    for line in text.split("\n"):
        if re.search(r"error:|undefined reference|multiple definition|cannot find", line):
            return line.strip()
    return (text.strip().split("\n") or [""])[0]


def end_group(pid):
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def foretold(path):
    """Seconds that one launch says it will take ("about 3 hours at this size")."""
    said = re.findall(r"^emu: .*: about (\d+) (seconds|minutes|hours) at this size", read(path), re.M)
    return max([int(n) * {"seconds": 1, "minutes": 60, "hours": 3600}[unit] for n, unit in said] or [0])


def run(command, cwd, seconds, environment=None):
    """(status, out, err, late, seconds of a processor that it used); the program's children end with it."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (CORES * seconds, CORES * seconds + 5))
    with tempfile.TemporaryFile() as out, tempfile.NamedTemporaryFile() as err:
        p = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment,
                             start_new_session=True, preexec_fn=limit)
        late, over, began = threading.Event(), threading.Event(), time.monotonic()
        def watch():
            while not over.wait(2):
                if time.monotonic() - began > PATIENCE * seconds or foretold(err.name) > HOPELESS * seconds:
                    late.set()
                    end_group(p.pid)
        watcher = threading.Thread(target=watch)
        watcher.start()
        _, state, used = os.wait4(p.pid, 0)
        over.set()
        watcher.join()
        p.returncode = status = os.waitstatus_to_exitcode(state)
        end_group(p.pid)
        texts = []
        for f in (out, err):
            f.seek(0)
            texts.append(f.read(4_000_000).decode(errors="replace"))
        late = late.is_set() or status == -signal.SIGXCPU
        return status, texts[0], texts[1], late, used.ru_utime + used.ru_stime


def wanted(p):
    """Arguments and environment."""
    words = next((text for end, text in ARGUMENTS.items() if p.name.endswith(end)), "").split()
    environment = [word for word in words if "=" in word]
    return [word for word in words if word not in environment], os.environ | dict(e.split("=") for e in environment)


def near(paths, main):
    """Of several headers of one name the one beside the program, else in a folder for all, else the nearest."""
    beside = os.path.dirname(main) + "/"
    shared = re.compile(r"/(common|inc|include|headers|util\w*)/", re.I)
    return max(paths, key=lambda path: (path.startswith(beside), bool(shared.search(path)),
                                        len(os.path.commonpath([path, main]))))


def sources_below(folder):
    """Where a makefile's program stands on top and what it is made of in src/."""
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [os.path.join(folder, n) for n in names if n.endswith(SOURCES) and not MAIN.search(
        without_comments(read(os.path.join(folder, n))))]


def compile_program(p, args, headers, output):
    sources = [p.main] + (p.others if p.single else [])
    folders = [os.path.dirname(p.main)]
    added, defined, extra = p.single, False, []
    for _ in range(12):
        command = [args.emucc, "-O2", "-w", *args.flags.split(), *extra, *("-I" + f for f in folders), *sources, "-o", output]
        status, out, err, late, _ = run(command, os.path.dirname(output), 300)
        if status == 0:
            return True, ""
        if late:
            return False, "emucc did not end"
        missing = HEADER.search(err)
        if missing:
            name = missing[1].strip()
            fits = [h for h in headers[os.path.basename(name)] if h.endswith("/" + name)]
            own = [h for h in fits if h.startswith(p.root + "/")]
            fits = own or fits
            folder = near(fits, p.main)[:-len(name) - 1] if fits else None
            if folder and folder not in folders:
                folders.append(folder)
                continue
        elif "multiple definition" in err and len(sources) > 2: # variants of one function
            twice = re.search(r"([\w.-]+\.(?:cu|cpp|cc|c)):\d+: multiple definition", err) or re.search(
                r"_([\w-]+)\.o: in function.*multiple definition", err, re.S)
            fewer = [s for s in sources if s == p.main or twice and os.path.basename(s) != twice[1]]
            if len(fewer) < len(sources):
                sources, added = fewer, True
                continue
        elif re.search("‘__(host|device|global)__’", err) and "-x" not in extra:
            extra += ["-x", "cu"] # as such makefiles say
            continue
        elif "undefined reference to `omp_" in err and "-fopenmp" not in extra:
            extra += ["-Xcompiler", "-fopenmp"]
            continue
        elif "undefined reference" in err and not added:
            sources, added = sources + (p.others or sources_below(os.path.join(folders[0], "src"))), True
            continue
        elif "error:" in err and not defined: # what its makefile defines
            defined = True
            own = re.findall(r"\s(-D\w+(?:=\w+)?)(?=\s)", read(os.path.join(folders[0], "Makefile")))
            if own:
                extra += own
                continue
        return False, err
    return False, err


def log(args, p, what, text):
    if args.log and text:
        os.makedirs(args.log, exist_ok=True)
        with open(os.path.join(args.log, p.name.replace("/", "_") + "." + what), "w") as f:
            f.write(text)


def scratch_copy(p, folder):
    """Links to what stands beside the program, so that it finds its data and writes elsewhere."""
    source = os.path.dirname(p.main)
    for name in os.listdir(source):
        os.symlink(os.path.join(source, name), os.path.join(folder, name))


def judge(p, args, headers):
    folder = tempfile.mkdtemp(prefix="foreign_")
    try:
        os.mkdir(os.path.join(folder, "run"))
        output = os.path.join(folder, "run", "program.emu")
        good, text = compile_program(p, args, headers, output)
        log(args, p, "compile", text)
        if not good:
            p.message = first_error(text)
            missing = HEADER.search(text)
            if re.search(r"error:.*FIXME|^ +\d+ \|.*FIXME", text, re.M): # an exercise, to be filled in
                p.verdict = "outside"
            elif (OUTSIDE.search(p.message) and missing) or re.search(
                    "graphics interop|sharing memory between processes|MPI is not installed|undefined reference to `(gl|glut|GLUT|glfw)[A-Z]", text):
                p.verdict = "outside"
            elif "emulated GPU" in p.message or "emucc: error" in p.message or "emucc:" in p.message:
                p.verdict = "refused clearly"
            else:
                p.verdict = "unclear"
            return p
        if args.timeout == 0:
            p.verdict = "ran right"
            return p
        scratch_copy(p, os.path.join(folder, "run"))
        p.ran = True
        arguments, environment = wanted(p)
        status, out, err, late, p.seconds = run([output] + arguments, os.path.join(folder, "run"), args.timeout, environment)
        log(args, p, "run", out[-20000:] + err)
        told = re.search(r"^emu: (\d+ kinds? of mistake.*)", err, re.M) or re.search(r"^emu: (.*)", err, re.M)
        # A program that calls abort() ends before the line that sums up.
        mistakes = re.search(r"^emu: \d+ kinds? of mistake", err, re.M) or re.search(r"^emu: .*\n  at ", err, re.M)
        last = ((err.strip() or out.strip()).split("\n") or [""])[-1]
        if re.search(r"^emu: endless loop", err, re.M): # look at it: it may only have much to do
            p.verdict, p.message = "timed out", "endless loop?"
        elif status < 0 and status != -signal.SIGABRT and not late and not mistakes:
            p.verdict, p.message = "unclear", "signal %d: %s" % (-status, last)
        elif re.search(r"^emu: .* bytes refused \(cudaErrorMemoryAllocation\)", err, re.M): # more than this PC has
            p.verdict, p.message = "refused clearly", told[1]
        elif REFUSED.search(err):
            p.verdict, p.message = "refused clearly", REFUSED.search(err)[0]
        elif mistakes:
            p.verdict, p.message = "diagnosed", told[1] + "; first: " + re.search(r"^emu: (.*)", err, re.M)[1]
        elif late:
            p.verdict, p.message = "timed out", last
        elif status != 0 and re.search(r"\busage\b|findModulePath file not found|select a kernel|waiving", out + err, re.I):
            p.verdict, p.message = "outside", last
        elif status != 0 or FAILED.search(out):
            said = FAILED.search(out)
            line = out[out.rfind("\n", 0, said.start()) + 1:].split("\n")[0] if said else last
            p.verdict, p.message = "wrong", "status %d: %s" % (status, line)
        else:
            p.verdict = "ran right"
        return p
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sample(programs, count):
    """Every n-th, so that each collection has its share."""
    if not count or count >= len(programs):
        return programs
    return [programs[i * len(programs) // count] for i in range(count)]


def table(programs, roots):
    rows = [["collection", "tried"] + KINDS]
    for root in roots + [None]:
        own = [p for p in programs if root in (None, p.root)]
        counts = collections.Counter(p.verdict for p in own)
        counts["compiled"] = sum(counts[k] for k in ("ran right", "diagnosed", "wrong", "timed out"))
        counts["compiled"] += sum(p.ran and p.verdict in ("unclear", "refused clearly") for p in own)
        rows.append([os.path.basename(root) if root else "all", str(len(own))] + [str(counts[k]) for k in KINDS])
    return rows


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="The variables EMU_... reach the programs as they are set: EMU_CHECK=off "
                                     "makes them 3 to 5 times faster and finds no races; EMU_CORES=1 (the default "
                                     "here, for --jobs run side by side) says how many cores each uses; EMU_TIMEOUT "
                                     "ends kernels that hang; EMU_GPU_NAME chooses the GPU. common/emu/README.md "
                                     "lists all of them.")
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="a collection of programs")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time (2)")
    parser.add_argument("--timeout", type=int, default=60, help="seconds that a program may run on two "
                        "idle cores (60); 0: only compile")
    parser.add_argument("--log", metavar="FOLDER", help="write down there all that each program says")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="N programs spread over all (all)")
    parser.add_argument("--only", default="", metavar="PATTERN", help="programs whose names match this expression")
    parser.add_argument("--flags", default="", help="more flags for emucc, in one word")
    parser.add_argument("--emucc", default=os.path.join(here, "../../build/emu/bin/emucc"), help="which emucc")
    parser.add_argument("--tsv", metavar="FILE", help="write the table of counts there, too")
    args = parser.parse_args()
    args.emucc = os.path.abspath(args.emucc)
    for path in args.folders + [args.emucc]:
        if not os.path.exists(path):
            parser.error("%s: no such file or folder" % path)
    os.environ.setdefault("EMU_CORES", "1")
    roots = [os.path.abspath(f) for f in args.folders]
    headers = collections.defaultdict(list)
    programs = [p for root in roots for p in programs_of(root, headers)]
    programs = sample([p for p in programs if re.search(args.only, p.name)], args.sample)
    if not programs:
        parser.error("no program with a main() there")
    with concurrent.futures.ThreadPoolExecutor(max(1, args.jobs)) as pool:
        for p in pool.map(lambda p: judge(p, args, headers), programs):
            print("%-15s %6.1f s  %s  %s" % (p.verdict, p.seconds, p.name, p.message[:300]), flush=True)
    rows = table(programs, roots)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    print()
    for row in rows:
        print("  ".join(cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths))))
    if args.tsv:
        with open(args.tsv, "w") as f:
            f.write("# %s\n" % " ".join(["foreign_table.py"] + sys.argv[1:]))
            f.writelines("\t".join(row) + "\n" for row in rows)


if __name__ == "__main__":
    main()
