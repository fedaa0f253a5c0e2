// SPDX-License-Identifier: Apache-2.0
//
// A new version of the layout on its way to the screen, while everything else goes on.

import Glibc
import LayoutModel
import LayoutRuntime
import LayoutTesting

@testable import LayoutEngine
@testable import LayoutHost
@testable import LayoutIsolation

/// A swap, and what it may be refused for.
final class SwapUnderWay {
  let swapper: LayoutSwapper
  /// The layout that was on screen when it began.
  let old: CollectionLayout
  /// The stage that is made to fail; nil for none.
  let broken: SwapStage?
  /// The faults that had happened before.
  let struckBefore: Int
  /// True when an answer of the app has thrown since.
  var hasAppFailed = false

  static let fault = LayoutError("simulated", "the stage was made to fail")

  init(_ swapper: LayoutSwapper, breaking broken: SwapStage?, after struckBefore: Int) {
    (self.swapper, self.broken, self.struckBefore) = (swapper, broken, struckBefore)
    old = swapper.view.shownLayout
    swapper.fault = { $0 == broken ? Self.fault : nil }
  }
}

extension SimulatedSession {
  /// Asks for the layout on screen once more, as if its file were another version.
  func beginSwap() throws {
    guard swap == nil, let choice = shownChoice else { return }
    var request = SwapRequest(file: try Plugins.file(choice.plugin), layoutID: choice.id)
    request.policy = LayoutPolicy(isRemote ? .sandboxed : .inProcess, options: world.options)
    (request.isCold, request.isAnimated, request.timing) = (true, chance(), anyTiming())
    request.configure = { [unowned self] layout in
      let layout = isRemote ? supervised(layout) : layout
      // Its thread runs only while this one looks at it.
      (layout.connection as? InProcessConnection)?.isInLockstep = true
      own(swapped: layout)
      return layout
    }
    let stages = SwapStage.allCases.prefix { $0 != .probation }
    swap = SwapUnderWay(
      LayoutSwapper(request, on: view),
      breaking: chance(0.15) ? stages.randomElement(using: &dice) : nil, after: world.struck.count)
  }

  private func supervised(_ layout: CollectionLayout) -> CollectionLayout {
    guard let base = layout.connection as? WorkerConnection else { return layout }
    return CollectionLayout(world.supervise(base))
  }

  /// Goes on with the swap by some steps; its worker has a turn after each.
  func stepSwap() throws {
    guard let swap else { return }
    let swapper = swap.swapper
    for _ in 0..<Int.random(in: 1...8, using: &dice) where swapper.answer == nil {
      // What a layout says of itself at first is believed, if it is right in form.
      if [.notice, .copy, .judge, .trial, .load].contains(swapper.stage) { world.cancelForgery() }
      swapper.step()
      // A thread of the product's own copies the file, in its own time.
      while swapper.stage == .copy, swapper.isUnderWay {
        sched_yield()
        swapper.step()
      }
      world.turn()
    }
    if let answer = swapper.answer { try look(at: answer, of: swap) }
  }

  private func look(at answer: SwapAnswer, of swap: SwapUnderWay) throws {
    self.swap = nil
    switch answer {
    case .accepted(let receipt):
      story[story.count - 1] += ": accepted"
      try require(
        swap.broken == nil, "swap: broken stages refuse", "\(swap.broken as Any) was broken")
      let lost = receipt.notCarriedOver
      try require(
        lost.isEmpty || !world.struck.isEmpty || swap.hasAppFailed, "swap: all is carried over",
        "not \(lost)")
      passOn(from: swap.old, to: view.shownLayout, without: lost)
    case .refused(let refusal):
      story[story.count - 1] += ": refused at \(refusal.stage)"
      if refusal.stage == swap.broken, refusal.error == SwapUnderWay.fault { return }
      let codes: Set<LayoutError.Code> = [.busy, .overtaken, .cancelled, .reentrant]
      let isStruck = world.struck.count > swap.struckBefore || !world.struck.isEmpty
      try require(
        codes.contains(refusal.error.code) || swap.hasAppFailed || app.hasFailed
          || (isStruck && isLayoutFault(refusal.error)), "swap: refusals", "\(refusal)")
    }
  }
}

extension Act {
  nonisolated(unsafe) static let swapping = [
    Act("swap", 3) { try $0.beginSwap() },
    Act("swap on", 6) { try $0.stepSwap() },
    Act("give the swap up", 1) { session in
      _ = session.swap?.swapper.cancel()
      session.swap = nil
    },
  ]
}
