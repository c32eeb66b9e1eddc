#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_gradescope.sh [ROOT]: unpacks the package of `make gradescope` in a new Debian, as Gradescope does, hands in
# a right answer among attacks, and prints what became of each. As root; ROOT is a Debian that debootstrap has
# made before, to be changed; without it one is made, and removed.
set -eu

# shellcheck source=mk/new_root.sh
. mk/new_root.sh

# In the root, with its own processes and mounts.
inside() {
    # shellcheck disable=SC2016 # the shell inside expands
    unshare --mount --pid --fork chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive /bin/sh -c 'mount -t proc proc /proc && eval "$1"' sh "$1" </dev/null
}

# ---- As Gradescope makes the image -------------------------------------------------------------------

make -s gradescope ASSIGNMENT='02' SEED=4711
rm -rf "$root/autograder" "$root/before"
mkdir -p "$root/autograder/source" "$root/autograder/submission"
python3 -m zipfile -e build/teach/gradescope.zip "$root/autograder/source"
cp "$root/autograder/source/run_autograder" "$root/autograder/"
inside 'sh /autograder/source/setup.sh' >"$root/said" 2>&1 || { tail -n 20 "$root/said" >&2; exit 1; }

# ---- A submission ------------------------------------------------------------------------------------

mk/attack_submission.sh "$root/autograder/submission" /autograder/source

cp -a "$root/autograder/source" "$root/before"
inside 'sh /autograder/run_autograder' >"$root/said" 2>&1 || { cat "$root/said" >&2; exit 1; }
cat "$root/said"

# ---- What came of it ---------------------------------------------------------------------------------

python3 - "$root/autograder/results/results.json" <<'EOF'
import json, sys
results = json.load(open(sys.argv[1]))
for test in results["tests"]:
    lines = [line.strip() for line in test["output"].splitlines()]
    why = lines[lines.index("refused:") + 1] if "refused:" in lines else lines[1] if len(lines) > 1 else "".join(lines)
    print(f"{test['score']}  {test['name'].split(':')[0]:16} {why[:100]}")
assert results["score"] == 1, results["score"]
assert [t["name"][:8] for t in results["tests"] if t["score"]] == ["02_guard"]
assert "4711" not in json.dumps(results)
EOF

failed=0
# $1: what is tried, $2: a command run as nobody, which must fail
refused() {
    if inside "setpriv --reuid=nobody --clear-groups $2" >/dev/null 2>&1; then
        echo "gradescope: the user of submissions $1" >&2
        failed=1
    else
        echo "-  as the user of submissions: $1: refused"
    fi
}
refused 'reads the seed' 'cat /autograder/source/seed.txt'
refused 'reads the assignment' 'cat /autograder/source/assignment.txt'
refused 'reads solutions' 'cat /autograder/source/course/02_naive/exercises/guard.cu'
refused 'reads the course as it was packed' 'cat /autograder/source/course.tar'
refused 'writes to the grader' 'touch /autograder/source/course/teach/grades.py'
refused 'writes results' 'touch /autograder/results/results.json'
refused 'writes to what is compiled' 'touch /autograder/source/course/build/emu/bin/learn'
diff -r -q --exclude=build --exclude=my "$root/before" "$root/autograder/source" || { echo 'gradescope: the grader was changed' >&2; failed=1; }
# shellcheck disable=SC2009 # in another root
if ps -eo args | grep -q '[m]ine-[0-9a-f]'; then
    echo 'gradescope: a process of a submission goes on' >&2
    failed=1
fi
[ "$failed" -eq 0 ] && echo 'gradescope: the right answer has its point, and no attack has one'
exit "$failed"
