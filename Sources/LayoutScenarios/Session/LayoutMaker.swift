// SPDX-License-Identifier: Apache-2.0
//
// Makes a live layout from its name in scenarios and on command lines.

import LayoutHost
import LayoutIsolation
import LayoutLoading
import LayoutModel

/// Makes layouts by id, or by the path of a plugin followed by `#id`; the id may be omitted if the
/// plugin has one layout.
public struct LayoutMaker {
  private let library: PluginLibrary
  /// The file that provides all of its layouts, for any name.
  private var chosen: PluginFile?
  private let tier: LayoutTier?
  private let trustOnce: Bool
  private let isSupervised: Bool
  /// Deadlines and limits of all layouts, and the settings of workers.
  package var options: WorkerOptions

  /// - Parameters:
  ///   - library: The plugins for layouts that are named by id.
  ///   - tier: The tier of all layouts, regardless of the request; nil lets each request choose.
  ///   - trustOnce: Runs plugins that are neither bundled nor trusted in this process as well, if
  ///     the tier is `auto`.
  ///   - hasDeadlines: Ends a worker that takes too long. False lets it take any time, so that a
  ///     replay is the same on every machine.
  ///   - isSupervised: Applies deadlines by kind of call, and restarts workers automatically.
  ///   - crashes: Stores records of layouts that end in a worker; errors then name them.
  public init(
    library: PluginLibrary, tier: LayoutTier? = nil, trustOnce: Bool = false,
    hasDeadlines: Bool = true, isSupervised: Bool = false, crashes: CrashFiles? = nil
  ) {
    self.library = library
    self.tier = tier
    self.trustOnce = trustOnce
    self.isSupervised = isSupervised
    options = WorkerOptions(deadlines: isSupervised ? Deadlines() : nil)
    options.children = library
    if !hasDeadlines { options.deadline = nil }
    if let crashes {
      // If the record cannot be stored, the original error is still reported.
      options.onCrash = { record in try? crashes.add(record) }
    }
  }

  /// The same, but `file` provides all of its layouts, regardless of the file in a name: for
  /// sessions with a chosen version.
  ///
  /// - Throws: The file's refusal.
  public func choosing(_ path: String) throws(LayoutError) -> LayoutMaker {
    var maker = self
    maker.chosen = try judged(path)
    return maker
  }

  /// The same, but layouts are made of those in `paths` before others that are trusted as much.
  ///
  /// - Throws: The refusal of a file.
  func making(of paths: [String]) throws(LayoutError) -> LayoutMaker {
    var maker = self
    for path in paths.reversed() {
      maker.options.children = (maker.options.children ?? library).preferring(try judged(path))
    }
    return maker
  }

  /// Returns true when a name is a path: ids contain no slash, and none ends in `.so`.
  public static func isPath(_ name: String) -> Bool { name.contains("/") || name.hasSuffix(".so") }

  /// The file of a name, and the id of the layout in it.
  ///
  /// - Throws: `unknown-layout`, or the file's refusal.
  public func find(_ name: String) throws(LayoutError) -> (file: PluginFile, id: String) {
    try checked(try lookUp(name))
  }

  private func checked(
    _ found: (file: PluginFile, id: String)
  ) throws(LayoutError) -> (file: PluginFile, id: String) {
    // The file may have had its third strike since the library was read, in this session or
    // another.
    if isSupervised, let refusal = QuarantineStore().refusal(of: found.file) { throw refusal }
    return found
  }

  private func lookUp(_ name: String) throws(LayoutError) -> (file: PluginFile, id: String) {
    if let chosen, let id = chosenID(name) { return (chosen, id) }
    if let mark = name.lastIndex(of: "#") {
      let file = try judged(String(name[..<mark]))
      let id = String(name[name.index(after: mark)...])
      return (try PluginLibrary([file]).file(forLayout: id), id)
    }
    guard Self.isPath(name) else {
      return (try library.file(forLayout: name), name)
    }
    let file = try judged(name)
    let ids = file.note?.layouts ?? []
    guard let id = ids.first, ids.count == 1 else {
      throw LayoutError(
        .unknownLayout,
        "\(name) offers \(ids.joined(separator: ", ")); say which with # and the id behind the path",
        plugin: file.note?.id)
    }
    return (file, id)
  }

  /// - Throws: `unknown-layout` when the chosen file does not offer the layout.
  func checkOffers(_ name: String) throws(LayoutError) {
    guard let chosen, chosenID(name) == nil else { return }
    let offered = chosen.note?.layouts.joined(separator: ", ") ?? ""
    throw LayoutError(
      .unknownLayout, "\(chosen.path) offers \(offered), and the scenario shows \(name)",
      plugin: chosen.note?.id)
  }

  /// The id in a name, if the chosen file offers it.
  private func chosenID(_ name: String) -> String? {
    let offered = chosen?.note?.layouts ?? []
    if Self.isPath(name), !name.contains("#") { return offered.count == 1 ? offered.first : nil }
    let id = Self.id(in: name)
    return offered.contains(id) ? id : nil
  }

  /// The id after a path, or the name if there is no path.
  private static func id(in name: String) -> String {
    String(name[(name.lastIndex(of: "#").map(name.index(after:)) ?? name.startIndex)...])
  }

  private func judged(_ path: String) throws(LayoutError) -> PluginFile {
    let file = library.file(at: path)
    if let refusal = file.verdict.refusal { throw refusal }
    return file
  }

  /// A live layout.
  ///
  /// - Throws: The errors of ``find(_:)``, or the error of starting the layout.
  public func make(_ name: String, tier: LayoutTier) throws(LayoutError) -> CollectionLayout {
    let (file, id) = try find(name)
    return try make(id, of: file, tier: tier)
  }

  /// A live layout of a judged file.
  ///
  /// - Throws: The error of starting the layout.
  public func make(
    _ id: String, of file: PluginFile, tier: LayoutTier
  ) throws(LayoutError) -> CollectionLayout {
    try CollectionLayout.make(id: id, file: file, running: policy(tier))
  }

  /// A request to swap in the layout of a name.
  ///
  /// - Parameter judged: The judged file of the name; then no file is read.
  /// - Throws: The errors of ``find(_:)``.
  func request(
    _ name: String, of judged: PluginFile? = nil, tier: LayoutTier
  ) throws(LayoutError) -> SwapRequest {
    let (file, id): (PluginFile, String)
    if let judged {
      if let refusal = judged.verdict.refusal { throw refusal }
      (file, id) = try checked((judged, Self.id(in: name)))
    } else {
      (file, id) = try find(name)
    }
    var request = SwapRequest(file: file, layoutID: id)
    request.policy = policy(tier)
    return request
  }

  /// The policy for a layout that a scenario requests in a tier.
  private func policy(_ tier: LayoutTier) -> LayoutPolicy {
    LayoutPolicy(self.tier ?? tier, isTrustedOnce: trustOnce, options: options)
  }
}
