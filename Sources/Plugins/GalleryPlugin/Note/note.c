// SPDX-License-Identifier: Apache-2.0
//
// The ELF note of Gallery: Swift cannot place text in a section, so one line of C does.
#include "layout/note.h"

LAYOUT_NOTE({
  "id": "org.layouthost.gallery", "name": "Gallery", "version": "1.0.0", "abi": 1, "runtime": "none",
  "requires": [], "uses": [], "layouts": ["gallery"]
});
