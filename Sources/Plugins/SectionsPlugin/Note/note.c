// SPDX-License-Identifier: Apache-2.0
//
// The ELF note of Sections: Swift cannot place text in a section, so one line of C does.
#include "layout/note.h"

LAYOUT_NOTE({
  "id": "org.layouthost.sections", "name": "Sections", "version": "1.0.0", "abi": 1, "runtime": "none",
  "requires": ["layout.children/1"],
  "uses": ["layout.cross-scroll/1", "layout.dynamics/1", "layout.reordering/1", "layout.self-sizing/1",
           "layout.state/1", "layout.updates/1"],
  "layouts": ["sections"]
});
