// SPDX-License-Identifier: Apache-2.0
//
// layout/note.h: the ELF note that lets a host judge a plugin without running any of its code.
//
//   LAYOUT_NOTE({
//     "id": "org.example.grid", "name": "Grid", "version": "1.0.0", "abi": 1,
//     "runtime": "none", "requires": [], "uses": ["layout.scroll-target/1"], "layouts": ["grid"]
//   });
//
// runtime: "none", "swift-static", or "swift-shared" followed by a space and the Swift version.
// requires: extension ids that the host must have, or it refuses the plugin by that name.
// uses: extension ids that the plugin can do without.
// layouts: the ids of the descriptors in the plugin's table, in their order.
//
// All eight members are there; others are ignored. A host refuses a note that breaks a rule of these:
//   - id: [A-Za-z0-9][A-Za-z0-9._-]*, at most 128 bytes. name: 1 to 256 bytes. abi: 1 or more.
//   - version: three numbers with points between, nothing after. Here and in an extension id a number has at
//     most nine digits and no zero in front.
//   - runtime: the Swift version is two or three such numbers, of which the first two count: a host refuses
//     another Swift than its own. Open: a host refuses a plugin of a runtime that it does not know.
//   - requires, uses: an extension id is [a-z][a-z0-9.-]* of at most 64 bytes, "/" and a number.
//   - layouts: at least one, each as in layout/descriptor.h.
//   - No list has an id twice.
#ifndef LAYOUT_NOTE_H
#define LAYOUT_NOTE_H

/// The owner and type of the note, and the most bytes that its description may have.
#define LAYOUT_NOTE_OWNER "LAYOUT"
#define LAYOUT_NOTE_TYPE 1
#define LAYOUT_NOTE_LIMIT 65536

// The JSON is quoted twice: once into a C string, once more into the assembler's.
#define LAYOUT_NOTE_QUOTE(...) #__VA_ARGS__
#define LAYOUT_NOTE_QUOTE_TWICE(...) LAYOUT_NOTE_QUOTE(#__VA_ARGS__)
#define LAYOUT_NOTE_QUOTED(...) LAYOUT_NOTE_QUOTE_TWICE(__VA_ARGS__)

/// Writes the note: owner "LAYOUT", type 1, aligned to four bytes, the description being the JSON
/// object given. Once in a plugin, at file scope, in C or C++. The section is kept through
/// --gc-sections ("R") and loaded with the image ("a"). The JSON may hold no line comments, and
/// nothing in it that the preprocessor would expand. In WebAssembly, which has no ELF, the JSON is the
/// whole of a custom section "layout".
#if defined(__wasm__)
#define LAYOUT_NOTE(...)                                \
  __asm__(                                              \
      ".section .custom_section.layout,\"\",@\n"        \
      ".ascii " LAYOUT_NOTE_QUOTED(__VA_ARGS__) "\n"    \
      ".text\n")
#else
#define LAYOUT_NOTE(...) \
  __asm__(                                          \
      ".pushsection .note.layout,\"aR\",%note\n"    \
      ".balign 4\n"                                 \
      ".long 2f - 1f\n"                             \
      ".long 4f - 3f\n"                             \
      ".long 1\n"                                   \
      "1: .asciz \"LAYOUT\"\n"                      \
      "2: .balign 4\n"                              \
      "3: .ascii " LAYOUT_NOTE_QUOTED(__VA_ARGS__) "\n" \
      "4: .balign 4\n"                              \
      ".popsection\n")
#endif

#endif  // LAYOUT_NOTE_H
