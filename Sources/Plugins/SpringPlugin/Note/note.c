// SPDX-License-Identifier: Apache-2.0
//
// The ELF note of Spring: Swift cannot place text in a section, so one line of C does.
#include "layout/note.h"

LAYOUT_NOTE({
  "id": "org.layouthost.spring", "name": "Spring", "version": "1.0.0", "abi": 1, "runtime": "none",
  "requires": [], "uses": ["layout.children/1", "layout.cross-scroll/1", "layout.dynamics/1", "layout.reordering/1",
           "layout.scroll-target/1", "layout.self-sizing/1", "layout.state/1", "layout.updates/1"],
  "layouts": ["spring"]
});
