// SPDX-License-Identifier: Apache-2.0
//
// Recording an app's own session.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// Records an app's calls to its collection view, while the app uses the view as usual.
///
/// ```swift
/// let recorder = try ScenarioRecorder(view, layout: "flow")
/// // … the session …
/// print(JSONValue.object(recorder.recording).serialised())
/// ```
///
/// The result is a scenario: the data from the app's answers to the layout's queries, and a step
/// for each call with the app's answers meanwhile. Running it without the app shows the same
/// frames, bit for bit on every machine. For a view that was in use before, the first steps restore
/// its time, its offset and its selection; the earlier state of its layout is unknown.
public final class ScenarioRecorder {
  /// The app's view.
  public let view: CollectionView
  private var header: JSONObject
  /// The steps so far, including those of unfinished calls.
  var steps: [RecordedStep] = []
  /// The unfinished calls, the innermost last.
  var open: [OpenCall] = []
  /// The link to the view while it is recorded.
  private var journal: SessionJournal?
  /// The current data of the scenario.
  var data: ScenarioData
  /// The number of changes of the data so far.
  var revision = 0
  /// The layouts so far.
  var layouts = RecordedLayouts()
  /// The settings in the scenario.
  var settings: JSONObject
  /// The new versions of the layout that prepare, or wait to be shown.
  var preparations: [Preparation] = []
  /// The layout on screen before the running commit of a new version.
  var outgoing: CollectionLayout?
  /// True when the scenario's data may differ from the app's: a batch failed after it had changed
  /// them.
  var isUnsure = false
  /// True while the recorder itself queries the app.
  var isAsking = false
  /// The answers without a running call, for the next step.
  var between = RecordedStep("layoutIfNeeded")

  /// Starts to record, and runs the first frame if there was none.
  ///
  /// - Parameters:
  ///   - view: The view with its layout, its properties and its bindings. Only one recorder at a
  ///     time can observe it.
  ///   - name: The name by which a runner of the scenario finds the layout: its id, or a path with
  ///     `#id`. Later layouts are named by their id if they are bundled, else by their file, unless
  ///     ``call(_:by:)`` sets a name.
  /// - Throws: The error of the first frame or the app's answers; `data-source` if the app has changed the number of its
  ///   items and not told the view.
  /// - Complexity: O(items) if the app does not answer for a whole section at once.
  public init(_ view: CollectionView, layout name: String) throws(LayoutError) {
    self.view = view
    data = ScenarioData([], queries: JSONObject())
    header = JSONObject()
    settings = view.settingsJSON
    try hearFirstFrame()
    let layout = view.collectionViewLayout
    try checkCounts()
    data = try Capture(layout: layout, counts: view.itemCounts).data()
    settings = view.settingsJSON
    let number = layouts.number(of: layout, name: name)
    header =
      Scenario(
        layout: name, tier: .auto, properties: try layouts.changes(of: number),
        host: HostSettings(viewportSize: view.viewportSize), data: data
      ).header
    header["bound"] = .array(layouts.bindings(of: number).map(JSONValue.string))
    if identifying == nil { header["identities"] = false }
    for member in settings.members { header[member.key] = member.value }
    header["selection"] = .string(view.selectionMode.rawValue)
    for member in between.takeStart().members { header[member.key] = member.value }
    bringToTheStart()
    observe(layout)
  }

  /// Begins to receive the calls of the view and the answers to its layout.
  private func observe(_ layout: CollectionLayout) {
    journal = SessionJournal(observer: self)
    view.journal = journal
    listen(to: layout)
  }

  /// Runs the first frame if there was none, and stores the app's answers in it that are not data.
  private func hearFirstFrame() throws(LayoutError) {
    observe(view.collectionViewLayout)
    defer {
      stop()
      hush(view.collectionViewLayout)
      (steps, open) = ([], [])
    }
    do throws(LayoutError) { try view.layoutIfNeeded() } catch {
      between = RecordedStep("layoutIfNeeded")
      throw error
    }
    if let first = steps.last { between = first }
  }

  /// Checks that the data are those on screen: the app would be asked about items that it does not have any more.
  private func checkCounts() throws(LayoutError) {
    let counts = try view.countsNow()
    guard counts != view.itemCounts else { return }
    throw LayoutError(
      .dataSource,
      "the data source has \(Self.extent(of: counts)), and the view shows \(Self.extent(of: view.itemCounts)); "
        + "tell the view by a batch or reloadData() before the recording begins")
  }

  private static func extent(of counts: [Int]) -> String {
    let items = counts.reduce(0, +)
    return
      "\(items) item\(items == 1 ? "" : "s") in \(counts.count) section\(counts.count == 1 ? "" : "s")"
  }

  /// The data source, if it can identify items after a reload.
  var identifying: (any ItemIdentifying)? {
    if let source = view.dataSource as? ScenarioSource, !source.hasIdentities { return nil }
    return view.dataSource as? any ItemIdentifying
  }

  deinit { stop() }

  /// Ends the recording; the steps so far stay. Another recorder that observes the view by now goes on.
  public func stop() {
    if view.journal === journal { view.journal = nil }
    for entry in layouts.entries { hush(entry.layout) }
  }

  /// Sets the name by which a runner of the scenario finds a layout that is not shown yet.
  public func call(_ layout: CollectionLayout, by name: String) {
    _ = layouts.number(of: layout, name: name)
  }

  /// The session so far, as a scenario.
  public var recording: JSONObject {
    var object = header
    object["steps"] = .array(steps.map { .object($0.json) })
    return object
  }

  /// The number of finished steps.
  public var stepCount: Int { steps.count - open.count(where: { $0.step != nil }) }

  // MARK: Layouts

  /// Observes the settings and queries of a layout; `observer` receives the answers instead of the recorder.
  func listen(to layout: CollectionLayout, by observer: (any QueryObserver)? = nil) {
    layout.journal = view.journal
    layout.queries.observer = observer ?? self
  }

  private func hush(_ layout: CollectionLayout) {
    if layout.journal === journal { layout.journal = nil }
    if layout.queries.observer === self { layout.queries.observer = nil }
  }

  // MARK: The beginning

  /// Adds steps from the start of every scenario to the current state of the view.
  private func bringToTheStart() {
    if view.clock > 0 { steps.append(RecordedStep("advance", ["to": .number(view.clock)])) }
    if view.contentOffset != view.contentOffsetEdges.start {
      steps.append(RecordedStep("scroll", ["to": view.contentOffset.json]))
    }
    for section in 0..<view.numberOfSections where view.crossOffset(ofSection: section) != 0 {
      let offset = view.crossOffset(ofSection: section)
      steps.append(RecordedStep("crossScroll", CrossScrollStep.keys(offset, ofSection: section)))
    }
    let selected = view.indexPathsForSelectedItems
    if !selected.isEmpty {
      steps.append(RecordedStep("select", ["paths": .array(selected.map(\.json))]))
    }
  }
}
