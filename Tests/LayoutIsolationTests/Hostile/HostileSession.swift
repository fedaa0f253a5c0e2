// SPDX-License-Identifier: Apache-2.0
//
// A session into which a hostile plugin is loaded: its state before, and after.

import Glibc
import LayoutHost
import LayoutIsolation
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

/// A user's session: data, a selection, a layout on screen.
final class HostileSession {
  private let view: CollectionView
  private let shelf = Shelf()

  /// 200 and 100 items.
  final class Shelf: CollectionViewDataSource {
    let counts = [200, 100]

    func numberOfSections(in collectionView: CollectionView) throws -> Int { counts.count }

    func collectionView(
      _ collectionView: CollectionView, numberOfItemsInSection section: Int
    ) throws -> Int { counts[section] }

    func collectionView(
      _ collectionView: CollectionView, cellForItemAt path: ItemPath
    ) throws -> Cell {
      try collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
  }

  init() throws {
    let flow = try Self.flow()
    view = CollectionView(viewportSize: Size(width: 320, height: 480), layout: flow)
    view.dataSource = shelf
    view.animation.isEnabled = false
    view.selectionMode = .multiple
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    try view.layoutIfNeeded()
    for path in [ItemPath(0, 5), ItemPath(1, 2)] { try view.selectItem(at: path) }
  }

  private static func flow() throws -> CollectionLayout {
    let file = PluginFile(judging: try bundledPlugin("FlowPlugin"), trust: .bundled)
    return try .make(id: "flow", file: file)
  }

  /// The visible state of the session.
  private var sight: [LayoutAttributes] { view.visibleElements.map(\.attributes) }

  /// Loads the plugin, shows a frame, and scrolls, at which it does its deed. Expects that the
  /// session continues after any result.
  func meet(_ deed: Deed, in tier: LayoutTier) throws -> Ending {
    var options = WorkerOptions(deadlines: nil)
    options.memoryLimit = 256 << 20
    options.farewell = 0.1
    let expected = tier == .sandboxed ? deed.sandboxed : deed.inWorker
    options.deadline = expected == .hung ? 0.3 : 60
    let file = PluginFile(judging: try deed.path())
    var before = sight
    var ending: Ending?
    do throws(LayoutError) {
      let layout = try CollectionLayout.make(
        id: "hostile", file: file, running: LayoutPolicy(tier, options: options))
      let log = layout.connection.log
      try view.setLayout(layout)
      before = sight
      try view.setContentOffset(Point(x: 0, y: 300))
      ending = Self.word(in: log)
      #expect(sight != before, "it continues to scroll")
    } catch {
      ending = Self.ending(error)
      #expect(error.plugin == "test.hostile", "\(error)")
      #expect(sight == before, "the last good frame stays")
    }
    try resume()
    return try #require(ending)
  }

  /// Expects unchanged data and selection, and that the next layout works.
  private func resume() throws {
    let selected = [ItemPath(0, 5), ItemPath(1, 2)]
    #expect(view.indexPathsForSelectedItems == selected)
    #expect((0..<2).map { view.numberOfItems(inSection: $0) } == shelf.counts)
    try view.setLayout(try Self.flow())
    try view.setContentOffset(Point(x: 0, y: 40))
    #expect(sight.count > 10)
    #expect(view.indexPathsForSelectedItems == selected)
  }

  /// The deed's own report.
  private static func word(in log: LayoutLog) -> Ending {
    switch log.take().entries.last?.message {
    case "done": .done
    case "denied": .denied
    default: .harmless
    }
  }

  /// Returns the end of a step of a session, by its error.
  static func ending(_ error: JSONObject?) -> Ending {
    guard let error else { return .harmless }
    return ending(
      LayoutError(
        LayoutError.Code(rawValue: error["code"]?.string ?? ""), error["message"]?.string ?? ""))
  }

  private static func ending(_ error: LayoutError) -> Ending {
    func word(after mark: String, until end: Character) -> String? {
      guard let range = error.message.firstRange(of: mark) else { return nil }
      return String(error.message[range.upperBound...].prefix { $0 != end })
    }
    switch error.code {
    case "worker-died":
      if let code = word(after: "exited with code ", until: ";") { return .died("code \(code)") }
      return .died(word(after: "was ended by ", until: " ") ?? error.message)
    case "worker-hung": return .hung
    case .breach: return .refused(word(after: "rule: ", until: ")") ?? error.message)
    default: return .failed(error.code.rawValue)
    }
  }
}
