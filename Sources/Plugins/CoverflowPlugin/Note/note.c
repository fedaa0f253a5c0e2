// SPDX-License-Identifier: Apache-2.0
//
// The ELF note of Coverflow: Swift cannot place text in a section, so one line of C does.
#include "layout/note.h"

LAYOUT_NOTE({
  "id": "org.layouthost.coverflow", "name": "Coverflow", "version": "1.0.0", "abi": 1, "runtime": "none",
  "requires": [], "uses": ["layout.scroll-target/1"], "layouts": ["coverflow"]
});
