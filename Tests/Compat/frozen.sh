# SPDX-License-Identifier: Apache-2.0
#
# frozen.sh: the part of Tools/compat about plugins that were built once, sourced by it. $frozen_folder/frozen.tar.xz
# holds stripped plugins, the host in C of that time, and the output of that host and of layouthost then, exact to the
# last bit. It is made once, when the headers are frozen, and SHA256SUMS.frozen beside it never changes.

frozen_ids=(flow waterfall gallery mosaic compositional spring table sections carousel coverflow pendulum
  orbit bricks steps sink)
# These need `layout.children/1`, a draft: hosts without it refuse them, which is correct.
frozen_parents='"(spring|sections)"'

# frozen_sessions: one for each layout: all elements, a scroll, time, a batch, and the visible elements after it.
frozen_sessions() {
  local id
  for id in "${frozen_ids[@]}"; do
    jq -nc --arg id "$id" '{id: $id, layout: $id, container: [320, 480], sections: [
      {items: [[40, 30], [71, 43], [55, 79], null, [99, 31]], header: 20}, {count: 0},
      {count: 40, size: [44, 36], footer: 12}, {items: [[30, 30], [61, 52], [33, 47]]}], steps: [
      {do: "elements"}, {do: "scroll", to: [0, 130]}, {do: "advance", seconds: 0.25, frames: 15},
      {do: "elements", rect: [0, 0, 480, 480]},
      {do: "batch", ops: [{delete: [0, 1]}, {insert: [2, 3], size: [50, 20]}, {move: [[3, 0], [0, 0]]}]},
      {do: "advance", seconds: 0.1, frames: 6}, {do: "elements", rect: [0, 0, 480, 600]}]}'
  done
}

# frozen_frames LAYOUTHOST TIER FOLDER: the elements that the layouts of a folder place, one a line. Leaves out
# members that only a later layouthost prints.
frozen_frames() {
  local tier=(--tier "$2")
  [ "$2" = sandboxed ] || tier+=(--trust-once)
  "$1" probe "${tier[@]}" -p "$3/plugins" "$3/sessions.jsonl" 2>&1 | jq -c '[.id, .error.code?, [.results[] |
    .elements? // empty | .[] | [.kind, .path, .frame, .z, .alpha, .hidden, .transform, .custom]]]'
}

# frozen_make: builds and strips the plugins, and writes their answers to files. Runs once.
frozen_make() {
  local at file name
  [ -d "$frozen_folder" ] || { echo "compat: freeze the headers first" >&2 && exit 1; }
  [ ! -e "$frozen_folder/frozen.tar.xz" ] || {
    echo "compat: $frozen_folder/frozen.tar.xz is there, and what is frozen never changes" >&2
    exit 1
  }
  [ -x .build/release/layouthost ] || { echo "compat: build in release first" >&2 && exit 1; }
  at=$work/frozen
  mkdir -p "$at/plugins" "$at/answers"
  for file in .build/release/lib*Plugin.so; do strip -o "$at/plugins/$(basename "$file")" "$file"; done
  # Compiles in sine functions of its own, so that another C library gives the same bits.
  for file in Examples/orbit/orbit.c Examples/c-bricks/bricks.c Tests/Compat/sink.c; do
    "${CC:-cc}" -std=gnu11 -O2 -ffp-contract=off -fvisibility=hidden -shared -fPIC -s -I"$frozen_folder/include" \
      -ISources/CPortableMath/include -Wl,--version-script=Tests/Compat/exports.map "$file" Tests/Compat/sines.c \
      Sources/CPortableMath/*.c -o "$at/plugins/$(basename "$file" .c).so" -lm
  done
  "${CXX:-c++}" -std=c++17 -O2 -ffp-contract=off -fvisibility=hidden -shared -fPIC -s -I"$frozen_folder/include" \
    Examples/cpp-steps/steps.cpp -o "$at/plugins/steps.so"
  cp Tests/Compat/host.c "$at/host.c"
  "${CC:-cc}" -std=gnu11 -O1 -I"$frozen_folder/include" "$at/host.c" -o "$work/frozen-host" -ldl
  for file in "$at"/plugins/*.so; do
    name=$(basename "$file" .so)
    { "$work/frozen-host" "$file" 2>&1 || echo "the host ended with $?"; } >"$at/answers/$name.txt"
  done
  frozen_sessions >"$at/sessions.jsonl"
  frozen_frames .build/release/layouthost sandboxed "$at" >"$at/sessions.expected"
  tar -C "$at" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - . | xz -9e >"$frozen_folder/frozen.tar.xz"
  (cd "$frozen_folder" && sha256sum frozen.tar.xz >SHA256SUMS.frozen)
  wc -c "$frozen_folder/frozen.tar.xz"
}

# frozen_open: unpacks the plugins and the host of that time.
frozen_open() {
  (cd "$frozen_folder" && sha256sum --quiet -c SHA256SUMS.frozen) || {
    echo "compat: the frozen plugins in $frozen_folder were changed" >&2
    exit 1
  }
  mkdir -p "$work/frozen" && tar -C "$work/frozen" -xJf "$frozen_folder/frozen.tar.xz"
}

# frozen_hosts [FLAG]: the frozen plugins in hosts in C: the one of that time, and that one with each revision of
# headers.
frozen_hosts() {
  local name file at
  for name in "${names[@]}"; do
    at=$work/$name
    "${CC:-cc}" -std=gnu11 "${flags[@]}" "$@" -I"$at/include" "$work/frozen/host.c" -o "$at/frozen-host" -ldl
    : >"$work/difference"
    for file in "$work"/frozen/plugins/*.so; do
      answers "$at/frozen-host" "$file" |
        diff "$work/frozen/answers/$(basename "$file" .so).txt" - >>"$work/difference" || true
    done
    cell "frozen C host, $name" "frozen plugins"
  done
}

# frozen_stable: the lines of frozen_frames that today's drafts do not change.
frozen_stable() {
  if grep -q '"layout.children/1"' Sources/LayoutABI/include/layout/ext/draft/children.h; then
    cat
  else
    grep -vE "^\[$frozen_parents" || true
  fi
}

# frozen_layouthost LAYOUTHOST LABEL: runs the frozen plugins in that layouthost, in both tiers.
frozen_layouthost() {
  local tier
  for tier in in-process sandboxed; do
    frozen_frames "$1" "$tier" "$work/frozen" | frozen_stable |
      diff <(frozen_stable <"$work/frozen/sessions.expected") - >"$work/difference" || true
    cell "$2, $tier" "frozen plugins"
  done
}
