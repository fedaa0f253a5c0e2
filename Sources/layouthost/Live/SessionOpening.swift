// SPDX-License-Identifier: Apache-2.0
//
// What a session starts from: a source with a layout, or a session that was written down.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutScenarios
import LayoutSources

/// Opens sessions.
struct SessionOpening {
  let options: ShowOptions
  /// The layout; nil when the command line names none.
  let layout: String?
  let maker: LayoutMaker
  /// Where the layout's file is kept, when the session is written down.
  var archive: PluginArchive?

  /// - Returns: The session, and the steps to run first.
  func open(_ name: String) throws -> (session: LiveSession, steps: [JSONValue]) {
    if name.hasSuffix(".scenario") { return try reopen(name) }
    let gallery = try gallery(name)
    return (try session(from: gallery), [])
  }

  /// A source with its first layout.
  func gallery(_ name: String) throws -> Gallery {
    guard let layout else { throw UsageError("--layout (-l) ID is missing") }
    return try Gallery(
      try makeSource(argument: name, query: options.query), layout: layout,
      settings: options.settings, container: options.container, maker: maker,
      tier: options.tier ?? .auto)
  }

  /// A session over the data of a gallery, and with its layout.
  func session(from gallery: Gallery, looks: SessionLooks? = nil) throws(LayoutError) -> LiveSession
  {
    let source = gallery.source
    return try LiveSession(
      capturing: gallery.layout, named: try name(of: layout ?? gallery.layout.id),
      counts: (0..<source.sectionCount).map(source.itemCount), container: options.container,
      tier: options.tier ?? .auto, looks: looks, maker: maker)
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
    if let option = options.saidByScenarios {
      throw UsageError("--\(option.name): a scenario says that itself; change it there")
    }
    var reader = try LineReader(path)
    guard let line = try reader.next(), var scenario = try JSONValue(parsing: line).object else {
      throw LayoutError(
        "bad-value", "\(path): the first line is no scenario, which is a JSON object")
    }
    if let layout { scenario["layout"] = .string(layout) }
    if let tier = options.tier { scenario["tier"] = .string(tier.rawValue) }
    return (try LiveSession(scenario, maker: maker), scenario["steps"]?.array ?? [])
  }
}
