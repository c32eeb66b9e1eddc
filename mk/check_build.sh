#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_build.sh: does a build survive what happens to it? Two `make` at once, one that is interrupted, a
# folder that cannot be written, a full disk, files with the line ends of Windows. In a copy of the
# tree, with what is built. Run in the repository root, with the emulated GPU and chapter 02 built;
# exits 1, with a line for each thing that went wrong.
set -eu

unset MAKEFLAGS MFLAGS MAKELEVEL
tree=$(mktemp -d)
trap 'chmod -R u+w "$tree"; rm -rf "$tree"' EXIT

tar -c --format=posix --exclude='./.git' --exclude='./my' --exclude='./build/book' \
    --exclude='./build/emu/lib/headers' --exclude='./build/emu/learn' --exclude='./build/cuda' --exclude='./build/emu/tests' --exclude='./build/emu/emu/tests' \
    --exclude='./build/emu/bench' --exclude='./build/emu/0[13-9]_*' --exclude='./build/emu/1[01]_*' --exclude='./build/emu/*.a' . | tar -x -C "$tree"
cd "$tree"

failed=0
complain() {
    echo "build: $*" >&2
    failed=1
}

# $1: what must stand in the file `said`, $2: after what
must_say() {
    grep -q -e "$1" said || { complain "$2 does not say '$1' but:"; cat said >&2; }
}

# Nothing half done may be left: neither files of this build (NAME.PID) nor processes.
must_be_clean() {
    for _ in $(seq 120); do # a make that is ended does not wait for those it has started
        left=$(find build -name '*.[0-9]*' ! -name 'progress.*' | head -n 3)
        [ -n "$left" ] || return 0
        sleep 0.5
    done
    [ -z "$left" ] || complain "after $1 these are left: $left"
}

run() { make -s GPU=emu 02 ARGS="-m 40 -n 40 -k 40"; }

# ---- Two at once: the compiler itself and the program are made anew --------------------------------

touch emu/emucc/driver/main.c 02_naive/*.cu
run >out1 2>said1 & first=$!
run >out2 2>said2 || { complain "the second of two make failed:"; cat said2 >&2; }
wait "$first" || { complain "the first of two make failed:"; cat said1 >&2; }
cmp -s out1 out2 || complain "two make at once do not print the same"
must_be_clean "two make at once"

# ---- A program that runs while it is linked again ----------------------------------------------------

build/emu/02_naive/02_naive -m 2000 -n 2000 -k 2000 >/dev/null 2>&1 & running=$!
touch 02_naive/main.c
make -s GPU=emu build-02_naive 2>said || complain "a program in use cannot be linked again: $(cat said)"
kill "$running" 2>/dev/null || : # a computer without the memory for it has ended it already
wait "$running" 2>/dev/null || :

# ---- What ptxas only remarks on -----------------------------------------------------------------------

for remark in C7510 C7511 C7515; do
    ! mk/build.sh NVCC build/x.cu.o build/x.cu.o.1 sh -c \
        "echo 'ptxas info : ($remark) Potential Performance Loss' >&2; : >build/x.cu.o.1" 2>said ||
        complain "ptxas serialises wgmma ($remark), and the build goes on"
    must_say 'ptxas has serialised wgmma' "$remark"
    [ ! -e build/x.cu.o ] || complain "an object whose wgmma is serialised is there"
done

# ---- Interrupted --------------------------------------------------------------------------------------

for signal in INT TERM; do
    touch 02_naive/1_uncoalesced.cu 02_naive/2_coalesced.cu
    # In a new session: Ctrl-C reaches all processes of the foreground.
    setsid make -s GPU=emu build-02_naive >said 2>&1 & whole=$!
    sleep 0.5
    kill -s "$signal" -- "-$whole" 2>/dev/null || :
    wait "$whole" 2>/dev/null || :
    must_be_clean "a make that got SIG$signal"
done
run >out1 2>said || { complain "make after an interrupted one failed:"; cat said >&2; }
cmp -s out1 out2 || complain "make after an interrupted one makes another program"

# ---- A file that cannot be made ------------------------------------------------------------------------

cat >compiler <<'EOF'
#!/bin/sh
echo half >"$1"
echo "a reason" >&2
exit 3
EOF
mkdir -p fake closed
printf '#!/bin/sh\necho "Filesystem Blocks Used Available"\necho "/dev/x 9 9 0"\n' >fake/df
chmod +x compiler fake/df
status=0
PATH="$tree/fake:$PATH" mk/build.sh CC out.o out.o.1 ./compiler out.o.1 2>said || status=$?
[ "$status" -eq 3 ] || complain "a compiler's status 3 became $status"
must_say 'a reason' 'a compiler that fails'
must_say 'the disk is full' 'a full disk'
if [ -e out.o ] || [ -e out.o.1 ]; then complain "a compiler that failed left a file"; fi

chmod a-w closed
if [ ! -w closed ]; then # root may write anywhere
    mk/build.sh CC closed/out.o closed/out.o.1 true 2>said && complain "a closed folder was written"
    must_say 'closed cannot be written' 'a closed folder'
fi

# ---- Many files: some lines, then one in a hundred ------------------------------------------------------

BUILD_DIR=$tree/many && mkdir many
export BUILD_DIR
for i in $(seq 205); do
    BUILD=7 mk/build.sh CC "many/$i.o" "many/$i.o.1" touch "many/$i.o.1"
done 2>said
[ "$(wc -l <said)" -le 7 ] || complain "205 files are $(wc -l <said) lines"
must_say '  200 files made' 'a long build'
unset BUILD_DIR

# ---- Line ends of Windows ----------------------------------------------------------------------------

sed -i 's/$/\r/' 02_naive/2_coalesced.cu 02_naive/main.c 02_naive/naive.h
run >out1 2>said || { complain "files with the line ends of Windows:"; cat said >&2; }
cmp -s out1 out2 || complain "files with the line ends of Windows make another program"

[ "$failed" -eq 0 ]
