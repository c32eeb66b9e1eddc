# SPDX-License-Identifier: MIT
"""Finds the programs of a collection and compiles each with emucc: the first half of foreign_table.py."""
import os, re

from foreign_run import read, run

SOURCES = (".cu", ".cpp", ".cc", ".c", ".cxx")
MAIN = re.compile(r"^[^/\n]*\bmain\s*\(", re.M)
HEADER = re.compile(r"fatal error: ([^:]+): No such file")


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)


class Program:
    def __init__(self, root="", main="", others=(), single=False):
        self.root, self.main, self.others, self.single = root, main, others, single
        self.name = os.path.join(os.path.basename(root), os.path.relpath(main, root)) if main else ""
        self.binary, self.verdict, self.message, self.ran = "", "", "", False
        self.seconds, self.processor = 0.0, 0.0 # by the clock; of a processor


def programs_of(root, headers):
    """Returns all programs below root, and the location of each header of the collection."""
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
        # A source that another source includes is not compiled separately.
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


def near(paths, main):
    """Of several headers with one name, selects the one next to the program, else in a common folder, else the nearest."""
    beside = os.path.dirname(main) + "/"
    shared = re.compile(r"/(common|inc|include|headers|util\w*)/", re.I)
    return max(paths, key=lambda path: (path.startswith(beside), bool(shared.search(path)),
                                        len(os.path.commonpath([path, main]))))


def sources_below(folder):
    """A program whose main file is in the top folder with its other sources in src/, as in a makefile."""
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [os.path.join(folder, n) for n in names if n.endswith(SOURCES) and not MAIN.search(
        without_comments(read(os.path.join(folder, n))))]


def sources_with(missing, p, headers, taken):
    """The nearest source of the collection that defines each function that the linker misses, as its makefile may name it."""
    found = []
    for name in sorted({re.split(r"[(<]", m)[0].split("::")[-1] for m in missing}):
        defined = re.compile(r"^[\w \t*&<>,:]*\b%s\s*\([^;{}]*\)[\s\w]*\{" % re.escape(name), re.M)
        fits = [path for paths in headers.values() for path in paths if path.endswith(SOURCES) and path not in taken
                and path.startswith(p.root + "/") and defined.search(text := without_comments(read(path)))
                and not MAIN.search(text)]
        if fits and near(fits, p.main) not in found:
            found.append(near(fits, p.main))
    return found


def makefile(folder, root):
    """The nearest makefile at or above folder, within the collection."""
    while folder.startswith(root):
        for name in ("Makefile", "makefile", "CMakeLists.txt"):
            if text := read(os.path.join(folder, name)):
                return text
        folder = os.path.dirname(folder)
    return ""


def compile_program(p, args, headers, output):
    """(whether it succeeded, emucc's messages)"""
    sources = [p.main] + (p.others if p.single else [])
    folders = [os.path.dirname(p.main)]
    added, defined, extra = p.single, False, []
    for _ in range(12):
        libraries = [word for word in extra if word.startswith("-l")] # after what needs them
        command = [args.emucc, "-O2", *args.flags.split(), *(word for word in extra if word not in libraries),
                   *("-I" + f for f in folders), *sources, *libraries, "-o", output]
        status, _, err, late, _, _ = run(command, os.path.dirname(output), 300)
        if status == 0:
            return True, err
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
        elif "undefined reference to `png_" in err and "-lpng" not in extra:
            extra += ["-lpng"]
            continue
        elif "undefined reference" in err and not added:
            sources, added = sources + (p.others or sources_below(os.path.join(folders[0], "src"))), True
            continue
        elif "undefined reference" in err and (more := sources_with(re.findall(
                r"undefined reference to [`‘']([^'’]+)", err), p, headers, sources)):
            sources = sources + more
            continue
        elif "undefined reference" in err and not libraries and (
                named := re.findall(r"\s(-l\w+)", makefile(folders[0], p.root))):
            extra += dict.fromkeys(named)
            continue
        elif "error:" in err and not defined: # what its makefile defines
            defined = True
            own = re.findall(r"\s(-D\w+(?:=\w+)?|-?-std=c\+\+\w+)(?=\s)", read(os.path.join(folders[0], "Makefile")))
            if own:
                extra += own
                continue
        return False, err
    return False, err
