#!/bin/bash
# SPDX-License-Identifier: MIT
#
# check_systems.sh [--quick] [--keep FOLDER] [SYSTEM...]: do the two commands of the README pass on bare systems?
#
# SYSTEM is bookworm, trixie, sid (Debian 12, 13 and what comes next), jammy or noble (Ubuntu 22.04 and 24.04);
# without one, all of them. Each is made by debootstrap and gets make, then the tree as git knows it, and
# `make deps run` and `make deps test` run in copies of that system, with nothing else installed. A row for each
# system is written to docs/systems.md, failures and warnings of the compilers included.
#
#     --quick           instead of all tests only the checks of the documentation; docs/systems.md stays unchanged
#     --keep FOLDER     bare systems and downloaded packages stay there, and are used again
#
# As root, with debootstrap and unshare. Each system takes a gigabyte and, on two cores, about ten minutes.
# Exits 1 where a system failed. One whose archive cannot be reached was not run, and fails nothing.
set -uo pipefail

table=docs/systems.md
quick='' keep=''
while [ $# -gt 0 ]; do
    case $1 in
    --quick) quick=1 ;;
    --keep) keep=${2:?--keep: which folder?}; shift ;;
    bookworm | trixie | sid | jammy | noble) break ;;
    *) echo "check_systems.sh: $1: neither --quick, --keep FOLDER nor bookworm, trixie, sid, jammy, noble" >&2; exit 2 ;;
    esac
    shift
done
[ $# -gt 0 ] || set -- bookworm trixie sid jammy noble
[ "$(id -u)" -eq 0 ] || { echo "check_systems.sh: only root can make another system: sudo make check-systems" >&2; exit 2; }
for tool in debootstrap unshare chroot git; do
    command -v "$tool" >/dev/null || { echo "check_systems.sh: $tool is missing: apt-get install debootstrap util-linux git" >&2; exit 2; }
done
unshare --mount true 2>/dev/null || { echo "check_systems.sh: this container may not mount; run it outside, or with more rights" >&2; exit 2; }

if [ -z "$keep" ]; then
    keep=$(mktemp -d)
    trap 'rm -rf "$keep"' EXIT
fi
mkdir -p "$keep/packages/partial"
keep=$(cd "$keep" && pwd)

archive_of() {
    case $1 in
    jammy | noble) echo http://archive.ubuntu.com/ubuntu ;;
    *) echo http://deb.debian.org/debian ;;
    esac
}

# $1: a system. Its packages are unpacked once.
make_bare() {
    [ -f "$keep/$1.bare" ] && return
    rm -rf "${keep:?}/$1"
    # A debootstrap older than the system lacks its script; the scripts of one distribution are all the same.
    local script=
    [ -e "/usr/share/debootstrap/scripts/$1" ] || case $1 in jammy | noble) script=gutsy ;; *) script=sid ;; esac
    debootstrap --variant=minbase "$1" "$keep/$1" "$(archive_of "$1")" ${script:+"/usr/share/debootstrap/scripts/$script"} \
        >"$keep/$1.log" 2>&1 || return
    case $1 in
    jammy | noble) echo "deb $(archive_of "$1") $1 main universe" >"$keep/$1/etc/apt/sources.list" ;;
    esac
    # Packages are downloaded once, for all copies; apt's own user may not write outside its root. A mirror may be
    # older by more than the week for which sid's list is valid.
    printf '%s\n' 'Binary::apt-get::APT::Keep-Downloaded-Packages "true";' 'APT::Keep-Downloaded-Packages "true";' \
        'APT::Sandbox::User "root";' 'Acquire::Check-Valid-Until "false";' >"$keep/$1/etc/apt/apt.conf.d/90-keep"
    touch "$keep/$1.bare"
}

# $1: a root, $2: a command, run in the tree with a terminal to ask for, as a container gives one.
inside() {
    cp /etc/resolv.conf "$1/etc/resolv.conf"
    # shellcheck disable=SC2016 # the shell inside expands
    unshare --mount --pid --fork /bin/sh -c '
        mount --bind "$3" "$1/var/cache/apt/archives" && mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
        exec chroot "$1" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
            DEBIAN_FRONTEND=noninteractive /bin/sh -c "cd /course && $2"' sh "$1" "$2" "$keep/packages" </dev/null
}

# $1: a system, $2: a command of the README. Sets verdict, seconds, warnings. Returns 1 where the command failed, 2
# where not even make could be installed: no network.
try() {
    local root=$keep/$1.copy log=$keep/$1.${2// /_}.log begin
    rm -rf "$root"
    cp -a "$keep/$1" "$root"
    mkdir "$root/course"
    git ls-files -z --cached --others --exclude-standard | tar -c --null -T - 2>/dev/null | tar -x --no-same-owner -C "$root/course"
    inside "$root" 'apt-get update -qq && apt-get install -qq -y --no-install-recommends make' >"$log" 2>&1 ||
        { verdict='not run' seconds=0; rm -rf "$root"; return 2; }
    begin=$(date +%s)
    if inside "$root" "$2" >"$log" 2>&1; then verdict=passed; else verdict=failed; fi
    seconds=$(($(date +%s) - begin))
    warnings=$((${warnings:-0} + $(grep -c 'warning:' "$log")))
    compiler=$(inside "$root" 'gcc -dumpfullversion' 2>/dev/null)
    library=$(inside "$root" "ldd --version" 2>/dev/null | sed -n '1s/.* //p')
    echo "$1: $2: $verdict in $seconds s (gcc $compiler, glibc $library, ${warnings} warnings so far)"
    [ "$verdict" = passed ] || tail -n 60 "$log" | sed 's/^/    /'
    rm -rf "$root"
    [ "$verdict" = passed ]
}

name_of() {
    case $1 in
    bookworm) echo 'Debian 12' ;; trixie) echo 'Debian 13' ;; sid) echo 'Debian sid' ;;
    jammy) echo 'Ubuntu 22.04' ;; noble) echo 'Ubuntu 24.04' ;;
    esac
}

# $1: a system, $2: its row. Puts it in the place of the one there.
write_row() {
    [ -z "$quick" ] || return 0
    awk -v name="| $(name_of "$1") " -v row="$2" 'index($0, name) == 1 { print row; next } { print }' "$table" >"$table.new" &&
        cat "$table.new" >"$table"
    rm -f "$table.new"
}

failed=0
commit=$(git describe --always --dirty 2>/dev/null)
for system in "$@"; do
    if ! make_bare "$system"; then
        echo "$system: not run: $(archive_of "$system") gives no such system here ($(tail -n 1 "$keep/$system.log"))"
        continue
    fi
    warnings=0 compiler='' library=''
    try "$system" 'make deps run'
    case $? in
    1) failed=1 ;;
    2) echo "$system: not run: $(archive_of "$system") does not answer"; continue ;;
    esac
    row="$verdict, $seconds s"
    if [ -n "$quick" ]; then
        try "$system" 'make GPU=emu deps test-documentation'
        [ $? -ne 1 ] || failed=1
        continue
    fi
    try "$system" 'make deps test'
    [ $? -ne 1 ] || failed=1
    write_row "$system" "| $(name_of "$system") | $compiler | $library | $row | $verdict, $seconds s | $warnings | $(date +%F), $commit |"
done
exit $failed
