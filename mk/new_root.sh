# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# new_root.sh: another system for the checks of graders and images: `. mk/new_root.sh`, with the check's arguments. As root.
# It sets `root`: the Debian named by the first argument, which debootstrap has made before and which is changed; without an
# argument one is made, and removed when the script ends.
[ "$(id -u)" -eq 0 ] || { echo "${0##*/}: root alone may make another root" >&2; exit 2; }
for tool in debootstrap unshare chroot; do
    command -v "$tool" >/dev/null || { echo "${0##*/}: $tool is missing: apt-get install debootstrap util-linux" >&2; exit 2; }
done
root=${1:-}
if [ -z "$root" ]; then
    root=$(mktemp -d)
    trap 'rm -rf "$root" "$root.log"' EXIT
    debootstrap --variant=minbase bookworm "$root" http://deb.debian.org/debian >"$root.log" 2>&1 ||
        { tail -n 3 "$root.log" >&2; exit 1; }
    chmod 755 "$root" # mktemp's is closed to the user that runs submissions
fi
cp /etc/resolv.conf "$root/etc/resolv.conf"
