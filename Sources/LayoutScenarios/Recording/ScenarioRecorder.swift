// SPDX-License-Identifier: Apache-2.0
//
// An app's own session, written down as it happens.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Writes down what an app does with its collection view, while the app goes on using the view as ever.
///
/// ```swift
/// let recorder = try ScenarioRecorder(view, layout: "flow")
/// // … the session …
/// print(JSONValue.object(recorder.recording).serialised())
/// ```
///
/// The result is a scenario: the data as the app answers the layout's queries, a step for each
/// call, and with it what the app was asked meanwhile and what it said. Running it without the app shows
/// the same frames, bit for bit on every machine. A view that was in use before is brought to
/// its time, its place and its selection by the first steps; what its layout remembers is not known.
public final class ScenarioRecorder {
  /// The app's view.
  public let view: CollectionView
  private var header: JSONObject
  /// The steps so far; those whose calls are not over among them.
  var steps: [RecordedStep] = []
  /// The steps of the calls that are not over, the innermost last; nil for a call that is no step.
  var open: [Int?] = []
  /// The data as the scenario has it by now.
  var data: ScenarioData
  /// The layouts so far.
  var layouts = RecordedLayouts()
  /// The settings that the scenario knows of.
  var settings: JSONObject
  /// The places at which new versions of the layout began to prepare.
  var preparations: [(swapper: any ObservedSwap, place: Int)] = []
  /// The scenario's data may be others than the app's: a batch failed after it had changed them.
  var isUnsure = false
  /// The recorder itself asks the app.
  var isAsking = false
  /// The answers while no call was under way, for the next step.
  var between = RecordedStep("layoutIfNeeded")

  /// Begins to write down, and runs the first frame when there was none.
  ///
  /// - Parameters:
  ///   - view: With its layout, its properties set and its queries bound. One recorder at a time can
  ///     listen to it.
  ///   - name: By which whoever runs the scenario finds the layout: its id, or a path with `#id`. Layouts
  ///     that come later are named by their id where they came with LayoutHost, by their file otherwise,
  ///     unless ``call(_:by:)`` says how.
  /// - Throws: What the first frame or the app's answers gave.
  /// - Complexity: O(items) where the app does not answer for a whole section at once.
  public init(_ view: CollectionView, layout name: String) throws(LayoutError) {
    self.view = view
    data = ScenarioData([], queries: JSONObject())
    header = JSONObject()
    settings = view.settingsJSON
    try hearFirstFrame()
    let layout = view.collectionViewLayout
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
    view.journal = SessionJournal(observer: self)
    listen(to: layout)
  }

  /// Runs the first frame when there was none, and keeps what the app answers in it that is no data.
  private func hearFirstFrame() throws(LayoutError) {
    view.journal = SessionJournal(observer: self)
    listen(to: view.collectionViewLayout)
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

  /// The data source, where it knows items again after all was read anew.
  var identifying: (any ItemIdentifying)? {
    if let source = view.dataSource as? ScenarioSource, !source.hasIdentities { return nil }
    return view.dataSource as? any ItemIdentifying
  }

  deinit { stop() }

  /// Ends the recording; what was written stays.
  public func stop() {
    view.journal = nil
    for entry in layouts.entries { hush(entry.layout) }
  }

  /// Says by which name whoever runs the scenario finds a layout that is yet to be shown.
  public func call(_ layout: CollectionLayout, by name: String) {
    _ = layouts.number(of: layout, name: name)
  }

  /// The session so far, as a scenario.
  public var recording: JSONObject {
    var object = header
    object["steps"] = .array(steps.map { .object($0.json) })
    return object
  }

  /// The steps so far that are over.
  public var stepCount: Int { steps.count - open.count(where: { $0 != nil }) }

  // MARK: Layouts

  /// Hears what a layout is given and what it asks.
  func listen(to layout: CollectionLayout) {
    layout.journal = view.journal
    layout.queries.observer = self
  }

  private func hush(_ layout: CollectionLayout) {
    layout.journal = nil
    layout.queries.observer = nil
  }

  // MARK: The beginning

  /// Steps from the start of every scenario to what the view shows.
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
