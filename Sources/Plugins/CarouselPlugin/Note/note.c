// SPDX-License-Identifier: Apache-2.0
//
// The ELF note of Carousel: Swift cannot place text in a section, so one line of C does.
#include "layout/note.h"

LAYOUT_NOTE({
  "id": "org.layouthost.carousel", "name": "Carousel", "version": "1.0.0", "abi": 1, "runtime": "none",
  "requires": [], "uses": ["layout.scroll-target/1"], "layouts": ["carousel"]
});
