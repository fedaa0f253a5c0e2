// SPDX-License-Identifier: Apache-2.0
//
// One animated change: what it displaced, and how much of that is left.

import LayoutABI
import LayoutModel

/// The displacements of one change, by serial number of the view, with one time course for all.
///
/// Memory is kept when a clip is used again, so that changes in a row allocate nothing here.
final class AnimationClip {
  /// Nil while a hand, and not the clock, says how much is left.
  private(set) var timing: AnimationTiming?
  private(set) var start = 0.0
  /// The share of the displacements that shows now.
  private(set) var weight = 1.0
  /// Told when it is over: true when it ran to its end.
  var completions: [(Bool) -> Void] = []
  /// The number of elements that it moves.
  private(set) var count = 0
  private let displacements = PlainArray<Displacement>()
  private let transforms = PlainArray<layout_transform>()

  /// Begins anew.
  func begin(_ timing: AnimationTiming?, at time: Double) {
    self.timing = timing
    start = time
    weight = timing == nil ? 0 : 1
    completions = []
    count = 0
    displacements.removeAll()
    transforms.removeAll()
  }

  /// Works out how much is left at `time`.
  func evaluate(at time: Double) {
    if let timing { weight = timing.remaining(after: time - start) }
  }

  /// Says how much shows, while the clock does not.
  func hold(at share: Double) { if timing == nil { weight = share } }

  /// Lets go what was held: what shows now is what the clock takes back from `time` on.
  func release(_ timing: AnimationTiming, at time: Double) {
    for serial in displacements.indices {
      var displacement = displacements[serial]
      displacement.scale(by: weight)
      displacements[serial] = displacement
    }
    for index in transforms.indices {
      var scaled = transforms[index]
      scaled.add(scaled, share: weight - 1)
      transforms[index] = scaled
    }
    self.timing = timing
    start = time
    weight = 1
  }

  /// Reverses x: what was displaced to the left is displaced to the right.
  func mirror() {
    for serial in displacements.indices {
      var displacement = displacements[serial]
      displacement.mirror()
      displacements[serial] = displacement
    }
    for index in transforms.indices {
      transforms[index] = Transform3D(transforms[index]).mirrored.matrix
    }
  }

  /// Returns true when nothing of it will show after `time`.
  func isOver(at time: Double) -> Bool {
    guard let timing else { return false }
    return count == 0 || time - start >= timing.duration
  }

  /// Returns true when it moves the view.
  func moves(_ serial: Int32) -> Bool {
    Int(serial) < displacements.count && displacements[Int(serial)].isSet
  }

  /// Displaces a view, or displaces it further. The whole is dropped when it comes to nothing.
  ///
  /// - Parameter isKept: True keeps a displacement that comes to nothing, so that the view is shown again
  ///   with each frame.
  /// - Returns: 1 when the view is one more, −1 when it is one less, else 0.
  func add(
    _ serial: Int32, from source: LayoutAttributes, to target: LayoutAttributes, isKept: Bool
  ) -> Int {
    while displacements.count <= Int(serial) { displacements.append(Displacement()) }
    var sum = displacements[Int(serial)]
    let wasSet = sum.isSet
    sum.add(Displacement(from: source, to: target))
    if source.transform != target.transform {
      addTransform(source.transform ?? .identity, target.transform ?? .identity, to: &sum)
    }
    sum.isSet = isKept || !sum.isZero
    displacements[Int(serial)] = sum.isSet ? sum : Displacement()
    let change = (sum.isSet ? 1 : 0) - (wasSet ? 1 : 0)
    count += change
    return change
  }

  private func addTransform(
    _ source: Transform3D, _ target: Transform3D, to displacement: inout Displacement
  ) {
    if displacement.transform == 0 {
      var zero = Transform3D.identity.matrix
      zero.add(zero, share: -1)
      transforms.append(zero)
      displacement.transform = Int32(truncatingIfNeeded: transforms.count)
    }
    let index = Int(displacement.transform) - 1
    var sum = transforms[index]
    sum.add(source.matrix, share: 1)
    sum.add(target.matrix, share: -1)
    transforms[index] = sum
  }

  /// Moves the view no longer.
  ///
  /// - Returns: Whether it did.
  func remove(_ serial: Int32) -> Bool {
    guard moves(serial) else { return false }
    displacements[Int(serial)] = Displacement()
    count -= 1
    return true
  }

  /// Adds what is left for a view, its transform apart.
  func add(_ serial: Int32, to sum: inout Displacement) {
    guard weight != 0, moves(serial) else { return }
    let displacement = displacements[Int(serial)]
    sum.add(displacement, share: weight)
    sum.isSet = true
    if displacement.transform != 0 { sum.transform = 1 }
  }

  /// Adds what is left of a view's transform.
  func add(_ serial: Int32, to matrix: inout layout_transform) {
    guard weight != 0, moves(serial) else { return }
    let index = Int(displacements[Int(serial)].transform)
    if index > 0 { matrix.add(transforms[index - 1], share: weight) }
  }

  /// The serial numbers of the views that it moves, ascending.
  func forEachView(_ body: (Int32) -> Void) {
    for serial in displacements.indices where displacements[serial].isSet {
      body(Int32(truncatingIfNeeded: serial))
    }
  }
}

// MARK: - Displacement

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

// MARK: - Movement of the ground
//
// How the content moved under the viewport between two frames, other than by scrolling.

/// The way of what is on screen from the content coordinates of one frame to those of the next.
struct GroundMove: Equatable {
  /// The shift: an element at p on screen stands at p + shift now.
  var shift = Vector.zero
  /// The direction changed, and the picture is turned about the middle of the viewport:
  /// x′ = reflection − x − width. Nil where nothing is turned.
  var reflection: Double?

  /// Attributes that were in content coordinates of the earlier frame, in those of the later one.
  func carry(_ attributes: LayoutAttributes) -> LayoutAttributes {
    var carried = attributes
    carried.frame = attributes.frame.offset(by: shift)
    guard let reflection else { return carried }
    carried.frame.x = reflection - attributes.frame.x - attributes.frame.width
    carried.transform = attributes.transform?.mirrored
    return carried
  }
}
