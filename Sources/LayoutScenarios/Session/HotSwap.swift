// SPDX-License-Identifier: Apache-2.0
//
// Another version of the layout on a session's view, while the session goes on.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// A hot swap on a session's view, step by step or at once.
final class HotSwap {
  /// The step's name for the layout.
  let name: String
  private let session: ScenarioSession
  /// Nil where there is no file to swap in.
  private var swapper: LayoutSwapper?
  /// The layout that goes on screen with the commit.
  private var pending: PendingLayout?
  /// The layout that is on screen since the commit.
  private(set) var shown: PendingLayout?
  private(set) var answer: SwapAnswer?

  /// Makes ready to swap in what `name` stands for now, with everything that the layout on the view has.
  /// Nothing runs yet.
  ///
  /// - Parameters:
  ///   - file: The file that `name` stands for, where it was judged a moment ago; nil looks it up.
  ///   - part: The layout inside that is another version.
  ///   - children: The plugin files of the layouts that it is made of, where they are not the library's.
  ///   - properties: Set before those that are carried over.
  ///   - stopwatch: Seconds, for the duration in the answer.
  init(
    to name: String, of file: PluginFile? = nil, part: SwapPart? = nil,
    in session: ScenarioSession, children: [String] = [],
    properties: JSONObject = JSONObject(),
    animation: (isAnimated: Bool, timing: AnimationTiming?) = (false, nil),
    stopwatch: @escaping () -> Double = { 0 }
  ) {
    (self.name, self.session) = (name, session)
    var request: SwapRequest
    do throws(LayoutError) {
      request = try session.maker.making(of: children).request(
        name, of: file, tier: session.tier)
      if let part { request.take(part) }
    } catch {
      answer = .refused(SwapRefusal(.judge, error))
      return
    }
    let file = request.file
    (request.isAnimated, request.timing) = animation
    request.configure = { [unowned self] (layout) throws(LayoutError) in
      let made = try session.settle(layout, of: file, named: name, properties: properties)
      pending = made
      // It gets the properties of the layout on the view only later.
      session.source.carrySizes(from: session.layout, to: made.layout)
      return made.layout
    }
    request.onEnd = { [weak session] end in
      if case .rolledBack = end { session?.takeBack() }
      session?.swapEnds.append(end)
    }
    let swapper = LayoutSwapper(request, on: session.view, stopwatch: stopwatch)
    swapper.onStage = { [unowned session] stage in session.onSwap?(stage) }
    self.swapper = swapper
  }

  /// The stage that comes next.
  var stage: SwapStage { swapper?.stage ?? .judge }

  /// True when a worker is about to do what the stage needs.
  var isUnderWay: Bool { swapper?.isUnderWay ?? false }

  /// The number of times that a new version began to prepare.
  var preparationCount: Int { swapper?.preparationCount ?? 0 }

  /// Does what can be done without waiting.
  ///
  /// - Returns: The answer, once there is one.
  @discardableResult
  func step() -> SwapAnswer? { note(answer ?? swapper?.step()) }

  /// Prepares the new version and leaves it beside the layout on screen.
  func prepare() -> SwapAnswer? { note(answer ?? swapper?.prepare()) }

  /// Does what is left.
  func run() -> SwapAnswer? { note(answer ?? swapper?.run()) }

  /// Gives it up.
  func cancel() -> SwapAnswer? { note(answer ?? swapper?.cancel()) }

  private func note(_ answer: SwapAnswer?) -> SwapAnswer? {
    guard self.answer == nil, let answer else { return self.answer }
    self.answer = answer
    if case .accepted = answer, let pending {
      pending.room.noteDirection(of: pending.layout)
      session.take(pending)
      shown = pending
    }
    pending = nil
    return answer
  }
}

// MARK: - Newcomers
//
// Layouts of a session: one about to be put on its view, and one that is there.

/// A layout with its answers bound, and what the session has to know once it is on screen.
struct PendingLayout {
  /// As the step names it.
  let name: String
  let layout: CollectionLayout
  let file: PluginFile
  let room: LayoutRoom
  /// The queries of it that are answered, where the data does not decide that.
  let bound: [String]?
}

/// The session's knowledge of a layout that is on its view, or was.
struct ActiveLayout {
  /// The view keeps it, and lets go of it when it does not come back.
  private(set) weak var layout: CollectionLayout?
  let file: PluginFile
  let room: LayoutRoom
  /// True when the data answers only what the layout asks: not after a swap.
  let isStrict: Bool
}

extension ActiveLayout {
  init(_ pending: PendingLayout) {
    self.init(
      layout: pending.layout, file: pending.file, room: pending.room, isStrict: false)
  }
}

extension ScenarioSession {
  /// Makes a layout whose answers come from the same data; nothing is shown yet.
  ///
  /// - Parameter instance: Gives back the layout that was made under this number, as it is.
  func pending(
    _ name: String, properties: JSONObject, instance: Int? = nil
  ) throws(LayoutError) -> PendingLayout {
    if let known = instance.flatMap({ instances[$0] }) {
      try known.layout.set(properties)
      // The data may answer more by now than when it was made.
      if known.bound == nil {
        try QueryBinder(source: source, layout: known.layout, room: known.room)
          .bind(source.data, isStrict: false)
      }
      try source.measure(under: known.layout)
      return known
    }
    let (file, id) = try maker.find(name)
    let layout = try maker.make(id, of: file, tier: tier)
    let made = try settle(layout, of: file, named: name, properties: properties)
    try source.measure(under: made.layout)
    if let instance { instances[instance] = made }
    return made
  }

  /// Gives a layout its properties, and answers from the session's data.
  func settle(
    _ plain: CollectionLayout, of file: PluginFile, named name: String, properties: JSONObject
  ) throws(LayoutError) -> PendingLayout {
    let layout = plain.tracing(into: trace)
    try layout.set(properties)
    let room = LayoutRoom(viewportSize: view.viewportSize, layout: layout)
    try QueryBinder(source: source, layout: layout, room: room)
      .bind(source.data, isStrict: false, bound: bound)
    register(layout)
    return PendingLayout(name: name, layout: layout, file: file, room: room, bound: bound)
  }
}
