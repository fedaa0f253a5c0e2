// SPDX-License-Identifier: Apache-2.0
//
// A session whose steps come one at a time, and that can be saved as a scenario.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// A collection view that runs steps of scenarios as they arrive.
///
/// Its steps so far are a scenario, which gives the same results, bit for bit on every machine:
/// only the step `advance` moves the time, and both use the same code.
public final class LiveSession {
  let session: ScenarioSession
  /// Makes the start of the session, on demand.
  private let header: () -> JSONObject
  private(set) var steps: [JSONValue] = []
  /// The number of steps so far, recorded or not. Errors name steps by it, as a run of the recording
  /// does, so it counts swaps between the steps too.
  private var stepCount = 0
  /// The current swap.
  var swap: SwapUnderWay?

  /// The view of the session. Change it only by steps, otherwise the recording is incomplete.
  public var view: CollectionView { session.view }
  /// The layout on the view.
  public var layout: CollectionLayout { session.layout }
  /// The file of the layout on the view.
  public var file: PluginFile { session.file }
  /// The maker of layouts. Replace it when plugin files changed.
  public var maker: LayoutMaker {
    get { session.maker }
    set { session.maker = newValue }
  }
  /// True while steps are kept for ``recording``. Without recording, memory grows only with the data:
  /// each section and item that a step inserts keeps its answers and its identity, also after it is
  /// deleted.
  public var isRecorded = true
  /// Keeps the plugin file of a layout inside, or of one that a step named, for a recording; gives
  /// the path of the copy, or nil for a file that is there wherever the recording is run.
  public var keepsFile: ((PluginFile) throws(LayoutError) -> String?)? {
    didSet { noteChildren() }
  }
  /// The layouts that still exist.
  private var made = MadeLayouts()
  /// The running step, if it is recorded, and the step that prepared what it may show.
  private var making: [Int] = []
  /// The step that prepared the hot swap that waits for its commit.
  private var preparing: [Int] = []
  /// The number of steps after which the recording is dropped: a recording without its beginning is useless.
  package var stepLimit = Int.max
  /// Called after each stage of a swap by ``beginSwap(to:of:stopwatch:)``.
  public var onSwap: ((SwapStage) -> Void)? {
    get { session.onSwap }
    set { session.onSwap = newValue }
  }

  /// Called with the next time of the clock, seconds, while the view still shows the previous
  /// frame. Only the step `advance`, and a `drag` that takes time, move the clock.
  public var onClock: ((Double) -> Void)? {
    get { session.onClock }
    set { session.onClock = newValue }
  }

  /// Starts from a scenario's text, without running its steps.
  ///
  /// - Throws: The error of the scenario, or of its first frame.
  public init(
    _ scenario: JSONObject, looks: SessionLooks? = nil, maker: LayoutMaker
  ) throws(LayoutError) {
    var object = scenario
    object["steps"] = nil
    session = try ScenarioSession(Scenario(.object(object)), looks: looks, maker: maker)
    header = { object }
    noteMadeLayouts()
  }

  /// Starts from the current settings and bindings of an app's layout, and makes an instance of its own.
  ///
  /// - Parameters:
  ///   - layout: The layout with its properties and bindings.
  ///   - name: The name by which `maker` finds the layout, here and when the recording runs.
  ///   - counts: Items of each section.
  ///   - isRightToLeft: True if the content runs from right to left.
  ///   - looks: The contents of the views.
  /// - Throws: The error of the app's answers, or of the first frame.
  /// - Complexity: O(items) if the app does not answer for a whole section at once.
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
    noteMadeLayouts()
  }

  /// Returns the duration of the steps, seconds.
  ///
  /// - Throws: The error of a step, before any step runs.
  public static func duration(of steps: [JSONValue]) throws(LayoutError) -> Double {
    var clock = 0.0
    for (number, step) in steps.enumerated() {
      clock = try ReadStep(step, number: number).clock(after: clock)
    }
    return clock
  }

  /// Runs a step.
  ///
  /// - Parameter line: The line of the input that it came from, from 1, which the error of an
  ///   unreadable step names; nil for the number of the step.
  /// - Returns: Its result, or `{"error": …}`, and true if it ran. The recording contains a failed
  ///   step as one whose error is caught; an unreadable step is omitted unless it catches the
  ///   error.
  public func perform(
    _ step: JSONValue, line: Int? = nil
  ) -> (result: JSONObject, isComplete: Bool) {
    do throws(LayoutError) {
      let read = try ReadStep(step, number: stepCount, line: line)
      let waiting = session.prepared
      keep(step)
      let place = isRecorded ? [steps.count - 1] : []
      making = place
      if let waiting, isRecorded, Self.commits(step, waiting) { making += preparing }
      defer {
        if session.prepared !== waiting { preparing = session.prepared == nil ? [] : place }
        making = []
        nameCopy()
        noteChildren()
      }
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

  /// Returns true for a step that shows what a hot swap prepared.
  private static func commits(_ step: JSONValue, _ waiting: HotSwap) -> Bool {
    guard let object = step.object, object["do"]?.string == SwapStep.name else { return false }
    return object["hot"] == true && object["commit"] != false
      && object["layout"]?.string == waiting.name
  }

  /// Records a step, before the step at `place` if given.
  func keep(_ step: JSONValue, at place: Int? = nil) {
    stepCount += 1
    guard isRecorded else { return }
    guard steps.count < stepLimit else {
      (isRecorded, steps) = (false, [])
      return
    }
    let place = min(place ?? steps.count, steps.count)
    made.insertStep(at: place)
    preparing = preparing.map { $0 < place ? $0 : $0 + 1 }
    steps.insert(step, at: place)
  }

  private func catchLast() {
    guard isRecorded, var object = steps.popLast()?.object else { return }
    object["catch"] = true
    steps.append(.object(object))
  }

  /// Names the layout of the last step, if it has one, by the kept copy of its file: the name may
  /// mean another file when the recording is run. A bundled layout has no copy, and its id is the
  /// same in every installation. A failed step is no exception, because a transition is known by
  /// its name.
  private func nameCopy() {
    guard isRecorded, let keepsFile else {
      // Only names in a recording need them.
      session.origins = [:]
      return
    }
    guard var step = steps.last?.object,
      let key = step["do"]?.string.flatMap({ ScenarioPaths.layoutKeys[$0] }),
      let name = step[key]?.string, let origin = session.origins[name]
    else { return }
    let path: String?
    do { path = try keepsFile(origin.file) } catch { return }
    step[key] = .string(path.map { "\($0)#\(origin.id)" } ?? origin.id)
    steps[steps.count - 1] = .object(step)
  }

  /// The session so far, as a scenario; without the steps that ran while ``isRecorded`` was false.
  public var recording: JSONObject {
    var object = header()
    // Files that the session was opened with are replaced by the copies of those that it used.
    if keepsFile != nil { object["children"] = nil }
    if !made.first.isEmpty { object["children"] = .array(made.first.map(JSONValue.string)) }
    object["steps"] = .array(steps)
    return object
  }

  /// Notes that steps made the layout on the view, and the files of those inside.
  func noteMaking(_ steps: [Int]) {
    guard isRecorded else { return }
    made.add(layout, by: steps)
    noteChildren()
  }

  /// Notes the first layout, and from now on each that a step makes.
  private func noteMadeLayouts() {
    made.add(session.layout, by: [])
    session.onMade = { [unowned self] layout in
      // The layout of a swap between the steps is noted with the step that is written for it.
      if !making.isEmpty { made.add(layout, by: making) }
    }
  }

  private func noteChildren() {
    guard isRecorded, let keepsFile else { return }
    made.keepChildren(by: keepsFile, in: &steps)
  }

  /// The time that steps moved the clock to, seconds.
  package var clock: Double { session.time }

  /// True when calls are kept for the step `trace`; a session without that step needs none.
  package var keepsCalls: Bool {
    get { session.trace.keepsCalls }
    set { session.trace.keepsCalls = newValue }
  }

  /// True when exchanges with the layout are timed.
  package var isTimed: Bool {
    get { session.trace.isTimed }
    set { session.trace.isTimed = newValue }
  }

  /// Takes the timed exchanges since the last time, and the rectangle of the request.
  package func takeTimes() -> (calls: [TimedCall], asked: Rect?) { session.trace.takeTimes() }

  /// Takes the sizes that views refused since the last time.
  package func takeAssumedSizes() -> [AssumedSize] { session.trace.takeAssumed() }

  /// Takes the layout's log lines since the last time, oldest first, and the number of dropped lines.
  package func takeLog() -> (entries: [LogEntry], droppedCount: Int) {
    session.layout.connection.log.take()
  }

  /// The requested tier.
  package var tier: LayoutTier { session.tier }

  /// Takes the ends of swaps after their commit, since the last time.
  public func takeSwapEnds() -> [SwapEnd] {
    defer { session.swapEnds = [] }
    return session.swapEnds
  }
}
