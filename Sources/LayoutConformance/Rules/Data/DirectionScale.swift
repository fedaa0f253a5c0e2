// SPDX-License-Identifier: Apache-2.0
//
// A layout that says that the host mirrors answers left to right all the same.

import LayoutModel

struct DirectionScale: LayoutRule {
  let id = "direction-scale"
  let sentence = "Right-to-left reading, any scale and any inset are laid out."

  func check(_ subject: Subject) throws(Finding) {
    var world = World.ordinary
    world.isRightToLeft = true
    try subject.requireSound(world, "right to left")
    if subject.descriptor.hostMirrors {
      let (one, other) = (try Trial.ready(subject), try Trial.ready(subject, world))
      try subject.requireSame(
        try other.elements(), as: try one.elements(),
        "right to left, though the descriptor leaves mirroring to the host")
    }
    world = .ordinary
    for scale in [0.5, 1.25, 3] {
      world.scale = scale
      try subject.requireSound(world, "at scale \(scale)")
    }
    world.contentInset = Insets(top: 30, left: 20, bottom: 10, right: 5)
    try subject.requireSound(world, "with a content inset")
  }
}
