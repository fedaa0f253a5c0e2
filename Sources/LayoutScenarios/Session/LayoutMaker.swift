// SPDX-License-Identifier: Apache-2.0
//
// From the name of a layout, as scenarios and command lines write it, to a live one.

import LayoutHost
import LayoutIsolation
import LayoutLoading
import LayoutModel

/// Makes layouts by id, or by the path of a plugin with `#id` behind it; the id may be left out where
/// the plugin has one layout.
public struct LayoutMaker {
  private let library: PluginLibrary
  /// Gives every layout that it offers, however it is named.
  private var chosen: PluginFile?
  private let tier: LayoutTier?
  private let trustOnce: Bool
  private let isSupervised: Bool
  /// Deadlines and limits of all layouts, and how workers are run.
  package var options: WorkerOptions

  /// - Parameters:
  ///   - library: The plugins that can be named by the id of a layout.
  ///   - tier: Where all layouts run, whatever is asked for; nil leaves it to who asks.
  ///   - trustOnce: Runs plugins that are neither bundled nor trusted in this process as well, where
  ///     the tier is `auto`.
  ///   - hasDeadlines: Ends a worker that takes too long. Without, it may take as long as it needs, so that
  ///     a replay is the same on every machine.
  ///   - isSupervised: Holds layouts to deadlines by kind of call, and starts workers again by itself.
  ///   - crashes: Keeps records of layouts that end in a worker, which the errors then name.
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
      // Without a place for the record the error is still the error.
      options.onCrash = { record in try? crashes.add(record) }
    }
  }

  /// The same, but every layout that `file` offers comes from it, whatever file a name says: for
  /// sessions that are run with a version of one's choice.
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

  /// Returns true when a name is meant as a path: ids have no slash, and none ends in `.so`.
  public static func isPath(_ name: String) -> Bool { name.contains("/") || name.hasSuffix(".so") }

  /// The file that a name stands for, and the id of the layout in it.
  ///
  /// - Throws: `unknown-layout`, or the file's refusal.
  public func find(_ name: String) throws(LayoutError) -> (file: PluginFile, id: String) {
    try checked(try lookUp(name))
  }

  private func checked(
    _ found: (file: PluginFile, id: String)
  ) throws(LayoutError) -> (file: PluginFile, id: String) {
    // Since the library was read it may have had its third strike, in this session or another.
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

  /// The id that a name means, when the chosen file offers it.
  private func chosenID(_ name: String) -> String? {
    let offered = chosen?.note?.layouts ?? []
    if Self.isPath(name), !name.contains("#") { return offered.count == 1 ? offered.first : nil }
    let id = Self.id(in: name)
    return offered.contains(id) ? id : nil
  }

  /// The id behind a path, or the name where there is no path.
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
  /// - Throws: What ``find(_:)`` throws, or what starting the layout gave.
  public func make(_ name: String, tier: LayoutTier) throws(LayoutError) -> CollectionLayout {
    let (file, id) = try find(name)
    return try make(id, of: file, tier: tier)
  }

  /// A live layout of a judged file.
  ///
  /// - Throws: What starting the layout gave.
  public func make(
    _ id: String, of file: PluginFile, tier: LayoutTier
  ) throws(LayoutError) -> CollectionLayout {
    try CollectionLayout.make(id: id, file: file, running: policy(tier))
  }

  /// A request to swap in what a name stands for.
  ///
  /// - Parameter judged: The file that the name stands for, where it was judged a moment ago: nothing is
  ///   read then.
  /// - Throws: What ``find(_:)`` throws.
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

  /// The policy for a layout that a scenario wants in a tier.
  private func policy(_ tier: LayoutTier) -> LayoutPolicy {
    LayoutPolicy(self.tier ?? tier, isTrustedOnce: trustOnce, options: options)
  }
}
