// SPDX-License-Identifier: Apache-2.0
//
// What a session starts from: a source with a layout, or a session that was written down.

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
  /// The layout; nil when the command line names none.
  let layout: String?
  let maker: LayoutMaker
  /// The archive of the layout's file, when the session is written down.
  var archive: PluginArchive?
  /// True when people look at the session: its views then show the source.
  var isDrawn = false

  /// - Returns: The session, and the steps to run first.
  func open(_ name: String) throws -> (session: LiveSession, steps: [JSONValue]) {
    if name.hasSuffix(".scenario") { return try reopen(name) }
    let gallery = try gallery(name)
    return (try session(from: gallery, looks: isDrawn ? looks(of: gallery) : nil), [])
  }

  /// A source with its first layout.
  func gallery(_ name: String) throws -> Gallery {
    try gallery(of: try makeSource(argument: name, query: options.query))
  }

  /// A source that was read, with its first layout.
  func gallery(of source: any ItemSource) throws(LayoutError) -> Gallery {
    try Gallery(
      source, layout: layout ?? source.suggestedLayout,
      settings: options.settings, viewportSize: options.viewportSize,
      isRightToLeft: options.isRightToLeft, textScale: options.textScale, maker: maker,
      tier: options.tier ?? .auto)
  }

  /// A session over the data of a gallery, and with its layout.
  func session(from gallery: Gallery, looks: SessionLooks? = nil) throws(LayoutError) -> LiveSession
  {
    let source = gallery.source
    return try LiveSession(
      capturing: gallery.layout, named: try name(of: layout ?? gallery.layout.id),
      counts: (0..<source.sectionCount).map(source.itemCount), viewportSize: options.viewportSize,
      isRightToLeft: options.isRightToLeft, tier: options.tier ?? .auto, looks: looks, maker: maker)
  }

  /// Returns the looks of the source's items, as large as under the layout of the moment: its
  /// columns may change. In a session that is written down the sizes stay, since its
  /// recording has one set of them.
  func looks(of gallery: Gallery) throws(LayoutError) -> SessionLooks {
    let (source, room) = (gallery.source, gallery.view.viewportSize)
    let captured = try ItemSizing(of: gallery.layout, room: room, source.presentation)
    let isRecorded = archive != nil
    var looks = SessionLooks(
      item: source.content, heading: source.heading, appearance: source.appearance
    ) { layout in
      guard !isRecorded,
        let sizing = try ItemSizing(of: layout, room: room, source.presentation),
        sizing != captured
      else { return nil }
      return try (0..<source.sectionCount).map { try source.sizes(ofSection: $0, sizing) }
    }
    looks.element = { kind, path in
      kind == "columnHeader" ? try source.content(ofKind: kind, at: path) : nil
    }
    return looks
  }

  /// The file whose layout runs first.
  func running(in session: LiveSession) -> PluginFile {
    let named = layout.flatMap { try? maker.find($0).file }
    return named?.hash == session.file.hash ? named ?? session.file : session.file
  }

  /// The name by which the session and its recording find the layout.
  private func name(of layout: String) throws(LayoutError) -> String {
    let (file, id) = try maker.find(layout)
    return try archive?.keep(file).map { "\($0)#\(id)" } ?? layout
  }

  /// A session that was written down. Layout and tier of the command line go into the scenario, so that
  /// later versions of the layout and the next recording go by them too.
  func reopen(_ path: String) throws -> (session: LiveSession, steps: [JSONValue]) {
    try reopen(try scenario(at: path))
  }

  /// The first line of a file of scenarios.
  func scenario(at path: String) throws -> JSONObject {
    if let option = options.saidByScenarios {
      throw UsageError("--\(option.name): a scenario says that itself; change it there")
    }
    var reader = try LineReader(path)
    guard let line = try reader.next(), let scenario = try JSONValue(parsing: line).object else {
      throw LayoutError(
        .badValue, "\(path): the first line is no scenario, which is a JSON object")
    }
    return scenario
  }

  /// A session that was written down, and was read.
  func reopen(_ written: JSONObject) throws -> (session: LiveSession, steps: [JSONValue]) {
    var scenario = written
    if let layout { scenario["layout"] = .string(layout) }
    if let tier = options.tier { scenario["tier"] = .string(tier.rawValue) }
    return (try LiveSession(scenario, maker: maker), scenario["steps"]?.array ?? [])
  }
}

// MARK: - Plugin files kept
//
// The plugin files of a session that is written down: a recording is about bytes, and files change.

/// Keeps copies of plugin files beside a recording, each named by its hash, so that the recording runs
/// with the versions that the session ran, whatever became of the files.
struct PluginArchive {
  private let directory: String

  /// The archive of a recording: a directory beside it, made when there is something to keep.
  init(of recording: String) {
    let parent = FileSystem.parent(of: recording)
    directory = "\(FileSystem.resolved(parent) ?? parent)/\(FileSystem.name(of: recording)).plugins"
  }

  /// Keeps the bytes that were judged.
  ///
  /// - Returns: The path of the copy, by which the recording names the layouts in it; nil for a file
  ///   that came with LayoutHost, which is there wherever the recording is run.
  /// - Throws: `changed` when the file has other bytes by now, or why the copy cannot be written.
  func keep(_ file: PluginFile) throws(LayoutError) -> String? {
    if file.trust == .bundled { return nil }
    let path = "\(directory)/\(file.hash).so"
    if FileSystem.exists(path) { return path }
    // The image is a copy already, and its bytes are the ones that were judged.
    let (bytes, _) = try FileSystem.contents(of: try ImageStore().place(file))
    try makeFolder(directory, mode: 0o755)
    try OutputFile.write(bytes, to: path)
    return path
  }
}
