// SPDX-License-Identifier: Apache-2.0
//
// Swapping in another version of a layout while a session runs.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// A hot swap on a session's view, step by step or at once.
final class HotSwap {
  /// The name of the layout in the step.
  let name: String
  private let session: ScenarioSession
  /// Nil if there is no file to swap in.
  private var swapper: LayoutSwapper?
  /// The layout that will be shown by the commit.
  private var pending: PendingLayout?
  /// The layout shown by the commit.
  private(set) var shown: PendingLayout?
  private(set) var answer: SwapAnswer?

  /// Prepares to swap in the current version of `name`, with all settings of the layout on the
  /// view. Nothing runs yet.
  ///
  /// - Parameters:
  ///   - file: The judged file of `name`; nil finds it.
  ///   - part: The child with another version.
  ///   - children: The plugin files of the layouts inside, where they are not the library's.
  ///   - properties: Properties to set before those that are carried over.
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
    session.origins[name] = nil
    do throws(LayoutError) {
      request = try session.maker.making(of: children).request(
        name, of: file, tier: session.tier)
      if let part { request.take(part) }
    } catch {
      answer = .refused(SwapRefusal(.judge, error))
      return
    }
    let file = request.file
    session.origins[name] = (file, request.layoutID)
    (request.isAnimated, request.timing) = animation
    request.configure = { [unowned self] (layout) throws(LayoutError) in
      let made = try session.settle(layout, of: file, named: name, properties: properties)
      pending = made
      // Its own direction is that of a new layout until the settings are carried over, and the new
      // version asks for headers before the commit.
      made.room.noteDirection(of: session.layout)
      // The properties of the layout on the view are carried over only later.
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

  /// The next stage.
  var stage: SwapStage { swapper?.stage ?? .judge }

  /// True while a worker does the work of the stage.
  var isUnderWay: Bool { swapper?.isUnderWay ?? false }

  /// The number of times that a new version started to prepare.
  var preparationCount: Int { swapper?.preparationCount ?? 0 }

  /// Continues without waiting.
  ///
  /// - Returns: The answer, after the end.
  @discardableResult
  func step() -> SwapAnswer? { note(answer ?? swapper?.step()) }

  /// Prepares the new version without showing it.
  func prepare() -> SwapAnswer? { note(answer ?? swapper?.prepare()) }

  /// Runs all remaining stages.
  func run() -> SwapAnswer? { note(answer ?? swapper?.run()) }

  /// Cancels it.
  func cancel() -> SwapAnswer? { note(answer ?? swapper?.cancel()) }

  /// Takes the answer of the swap. A reply inside its commit is none.
  private func note(_ reply: SwapAnswer?) -> SwapAnswer? {
    guard self.answer == nil, let answer = swapper?.answer else { return self.answer ?? reply }
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
// Layouts of a session: pending ones, and the one on the view.

/// A layout with its bindings, and the session's data about it.
struct PendingLayout {
  /// Its name in the step.
  let name: String
  let layout: CollectionLayout
  let file: PluginFile
  let room: LayoutRoom
  /// Its bound queries, if the data does not determine them.
  let bound: [String]?
}

/// The session's data about a current or former layout of the view.
struct ActiveLayout {
  /// Weak: the view retains it, and releases it when it does not return.
  private(set) weak var layout: CollectionLayout?
  let file: PluginFile
  let room: LayoutRoom
  /// True when the data may only answer queries of the layout; false after a swap.
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
  /// - Parameters:
  ///   - children: The plugin files of the layouts inside, where they are not the library's.
  ///   - instance: Returns the layout that was made with this number, unchanged.
  func pending(
    _ name: String, properties: JSONObject, children: [String] = [], instance: Int? = nil
  ) throws(LayoutError) -> PendingLayout {
    if let known = instance.flatMap({ instances[$0] }) {
      try known.layout.set(properties)
      // The data may answer more queries than when it was made.
      if known.bound == nil {
        try QueryBinder(source: source, layout: known.layout, room: known.room)
          .bind(source.data, isStrict: false)
      }
      try source.measure(under: known.layout)
      return known
    }
    origins[name] = nil
    let making = try maker.making(of: children)
    let (file, id) = try making.find(name)
    origins[name] = (file, id)
    let layout = try making.make(id, of: file, tier: tier)
    let made = try settle(layout, of: file, named: name, properties: properties)
    try source.measure(under: made.layout)
    if let instance { instances[instance] = made }
    return made
  }

  /// Sets a layout's properties, and binds answers from the session's data.
  func settle(
    _ plain: CollectionLayout, of file: PluginFile, named name: String, properties: JSONObject
  ) throws(LayoutError) -> PendingLayout {
    let layout = plain.tracing(into: trace)
    try layout.set(properties)
    let room = LayoutRoom(viewportSize: view.viewportSize, layout: layout)
    try QueryBinder(source: source, layout: layout, room: room)
      .bind(source.data, isStrict: false, bound: bound)
    register(layout)
    onMade?(layout)
    return PendingLayout(name: name, layout: layout, file: file, room: room, bound: bound)
  }
}
