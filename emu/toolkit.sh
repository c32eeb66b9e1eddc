#!/bin/sh
# SPDX-License-Identifier: MIT
#
# toolkit.sh ROOT NAME...: writes ROOT/toolkit/, which has the layout of NVIDIA's toolkit: bin/nvcc, include/ and
# lib64/. Makefiles (CUDA_HOME=...) and CMake find there what they look for. ROOT has bin/, lib/ and include/.
# Each NAME is a library of the engine, lib/libemu_NAME.a. All files are small texts that name the real ones by
# relative paths, so that ROOT may be moved.
set -eu

emu=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$1" && pwd)
shift
archives=../../lib/libemu.a
for name in "$@"; do
    archives="$archives ../../lib/libemu_$name.a"
done
kit=$root/toolkit.$$ # renamed at the end: two builds may run at once
trap 'rm -rf "$kit"' EXIT
mkdir -p "$kit/bin" "$kit/include" "$kit/lib64"

cat >"$kit/bin/nvcc" <<'SCRIPT'
#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/../../bin/emucc" "$@"
SCRIPT
chmod +x "$kit/bin/nvcc"

# forward FOLDER: for each header of FOLDER a file of the same name that includes it.
forward() {
    (cd "$root/$1/" && find . -path ./emu -prune -o -path ./libraries -prune -o -type f -print) |
        while read -r name; do
            name=${name#./}
            up=$(echo "$name" | sed 's:[^/]*$::; s:[^/]*/:../:g')
            mkdir -p "$kit/include/$(dirname "$name")"
            echo "#include \"$up../../$1/$name\"" >"$kit/include/$name"
        done
}
forward include
forward include/libraries
forward lib/other/first

# The engine and its libraries replace these libraries of NVIDIA's. The linker reads such a text instead of a library.
sed -n '/available\[\] = {/,/};/s/"\([A-Za-z-]*\)"/\n\1\n/gp' "$emu/emucc/driver/options.c" | grep -x '[A-Za-z-]*' |
    while read -r name; do
        [ -n "$name" ] || continue
        for file in "lib$name.so" "lib$name.a" "lib${name}_static.a"; do
            echo "EXTERN(emu_image) GROUP($archives) INPUT(-lm -lpthread -ldl)" >"$kit/lib64/$file"
        done
    done

rm -rf "$root/toolkit"
mv -T "$kit" "$root/toolkit" 2>/dev/null || [ -d "$root/toolkit/lib64" ]
