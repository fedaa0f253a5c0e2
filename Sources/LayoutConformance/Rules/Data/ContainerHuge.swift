// SPDX-License-Identifier: Apache-2.0
//
// Hosts ask for everything at once, to print it or to find its size.

import LayoutModel

struct ContainerHuge: LayoutRule {
  let id = "container-huge"
  let sentence = "A viewport of a billion points is laid out."

  func check(_ subject: Subject) throws(Finding) {
    for size in [Size(width: 1e9, height: 1e9), Size(width: 1e9, height: 480)] {
      var world = World.ordinary
      world.container = size
      try subject.requireSound(world, "in a viewport of \(size)")
    }
  }
}
