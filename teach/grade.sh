#!/bin/sh
# SPDX-License-Identifier: MIT
#
# grade.sh FORMAT FOLDER [ID|CHAPTER...]: grades the files of a submission, FOLDER/02_guard.cu ..., in this
# copy of the course, and prints what the grader reads (FORMAT: gradescope, autolab or csv).
#
# my/ is emptied: never run it where you work. SEED stays in the environment of this script alone.
#
# As root: submissions are compiled and run as nobody, which cannot read the exercises' sources (with the solutions), the
# seed, the assignment or other submissions. Without root, bubblewrap makes the course read-only.
# Where the system allows it, the grader has no network and no view of other processes. A missing protection is reported.
set -eu

if [ $# -lt 2 ] || [ ! -d "$2" ]; then
    echo "usage: grade.sh gradescope|autolab|csv FOLDER [ID|CHAPTER...]" >&2
    exit 2
fi
format=$1 submitted=$(cd "$2" && pwd)
shift 2
cd "$(dirname "$0")/.."
mkdir -p my
if [ "$submitted" != "$PWD/my" ]; then
    rm -rf my
    mkdir my
    find "$submitted" -type f \( -name '[0-9][0-9]_*.cu' -o -name '01_*.c' \) -exec cp {} my/ \;
fi
if [ "$(id -u)" = 0 ]; then
    LEARN_UID=$(id -u nobody)
    export LEARN_UID
    chmod -R go-rwx teach ./*/exercises
    for private in ../seed.txt ../assignment.txt ../course.tar; do
        [ ! -e "$private" ] || chmod go-rwx "$private"
    done
    chmod -R go-w .
    chmod -R go+rX my
    setpriv --reuid=nobody --clear-groups test -r learn/exercise.h || {
        echo "grade.sh: nobody cannot read $PWD: put the course where all users can read it" >&2
        exit 2
    }
fi

# The prefix of the grader's command: its own network, processes and shared memory.
apart=
if [ "$(id -u)" = 0 ]; then
    if unshare --net --ipc --pid --fork --kill-child --mount-proc true 2>/dev/null; then
        apart='unshare --net --ipc --pid --fork --kill-child --mount-proc'
    elif unshare --net --ipc true 2>/dev/null; then
        apart='unshare --net --ipc'
        echo 'grade.sh: this system has no private view of processes: a submission sees other processes' >&2
    else
        echo 'grade.sh: this system grants no name spaces: a submission sees the network and other processes' >&2
    fi
elif command -v bwrap >/dev/null && bwrap --unshare-all --dev-bind / / true 2>/dev/null; then
    mkdir -p build
    apart="bwrap --unshare-all --die-with-parent --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --bind $PWD/build $PWD/build"
    echo "grade.sh: not root: submissions run as $(id -un) and can read what $(id -un) can read" >&2
else
    echo "grade.sh: neither root nor bubblewrap: submissions run as $(id -un) and can read and write what $(id -un) can" >&2
fi
LEARN_STRICT=1
export LEARN_STRICT
grades=$(mktemp)
trap 'rm -f "$grades"' EXIT
# A failed exercise is not a failure of the grader.
# shellcheck disable=SC2086 # words of a command
$apart make -s check-all FORMAT=json >"$grades" || true
python3 teach/grades.py "$format" "$@" <"$grades"
