#!/bin/sh
# SPDX-License-Identifier: MIT
#
# doctor.sh: which tools are installed, which are missing, and the cure for each ✗. Always exits 0: it informs.
set -eu

CC=${CC:-gcc}
CXX=${CXX:-g++}

green='' red='' plain=''
if [ -t 1 ]; then
    green=$(printf '\033[32m') red=$(printf '\033[31m') plain=$(printf '\033[0m')
fi

good() { # $1: name, $2: detail
    printf '  %s✓%s %-18s %s\n' "$green" "$plain" "$1" "$2"
}

bad() { # $1: name, $2: what is wrong, $3: cure
    printf '  %s✗%s %-18s %s\n' "$red" "$plain" "$1" "$2"
    printf '%s\n' "$3" | fold -s -w "$((${COLUMNS:-80} - 26))" | sed -e '1s/^/                       -> /' -e '2,$s/^/                          /'
}

# $1: command, $2: cure. Shows the first line of `command --version` that has a version's number in it.
tool() {
    if command -v "$1" >/dev/null; then
        good "$1" "$("$1" --version 2>/dev/null | grep -m 1 '[0-9]\.[0-9]' || echo "no version reported")"
    else
        bad "$1" "not found" "$2"
    fi
}

echo "To build and run"
tool make "make deps, or: apt-get install make"
tool "$CC" "make deps"
tool "$CXX" "make deps"
tool addr2line "make deps (package binutils): the emulator needs it to name source lines"

echo
echo "To test"
if echo '#include <criterion/criterion.h>' |
    "$CC" ${CRITERION_PREFIX:+-I"$CRITERION_PREFIX/include"} -E - >/dev/null 2>&1; then
    good criterion "its headers are here"
else
    bad criterion "not found" "make deps test (package libcriterion-dev)"
fi
found=
for python in python3 /usr/bin/python3; do
    if found=$("$python" -c 'import numpy; print(numpy.__version__)' 2>/dev/null); then
        good "python3 numpy" "$found ($(command -v "$python"))"
        break
    fi
done
if [ -z "$found" ]; then
    bad "python3 numpy" "not found" "make deps test (package python3-numpy)"
fi

echo
echo "To work on the code"
for linter in clang-format cppcheck clang-tidy shellcheck; do
    tool "$linter" "make deps lint"
done

echo
echo "To run on an NVIDIA GPU"
nvcc='' nvcc_on_path='' version='' gpu_seen='' verdict='' detail='' cc=''
known=$(mk/machine.sh doctor '' '' '')
value() {
    printf '%s\n' "$known" | sed -n "s/^$1=//p"
}
nvcc=$(value nvcc) nvcc_on_path=$(value nvcc_on_path) version=$(value version)
gpu_seen=$(value gpu_seen) verdict=$(value verdict) detail=$(value detail) cc=$(value cc)

if [ -z "$nvcc" ]; then
    bad nvcc "not found" "install the CUDA Toolkit 12.4 or newer: https://developer.nvidia.com/cuda-downloads"
elif [ "$nvcc_on_path" = no ]; then
    bad nvcc "$version, outside PATH, in ${nvcc%/*}" "export PATH=${nvcc%/*}:\$PATH"
elif [ "$(printf '%s\n' 12.4 "$version" | sort -V | head -n 1)" != 12.4 ]; then
    bad nvcc "$version ($nvcc) is older than 12.4" "install a newer CUDA Toolkit: https://developer.nvidia.com/cuda-downloads"
else
    good nvcc "$version ($nvcc)"
fi

# WSL2 keeps nvidia-smi outside PATH.
smi=$(command -v nvidia-smi || true)
if [ -z "$smi" ] && [ -x /usr/lib/wsl/lib/nvidia-smi ]; then
    smi=/usr/lib/wsl/lib/nvidia-smi
fi
asked=
if [ -n "$smi" ]; then
    asked=$("$smi" --query-gpu=driver_version,name,compute_cap --format=csv,noheader 2>/dev/null || true)
fi
if [ -n "$asked" ]; then
    good driver "$(printf '%s\n' "$asked" | head -n 1 | cut -d , -f 1)"
    printf '%s\n' "$asked" | while IFS=, read -r _ name capability; do
        good GPU "${name# }, compute capability ${capability# }"
    done
elif [ "$gpu_seen" = yes ]; then
    good GPU "a device node is here"
    bad driver "nvidia-smi does not answer" "install or repair the NVIDIA driver"
else
    bad GPU "none was found" "none needed: the emulated GPU stands in for it"
fi

case $verdict in
ran) good "tiny kernel" "ran (compute capability ${detail%% *})" ;;
broken) bad "tiny kernel" "$detail" "see build/machine/probe.log; run nvidia-smi; update the driver" ;;
*) bad "tiny kernel" "not tried: it takes a GPU and nvcc" "none needed: the emulated GPU stands in for it" ;;
esac
if [ -n "$cc" ] && [ "$cc" -lt 75 ]; then
    bad capability "${detail%% *} is below 7.5" "use another GPU, or the emulated one"
fi
# $1: a program that is next to nvcc, and may be outside PATH with it; $2: cure.
tool_of_toolkit() {
    if command -v "$1" >/dev/null || [ ! -x "${nvcc%/*}/$1" ]; then
        tool "$1" "$2"
    else
        bad "$1" "outside PATH, in ${nvcc%/*}" "export PATH=${nvcc%/*}:\$PATH"
    fi
}
for profiler in ncu compute-sanitizer; do
    tool_of_toolkit "$profiler" "comes with the CUDA Toolkit"
done
for disassembler in cuobjdump nvdisasm; do # no GPU needed
    tool_of_toolkit "$disassembler" \
        "only for make sass and kernel-facts: the CUDA Toolkit, or pip install nvidia-cuda-$disassembler"
done

echo
mk/machine.sh "${GPU:-auto}" '' '' build/machine/doctor.mk 2>&1 || true
