// SPDX-License-Identifier: Apache-2.0
//
// The ELF note of Compositional: Swift cannot place text in a section, so one line of C does.
#include "layout/note.h"

LAYOUT_NOTE({
  "id": "org.layouthost.compositional", "name": "Compositional", "version": "1.0.0", "abi": 1, "runtime": "none",
  "requires": [], "uses": ["layout.cross-scroll/1", "layout.self-sizing/1"], "layouts": ["compositional"]
});
