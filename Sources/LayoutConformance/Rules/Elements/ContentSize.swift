// SPDX-License-Identifier: Apache-2.0
//
// The content's size sets how far people can scroll.

struct ContentSize: LayoutRule {
  let id = "content-size"
  let sentence = "The content's size is finite and not negative."

  func check(_ subject: Subject) throws(Finding) {
    for world in [World.ordinary, World([200]), World([1])] {
      let size = try Trial(subject, world).makeReady()
      try require(
        size.width.isFinite && size.height.isFinite && size.width >= 0 && size.height >= 0,
        "the content of \(world.itemCount) items is \(size)")
    }
  }
}
