#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run_tests.sh PROGRAM...: run Criterion programs, show what they print, and end with what failed, once
# more, and one line: "N passed, M failed". Exits 1 if a test failed, a program died, or none ran; also if one of
# $CHECKS did, whose results `make test` has left in $BUILD_DIR/checks (mk/checks.mk). Those in $DOCUMENTATION are
# about pages and pictures, and are named apart.
#
# TEST_JOBS tests run at a time, each in its own process. Where that is more than one, two programs
# share them, and a third begins, so that other tests run while the last test of one, or one that waits,
# keeps no core busy; what a program prints is then shown when it ends. The seconds of the processors
# say how long it is on a computer that has other things to do, too.
set -eu

# ---- One program: what it prints, and "PASSED FAILED" into PROGRAM.result ------------------------

# The number after "$1:" in Criterion's last line, such as
# [====] Synthesis: Tested: 4 | Passing: 4 | Failing: 0 | Crashing: 0
synthesis() {
    printf '%s\n' "$last" | sed -n "s/.*$1: *\([0-9]*\).*/\1/p"
}

run_one() {
    program=$1 name=${1##*/} log=$1.log
    begin=$(date +%s.%N)
    times >"$log.times"
    # Shown as it arrives, except for the synthesis, which becomes the line below.
    { "$program" --jobs "$TEST_JOBS" 2>&1 || echo "exit status $?"; } | tee "$log" |
        grep --line-buffered -v -e '^\[====\] Synthesis' -e '^exit status' || true
    seconds=$(date +%s.%N | awk -v begin="$begin" '{ printf "%.1f", $1 - begin }')
    times >>"$log.times"
    used=$(awk '{ split($0, t, /[ms ]+/); all[NR] = (t[1] + t[3]) * 60 + t[2] + t[4] }
                END { printf "%.1f", all[4] - all[2] }' "$log.times")
    rm -f "$log.times"

    last=$(grep '^\[====\] Synthesis' "$log" | tail -n 1 || true)
    # Criterion counts a crash as failing too: only this difference counts each test once.
    tested=$(synthesis Tested) passing=$(synthesis Passing)
    bad=$((${tested:-0} - ${passing:-0}))
    # A program that died before its last line has failed, whatever it printed before.
    if [ "$bad" -eq 0 ] && { [ -z "$last" ] || grep -q '^exit status' "$log"; }; then
        echo "$name ended early: $(tail -n 1 "$log")"
        bad=1
    fi
    printf '%-28s %4d passed %4d failed %8s s %8s s of processors\n' "$name" "${passing:-0}" "$bad" "$seconds" "$used"
    echo "${passing:-0} $bad" >"$program.result"
}

if [ "${1:-}" = --one ]; then
    run_one "$2" >"$2.shown"
    cat "$2.shown"
    rm -f "$2.shown"
    exit
fi

# ---- All of them ---------------------------------------------------------------------------------

REPO_ROOT=$PWD TEST_JOBS=${TEST_JOBS:-1}
EMU_LEAKS=error # no program of the course leaves memory to the end of its process
export REPO_ROOT EMU_LEAKS
unset COLUMNS # with it, programs fold their lines as on a terminal

# The Python that has NumPy, for the tests that compare with it.
PYTHON=python3
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import numpy' 2>/dev/null; then
        PYTHON=$python
        break
    fi
done
export PYTHON

for program in "$@"; do
    rm -f "$program.result"
done
if [ $# -gt 1 ] && [ "$TEST_JOBS" -gt 1 ]; then
    TEST_JOBS=$(((TEST_JOBS + 1) / 2))
    export TEST_JOBS
    printf '%s\n' "$@" | xargs -P 3 -n 1 sh "$0" --one || true
else
    for program in "$@"; do
        run_one "$program"
    done
fi

passed=0 failed=0
for program in "$@"; do
    # Killed, with the script that ran it: neither a result nor a word.
    if ! read -r good bad <"$program.result" 2>/dev/null; then
        echo "${program##*/} has no result"
        good=0 bad=1
    fi
    passed=$((passed + good)) failed=$((failed + bad))
    # Again where it is seen: hundreds of lines may have followed.
    if [ "$bad" -gt 0 ]; then
        echo "failed in ${program##*/}:"
        grep -v '^\[====\]' "$program.log" 2>/dev/null | tail -n 20 | sed 's/^/    /'
    fi
done

# ---- What the checks said --------------------------------------------------------------------------

checks_passed=0 failed_documentation='' failed_code=''
for check in ${CHECKS:-}; do
    if [ "$(cat "$BUILD_DIR/checks/$check.result" 2>/dev/null)" = passed ]; then
        checks_passed=$((checks_passed + 1))
        continue
    fi
    echo "failed in $check (all of it: $BUILD_DIR/checks/$check.log):"
    grep -v '^machine: ' "$BUILD_DIR/checks/$check.log" 2>/dev/null | tail -n 40 | sed 's/^/    /'
    case " ${DOCUMENTATION:-} " in
    *" $check "*) failed_documentation="$failed_documentation $check" ;;
    *) failed_code="$failed_code $check" ;;
    esac
done
if [ -n "${CHECKS:-}" ]; then
    echo "checks: $checks_passed passed${failed_code:+; failed:$failed_code}${failed_documentation:+; failed, documentation only:$failed_documentation}"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ] && [ -z "$failed_code$failed_documentation" ]
