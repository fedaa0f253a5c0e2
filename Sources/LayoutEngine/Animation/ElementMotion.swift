// SPDX-License-Identifier: Apache-2.0
//
// Everything that is under way: what a layout answers plus what is left of each change.

import LayoutABI
import LayoutModel

/// The running animations of one collection view, by serial number of the views.
///
/// Additive: what a layout answers is where an element belongs, and each change adds the way from
/// where it found the element, which shrinks to nothing in its own time. So a change that comes in
/// the middle of another starts from what is on screen and with its speed, several overlap, and
/// scrolling moves the ground under all of them. Frames, opacity and transforms add up, transforms as
/// matrices, member by member; the order in depth, hiding and custom fields change at once.
///
/// Nothing here hashes, and a frame in which everything moves allocates nothing.
final class ElementMotion {
  /// Those under way, oldest first.
  private(set) var clips: ContiguousArray<AnimationClip> = []
  private var spare: ContiguousArray<AnimationClip> = []
  /// The number of clips that move each view.
  private let uses = PlainArray<Int32>()

  /// The view that is shown above all others while it is away from where it belongs; −1 for none.
  var raised: Int32 = -1

  /// True when anything is under way.
  var isRunning: Bool { !clips.isEmpty }

  /// True when the clock alone will change what is on screen.
  var isTimed: Bool { anyClip { $0.timing != nil } }

  /// By index, here and below: without optimisation the array's own iterator takes memory at each
  /// step.
  private func anyClip(_ holds: (AnimationClip) -> Bool) -> Bool {
    for index in clips.indices where holds(clips[index]) { return true }
    return false
  }

  /// Returns true when the view is shown away from where it belongs.
  func isActive(_ serial: Int32) -> Bool {
    Int(serial) < uses.count && uses[Int(serial)] > 0 && !clips.isEmpty
  }

  /// Works out how much of each change is left.
  func evaluate(at time: Double) {
    for index in clips.indices { clips[index].evaluate(at: time) }
  }

  /// Moves attributes from where the view belongs to where it is shown.
  func displace(_ attributes: inout LayoutAttributes, _ serial: Int32) {
    var sum = Displacement()
    for index in clips.indices { clips[index].add(serial, to: &sum) }
    guard sum.isSet else { return }
    if serial == raised, !sum.isZero { attributes.record.z_index = .max }
    let frame = attributes.record.frame
    attributes.record.frame = Rect(
      x: frame.x + sum.x, y: frame.y + sum.y, width: max(0, frame.width + sum.width),
      height: max(0, frame.height + sum.height))
    if sum.alpha != 0 {
      attributes.record.alpha = Float(min(max(Double(attributes.record.alpha) + sum.alpha, 0), 1))
    }
    if sum.transform != 0 { transform(&attributes, serial) }
  }

  private func transform(_ attributes: inout LayoutAttributes, _ serial: Int32) {
    var matrix = (attributes.transform ?? .identity).matrix
    for index in clips.indices { clips[index].add(serial, to: &matrix) }
    attributes.transform = Transform3D(matrix)
  }

  /// Returns true when the clip is under way and held by hand.
  func isHolding(_ clip: AnimationClip) -> Bool {
    clip.timing == nil && clips.contains { $0 === clip }
  }

  /// A clip that begins at `time`; the one that began just now with the same course, when there is
  /// one, since the two would never differ.
  ///
  /// - Parameter timing: Nil for one that is held by hand.
  func clip(_ timing: AnimationTiming?, at time: Double) -> AnimationClip {
    if let last = clips.last, let timing, last.timing == timing, last.start == time { return last }
    let clip = spare.popLast() ?? AnimationClip()
    clip.begin(timing, at: time)
    clips.append(clip)
    return clip
  }

  /// Displaces a view in a clip.
  ///
  /// - Parameter isKept: True keeps a displacement that comes to nothing, so that the view is shown again
  ///   with each frame.
  func add(
    _ serial: Int32, from source: LayoutAttributes, to target: LayoutAttributes,
    in clip: AnimationClip, isKept: Bool = false
  ) {
    while uses.count <= Int(serial) { uses.append(0) }
    uses[Int(serial)] += Int32(clip.add(serial, from: source, to: target, isKept: isKept))
  }

  /// Moves everything that clips still move in the mirror image from now on.
  func mirror() {
    for index in clips.indices { clips[index].mirror() }
  }

  /// The view is where it belongs from now on.
  func clear(_ serial: Int32) {
    guard isActive(serial) else { return }
    for clip in clips where clip.remove(serial) { uses[Int(serial)] -= 1 }
  }

  /// Forgets the clips that are over at `time`.
  ///
  /// - Returns: Whom to tell.
  func takeFinished(at time: Double) -> [(Bool) -> Void] {
    guard anyClip({ $0.isOver(at: time) }) else { return [] }
    var completions: [(Bool) -> Void] = []
    for clip in clips where clip.isOver(at: time) {
      completions += clip.completions
      retire(clip)
    }
    clips.removeAll { $0.isOver(at: time) }
    lower()
    return completions
  }

  /// Everything is where it belongs from now on.
  ///
  /// - Returns: Whom to tell.
  func removeAll() -> [(Bool) -> Void] {
    raised = -1
    guard isRunning else { return [] }
    let completions = clips.flatMap(\.completions)
    clips.forEach(retire)
    clips.removeAll()
    return completions
  }

  /// Takes a clip out, whatever it still holds: one that nobody saw, or that a hand let go.
  func drop(_ clip: AnimationClip) {
    retire(clip)
    clips.removeAll { $0 === clip }
    lower()
  }

  /// Lowers views that are back where they belong.
  private func lower() {
    if raised >= 0, !isActive(raised) { raised = -1 }
  }

  private func retire(_ clip: AnimationClip) {
    clip.forEachView { uses[Int($0)] -= 1 }
    clip.completions = []
    spare.append(clip)
  }
}
