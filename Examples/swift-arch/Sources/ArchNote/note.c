// SPDX-License-Identifier: Apache-2.0
//
// The ELF note of Arch: Swift cannot place text in a section, so one line of C does.
#include "layout/note.h"

LAYOUT_NOTE({
  "id": "org.layouthost.examples.arch", "name": "Arch", "version": "1.0.0", "abi": 1,
  "runtime": "none", "requires": [], "uses": [], "layouts": ["arch"]
});
