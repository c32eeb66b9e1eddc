#!/bin/sh
# SPDX-License-Identifier: MIT
#
# machine.sh: choose the machine that `make` builds for, and say which and why.
#
#     machine.sh GPU ARCH NVCC OUT
#
# GPU is auto, cuda or emu; ARCH the compute capability to compile for (90) or empty for this
# machine's own; NVCC an nvcc to use, or empty to look for one. Writes the choice as a makefile
# fragment to OUT and one line about it to stderr. Exits 1, with one line, where the wish cannot be
# met. With GPU=doctor it prints all it knows instead, as lines "name=value".
#
# `auto` means CUDA only where a tiny kernel (probe.cu) really ran on a GPU. The probe takes a few
# seconds, so its answer is kept in build/machine/ until nvcc, the driver or the devices change.
set -eu

gpu=$1
arch=$2
nvcc_asked=$3
out=$4
cache=build/machine

# The directories where toolkits that are not on PATH are usually installed, newest first.
usual_places() {
    printf '%s\n' /usr/local/cuda/bin /opt/cuda/bin
    for place in /usr/local/cuda-*/bin; do
        printf '%s\n' "$place"
    done | sort -rV
}

# Sets nvcc to its path ('' if there is none) and nvcc_on_path to yes or no.
find_nvcc() {
    nvcc_on_path=yes
    if [ -n "$nvcc_asked" ]; then
        nvcc=$(command -v "$nvcc_asked" || true)
    else
        nvcc=$(command -v nvcc || true)
    fi
    # CUDA_HOME in the environment is as plain a wish as PATH.
    if [ -z "$nvcc" ] && [ -n "${CUDA_HOME:-}" ] && [ -x "$CUDA_HOME/bin/nvcc" ]; then
        nvcc=$CUDA_HOME/bin/nvcc
    fi
    if [ -z "$nvcc" ]; then
        nvcc_on_path=no
        nvcc=$(usual_places | while read -r place; do
            if [ -x "$place/nvcc" ]; then
                printf '%s\n' "$place/nvcc"
                break
            fi
        done)
    fi
}

# A device node of the driver: native Linux, or WSL2.
gpu_seen() {
    for node in /dev/nvidia[0-9]* /dev/dxg; do
        if [ -e "$node" ]; then
            return 0
        fi
    done
    return 1
}

# All that the probe's answer can depend on.
probe_key() {
    uname -n
    echo /dev/nvidia[0-9]* /dev/dxg
    cat /proc/driver/nvidia/version 2>/dev/null || true
    echo "CUDA_VISIBLE_DEVICES=${CUDA_VISIBLE_DEVICES-unset}"
    stat -L -c '%n %s %Y' "$nvcc" mk/probe.cu mk/machine.sh
}

# Compiles and runs the probe. Writes probe.txt: a line of answer, nvcc's version, its headers'
# directory, then the key.
probe() {
    new=$cache/probe.$$
    run_probe >"$new"
    "$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p' >>"$new"
    top=$("$nvcc" --dryrun -x cu /dev/null 2>&1 | sed -n 's/^#\$ TOP=//p')
    headers=
    for place in "$top/include" "$top/targets/$(uname -m)-linux/include"; do
        if [ -f "$place/cuda_runtime.h" ]; then
            headers=$(cd "$place" && pwd -P)
            break
        fi
    done
    printf '%s\n' "$headers" >>"$new"
    probe_key >>"$new"
    mv "$new" "$cache/probe.txt"
}

run_probe() {
    if ! gpu_seen; then
        echo "none no NVIDIA GPU was found"
        return
    fi
    # -arch=native: machine code for this very GPU, so that no driver has to translate PTX.
    if ! "$nvcc" -arch=native -o "$cache/probe.bin" mk/probe.cu >"$cache/probe.log" 2>&1; then
        reason=$(grep -m 1 -i -E 'error|fatal|not found' "$cache/probe.log" || head -n 1 "$cache/probe.log")
        echo "broken nvcc could not compile a tiny kernel: $reason"
        return
    fi
    status=0
    answer=$(timeout 60 "$cache/probe.bin" 2>&1) || status=$?
    answer=$(printf '%s\n' "$answer" | tail -n 1)
    if [ "$status" -eq 0 ]; then
        echo "ran $answer"
    elif [ "$status" -eq 124 ]; then
        echo "broken a tiny kernel gave no answer in 60 s"
    else
        case $answer in
        *InsufficientDriver* | *UnsupportedPtx* | *SystemDriverMismatch*)
            echo "broken the driver is too old for this toolkit: $answer" ;;
        *NoDevice* | *StubLibrary* | *InvalidDevice*)
            echo "none no NVIDIA GPU can be used: $answer" ;;
        *) echo "broken a tiny kernel did not run: ${answer:-exit status $status}" ;;
        esac
    fi
}

# Sets verdict (ran, none, broken), detail (reason), cc ("90"), name, version, headers.
read_probe() {
    key_file=$cache/probe.key.$$
    probe_key >"$key_file"
    if [ ! -f "$cache/probe.txt" ] || ! tail -n +4 "$cache/probe.txt" | cmp -s - "$key_file"; then
        probe
    fi
    rm -f "$key_file"
    {
        read -r verdict detail
        read -r version
        read -r headers || true
    } <"$cache/probe.txt"
    cc='' name=''
    if [ "$verdict" = ran ]; then
        cc=$(printf '%s' "${detail%% *}" | tr -d .)
        name=${detail#* }
    fi
}

choose_cuda() { # $1: what to say
    machine=cuda
    said=$1
}

choose_emu() { # $1: why
    machine=emu
    said="emulated GPU ($1)"
}

machine='' said='' verdict='' detail='' cc='' name='' version='' headers=''
# Built once by root, the directory refuses everybody else.
if ! mkdir -p "$cache" 2>/dev/null || [ ! -w "$cache" ]; then
    echo "$cache cannot be written. Was this built by another user? Then remove build/ as that user" >&2
    exit 1
fi
find_nvcc
if [ -n "$nvcc" ] && [ "$gpu" != emu ]; then
    read_probe
fi
nvcc_dir=${nvcc%/*}

case $arch in
'' | [1-9][0-9] | [1-9][0-9][af] | [1-9][0-9][0-9] | [1-9][0-9][0-9][af]) ;;
*)
    echo "ARCH=$arch: write a compute capability without its dot, such as 75, 90 or 90a" >&2
    exit 1
    ;;
esac

case $gpu in
emu)
    choose_emu "asked for by GPU=emu"
    ;;
cuda)
    if [ -z "$nvcc" ]; then
        echo "GPU=cuda needs nvcc, which is neither on PATH nor in /usr/local/cuda/bin:" \
            "install the CUDA Toolkit 12.4 or newer, or say GPU=emu" >&2
        exit 1
    elif [ "$verdict" = ran ]; then
        choose_cuda "$name"
    else
        choose_cuda "CUDA, to compile only: $detail"
    fi
    ;;
auto)
    if [ -z "$nvcc" ] && gpu_seen; then
        choose_emu "a GPU is here, but no nvcc: install the CUDA Toolkit 12.4 or newer to use it"
    elif [ -z "$nvcc" ]; then
        choose_emu "no NVIDIA GPU and no nvcc here"
    elif [ "$verdict" = none ] && [ "$nvcc_on_path" = no ]; then
        choose_emu "$detail; nvcc $version is outside PATH, in $nvcc_dir"
    elif [ "$verdict" = none ]; then
        choose_emu "$detail; GPU=cuda compiles for one"
    elif [ "$verdict" = broken ]; then
        choose_emu "$detail"
    elif [ "$nvcc_on_path" = no ]; then
        choose_emu "a GPU is here, but nvcc is outside PATH: export PATH=$nvcc_dir:\$PATH to use it"
    elif [ "$cc" -lt 75 ]; then
        choose_emu "$name has compute capability ${detail%% *}; this course needs 7.5"
    else
        choose_cuda "$name (a tiny kernel ran on it)"
    fi
    ;;
doctor)
    seen=no
    if gpu_seen; then seen=yes; fi
    cat <<EOF
nvcc=$nvcc
nvcc_on_path=$nvcc_on_path
version=$version
gpu_seen=$seen
verdict=$verdict
detail=$detail
cc=$cc
EOF
    exit 0
    ;;
*)
    echo "GPU=$gpu: the choices are cuda, emu and auto" >&2
    exit 1
    ;;
esac

if [ "$machine" = cuda ]; then
    arch=${arch:-${cc:-90}}
    said="$said, compiled for sm_$arch by nvcc $version"
    if [ "$(printf '%s\n' 12.4 "$version" | sort -V | head -n 1)" != 12.4 ]; then
        said="$said (older than 12.4, which this course needs)"
    fi
fi

cat >"$out.$$" <<EOF
# Written by mk/machine.sh.
MACHINE := $machine
ARCH := $arch
NVCC := $nvcc
NVCC_VERSION := $version
CUDA_INCLUDE := $headers
EOF
mv "$out.$$" "$out"
[ -n "${MACHINE_QUIET:-}" ] || echo "machine: $said" >&2
