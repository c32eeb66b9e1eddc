#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_container.sh [ROOT]: does teach/Containerfile do what it says? Without a container engine: its FROM, RUN,
# COPY, ENV and WORKDIR lines are carried out in a Debian made by debootstrap, then exercises, slides and
# the programs are tried there without a network. As root, with debootstrap and unshare (util-linux); half a
# gigabyte is downloaded. ROOT: a Debian that debootstrap has made before, to be changed; without
# it one is made, and removed.
set -eu

file=teach/Containerfile
failed=0
complain() {
    echo "container: $*" >&2
    failed=1
}
[ "$(sed -n 's/^FROM *//p' "$file")" = debian:12-slim ] ||
    { echo "$file: FROM is not debian:12-slim, which mk/new_root.sh makes" >&2; exit 2; }
# shellcheck source=mk/new_root.sh
. mk/new_root.sh

# In the root, with its own processes and mounts; $1: flags of unshare, $2: a folder, $3: a command.
inside() {
    # shellcheck disable=SC2086,SC2016 # no flag at all is none; the shell inside expands
    unshare --mount --pid --fork $1 chroot "$root" /usr/bin/env -i $environment \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        /bin/sh -c 'mount -t proc proc /proc && cd "$1" && eval "$2"' sh "$2" "$3" </dev/null
}

# ---- The lines of the file ---------------------------------------------------------------------------

environment='' folder=/
sed -e ':again' -e '/\\$/ { N; s/\\\n//; b again' -e '}' "$file" >"$root/lines"
while IFS= read -r line; do
    rest=${line#* }
    case $line in
    '#'* | '' | FROM* | CMD*) ;;
    RUN*)
        echo "$line" | cut -c 1-100
        inside '' "$folder" "$rest" >"$root/said" 2>&1 || { tail -n 20 "$root/said" >&2; complain "fails: $line"; exit 1; }
        ;;
    'COPY . '*) # as .dockerignore has it: what git knows, and nothing built
        mkdir -p "$root${rest#. }"
        git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x --no-same-owner -C "$root${rest#. }"
        ;;
    ENV*) environment="$environment $rest" ;;
    WORKDIR*) folder=$rest ;;
    *) complain "what does this line do? $line" ;;
    esac
done <"$root/lines"

# ---- Offline -------------------------------------------------------------------------------------------

# $1: a command, $2: what it must print
offline() {
    inside --net "$folder" "$1" >"$root/said" 2>&1 || :
    grep -q -e "$2" "$root/said" || { complain "'$1' offline does not say '$2' but:"; tail -n 20 "$root/said" >&2; }
}
offline 'ip link 2>/dev/null; ls /sys/class/net 2>/dev/null; echo alone' '^alone'
offline 'make check EX=01_ld' 'FAIL'
offline 'make solution EX=01_ld FORCE=1' '^01_ld: A matrix'
offline 'make check-exercises EX=04_pad' '04_pad .*solution .*ok'
offline 'build/emu/bin/emucc docs/whole_program.cu -o /tmp/whole && /tmp/whole' '^C(3, 5) = 3000'
offline 'make 02 ARGS="--size 40"' '^2_coalesced  *ok'
offline 'make slides CHAPTER=04_shared && ls build/teach' '04_shared.pdf'
offline 'timeout 20 make learn' '01_ld'

[ "$failed" -eq 0 ] && echo "container: as the file says, and offline"
exit "$failed"
