// SPDX-License-Identifier: Apache-2.0
//
// A session whose steps come one at a time, and that can be written down as a scenario.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// A collection view that runs steps of scenarios as they come.
///
/// Its steps so far are a scenario again, and running that gives the same results, bit for bit on
/// every machine: time passes by the step `advance` alone, and both go through the same code.
public final class LiveSession {
  let session: ScenarioSession
  /// The start of the session; put into words when it is asked for.
  private let header: () -> JSONObject
  private(set) var steps: [JSONValue] = []
  /// The number of steps so far, kept or not.
  private var stepCount = 0
  /// The new version on its way.
  var swap: SwapUnderWay?

  /// The view of the session. Change it by steps only, or the recording lacks what was done.
  public var view: CollectionView { session.view }
  /// The layout on the view.
  public var layout: CollectionLayout { session.layout }
  /// The file that the layout on the view came from.
  public var file: PluginFile { session.file }
  /// The maker of layouts. Give another one when plugin files changed.
  public var maker: LayoutMaker {
    get { session.maker }
    set { session.maker = newValue }
  }
  /// True while steps are kept for ``recording``. A session that nobody writes down may run for hours:
  /// without, it takes no more memory the longer it runs.
  public var isRecorded = true
  /// Keeps the plugin file of a layout inside, for a recording; gives the path of the copy, or nil for a file that
  /// is there wherever the recording is run.
  public var keepsFile: ((PluginFile) throws(LayoutError) -> String?)? {
    didSet { noteChildren() }
  }
  /// The layouts inside whose files are kept, since the layout was made.
  private var knownChildren: Set<String> = []
  /// The copies of their files.
  private var children: [String] = []
  /// The same of the layout that the session started with.
  private var firstChildren: [String] = []
  /// The steps that made the layout: none where the session started with it.
  private var making: [Int] = []
  /// The number of steps beyond which nothing is recorded any more, and what was is forgotten: a
  /// recording without its beginning is none.
  package var stepLimit = Int.max
  /// Hears of each stage that a swap by ``beginSwap(to:of:stopwatch:)`` has behind it.
  public var onSwap: ((SwapStage) -> Void)? {
    get { session.onSwap }
    set { session.onSwap = newValue }
  }

  /// Hears of the time that the clock is about to show, seconds, while the view still shows the frame
  /// before. Only the step `advance`, and a `drag` that takes time, move the clock.
  public var onClock: ((Double) -> Void)? {
    get { session.onClock }
    set { session.onClock = newValue }
  }

  /// Starts from a scenario's text; steps in it are not run.
  ///
  /// - Throws: What is wrong with the scenario, or what its first frame gave.
  public init(
    _ scenario: JSONObject, looks: SessionLooks? = nil, maker: LayoutMaker
  ) throws(LayoutError) {
    var object = scenario
    object["steps"] = nil
    session = try ScenarioSession(Scenario(.object(object)), looks: looks, maker: maker)
    header = { object }
  }

  /// Starts from what an app set and bound on a layout, as it is now. The layout itself is only
  /// asked; the session makes one of its own.
  ///
  /// - Parameters:
  ///   - layout: With its properties set and its queries bound.
  ///   - name: By which `maker` finds the layout, here and when the recording is run.
  ///   - counts: Items of each section.
  ///   - isRightToLeft: Whether the content runs from right to left.
  ///   - looks: What the views show.
  /// - Throws: What the app's answers threw, or what the first frame gave.
  /// - Complexity: O(items) where the app does not answer for a whole section at once.
  public init(
    capturing layout: CollectionLayout, named name: String, counts: [Int], viewportSize: Size,
    isRightToLeft: Bool = false, tier: LayoutTier = .auto, looks: SessionLooks? = nil,
    maker: LayoutMaker
  ) throws(LayoutError) {
    let capture = Capture(layout: layout, counts: counts)
    var host = HostSettings(viewportSize: viewportSize)
    if isRightToLeft { host.isRightToLeft = true }
    let scenario = Scenario(
      layout: name, tier: tier, properties: try layout.changedProperties(),
      host: host, data: try capture.data())
    session = try ScenarioSession(scenario, looks: looks, maker: maker)
    header = { scenario.header }
  }

  /// Returns the time by which steps move the clock from 0, seconds.
  ///
  /// - Throws: What is wrong with a step, before any of them is run.
  public static func duration(of steps: [JSONValue]) throws(LayoutError) -> Double {
    var clock = 0.0
    for (number, step) in steps.enumerated() {
      clock = try ReadStep(step, number: number).clock(after: clock)
    }
    return clock
  }

  /// Runs a step.
  ///
  /// - Returns: Its result, or `{"error": …}`, and whether it ran. A step that failed is in the
  ///   recording too, as one whose error is caught; one that cannot be read and does not catch that
  ///   is not.
  public func perform(_ step: JSONValue) -> (result: JSONObject, isComplete: Bool) {
    do throws(LayoutError) {
      let read = try ReadStep(step, number: stepCount)
      stepCount += 1
      keep(step)
      defer { noteChildren() }
      do throws(LayoutError) {
        return (try session.perform(read), true)
      } catch {
        if !read.catches { catchLast() }
        return (error.result, read.catches)
      }
    } catch {
      return (error.result, false)
    }
  }

  /// Writes a step down, before the step at `place` where one is given.
  func keep(_ step: JSONValue, at place: Int? = nil) {
    guard isRecorded else { return }
    guard steps.count < stepLimit else {
      (isRecorded, steps) = (false, [])
      return
    }
    steps.insert(step, at: min(place ?? steps.count, steps.count))
  }

  private func catchLast() {
    guard isRecorded, var object = steps.popLast()?.object else { return }
    object["catch"] = true
    steps.append(.object(object))
  }

  /// The session so far, as a scenario; without the steps that ran while ``isRecorded`` was false.
  public var recording: JSONObject {
    var object = header()
    if !firstChildren.isEmpty { object["children"] = .array(firstChildren.map(JSONValue.string)) }
    object["steps"] = .array(steps)
    return object
  }

  /// Notes that steps made the layout, and the files of those inside.
  fileprivate func noteMaking(_ steps: [Int]) {
    (making, children, knownChildren) = (steps, [], [])
    noteChildren()
  }

  /// Keeps the files of layouts inside that came since the last time. They are those that the layout was made
  /// with, whatever became of the files since.
  private func noteChildren() {
    guard isRecorded, let keepsFile else { return }
    for id in layout.connection.members where knownChildren.insert(id).inserted {
      // What cannot be kept is looked for in the library when the recording is run.
      guard let file = layout.provider(of: id), let path = try? keepsFile(file),
        !children.contains(path)
      else { continue }
      children.append(path)
    }
    if making.isEmpty { firstChildren = children }
    guard !children.isEmpty else { return }
    for place in making where place < steps.count {
      guard var step = steps[place].object else { continue }
      step["children"] = .array(children.map(JSONValue.string))
      steps[place] = .object(step)
    }
  }

  /// The time that steps moved the clock to, seconds.
  package var clock: Double { session.time }

  /// Takes the calls that were noted since the last time, oldest first, as the step `trace` does.
  package func takeTrace() -> [String] { session.trace.take().calls }

  /// True when exchanges with the layout are timed.
  package var isTimed: Bool {
    get { session.trace.isTimed }
    set { session.trace.isTimed = newValue }
  }

  /// Takes the exchanges that were timed since the last time, and the rectangle that was asked for.
  package func takeTimes() -> (calls: [TimedCall], asked: Rect?) { session.trace.takeTimes() }

  /// Takes the sizes that views did not agree to since the last time.
  package func takeAssumedSizes() -> [AssumedSize] { session.trace.takeAssumed() }

  /// Takes the lines that the layout logged since the last time, oldest first, and how many were dropped.
  package func takeLog() -> (entries: [LogEntry], droppedCount: Int) {
    session.layout.connection.log.take()
  }

  /// The tier that was asked for.
  package var tier: LayoutTier { session.tier }

  /// Takes the ends of swaps after their commit, since the last time.
  public func takeSwapEnds() -> [SwapEnd] {
    defer { session.swapEnds = [] }
    return session.swapEnds
  }
}

// MARK: - New versions
//
// New versions of a live session's layout, and how they are written down.

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
  ///   - part: The layout inside that is another version, where it is not the layout itself.
  ///   - stopwatch: Seconds, for the duration in the answer.
  public func beginSwap(
    to name: String, of file: PluginFile? = nil, part: SwapPart? = nil,
    stopwatch: @escaping () -> Double
  ) {
    cancelSwap()
    swap = SwapUnderWay(
      swap: HotSwap(to: name, of: file, part: part, in: session, stopwatch: stopwatch))
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
    let isTwofold = done.place < steps.count
    if isTwofold { keep(.object(start), at: done.place) }
    keep(.object(step))
    noteMaking(isTwofold ? [done.place, steps.count - 1] : [steps.count - 1])
  }
}
