// SPDX-License-Identifier: Apache-2.0
#include "layout/note.h"

LAYOUT_NOTE({
  "id": "org.example.shelves", "name": "Shelves", "version": "1.0.0", "abi": 1,
  "runtime": "none", "requires": [], "uses": [], "layouts": ["shelves"]
});
