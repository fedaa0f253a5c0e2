// SPDX-License-Identifier: Apache-2.0
//
// New versions of a live session's layout, and how they are written down.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// A swap between the steps of a session.
struct SwapUnderWay {
  let swap: HotSwap
  /// Preparations so far.
  var preparationCount = 0
  /// The number of steps that had run when the last one began.
  var place = 0
}

extension LiveSession {
  /// True when another version of the layout is on its way.
  public var isSwapping: Bool { swap != nil }

  /// True when a worker is about to do what the swap needs next.
  public var isSwapUnderWay: Bool { swap?.swap.isUnderWay ?? false }

  /// Begins to swap the layout for another version of it, with everything that it has; one that is on
  /// its way is given up. ``stepSwap()`` goes on with it: run steps meanwhile.
  ///
  /// - Parameters:
  ///   - name: By which ``maker`` finds the new version: the id of a layout, or a path, `#` and the id.
  ///   - file: The file that `name` stands for, as a watcher judged it; nil looks it up, which reads
  ///     and judges a file that is named by its path.
  ///   - stopwatch: Seconds, for the duration in the answer.
  public func beginSwap(
    to name: String, of file: PluginFile? = nil, stopwatch: @escaping () -> Double
  ) {
    cancelSwap()
    swap = SwapUnderWay(swap: HotSwap(to: name, of: file, in: session, stopwatch: stopwatch))
  }

  /// Goes on with the swap, as far as that takes no waiting. One that is accepted is in the recording.
  ///
  /// - Returns: The answer, once.
  @discardableResult
  public func stepSwap() -> SwapAnswer? {
    guard let swap else { return nil }
    let answer = swap.swap.step()
    if swap.swap.preparationCount != swap.preparationCount {
      self.swap?.preparationCount = swap.swap.preparationCount
      self.swap?.place = steps.count
    }
    guard let answer else { return nil }
    if case .accepted = answer { writeDown(self.swap ?? swap) }
    self.swap = nil
    return answer
  }

  /// Gives the swap up; the layout runs on.
  ///
  /// - Returns: The refusal, when there was a swap.
  @discardableResult
  public func cancelSwap() -> SwapAnswer? {
    defer { swap = nil }
    return swap?.swap.cancel()
  }

  /// The new version saw the view as it was when it began to prepare, which some layouts remember. Where
  /// steps ran between that and the commit, two steps stand for the swap.
  private func writeDown(_ done: SwapUnderWay) {
    var step = JSONObject([
      .init("do", "swap"), .init("layout", .string(done.swap.name)), .init("hot", true),
    ])
    let properties = try? layout.changedProperties()
    if let properties, !properties.members.isEmpty { step["properties"] = .object(properties) }
    var start = step
    start["commit"] = false
    if done.place < steps.count { keep(.object(start), at: done.place) }
    keep(.object(step))
  }
}
