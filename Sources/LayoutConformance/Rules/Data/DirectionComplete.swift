// SPDX-License-Identifier: Apache-2.0
//
// Who mirrors frames has to look for them where they are then.

import LayoutModel

struct DirectionComplete: LayoutRule {
  let id = "direction-complete"
  let sentence =
    "Right to left, a rectangle query answers just what meets the rectangle, and all lies inside the content."

  func check(_ subject: Subject) throws(Finding) {
    try skip(
      subject.descriptor.hostMirrors, "LAYOUT_DESCRIPTOR_HOST_MIRRORS leaves that to the host")
    var world = World.ordinary
    world.isRightToLeft = true
    do throws(Finding) {
      let content = try Content(subject, world)
      for rect in content.randomRects(200) {
        try content.requireComplete(rect)
        try content.requireMinimal(rect)
      }
      try content.trial.requireInside(content.size)
    } catch { throw error.about("right to left") }
  }
}
