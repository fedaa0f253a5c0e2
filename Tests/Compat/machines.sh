# SPDX-License-Identifier: Apache-2.0
#
# machines.sh: the part of Tools/compat about other machines, sourced by it. The headers lay out their types there as
# docs/abi-listing.txt says, and the kit and plugins give the same frames in WebAssembly as here.

# MARK: Headers

# Machines with 64-bit pointers, with big-endian ones and another system's C among them; and with
# 32-bit pointers.
wide=(x86_64-linux-gnu aarch64-linux-gnu riscv64-linux-gnu s390x-linux-gnu powerpc64le-linux-gnu
  loongarch64-linux-gnu wasm64-unknown-unknown aarch64-apple-macosx x86_64-windows-msvc)
narrow=(wasm32-unknown-unknown armv7-linux-gnueabihf riscv32-linux-gnu i386-linux-gnu)

# numbers TARGET: the offset and the size of each member, the size of each type, one a line with its name.
numbers() {
  paste -d ' ' <(sed -E 's/^SIZE\((\w+),.*/\1/; s/^MEMBER\((\w+), (\w+),.*/\1.\2/' "$work/rows.h") \
    <(clang --target="$1" -std=c11 -ffreestanding -ISources/LayoutABI/include -S -emit-llvm -o - "$work/numbers.c" |
      grep -o '\[i32 [0-9].*\]' | tr -d '[]' | tr ',' '\n' | awk '{ print $NF }' | paste -d ' ' - -)
}

# headers_elsewhere LISTING: compares each machine with it.
headers_elsewhere() {
  local target
  awk '
    /^(stable|draft) (record|table) / { name = $3; sub(":", "", name)
      match($0, /[0-9]+ bytes/); print "SIZE(" name ", " substr($0, RSTART, RLENGTH) + 0 ")" }
    /^(stable|draft) (member|slot) / { split($3, part, /[.:]/)
      print "MEMBER(" part[1] ", " part[2] ", " $5 + 0 ", " $6 + 0 ")" }' "$1" >"$work/rows.h"
  printf '%s\n' '#define LAYOUT_DRAFTS' '#include <stddef.h>' '#include "layout/layout.h"' >"$work/numbers.c"
  cp "$work/numbers.c" "$work/asserts.c"
  cat >>"$work/asserts.c" <<'C'
#define SIZE(type, size) _Static_assert(sizeof(type) == size, #type);
#define MEMBER(type, member, at, size) \
  _Static_assert(offsetof(type, member) == at && sizeof(((type *)0)->member) == size, #type "." #member);
#include "rows.h"
C
  cat >>"$work/numbers.c" <<'C'
#define SIZE(type, size) 0, sizeof(type),
#define MEMBER(type, member, at, size) offsetof(type, member), sizeof(((type *)0)->member),
const unsigned measured[] = {
#include "rows.h"
};
C
  for target in "${wide[@]}"; do
    clang --target="$target" -std=c11 -ffreestanding -ISources/LayoutABI/include -fsyntax-only "$work/asserts.c" \
      >"$work/difference" 2>&1 || true
    cell "headers, 64 bits" "$target"
  done
  numbers "${narrow[0]}" >"$work/narrow"
  for target in "${narrow[@]}"; do
    numbers "$target" | diff "$work/narrow" - >"$work/difference" || true
    # On i386 a double stands at multiples of four, which these two tables show; docs/abi.md says so.
    if [ "$target" = i386-linux-gnu ]; then
      grep '^[<>]' "$work/difference" | grep -vE '^[<>] layout_(property|snapshot)[. ]' >"$work/others" || true
      mv "$work/others" "$work/difference"
    fi
    [ "$(wc -l <"$work/narrow")" = "$(wc -l <"$work/rows.h")" ] || echo "no numbers" >>"$work/difference"
    cell "headers, 32 bits" "$target"
  done
}

# MARK: WebAssembly

wasi=${WASI_SYSROOT:-/usr}
swift_plugins=(Flow Waterfall)
wasm=$PWD/.build/compat/wasm

# wasm_engine: the Python that has wasmtime, installed once.
wasm_engine() {
  local python=$PWD/.build/compat/python
  if [ ! -x "$python/bin/python" ] || ! "$python/bin/python" -c 'import wasmtime' 2>/dev/null; then
    mkdir -p "$python" && python3 -m venv "$python" && "$python/bin/pip" install -q wasmtime==50.0.1 || return 1
  fi >"$work/words" 2>&1
  echo "$python/bin/python"
}

# swift_kit OUT FLAG…: compiles the kit, its plugins and the springs, unless that was done with the same sources.
swift_kit() {
  local out=$1 sources made name
  shift
  sources=$( (swiftc --version 2>&1 && cat Tests/Compat/machines.sh Tests/Compat/springs.swift &&
    find Sources/LayoutABI Sources/CLayoutKit Sources/CPortableMath Sources/LayoutKit "${swift_plugins[@]/#/Sources/Plugins/}" \
      -type f 2>/dev/null | LC_ALL=C sort | xargs cat) | sha256sum)
  made=$(cat "$out/made" 2>/dev/null || true)
  [ "$made" != "$sources" ] || return 0
  rm -rf "$out" && mkdir -p "$out"
  cat >"$out/module.modulemap" <<MAP
module CLayoutKit { header "$PWD/Sources/CLayoutKit/include/CLayoutKit.h" export * }
module CPortableMath { header "$PWD/Sources/CPortableMath/include/CPortableMath.h" export * }
MAP
  local flags=(-enable-experimental-feature Embedded -swift-version 6 -O -wmo -parse-as-library -package-name layouthost
    -enforce-exclusivity=unchecked -Xfrontend -function-sections -module-cache-path "$out/cache" -I "$out"
    -I Sources/LayoutABI/include -Xcc -ISources/LayoutABI/include -Xcc -ISources/CLayoutKit/include "$@")
  swiftc "${flags[@]}" -module-name LayoutKit -emit-module -emit-module-path "$out/LayoutKit.swiftmodule" \
    -c -o "$out/LayoutKit.o" $(find Sources/LayoutKit -name '*.swift' | LC_ALL=C sort) || return 1
  for name in "${swift_plugins[@]}"; do
    swiftc "${flags[@]}" -module-name "${name}Plugin" -c -o "$out/$name.o" \
      $(find "Sources/Plugins/${name}Plugin" -name '*.swift' | LC_ALL=C sort) || return 1
  done
  swiftc "${flags[@]}" -module-name Springs -c -o "$out/Springs.o" Tests/Compat/springs.swift || return 1
  echo "$sources" >"$out/made"
}

# wasm_swift BITS OUT
wasm_swift() {
  swift_kit "$2" -target "wasm$1-unknown-none-wasm" -Xfrontend -disable-stack-protector \
    -Xcc -isystem -Xcc "$wasi/include/wasm32-wasi" -Xcc -D__wasi__=1
}

# springs_here OUT.so: the springs for this machine.
springs_here() {
  local out=$wasm/here
  swift_kit "$out" -Xcc -fPIC || return 1
  clang -std=gnu11 -O1 -ffp-contract=off -shared -fPIC -fuse-ld=lld -nostartfiles -Wl,--gc-sections \
    -Wl,--version-script=Sources/Plugins/exports.map -ISources/LayoutABI/include -ISources/CLayoutKit/include \
    -ISources/CPortableMath/include "$out"/{Springs,LayoutKit}.o Sources/CLayoutKit/*.c \
    Sources/CPortableMath/{exp,log,sincos}.c -o "$1" -lm
}

# wasm_build BITS: one program for each plugin, with the host in C.
wasm_build() {
  local bits=$1 out=$wasm/$1 rt name part
  local parts=(Sources/CLayoutKit/*.c Sources/CPortableMath/{exp,log,sincos}.c) kit=("$wasm/$1/LayoutKit.o")
  rt=$(find "$wasi"/lib/llvm-*/lib/clang "$wasi"/lib/clang -name "libclang_rt.builtins-wasm$bits.a" 2>/dev/null | head -n 1)
  [ -n "$rt" ] || { echo "there is no libclang_rt.builtins-wasm$bits.a" && return 1; }
  wasm_swift "$bits" "$out" || return 1
  local c=(clang "--target=wasm$bits-wasi" -O1 -mbulk-memory -ffp-contract=off -isystem "$wasi/include/wasm32-wasi"
    -ISources/LayoutABI/include -ISources/CLayoutKit/include -ISources/CPortableMath/include)
  local link=(wasm-ld "-mwasm$bits" --gc-sections --stack-first -z stack-size=1048576)
  local libc=(-L"$wasi/lib/wasm32-wasi" -lm -lc "$rt")
  if [ "$bits" = 64 ]; then
    # Debian's headers of the system are for 32 bits; no type of them is used.
    c+=(-D__wasi_api_h)
    link+=(--export-memory)
    "${c[@]}" -fno-builtin -c Tests/Compat/wasm64.c -o "$out/libc.o" || return 1
    libc=("$out/libc.o" "$rt")
  else
    link+=("$wasi/lib/wasm32-wasi/crt1-command.o")
  fi
  "${c[@]}" -fno-builtin -c Tests/Compat/host.c -o "$out/host.o" || return 1
  for name in Tests/Compat/sines Tests/Compat/sink Examples/orbit/orbit; do
    "${c[@]}" -c "$name.c" -o "$out/$(basename "$name").o" || return 1
  done
  for name in "${parts[@]}"; do
    part=$out/$(basename "$name" .c).o
    kit+=("$part")
    "${c[@]}" -c "$name" -o "$part" || return 1
  done
  local sines=("$out"/{sines,exp,log,sincos}.o)
  for name in sink orbit; do
    "${link[@]}" "$out/host.o" "$out/$name.o" "${sines[@]}" "${libc[@]}" -o "$out/$name.wasm" || return 1
  done
  for name in "${swift_plugins[@]}"; do
    "${c[@]}" -c "Sources/Plugins/${name}Plugin/Note/note.c" -o "$out/note.o" || return 1
    "${link[@]}" "$out"/{host,"$name",note}.o "${kit[@]}" "${libc[@]}" -o "$out/$name.wasm" ||
      return 1
  done
  "${link[@]}" "$out"/{host,Springs}.o "${kit[@]}" "${libc[@]}" -o "$out/Springs.wasm"
}

webassembly() {
  local bits name python folder
  if [ ! -e "$wasi/lib/wasm32-wasi/libc.a" ]; then
    echo "compat: there is no C library for WebAssembly (Debian: wasi-libc); its column is left out"
    return
  fi
  python=$(wasm_engine) || {
    echo "compat: wasmtime cannot be installed from PyPI; the column of WebAssembly is left out"
    return
  }
  "${CC:-cc}" -std=gnu11 "${flags[@]}" -ffp-contract=off -shared -fPIC -ISources/LayoutABI/include \
    -ISources/CPortableMath/include -Wl,--version-script=Tests/Compat/exports.map Examples/orbit/orbit.c \
    Tests/Compat/sines.c Sources/CPortableMath/*.c -o "$work/orbit-here.so" -lm
  answers "$work/head/host" "$work/orbit-here.so" >"$work/wasm-orbit.expected"
  answers "$work/head/host" "$work/head/sink.so" >"$work/wasm-sink.expected"
  folder=$(dirname "$(readlink -f "$layouthost")")
  for name in "${swift_plugins[@]}"; do
    answers "$work/head/host" "$folder/lib${name}Plugin.so" >"$work/wasm-$name.expected"
  done
  springs_here "$work/springs-here.so" >"$work/words" 2>&1 || cat "$work/words"
  answers "$work/head/host" "$work/springs-here.so" >"$work/wasm-Springs.expected"
  for bits in 32 64; do
    : >"$work/difference"
    wasm_build "$bits" >"$work/words" 2>&1 || cp "$work/words" "$work/difference"
    cell "wasm$bits" "compiled: kit, orbit, sink"
    for name in orbit sink "${swift_plugins[@]}" Springs; do
      "$python" Tests/Compat/wasm.py "$wasm/$bits/$name.wasm" 2>&1 |
        diff "$work/wasm-$name.expected" - >"$work/difference" || true
      cell "wasm$bits, wasmtime" "$name"
    done
  done
}
