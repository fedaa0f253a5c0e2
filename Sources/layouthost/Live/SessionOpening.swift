// SPDX-License-Identifier: Apache-2.0
//
// The start of a session: a source with a layout, or a recorded session.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios
import LayoutSources

/// Opens sessions.
struct SessionOpening {
  let options: ShowOptions
  /// The layout; nil when the command line has none.
  let layout: String?
  let maker: LayoutMaker
  /// The archive for the layout's file, if the session is recorded.
  var archive: PluginArchive?
  /// True when the session is shown to people: its views then show the source.
  var isDrawn = false

  /// - Returns: The session, and the steps to run first.
  func open(_ name: String) throws -> (session: LiveSession, steps: [JSONValue]) {
    if name.hasSuffix(".scenario") { return try reopen(name) }
    let gallery = try gallery(name)
    return (try session(from: gallery, looks: isDrawn ? looks(of: gallery) : nil), [])
  }

  /// Returns a source with its first layout.
  func gallery(_ name: String) throws -> Gallery {
    try gallery(of: try makeSource(argument: name, query: options.query))
  }

  /// Returns a source that was read, with its first layout.
  func gallery(of source: any ItemSource) throws(LayoutError) -> Gallery {
    try Gallery(
      source, layout: layout ?? source.suggestedLayout,
      settings: options.settings, viewportSize: options.viewportSize,
      isRightToLeft: options.isRightToLeft, textScale: options.textScale, maker: maker,
      tier: options.tier ?? .auto)
  }

  /// Returns a session with the data and the layout of a gallery.
  func session(from gallery: Gallery, looks: SessionLooks? = nil) throws(LayoutError) -> LiveSession
  {
    let source = gallery.source
    return try LiveSession(
      capturing: gallery.layout, named: try name(of: layout ?? gallery.layout.id),
      counts: (0..<source.sectionCount).map(source.itemCount), viewportSize: options.viewportSize,
      isRightToLeft: options.isRightToLeft, tier: options.tier ?? .auto, looks: looks, maker: maker)
  }

  /// Returns the looks of the source's items, with sizes for the present layout, because its
  /// columns may change. In a recorded session the sizes stay, because its recording has one set of
  /// them.
  func looks(of gallery: Gallery) throws(LayoutError) -> SessionLooks {
    let (source, room) = (gallery.source, gallery.view.viewportSize)
    let captured = try ItemSizing(of: gallery.layout, room: room, source.presentation)
    let isRecorded = archive != nil
    // Steps may append sections and items, which the source does not have.
    func hasSection(_ section: Int) -> Bool { (0..<source.sectionCount).contains(section) }
    func hasItem(_ path: ItemPath) -> Bool {
      hasSection(path.section) && (0..<source.itemCount(in: path.section)).contains(path.item)
    }
    var looks = SessionLooks(
      item: { hasItem($0) ? try source.content(at: $0) : nil },
      heading: { hasSection($0) ? source.heading(of: $0) : nil },
      appearance: { hasSection($0) ? source.appearance(of: $0) : ViewAppearance() }
    ) { layout in
      guard !isRecorded,
        let sizing = try ItemSizing(of: layout, room: room, source.presentation),
        sizing != captured
      else { return nil }
      return try (0..<source.sectionCount).map { try source.sizes(ofSection: $0, sizing) }
    }
    looks.element = { kind, path in
      kind == "columnHeader" && hasItem(path) ? try source.content(ofKind: kind, at: path) : nil
    }
    return looks
  }

  /// The file of the first layout.
  func running(in session: LiveSession) -> PluginFile {
    let named = layout.flatMap { try? maker.find($0).file }
    if let named, named.hash == session.file.hash { return named }
    return archive?.original(of: session.file) ?? session.file
  }

  /// The name of the layout in the session and its recording.
  private func name(of layout: String) throws(LayoutError) -> String {
    let (file, id) = try maker.find(layout)
    guard let archive else { return layout }
    return try archive.keep(file).map { "\($0)#\(id)" } ?? id
  }

  /// Reopens a recorded session. Layout and tier of the command line are written into the scenario,
  /// so that later versions of the layout and the next recording use them too.
  func reopen(_ path: String) throws -> (session: LiveSession, steps: [JSONValue]) {
    try reopen(try scenario(at: path))
  }

  /// The first line of a file of scenarios.
  func scenario(at path: String) throws -> JSONObject {
    if let option = options.saidByScenarios {
      throw UsageError("--\(option.name): a scenario says that itself; change it there")
    }
    var reader = try LineReader(path)
    let json = try reader.nextJSON()
    let located = json.map { ScenarioPaths.located($0, beside: path, isAbsolute: true) }
    guard let scenario = located?.object else {
      throw LayoutError(
        .badValue, "\(path): the first line is no scenario, which is a JSON object")
    }
    return scenario
  }

  /// Opens a recorded session that was read.
  func reopen(_ written: JSONObject) throws -> (session: LiveSession, steps: [JSONValue]) {
    var scenario = written
    if let layout { scenario["layout"] = .string(layout) }
    if archive != nil, let shown = scenario["layout"]?.string {
      scenario["layout"] = .string(try name(of: shown))
    }
    if let tier = options.tier { scenario["tier"] = .string(tier.rawValue) }
    return (try LiveSession(scenario, maker: maker), scenario["steps"]?.array ?? [])
  }
}

// MARK: - Plugin files kept
//
// The plugin files of a recorded session: a recording refers to exact bytes, and files change.

/// Keeps copies of plugin files beside a recording, each named by its hash, so that the recording
/// runs with the versions of the session, whatever happens to the files.
final class PluginArchive {
  private let directory: String
  /// The files that were kept, as they were found first, by hash.
  private var originals: [String: PluginFile] = [:]

  /// The archive of a recording: a directory beside it, made for the first copy.
  init(of recording: String) {
    let parent = FileSystem.parent(of: recording)
    directory = "\(FileSystem.resolved(parent) ?? parent)/\(FileSystem.name(of: recording)).plugins"
  }

  /// Returns the file of which a file of the session is a copy; nil if it was not kept.
  func original(of file: PluginFile) -> PluginFile? { originals[file.hash] }

  /// Returns the recording with the names of copies relative to its file, with which they can be
  /// moved.
  func movable(_ recording: JSONObject) -> JSONObject {
    ScenarioPaths.relative(recording, in: directory)
  }

  /// Keeps the judged bytes.
  ///
  /// - Returns: The path of the copy, which is the name of the file in the session; nil for a file
  ///   that came with LayoutHost, which every installation has.
  /// - Throws: `changed` when the file has other bytes now, or the error of the copy.
  func keep(_ file: PluginFile) throws(LayoutError) -> String? {
    if file.trust == .bundled { return nil }
    if originals[file.hash] == nil { originals[file.hash] = file }
    let path = "\(directory)/\(file.hash).so"
    if FileSystem.exists(path) { return path }
    // The image is already a copy of the judged bytes.
    let (bytes, _) = try FileSystem.contents(of: try ImageStore().place(file))
    try makeFolder(directory, mode: 0o755)
    try OutputFile.write(bytes, to: path)
    return path
  }
}
