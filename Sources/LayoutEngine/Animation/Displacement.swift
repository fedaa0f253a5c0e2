// SPDX-License-Identifier: Apache-2.0
//
// How far an element is shown from where it belongs.

import LayoutABI
import LayoutModel

/// The difference between where a change found an element and where it belongs after it, in the
/// coordinates that people see. Plain, so that a clip is one block of memory.
struct Displacement: BitwiseCopyable {
  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
  var alpha = 0.0
  /// 0, or 1 + index into the clip's transforms.
  var transform: Int32 = 0
  /// True when the clip moves this element at all.
  var isSet = false

  /// Nothing.
  init() {}

  /// From `source` to `target`, their transforms apart.
  init(from source: LayoutAttributes, to target: LayoutAttributes) {
    let (a, b) = (source.record, target.record)
    x = a.frame.x - b.frame.x
    y = a.frame.y - b.frame.y
    width = a.frame.width - b.frame.width
    height = a.frame.height - b.frame.height
    alpha = Double(a.alpha) - Double(b.alpha)
  }

  /// True when it leaves everything in its place.
  var isZero: Bool {
    x == 0 && y == 0 && width == 0 && height == 0 && alpha == 0 && transform == 0
  }

  /// Adds `share` of another one, its transform apart.
  mutating func add(_ other: Self, share: Double = 1) {
    x += share * other.x
    y += share * other.y
    width += share * other.width
    height += share * other.height
    alpha += share * other.alpha
  }

  /// Reverses x, its transform apart. The origin of a frame is at its left, so what a displacement adds
  /// to the width moves the origin in the mirror image.
  mutating func mirror() { x = 0 - x - width }

  /// Keeps `share` of it, its transform apart.
  mutating func scale(by share: Double) {
    x *= share
    y *= share
    width *= share
    height *= share
    alpha *= share
  }
}

extension layout_transform {
  /// Adds `share` of another matrix, member by member.
  mutating func add(_ other: Self, share: Double) {
    withUnsafeMutableBytes(of: &m) { mine in
      withUnsafeBytes(of: other.m) { theirs in
        let (mine, theirs) = (
          mine.assumingMemoryBound(to: Double.self), theirs.assumingMemoryBound(to: Double.self)
        )
        for index in 0..<16 { mine[index] += share * theirs[index] }
      }
    }
  }
}
