// SPDX-License-Identifier: Apache-2.0
//
// One animated change: its displacements, and the remaining share of them.

import LayoutABI
import LayoutModel

/// The displacements of one change, by serial number of the view, with one time course for all.
///
/// A reused clip keeps its memory, so that consecutive changes allocate nothing here.
final class AnimationClip {
  /// Nil while the app, and not the clock, sets the progress.
  private(set) var timing: AnimationTiming?
  private(set) var start = 0.0
  /// The share of the displacements that shows at the current time.
  private(set) var weight = 1.0
  /// Called at the end: true when the animation was completed.
  var completions: [(Bool) -> Void] = []
  /// The number of elements that it moves.
  private(set) var count = 0
  private let displacements = PlainArray<Displacement>()
  private let transforms = PlainArray<layout_transform>()

  /// Starts again.
  func begin(_ timing: AnimationTiming?, at time: Double) {
    self.timing = timing
    start = time
    weight = timing == nil ? 0 : 1
    completions = []
    count = 0
    displacements.removeAll()
    transforms.removeAll()
  }

  /// Computes the remaining share at `time`.
  func evaluate(at time: Double) {
    if let timing { weight = timing.remaining(after: time - start) }
  }

  /// Sets the remaining share of a clip without a clock.
  func hold(at share: Double) { if timing == nil { weight = share } }

  /// Starts the clock: the displacements shrink from `time` on.
  func release(_ timing: AnimationTiming, at time: Double) {
    for serial in displacements.indices {
      var displacement = displacements[serial]
      displacement.scale(by: weight)
      displacements[serial] = displacement
    }
    for index in transforms.indices {
      // As the share that was shown, to the last bit.
      var scaled = transforms[index]
      scaled.scale(by: weight)
      transforms[index] = scaled
    }
    self.timing = timing
    start = time
    weight = 1
  }

  /// Reverses x: a displacement to the left becomes one to the right.
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

  /// Returns true when its displacements are zero after `time`.
  func isOver(at time: Double) -> Bool {
    guard let timing else { return false }
    return count == 0 || time - start >= timing.duration
  }

  /// Returns true when it displaces the view.
  func moves(_ serial: Int32) -> Bool {
    Int(serial) < displacements.count && displacements[Int(serial)].isSet
  }

  /// Adds a displacement to a view. Drops the sum if it is zero.
  ///
  /// - Parameter isKept: True keeps a zero displacement, so that the view is shown again with each
  ///   frame.
  /// - Returns: 1 if it displaces one more view, −1 if one less, else 0.
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

  /// Removes the displacement of a view.
  ///
  /// - Returns: True if there was one.
  func remove(_ serial: Int32) -> Bool {
    guard moves(serial) else { return false }
    displacements[Int(serial)] = Displacement()
    count -= 1
    return true
  }

  /// Gives the displacement of a view to another one, which has none.
  ///
  /// - Returns: True if there was one.
  func move(from old: Int32, to new: Int32) -> Bool {
    guard moves(old) else { return false }
    while displacements.count <= Int(new) { displacements.append(Displacement()) }
    displacements[Int(new)] = displacements[Int(old)]
    displacements[Int(old)] = Displacement()
    return true
  }

  /// Adds the remaining displacement of a view, without its transform.
  func add(_ serial: Int32, to sum: inout Displacement) {
    guard weight != 0, moves(serial) else { return }
    let displacement = displacements[Int(serial)]
    sum.add(displacement, share: weight)
    sum.isSet = true
    if displacement.transform != 0 { sum.transform = 1 }
  }

  /// Adds the remaining displacement of a view's transform.
  func add(_ serial: Int32, to matrix: inout layout_transform) {
    guard weight != 0, moves(serial) else { return }
    let index = Int(displacements[Int(serial)].transform)
    if index > 0 { matrix.add(transforms[index - 1], share: weight) }
  }

  /// Visits the serial numbers of the views that it displaces, ascending.
  func forEachView(_ body: (Int32) -> Void) {
    for serial in displacements.indices where displacements[serial].isSet {
      body(Int32(truncatingIfNeeded: serial))
    }
  }
}

// MARK: - Displacement

/// The difference between the place where a change found an element and its place after the change,
/// in visible coordinates. Plain data, so that a clip is one block of memory.
struct Displacement: BitwiseCopyable {
  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
  var alpha = 0.0
  /// 0, or 1 + an index into the clip's transforms.
  var transform: Int32 = 0
  /// True when the clip displaces this element.
  var isSet = false

  /// No displacement.
  init() {}

  /// The displacement from `source` to `target`, without their transforms.
  init(from source: LayoutAttributes, to target: LayoutAttributes) {
    let (a, b) = (source.record, target.record)
    x = a.frame.x - b.frame.x
    y = a.frame.y - b.frame.y
    width = a.frame.width - b.frame.width
    height = a.frame.height - b.frame.height
    alpha = Double(a.alpha) - Double(b.alpha)
  }

  /// True when it is zero.
  var isZero: Bool {
    x == 0 && y == 0 && width == 0 && height == 0 && alpha == 0 && transform == 0
  }

  /// Adds `share` of another one, without its transform.
  mutating func add(_ other: Self, share: Double = 1) {
    x += share * other.x
    y += share * other.y
    width += share * other.width
    height += share * other.height
    alpha += share * other.alpha
  }

  /// Reverses x, without its transform. The origin of a frame is at its left, so an added width
  /// moves the origin in the mirror image.
  mutating func mirror() { x = 0 - x - width }

  /// Multiplies it by `share`, without its transform.
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

  /// Multiplies every member by `share`.
  mutating func scale(by share: Double) {
    withUnsafeMutableBytes(of: &m) { bytes in
      let members = bytes.assumingMemoryBound(to: Double.self)
      for index in 0..<16 { members[index] *= share }
    }
  }
}

// MARK: - Movement of the ground
//
// Movement of the content in the viewport between two frames, other than by scrolling.

/// The map from the content coordinates of one frame to those of the next, for visible elements.
struct GroundMove: Equatable {
  /// The shift: an element at p on screen is at p + shift now.
  var shift = Vector.zero
  /// Set when the direction changed, which mirrors the picture about the middle of the viewport: x′
  /// = reflection − x − width. Nil without mirroring.
  var reflection: Double?

  /// Converts attributes from content coordinates of the earlier frame to those of the later one.
  func carry(_ attributes: LayoutAttributes) -> LayoutAttributes {
    var carried = attributes
    carried.frame = attributes.frame.offset(by: shift)
    guard let reflection else { return carried }
    carried.frame.x = reflection - attributes.frame.x - attributes.frame.width
    carried.transform = attributes.transform?.mirrored
    return carried
  }
}
