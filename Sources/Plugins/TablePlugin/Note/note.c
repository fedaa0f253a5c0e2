// SPDX-License-Identifier: Apache-2.0
//
// The ELF note of Table: Swift cannot place text in a section, so one line of C does.
#include "layout/note.h"

LAYOUT_NOTE({
  "id": "org.layouthost.table", "name": "Table", "version": "1.0.0", "abi": 1, "runtime": "none",
  "requires": [], "uses": ["layout.updates/1", "layout.state/1"], "layouts": ["table"]
});
