#!/bin/sh
# SPDX-License-Identifier: MIT
#
# deps.sh [test] [lint] [plot] [slides] [explorer] [book] [book-pdf] [mpi]: install what the build needs, by apt, if it is
# missing: nothing else, and never CUDA. With `test` also what the tests need, with `lint` the linters,
# with `plot` matplotlib, with `slides` pandoc and WeasyPrint, with `explorer` a compiler for WebAssembly and zopfli,
# with `book` Python's venv, with `book-pdf` Chromium and a font for Chinese titles, with `mpi` Open MPI.
#
# Missing tools are found by trying them, not by asking the package system: a compiler from
# elsewhere serves, too. Exits 1 if something is still missing.
set -eu

# Does C, C++ compile and link? (gcc alone comes without the C library's headers.)
compiles() { # $1: compiler, $2: language
    command -v "$1" >/dev/null || return 1
    echo '#include <stdio.h>
int main(void) { return 0; }' | "$1" -x "$2" -o /dev/null - 2>/dev/null
}

compiles_wasm() {
    echo '#include <stdio.h>
int main(void) { return puts(""); }' | clang --target=wasm32-wasi -x c -o /dev/null - 2>/dev/null
}

have_criterion() {
    if [ -n "${CRITERION_PREFIX:-}" ]; then
        [ -f "$CRITERION_PREFIX/include/criterion/criterion.h" ]
    else
        command -v gcc >/dev/null &&
            echo '#include <criterion/criterion.h>' | gcc -E - >/dev/null 2>&1
    fi
}

# The package is for the system's own Python: ask that one too where PATH leads to another.
have_module() { # $1: its name
    for python in python3 /usr/bin/python3; do
        if "$python" -c "import $1" 2>/dev/null; then
            return 0
        fi
    done
    return 1
}

have_font_for() { # $1: a language
    [ -n "$(fc-list ":lang=$1" 2>/dev/null)" ]
}

need() { # $1: package; the rest: a command that succeeds where it is not needed
    package=$1
    shift
    if ! "$@" >/dev/null 2>&1; then
        missing="$missing $package"
    fi
}

# Sets missing to the packages that are.
look() {
    missing=
    need gcc compiles gcc c
    need g++ compiles g++ c++
    need make command -v make
    need binutils command -v addr2line
    for goal in "$@"; do
        case $goal in
        test)
            need libcriterion-dev have_criterion
            need python3 command -v python3
            need python3-numpy have_module numpy
            ;;
        explorer)
            need clang compiles_wasm
            need lld command -v wasm-ld
            need wasi-libc compiles_wasm
            need libclang-rt-dev-wasm32 compiles_wasm
            need zopfli command -v zopfli
            ;;
        book)
            need python3 command -v python3
            need python3-venv python3 -c "import ensurepip, venv"
            ;;
        book-pdf)
            need chromium command -v "${CHROMIUM:-chromium}"
            need fontconfig command -v fc-list
            need fonts-noto-cjk have_font_for zh
            ;;
        lint)
            need clang-format command -v clang-format
            need clang-tidy command -v clang-tidy
            need cppcheck command -v cppcheck
            need shellcheck command -v shellcheck
            need pyflakes3 command -v pyflakes3
            ;;
        mpi)
            need libopenmpi-dev command -v mpicc
            need openmpi-bin command -v mpirun
            ;;
        plot)
            need python3 command -v python3
            need python3-matplotlib have_module matplotlib
            ;;
        slides)
            need python3 command -v python3
            need pandoc command -v pandoc
            need weasyprint command -v weasyprint
            ;;
        esac
    done
    missing=${missing# }
}

look "$@"
if [ -z "$missing" ]; then
    echo "deps: nothing to install, all is here"
    exit 0
fi

# Debian's names, and those of Fedora and Arch. AUR: in Arch's user repository.
other_names() { # $1: fedora or arch
    printf '%s\n' "$missing" | tr ' ' '\n' | awk -v column="$([ "$1" = fedora ] && echo 2 || echo 3)" '
        FNR == NR { if (NF == 3) name[$1] = $column; next }
        !(($1 in name ? name[$1] : $1) in said) { said[$1 in name ? name[$1] : $1]
            printf "%s%s", separator, $1 in name ? name[$1] : $1; separator = " " }' "$names" -
}

if ! command -v apt-get >/dev/null; then
    names=$(mktemp)
    trap 'rm -f "$names"' EXIT
    cat >"$names" <<'EOF'
g++ gcc-c++ gcc
libcriterion-dev criterion-devel AUR:criterion
python3 python3 python
python3-numpy python3-numpy python-numpy
python3-venv python3 python
python3-matplotlib python3-matplotlib python-matplotlib
wasi-libc wasi-libc-static wasi-libc
libclang-rt-dev-wasm32 compiler-rt wasi-compiler-rt
clang-format clang-tools-extra clang
clang-tidy clang-tools-extra clang
shellcheck ShellCheck shellcheck
pandoc pandoc pandoc-cli
weasyprint weasyprint python-weasyprint
libopenmpi-dev openmpi-devel openmpi
openmpi-bin openmpi openmpi
fonts-noto-cjk google-noto-sans-cjk-fonts noto-fonts-cjk
EOF
    release=${OS_RELEASE:-/etc/os-release}
    case " $(sed -n 's/^ID=//p; s/^ID_LIKE=//p' "$release" 2>/dev/null | tr -d '"' | tr '\n' ' ')" in
    *' fedora '* | *' rhel '*)
        echo "deps: there is no apt-get here. Please run: sudo dnf install $(other_names fedora)" >&2 ;;
    *' arch '*)
        echo "deps: there is no apt-get here. Please run: sudo pacman -S --needed $(other_names arch)" >&2 ;;
    *) echo "deps: there is no apt-get here. Please install, by the names that this system has for Debian's packages: $missing" >&2 ;;
    esac
    exit 1
fi

install="apt-get update && apt-get install -y --no-install-recommends $missing"

# $1: the problem. Prints what an administrator has to do.
ask_administrator() {
    echo "deps: missing: $missing" >&2
    echo "deps: $1. Please ask an administrator to run:" >&2
    echo "      $install" >&2
    exit 1
}

if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif ! command -v sudo >/dev/null; then
    ask_administrator "installing packages needs root, and there is no sudo here"
else
    as_root=sudo
    # Asks for the password, once; fails if there is no terminal to ask at.
    if ! sudo -v; then
        ask_administrator "installing packages needs root, and sudo refused"
    fi
fi

echo "deps: installing $missing${as_root:+ (by sudo)}"
echo "      $install"
export DEBIAN_FRONTEND=noninteractive
# The words of $missing are package names, and $as_root may be no word at all.
# shellcheck disable=SC2086
{
    $as_root apt-get update -qq
    $as_root ${as_root:+env DEBIAN_FRONTEND=noninteractive} \
        apt-get install -q -y --no-install-recommends $missing
}

installed=$missing
look "$@"
if [ -n "$missing" ]; then
    echo "deps: still missing after the installation: $missing" >&2
    exit 1
fi
echo "deps: installed $installed"
