#!/bin/sh
# SPDX-License-Identifier: MIT
#
# grade.sh FORMAT FOLDER [ID|CHAPTER...]: grades the files of a submission, FOLDER/02_guard.cu ..., in this
# copy of the course, and prints what the grader reads (FORMAT: gradescope, autolab or csv).
#
# my/ is emptied: never run it where you work. SEED stays in the environment of this script alone.
#
# As root: submissions are compiled and run as nobody, from whom the exercises' sources (with the solutions), the
# seed, the assignment and other submissions are unreadable. Bubblewrap, where it is installed, makes the course read-only
# and gives the grader no network and no view of other processes; otherwise unshare gives it the latter two. It reports
# each of these that it cannot do.
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

# The prefix of the grader's command: its own network, processes and shared memory, and with bubblewrap a
# course that cannot be written to. Each way is tried before it is taken: containers often grant none.
mkdir -p build
names='--unshare-net --unshare-ipc --unshare-uts --die-with-parent'
places="--perms 1777 --tmpfs /tmp --ro-bind $PWD $PWD --bind $PWD/build $PWD/build"
processes='--unshare-pid --proc /proc'
# What the grader needs to become the user of submissions.
powers='--cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_CHOWN --cap-add CAP_DAC_OVERRIDE --cap-add CAP_FOWNER --cap-add CAP_KILL'
apart_by_unshare='--net --ipc --pid --fork --kill-child --mount-proc'
user=$(id -un)
works() {
    "$@" true >/dev/null 2>&1
}
say() {
    echo "grade.sh: $*" >&2
}
apart=
# shellcheck disable=SC2086 # words of a command
if [ "$(id -u)" = 0 ]; then
    if works bwrap --ro-bind / / --dev /dev $processes $names $powers $places; then
        apart="bwrap --ro-bind / / --dev /dev $processes $names $powers $places"
    elif works unshare $apart_by_unshare; then
        apart="unshare $apart_by_unshare"
    elif works unshare --net --ipc; then
        apart='unshare --net --ipc'
        say 'this system has no private view of processes: a submission sees all processes'
    else
        say 'this system grants no name spaces: a submission sees the network and other processes'
    fi
elif works bwrap --unshare-user --ro-bind / / --dev /dev $processes $names $places; then
    apart="bwrap --unshare-user --ro-bind / / --dev /dev $processes $names $places"
    say "not root: submissions run as $user and can read what $user can read, the seed too"
elif works bwrap --unshare-user --ro-bind / / --dev /dev $names $places; then # in a container
    apart="bwrap --unshare-user --ro-bind / / --dev /dev $names $places"
    say "not root: submissions run as $user, see other processes, and can read what $user can read, the seed too"
elif works unshare --user --map-current-user $apart_by_unshare; then
    apart="unshare --user --map-current-user $apart_by_unshare"
    say "neither root nor bubblewrap: submissions run as $user and can read what $user can, the seed too; only the filter of system calls keeps them from writing"
else
    say "neither root, bubblewrap nor name spaces: submissions run as $user, see the network and other processes, and can read what $user can, the seed too; only the filter of system calls keeps them from writing"
fi
LEARN_STRICT=1
export LEARN_STRICT
grades=$(mktemp)
trap 'rm -f "$grades"' EXIT
# A failed exercise is not a failure of the grader.
# shellcheck disable=SC2086 # words of a command
$apart make -s check-all FORMAT=json >"$grades" || true
python3 teach/grades.py "$format" "$@" <"$grades"
