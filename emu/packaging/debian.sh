#!/bin/sh
# SPDX-License-Identifier: MIT
#
# debian.sh FOLDER: builds FOLDER/emucc_VERSION_amd64.deb.
set -eu

emu=$(cd "$(dirname "$0")/.." && pwd)
out=$(mkdir -p "$1" && cd "$1" && pwd)
version=$(cat "$emu/VERSION")
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

make -s -C "$emu" install DESTDIR="$stage" PREFIX=/usr
mkdir "$stage/DEBIAN"
install -m 755 "$emu/packaging/prepare.sh" "$stage/usr/lib/emu/prepare.sh"
gzip -9n "$stage/usr/share/man/man1/emucc.1"
cat >"$stage/DEBIAN/control" <<CONTROL
Package: emucc
Version: $version
Architecture: amd64
Maintainer: ${DEBFULLNAME:-nobody} <${DEBEMAIL:-nobody@localhost}>
Depends: g++ (>= 4:11), binutils, libc6-dev
Section: devel
Priority: optional
Description: CUDA C++ compiler for an emulated GPU
 Compiles CUDA C++ files with gcc alone. The programs run on the PC's processor,
 with checks for races, bounds, unwritten memory and missing waits.
CONTROL
printf '#!/bin/sh\nset -e\nsh /usr/lib/emu/prepare.sh /usr/lib/emu\n' >"$stage/DEBIAN/postinst"
printf '#!/bin/sh\nset -e\nrm -rf /usr/lib/emu/lib/headers\n' >"$stage/DEBIAN/prerm"
chmod 755 "$stage/DEBIAN/postinst" "$stage/DEBIAN/prerm"
dpkg-deb --root-owner-group --build "$stage" "$out/emucc_${version}_amd64.deb" >/dev/null
echo "$out/emucc_${version}_amd64.deb"
