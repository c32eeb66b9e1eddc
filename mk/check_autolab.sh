#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_autolab.sh [ROOT]: unpacks the files of `make autolab` in a new Debian, as Autolab does, hands in a right
# answer among attacks, as root and as an ordinary user, and prints what became of each. As root; ROOT is a
# Debian that debootstrap has made before, to be changed; without it one is made, and removed.
set -eu

# shellcheck source=mk/new_root.sh
. mk/new_root.sh
failed=0
complain() {
    echo "autolab: $*" >&2
    failed=1
}

# In the root, with its own processes and mounts. In a chroot the system grants no name spaces for users, so that a grader
# there finds fewer ways to keep submissions apart than in a container: bubblewrap changes the root as containers do.
inside() {
    if command -v bwrap >/dev/null; then
        set -- "$1" bwrap --bind "$root" / --dev /dev --proc /proc --unshare-pid --cap-add ALL --die-with-parent
    else
        set -- "mount -t proc proc /proc && $1" unshare --mount --pid --fork chroot "$root"
    fi
    command=$1
    shift
    "$@" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        /bin/sh -c "$command" </dev/null
}

# ---- As Autolab makes the folder ---------------------------------------------------------------------

make -s autolab ASSIGNMENT='02' SEED=4711
inside 'command -v g++ >/dev/null || { apt-get update && apt-get install -y --no-install-recommends make gcc g++ binutils python3 bubblewrap; }
    id student >/dev/null 2>&1 || useradd -m student' >"$root/said" 2>&1 || { tail -n 20 "$root/said" >&2; exit 1; }
there=$root/home/student/grade
rm -rf "$there" "$root/submission" "$root/before"
mkdir -p "$there"
cp build/teach/autograde.tar "$there"
cp build/teach/autograde-Makefile "$there/Makefile"
mk/attack_submission.sh "$root/submission" /home/student/grade
mkdir "$root/before"
tar xf build/teach/autograde.tar -C "$root/before"

# ---- Submissions ---------------------------------------------------------------------------------------

# $1: root or student
graded_as() {
    echo "as $1:"
    tar cf "$there/handin.tar" -C "$root/submission" .
    chmod 755 "$root/home/student"
    chown -R "$(inside "id -u $1")" "$there"
    inside "cd /home/student/grade && su -s /bin/sh $1 -c make" >"$root/said" 2>&1 || { tail -n 20 "$root/said" >&2; complain 'make fails'; }
    grep '^grade.sh: ' "$root/said" || :
    python3 - "$root/said" <<'END' || failed=1
import json, sys
text = open(sys.argv[1]).read()
scores = json.loads(text.rstrip().split("\n")[-1])["scores"]
verdicts = {}
for line in map(str.strip, text.split("\n")):
    name, _, state = line.partition(": ")
    if name in scores and state in ("passed", "failed", "not_compiled", "not_begun", "not_graded"):
        verdicts[name] = said = []
    elif verdicts:
        said.append(line)
for name, score in scores.items():
    said = verdicts[name]
    why = said[said.index("refused:") + 1] if "refused:" in said else said[1] if len(said) > 1 else ""
    print(f"{score}  {name:16} {'' if score else why[:100]}")
assert {name for name in scores if scores[name]} == {"02_guard"}, scores
assert "4711" not in text
END
    diff -r -q --exclude=build --exclude=my "$root/before/course" "$there/course" || complain 'the grader was changed'
    # shellcheck disable=SC2009 # in another root
    if ps -eo args | grep -q '[m]ine-[0-9a-f]'; then
        complain 'a process of a submission goes on'
    fi
}
graded_as root
graded_as student

# ---- An archive that wants to be unpacked elsewhere -----------------------------------------------------

python3 - "$there/handin.tar" <<'END'
import io, sys, tarfile
with tarfile.open(sys.argv[1], "w") as tar:
    def add(name, text=b"print('{\"scores\": {\"02_guard\": 1}}')\n", **more):
        entry = tarfile.TarInfo(name)
        entry.size = 0 if more else len(text)
        for key, value in more.items():
            setattr(entry, key, value)
        tar.addfile(entry, io.BytesIO(text) if not more else None)
    add("way", type=tarfile.SYMTYPE, linkname="../course/teach")
    add("way/grades.py")
    add("../course/teach/grade.sh")
    add("/home/student/grade/course/teach/rubric.md")
    add("hard", type=tarfile.LNKTYPE, linkname="../course/teach/autolab/seed.txt")
END
inside 'cd /home/student/grade && make' >"$root/said" 2>&1 || :
diff -r -q --exclude=build --exclude=my "$root/before/course" "$there/course" || complain 'an archive changed the grader'
grep -q '4711' "$root/said" && complain 'an archive shows the seed'
[ "$failed" -eq 0 ] && echo 'autolab: the right answer has its point, and no attack has one'
exit "$failed"
