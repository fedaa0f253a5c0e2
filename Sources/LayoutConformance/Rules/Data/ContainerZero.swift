// SPDX-License-Identifier: Apache-2.0
//
// A window has no size before it is shown.

import LayoutModel

struct ContainerZero: LayoutRule {
  let id = "container-zero"
  let sentence = "A viewport without extent is laid out."

  func check(_ subject: Subject) throws(Finding) {
    for size in [Size.zero, Size(width: 320, height: 0), Size(width: 0, height: 480)] {
      var world = World.ordinary
      world.container = size
      try subject.requireSound(world, "in a viewport of \(size)")
    }
  }
}
