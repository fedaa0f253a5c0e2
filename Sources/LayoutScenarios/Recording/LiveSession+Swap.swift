// SPDX-License-Identifier: Apache-2.0
//
// New versions of a live session's layout, and their recording.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// A swap between the steps of a session.
struct SwapUnderWay {
  let swap: HotSwap
  /// Preparations so far.
  var preparationCount = 0
  /// The number of steps at the start of the last preparation.
  var place = 0
}

extension LiveSession {
  /// True while a swap is running.
  public var isSwapping: Bool { swap != nil }

  /// True while a worker does the next work of the swap.
  public var isSwapUnderWay: Bool { swap?.swap.isUnderWay ?? false }

  /// Starts to swap in another version of the layout, with all settings; cancels a running swap.
  /// ``stepSwap()`` continues it; steps may run meanwhile.
  ///
  /// - Parameters:
  ///   - name: The name by which ``maker`` finds the new version: the id of a layout, or a path,
  ///     `#` and the id.
  ///   - file: The judged file of `name`, from a watcher; nil finds it, which reads and judges a
  ///     file that is named by its path.
  ///   - part: The child with another version, if it is not the layout itself.
  ///   - stopwatch: Seconds, for the duration in the answer.
  public func beginSwap(
    to name: String, of file: PluginFile? = nil, part: SwapPart? = nil,
    stopwatch: @escaping () -> Double
  ) {
    cancelSwap()
    swap = SwapUnderWay(
      swap: HotSwap(to: name, of: file, part: part, in: session, stopwatch: stopwatch))
  }

  /// Continues the swap without waiting. An accepted swap is recorded.
  ///
  /// - Returns: The answer, once.
  @discardableResult
  public func stepSwap() -> SwapAnswer? {
    guard let swap else { return nil }
    let wasHolding = session.view.interactiveMovement != nil
    let answer = swap.swap.step()
    if wasHolding, session.view.interactiveMovement == nil {
      keep(["do": "move", "phase": "cancelled", "frame": false])
    }
    if swap.swap.preparationCount != swap.preparationCount {
      self.swap?.preparationCount = swap.swap.preparationCount
      self.swap?.place = steps.count
    }
    guard let answer else { return nil }
    if case .accepted = answer { writeDown(self.swap ?? swap) }
    self.swap = nil
    return answer
  }

  /// Cancels the swap; the layout continues.
  ///
  /// - Returns: The refusal, if there was a swap.
  @discardableResult
  public func cancelSwap() -> SwapAnswer? {
    defer { swap = nil }
    return swap?.swap.cancel()
  }

  /// The new version saw the view at the start of its preparation, which some layouts remember. If
  /// steps ran between that and the commit, two steps represent the swap.
  private func writeDown(_ done: SwapUnderWay) {
    var step = JSONObject([
      .init("do", "swap"), .init("layout", .string(done.swap.name)), .init("hot", true),
    ])
    let properties = try? layout.changedProperties()
    if let properties, !properties.members.isEmpty { step["properties"] = .object(properties) }
    var start = step
    start["commit"] = false
    let isTwofold = done.place < steps.count
    if isTwofold { keep(.object(start), at: done.place) }
    keep(.object(step))
    noteMaking(isTwofold ? [done.place, steps.count - 1] : [steps.count - 1])
  }
}
