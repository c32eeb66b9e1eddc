#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_classroom.sh: the handout holds no line of an answer, right or wrong, and can be solved; VS Code's tasks find
# the lines of mistakes in what the programs print; a class report counts right; the notebook names goals that there
# are. Run in the repository root, after `make learn-build`. Exits 1, with a line for each thing amiss.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() {
    echo "classroom: $*" >&2
    failed=1
}
here=$PWD
build=${BUILD_DIR:-$PWD/build/emu}
case $build in /*) ;; *) build=$here/$build ;; esac

# ---- The handout ---------------------------------------------------------------------------------------

teach/handout.py "$work/handout" 04_shared
teach/handout.py --check "$work/handout" >"$work/said" || { cat "$work/said" >&2; complain 'an answer is in the handout'; }
if [ "$(ls "$work/handout/teach")" != Containerfile ]; then
    complain 'the handout has files for teachers'
fi

# $1: what is found; $2: sed's commands that print it
leak_is_found() {
    sed -n "$2" 04_shared/exercises/*.cu >"$work/handout/docs/leak.md"
    if teach/handout.py --check "$work/handout" >/dev/null; then
        complain "a line of a $1 is not found"
    fi
    rm "$work/handout/docs/leak.md"
}
leak_is_found solution '/@solution/,/@end/p'
leak_is_found 'wrong answer' '/@mutant /,/@end/p'

# $1: what my/04_pad.cu is; $2: what the verdict must say
in_handout() {
    (cd "$work/handout" && BUILD_DIR=$build "$build/bin/learn" check 04_pad) >"$work/said" 2>&1 || :
    grep -q -e "$2" "$work/said" || { cat "$work/said" >&2; complain "in the handout $1 does not say '$2'"; }
}
in_handout 'the stub' 'FAIL shared store wavefronts'
cp "$work/said" "$work/verdict"
"$build/bin/learn" solution 04_pad --force >/dev/null 2>&1
cp "$build/learn/04_pad/solution.cu" "$work/handout/my/04_pad.cu"
in_handout 'the solution' '^passed'
(cd "$work/handout" && BUILD_DIR=$build "$build/bin/learn" solution 04_pad) >"$work/said"
if ! grep -q 'Your teacher has the solution' "$work/said" || grep -q '^@@' "$work/said"; then
    complain 'in the handout, the stub is shown as the solution'
fi

# At a terminal a failed check is not an error of make; a script gets the status.
cat >"$work/terminal.py" <<'END'
import os, pty, sys
shown = []
def read(terminal):
    shown.append(os.read(terminal, 4096))
    return shown[-1]
status = pty.spawn(["make", "-s", "GPU=emu", "check", "EX=04_pad"], read)
text = b"".join(shown).decode()
sys.exit(0 if status == 0 and "FAIL" in text and "***" not in text else f"classroom: at a terminal: {status}: {text}")
END
LEARN_MY=$work/my python3 "$work/terminal.py" >/dev/null || failed=1
if LEARN_MY=$work/my make -s GPU=emu check EX=04_pad >"$work/said" 2>&1; then
    complain 'make check ends well in a script, though the check fails'
fi

# ---- VS Code -------------------------------------------------------------------------------------------

cat >"$work/race.cu" <<'EOF'
__global__ void both(int *to) { *to = threadIdx.x; }
int main() { int *p; cudaMalloc(&p, 4); both<<<1, 64>>>(p); cudaDeviceSynchronize(); cudaFree(p); }
EOF
"$build/bin/emucc" "$work/race.cu" -o "$work/race"
EMU_REPORT=json "$work/race" >"$work/json" 2>&1 || :
"$work/race" >"$work/text" 2>&1 || :
sed 's/^/    /' "$work/text" >"$work/check" # as a verdict indents it
python3 - "$work" <<'EOF' || failed=1
import json, pathlib, re, sys
work = pathlib.Path(sys.argv[1])
tasks = {task["label"]: task for task in json.load(open(".vscode/tasks.json"))["tasks"]}

def found(task, name):
    """(file, line, message) of each problem, as VS Code joins the lines of a pattern."""
    lines, problems = (work / name).read_text().split("\n"), []
    for matcher in tasks[task]["problemMatcher"]:
        if isinstance(matcher, str):
            continue
        for start in range(len(lines)):
            problem = {}
            for pattern, line in zip(matcher["pattern"], lines[start:]):
                match = re.search(pattern["regexp"], line)
                if not match:
                    problem = {}
                    break
                problem.update({key: match[pattern[key]] for key in ("file", "line", "message") if key in pattern})
            if len(problem) == 3:
                problems.append(problem)
    return problems

for task, name in (("check this exercise", "check"), ("run this program on the emulated GPU", "json")):
    problems = [p for p in found(task, name) if p["file"].endswith("race.cu") and p["line"] == "1"]
    if len(problems) != 1 or not problems[0]["message"].startswith("race in global memory"):
        sys.exit(f"classroom: .vscode/tasks.json, {task}: the race is not found at its line: {problems}")
costs = [p for p in found("check this exercise", "verdict") if p["file"].endswith("04_pad.cu")]
if not costs:
    sys.exit("classroom: .vscode/tasks.json: the line that costs most is not found")
EOF

# ---- A class's report ----------------------------------------------------------------------------------

mkdir "$work/grades"
python3 - "$work/grades" <<'EOF'
import json, pathlib, sys
def exercise(name, state, text="", failed=()):
    return {"id": name, "title": "<b>" + name, "state": state, "text": text, "checks": [{"check": c, "passed": False} for c in failed]}
race = "  FAIL\n    emu: race in shared memory: read of 4 bytes\n      at my/04.cu:3\n"
for name, all_of_them in {
    "ann": [exercise("04_pad", "passed"), exercise("04_panel", "passed")],
    "bob": [exercise("04_pad", "passed"), exercise("04_panel", "failed", race, ("R", "D"))],
    "eve": [exercise("04_pad", "failed", "", ("C shared_store_wavefronts",)), exercise("04_panel", "not begun")],
}.items():
    pathlib.Path(sys.argv[1], name + ".json").write_text(json.dumps({"exercises": all_of_them}))
EOF
printf '%s\n' "$work"/grades/*.json | teach/class_report.py "$work/class" >/dev/null
cat >"$work/wanted" <<'EOF'
exercise,title,passed,failed,not_compiled,not_graded,not_begun,gave_up,mistakes
04_pad,<b>04_pad,2,1,0,0,0,1,C shared_store_wavefronts (1)
04_panel,<b>04_panel,1,1,0,0,1,1,race (1)
EOF
tr -d '\r' <"$work/class/class.csv" | diff "$work/wanted" - >&2 || complain 'class_report.py: another table'
grep -q '<b>04' "$work/class/class.html" && complain 'class_report.py: a title is not escaped'
if echo "$work/wanted" | teach/class_report.py "$work/class" 2>/dev/null; then
    complain 'class_report.py: takes a file that is not a report'
fi

# ---- The notebook --------------------------------------------------------------------------------------

teach/run_notebook.py --check teach/colab.ipynb || failed=1
if make -s colab ADDRESS= >/dev/null 2>&1; then
    complain 'make colab writes a notebook without an address'
fi

# All of it, as on Colab: a clone, a build and the exercises. A minute.
if [ -n "${TEST_MORE:-}" ]; then
    make -s colab ADDRESS="file://$here" >/dev/null
    cp build/teach/colab.ipynb "$work"
    rm -rf build/teach/colab.ipynb
    (cd "$work" && GPU=emu "$here/teach/run_notebook.py" colab.ipynb) >"$work/said" 2>&1 || complain 'the notebook fails'
    for words in '^--- get' '02_guard: No thread outside' 'hint 1 of 3' 'FAIL shared store wavefronts' '^2_coalesced  *ok' 'of [0-9]* passed'; do
        grep -q -e "$words" "$work/said" || { tail -n 40 "$work/said" >&2; complain "the notebook does not print '$words'"; }
    done
fi
exit "$failed"
