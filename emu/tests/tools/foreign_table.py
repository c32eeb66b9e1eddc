#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles the CUDA programs of other people's collections with emucc, runs them, and prints a table.

    python3 emu/tests/tools/foreign_table.py FOLDER...
    python3 emu/tests/tools/foreign_table.py FOLDER... --keep BUILT           and, on an idle machine with the same files at the same paths,
    python3 emu/tests/tools/foreign_table.py --run BUILT --cores 0-15

A FOLDER is one collection, as downloaded (a course, a book's code, NVIDIA's samples). Nothing of it is
copied into this repository, and the folder is not changed: each program is built and run in a scratch folder
with links to the files next to it. A source with a main() is a program. Sources without a main() belong to it
if it is the only program of its folder; otherwise they are added if the linker reports missing symbols.
Headers are searched in the whole collection, then in the others (many use those of NVIDIA's samples).

  compiled         emucc compiled the program, without -w; --log keeps the warnings
  ran right        it ended with status 0, without a diagnosis, and did not report a failure itself
  diagnosed        the emulated GPU reported a mistake: check that each is the program's own
  wrong            another status than 0, or the program reports a failure: check each
  timed out        not finished after --timeout seconds on two cores: elapsed time with --cores; otherwise twice
                   as many seconds of CPU time (user and system), because elapsed time depends on the other load of
                   the machine. Or a launch announces three times the limit, or may be an endless loop
  refused clearly  the first message is one of emucc's own, with name and line, or names a library that is not
                   installed; or the program ran, and needs more memory than this PC has
  unclear          any other message; a crash
  outside          graphics, MPI, OpenCV and similar, another system, an exercise with a FIXME, a program that needs
                   arguments or a file of machine code that its makefile creates with nvcc
"""
import argparse, collections, concurrent.futures, contextlib, json, os, queue, re, signal, sys, tempfile, time

from foreign_programs import HEADER, Program, compile_program, programs_of
from foreign_run import CORES, read, run, wanted

KINDS = ["compiled", "ran right", "diagnosed", "wrong", "timed out", "refused clearly", "unclear", "outside"]
OUTSIDE = re.compile(
    r"\b(GL|GLES\w*|EGL|vulkan|windows|d3d\w*|DirectXMath|mpi|opencv\w*|cv|SDL\w*|GLFW|FreeImage|NvSci\w*|nvsci\w*|nvscibuf|"
    r"X11|xcb|freeglut|glew|glut|rendercheck\w*|helper_gl|glfw\w*|nvmedia\w*|boost|gtest|benchmark|eigen\d?|Eigen|torch|pybind11|"
    r"tensorflow|Python|sys/neutrino|screen|gdiplus|png|jpeglib|tiff\w*|nvshmem\w*|fftw3|nccl|cudnn|nvToolsExtOpenGL|llvm|"
    r"drm_fourcc|gflags|cutlass|cute|CL|nvbench|hip|range|cub/cub|sputnik)"
    r"(/[\w./-]+)?(\.h|\.hpp|\.hxx|\.h:|\b)", re.I)
FAILED = re.compile(r"\b(FAILED|Test failed|Result = FAIL|FAIL\b|FAILURE\b|do(es)? not match|mismatch|incorrect)", re.I)
REFUSED = re.compile(r"^emu: .*(on the emulated GPU|the emulated GPU has|a graph cannot keep|memory that only the host could still)", re.M)


def first_error(text):
    for line in text.split("\n"):
        if re.search(r"error:|undefined reference|multiple definition|cannot find", line):
            return line.strip()
    return (text.strip().split("\n") or [""])[0]


def log(args, p, what, text):
    if args.log and text:
        os.makedirs(args.log, exist_ok=True)
        with open(os.path.join(args.log, p.name.replace("/", "_") + "." + what), "w") as f:
            f.write(text)


def build(p, args, headers):
    """Compiles it to p.binary, or records the reason for a failure."""
    good, text = compile_program(p, args, headers, p.binary)
    log(args, p, "compile", text)
    if good:
        p.verdict = "compiled"
        return p
    p.message = first_error(text)
    missing = HEADER.search(text)
    if re.search(r"error:.*FIXME|^ +\d+ \|.*FIXME|error: #error \W*(TODO|Add|Check|Define|Implement|Insert|Fill)", text,
                   re.M): # an exercise, to be filled in
        p.verdict = "outside"
    elif (OUTSIDE.search(p.message) and missing) or re.search(
            "graphics interop|sharing memory between processes|MPI is not installed|undefined reference to `(gl|glut|GLUT|glfw)[A-Z]", text):
        p.verdict = "outside"
    elif "emulated GPU" in p.message or "emucc: error" in p.message or "emucc:" in p.message:
        p.verdict = "refused clearly"
    else:
        p.verdict = "unclear"
    return p


def execute(p, args, cores):
    """Runs it in a separate folder with links to the files next to it, so that it finds its data but does not change it."""
    with tempfile.TemporaryDirectory(prefix="foreign_", ignore_cleanup_errors=True) as folder:
        source = os.path.dirname(p.main)
        for name in os.listdir(source):
            os.symlink(os.path.join(source, name), os.path.join(folder, name))
        arguments, environment = wanted(p.name)
        status, out, err, late, p.seconds, p.processor = run([p.binary] + arguments, folder, args.timeout, environment, cores)
    log(args, p, "run", out[-20000:] + err[-100000:])
    p.ran = True
    p.verdict, p.message = judge(status, out, err, late)
    return p


def judge(status, out, err, late):
    """(verdict, message)"""
    told = re.search(r"^emu: (\d+ kinds? of mistake.*)", err, re.M) or re.search(r"^emu: (.*)", err, re.M)
    # A program that calls abort() ends before the summary line.
    mistakes = re.search(r"^emu: \d+ kinds? of mistake", err, re.M) or re.search(r"^emu: .*\n  at ", err, re.M)
    last = ((err.strip() or out.strip()).split("\n") or [""])[-1]
    if re.search(r"^emu: endless loop", err, re.M): # look at it: it may only have much to do
        return "timed out", "endless loop?"
    if status < 0 and status != -signal.SIGABRT and not late and not mistakes:
        return "unclear", "signal %d: %s" % (-status, last)
    if re.search(r"^emu: .* bytes refused \(cudaErrorMemoryAllocation\)", err, re.M): # more than this PC has
        return "refused clearly", told[1]
    if REFUSED.search(err):
        return "refused clearly", REFUSED.search(err)[0]
    if mistakes:
        return "diagnosed", told[1] + "; first: " + re.search(r"^emu: (.*)", err, re.M)[1]
    if late:
        return "timed out", last
    if status != 0 and re.search(r"\busage\b|findModulePath file not found|select a kernel|waiving|number of arguments|--help|requires two|"
            r"(no|missing) input|(failed|unable|not|couldn't) (to |be )?(read|open)", out + err, re.I):
        return "outside", last
    if status != 0 or FAILED.search(out):
        said = FAILED.search(out)
        line = out[out.rfind("\n", 0, said.start()) + 1:].split("\n")[0] if said else last
        return "wrong", "status %d: %s" % (status, line)
    return "ran right", ""


# ---- Build on one machine, run on another ----

KEPT = ("name", "root", "main", "binary", "verdict", "message", "seconds", "processor", "ran")


def write_list(programs, path):
    with open(path + ".new", "w") as f:
        f.writelines(json.dumps({key: getattr(p, key) for key in KEPT}) + "\n" for p in programs)
    os.replace(path + ".new", path) # whole at any time


def read_list(path):
    programs = []
    for line in read(path).splitlines():
        program = Program()
        vars(program).update(json.loads(line))
        programs.append(program)
    return programs


def sample(programs, count):
    """Every n-th program, so that each collection is represented."""
    if not count or count >= len(programs):
        return programs
    return [programs[i * len(programs) // count] for i in range(count)]


def table(programs, roots):
    rows = [["collection", "tried"] + KINDS]
    for root in roots + [None]:
        own = [p for p in programs if root in (None, p.root)]
        counts = collections.Counter(p.verdict for p in own)
        counts["compiled"] += sum(p.ran and p.verdict != "outside" for p in own)
        rows.append([os.path.basename(root) if root else "all", str(len(own))] + [str(counts[k]) for k in KINDS])
    return rows


def cores_of(text, count):
    """Splits "2-7,10" into groups of count CPUs, one group per program."""
    cores = []
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        cores += range(int(first), int(last or first) + 1)
    return [set(cores[i:i + count]) for i in range(0, len(cores) - count + 1, count)]


def say(p):
    print("%-15s %6.1f s %6.1f s  %s  %s" % (p.verdict, p.seconds, p.processor, p.name, p.message[:300]), flush=True)


def options():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="The variables EMU_... reach the programs unchanged: EMU_CHECK=off "
                                     "makes them 3 to 5 times faster and finds no races; EMU_CORES=1 (the default "
                                     "here, for --jobs run side by side) says how many cores each uses; EMU_TIMEOUT "
                                     "ends kernels that hang; EMU_GPU_NAME chooses the GPU. emu/README.md "
                                     "lists all of them.")
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="a collection of programs")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time (2)")
    parser.add_argument("--cores", default="", metavar="LIST", help="of an otherwise idle machine, as taskset names them: "
                        "each program has two of these for its own, and the limit of time is the clock's")
    parser.add_argument("--timeout", type=int, default=60, help="seconds that a program may run on two "
                        "idle cores (60); 0: only compile")
    parser.add_argument("--keep", metavar="FOLDER", help="only compile; the programs, and a list of them, stay there")
    parser.add_argument("--run", metavar="FOLDER", help="run what --keep left there, perhaps on another machine; what has ended "
                        "before is not run again")
    parser.add_argument("--begin", type=float, default=float("inf"), metavar="SECONDS", help="run no program that is not begun "
                        "by then")
    parser.add_argument("--log", metavar="FOLDER", help="write down there all that each program says")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="N programs spread over all (all)")
    parser.add_argument("--only", default="", metavar="PATTERN", help="programs whose names match this expression")
    parser.add_argument("--flags", default="", help="more flags for emucc, in one word")
    parser.add_argument("--emucc", default=os.path.join(here, "../../../build/emu/bin/emucc"), help="which emucc")
    parser.add_argument("--tsv", metavar="FILE", help="write the table of counts there, too")
    args = parser.parse_args()
    args.emucc = os.path.abspath(args.emucc)
    for path in args.folders + ([args.run] if args.run else [args.emucc]):
        if not os.path.exists(path):
            parser.error("%s: no such file or folder" % path)
    if bool(args.folders) == bool(args.run):
        parser.error("either folders of programs, or --run")
    return args, parser


def main():
    args, parser = options()
    os.environ.setdefault("EMU_CORES", str(CORES) if args.cores else "1")
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        kept = args.keep or args.run or stack.enter_context(tempfile.TemporaryDirectory(prefix="foreign_"))
        kept = os.path.abspath(kept)
        os.makedirs(kept, exist_ok=True)
        listed = os.path.join(kept, "programs.jsonl")
        headers = collections.defaultdict(list)
        if args.run:
            programs = read_list(listed)
        else:
            programs = [p for folder in args.folders for p in programs_of(os.path.abspath(folder), headers)]
        programs = sample([p for p in programs if re.search(args.only, p.name)], args.sample)
        if not programs:
            parser.error("no program with a main() there")

        places = queue.SimpleQueue()
        for cores in cores_of(args.cores, CORES) or [None] * args.jobs:
            places.put(cores)

        def work(p):
            if not args.run:
                p.binary = os.path.join(kept, p.name.replace("/", "_") + ".emu")
                build(p, args, headers)
            if p.verdict == "compiled" and args.timeout and not args.keep and time.monotonic() - began < args.begin:
                cores = places.get()
                execute(p, args, cores)
                places.put(cores)
            if os.path.exists(p.binary) and not (args.keep or args.run):
                os.remove(p.binary)
            return p

        with concurrent.futures.ThreadPoolExecutor(places.qsize()) as pool:
            for done in concurrent.futures.as_completed([pool.submit(work, p) for p in programs]):
                say(done.result())
                if args.keep or args.run:
                    write_list(programs, listed)

    rows = table(programs, list(dict.fromkeys(p.root for p in programs)))
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
