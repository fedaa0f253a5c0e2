// SPDX-License-Identifier: Apache-2.0
//
// All running animations: shown = layout's answer + the remaining displacement of each change.

import LayoutABI
import LayoutModel

/// The running animations of one collection view, by serial number of the views.
///
/// Animations are additive: shown = layout's answer + Σ displacement · (1 − progress). Each change
/// adds the displacement back to the place on screen, which shrinks to zero over the change's own
/// duration. So a change during another one starts from the state on screen and with its speed,
/// changes overlap, and scrolling moves all of them. Frames, opacity and transforms add up,
/// transforms as matrices, member by member; z order, hiding and custom fields change at once.
///
/// This type uses no hash table, and a frame in which everything moves allocates nothing.
final class ElementMotion {
  /// The running clips, oldest first.
  private(set) var clips: ContiguousArray<AnimationClip> = []
  private var spare: ContiguousArray<AnimationClip> = []
  /// The number of clips that move each view.
  private let uses = PlainArray<Int32>()

  /// The view that is shown above all others while it is displaced; −1 for none.
  var raised: Int32 = -1

  /// True when a clip is running.
  var isRunning: Bool { !clips.isEmpty }

  /// True when the clock alone will change the screen.
  var isTimed: Bool { anyClip { $0.timing != nil } }

  /// Iterates by index, here and below: without optimisation the array's own iterator allocates at
  /// each step.
  private func anyClip(_ holds: (AnimationClip) -> Bool) -> Bool {
    for index in clips.indices where holds(clips[index]) { return true }
    return false
  }

  /// Returns true when the view is displaced.
  func isActive(_ serial: Int32) -> Bool {
    Int(serial) < uses.count && uses[Int(serial)] > 0 && !clips.isEmpty
  }

  /// Computes the remaining share of each change.
  func evaluate(at time: Double) {
    for index in clips.indices { clips[index].evaluate(at: time) }
  }

  /// Adds the displacement of the view to attributes.
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

  /// Returns true when the clip is running without a clock.
  func isHolding(_ clip: AnimationClip) -> Bool {
    clip.timing == nil && clips.contains { $0 === clip }
  }

  /// Returns a clip that begins at `time`. Reuses a clip with the same start and course, because
  /// the two would never differ.
  ///
  /// - Parameter timing: Nil for a clip whose progress the app sets.
  func clip(_ timing: AnimationTiming?, at time: Double) -> AnimationClip {
    if let last = clips.last, let timing, last.timing == timing, last.start == time { return last }
    let clip = spare.popLast() ?? AnimationClip()
    clip.begin(timing, at: time)
    clips.append(clip)
    return clip
  }

  /// Displaces a view in a clip.
  ///
  /// - Parameter isKept: True keeps a zero displacement, so that the view is shown again with each
  ///   frame.
  func add(
    _ serial: Int32, from source: LayoutAttributes, to target: LayoutAttributes,
    in clip: AnimationClip, isKept: Bool = false
  ) {
    while uses.count <= Int(serial) { uses.append(0) }
    uses[Int(serial)] += Int32(clip.add(serial, from: source, to: target, isKept: isKept))
  }

  /// Mirrors all displacements.
  func mirror() {
    for index in clips.indices { clips[index].mirror() }
  }

  /// Removes all displacements of the view.
  func clear(_ serial: Int32) {
    guard isActive(serial) else { return }
    for clip in clips where clip.remove(serial) { uses[Int(serial)] -= 1 }
  }

  /// Gives the displacements of a view to another one, which shows its element from now on.
  func move(from old: Int32, to new: Int32) {
    clear(new)
    guard isActive(old) else { return }
    while uses.count <= Int(new) { uses.append(0) }
    for clip in clips where clip.move(from: old, to: new) {
      uses[Int(old)] -= 1
      uses[Int(new)] += 1
    }
    if raised == old { raised = new }
  }

  /// Removes the clips that are over at `time`.
  ///
  /// - Returns: Their completions.
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

  /// Removes all displacements.
  ///
  /// - Returns: The completions to call.
  func removeAll() -> [(Bool) -> Void] {
    raised = -1
    guard isRunning else { return [] }
    let completions = clips.flatMap(\.completions)
    clips.forEach(retire)
    clips.removeAll()
    return completions
  }

  /// Removes a clip with its displacements: one that was never shown, or was released.
  func drop(_ clip: AnimationClip) {
    retire(clip)
    clips.removeAll { $0 === clip }
    lower()
  }

  /// Lowers views that are no longer displaced.
  private func lower() {
    if raised >= 0, !isActive(raised) { raised = -1 }
  }

  private func retire(_ clip: AnimationClip) {
    clip.forEachView { uses[Int($0)] -= 1 }
    clip.completions = []
    spare.append(clip)
  }
}
