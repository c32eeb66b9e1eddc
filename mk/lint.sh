#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lint.sh FILE...: run every linter that is installed over the sources. Exits 1 if one complained.
set -eu

CC=${CC:-gcc}
status=0

# $1: name of a linter. False, after printing one line, if it is not installed.
have() {
    if command -v "$1" >/dev/null; then
        echo "lint: $1"
    else
        echo "lint: $1 is not installed: skipped (make deps lint)"
        return 1
    fi
}

if have clang-format; then
    clang-format --dry-run -Werror "$@" || status=1
fi

# The analyzers read C: to them a .cu file is neither C nor C++.
host_flags='-I. -Iemu/include -Iemu/include/libraries -DEMU_GPU=1 -DEMU_VERSION="0"'
engine_flags='-D_GNU_SOURCE -D__x86_64__ -I. -Iemu/include -Iemu/include/libraries'
host='' engine=''
for file in "$@"; do
    case $file in
    ./emu/engine/*/*.c | ./emu/libraries/*.c) engine="$engine $file" ;;
    ./[0-9]*/exercises/*.c | ./learn/tests/course/*/exercises/*.c) ;; # two versions of some lines in one file
    *.c) host="$host $file" ;;
    esac
done
# Tests are analyzed where Criterion's headers are.
if ! echo '#include <criterion/criterion.h>' | "$CC" -E - >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    host=$(printf '%s\n' $host | grep -v '^\./tests/' || true)
fi

# No path in the repository has a space in it, so the lists above may be split into words.
# shellcheck disable=SC2086
analyze() { # $1: C standard, $2: flags, the rest: files
    standard=$1 flags=$2
    shift 2
    if [ $# -eq 0 ]; then
        return 0
    fi
    if have cppcheck; then
        # It cannot read Criterion's macros (unknownMacro), and does not see that fail() fills in
        # the reason that it is given (ctuuninitvar).
        cppcheck -q --error-exitcode=1 --enable=warning,performance,portability --inline-suppr \
            --std=c11 --suppress=missingIncludeSystem --suppress=unknownMacro \
            --suppress=ctuuninitvar $flags "$@" || status=1
    fi
    if have clang-tidy; then
        # One process per file: with several, version 14 carries state from one to the next and
        # calls every va_list uninitialized.
        # shellcheck disable=SC2016
        printf '%s\n' "$@" | xargs -n 1 -P "$(nproc)" sh -c '
            flags=$1 file=$2
            clang-tidy --quiet "$file" -- $flags 2>/dev/null' tidy "-std=$standard $flags" || status=1
    fi
}
# shellcheck disable=SC2086
analyze c11 "$host_flags" $host
# shellcheck disable=SC2086
analyze gnu11 "$engine_flags" $engine

if have shellcheck; then
    # shellcheck disable=SC2046
    shellcheck $(git ls-files '*.sh' teach/gradescope mk/hooks .ci/run) || status=1
fi

if have pyflakes3; then
    # shellcheck disable=SC2046
    pyflakes3 $(git ls-files '*.py') || status=1
fi
exit $status
