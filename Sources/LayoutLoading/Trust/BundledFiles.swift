// SPDX-License-Identifier: Apache-2.0
//
// The files that came with LayoutHost, recognised by more than their place.

import LayoutModel

/// LayoutHost's own files in one directory.
///
/// An installation has a list of them with their hashes, `bundled.sha256`, in the format of
/// sha256sum; `Tools/list-bundled` writes it after the last step that changes a file. Without a
/// list, as in a build directory, a plugin counts by its file name and id, and only if other users
/// cannot write the running program or the plugin.
struct BundledFiles {
  /// The name of the list.
  static let listName = "bundled.sha256"

  /// The plugins that are built with LayoutHost: ids by file name.
  static let plugins = [
    "libCarouselPlugin.so": "org.layouthost.carousel",
    "libCompositionalPlugin.so": "org.layouthost.compositional",
    "libCoverflowPlugin.so": "org.layouthost.coverflow",
    "libFlowPlugin.so": "org.layouthost.flow",
    "libGalleryPlugin.so": "org.layouthost.gallery",
    "libMosaicPlugin.so": "org.layouthost.mosaic",
    "libPendulumPlugin.so": "org.layouthost.pendulum",
    "libSectionsPlugin.so": "org.layouthost.sections",
    "libSpringPlugin.so": "org.layouthost.spring",
    "libTablePlugin.so": "org.layouthost.table",
    "libWaterfallPlugin.so": "org.layouthost.waterfall",
  ]

  /// Hashes by file name, or the error of the list; nil when there is none.
  private let list: Result<[String: String], LayoutError>?
  /// The error of the running program, if any.
  private let programFault: LayoutError?

  /// Reads the list of a directory.
  ///
  /// - Parameter program: The path of the running program; nil when it is unknown.
  init(in directory: String, program: String? = Environment.process.executable) {
    let path = "\(directory)/\(Self.listName)"
    list =
      FileSystem.exists(path)
      ? Result { () throws(LayoutError) in try Self.readList(path) } : nil
    // A program that runs may have been replaced by a newer one.
    let program = program.flatMap { FileSystem.exists($0) ? $0 : nil }
    programFault = list == nil ? program.flatMap(Self.fault) : nil
  }

  /// The reason why a sound plugin does not count as bundled; nil when it does. The owner is
  /// checked elsewhere.
  func objection(to name: String, hash: String, id: String?) -> String? {
    switch list {
    case .success(let hashes)?:
      guard hashes[name] != hash else { return nil }
      return hashes[name] == nil
        ? "not bundled: it is not on the installation's list (\(Self.listName))"
        : "not bundled: it differs from the installation's list (\(Self.listName)); install it again"
    case .failure(let error)?: return "not bundled: \(error.message)"
    case nil:
      if let programFault { return "not bundled: \(programFault.message)" }
      return Self.plugins[name] == id ? nil : "not bundled: it did not come with LayoutHost"
    }
  }

  /// Refuses a LayoutHost program that other users could have changed.
  ///
  /// - Throws: `wrong-owner` or `writable-by-others`, naming the file or directory; `altered` for a
  ///   file that differs from the installation's list; the error of the list.
  /// - Complexity: Reads the file if there is a list and the file changed since the last time.
  func check(program path: String) throws(LayoutError) {
    if let fault = programFault ?? Self.fault(of: path) { throw fault }
    guard let hashes = try list?.get() else { return }
    guard hashes[FileSystem.name(of: path)] == (try KnownHashes.hash(of: path)) else {
      throw LayoutError(
        .altered,
        "\(path): differs from the list of installed files (\(Self.listName) beside it); "
          + "install LayoutHost again")
    }
  }

  /// Returns the reason why others can change a file, or why that cannot be seen; nil when they cannot.
  private static func fault(of path: String) -> LayoutError? {
    do throws(LayoutError) {
      guard let status = FileSystem.status(of: path) else {
        return LayoutError(.unreadable, "\(path): cannot be seen: \(FileSystem.reason())")
      }
      try Ownership.check(status, at: path)
      return nil
    } catch {
      return withRemedy(error)
    }
  }

  /// The error with the remedy for the build directory of another user.
  static func withRemedy(_ error: LayoutError) -> LayoutError {
    guard error.code == .wrongOwner else { return error }
    var error = error
    error.message += "; for all users: make install"
    return error
  }

  private static func readList(_ path: String) throws(LayoutError) -> [String: String] {
    let (bytes, status) = try FileSystem.contents(of: path)
    try Ownership.check(status, at: path)
    do throws(LayoutError) { return try parse(bytes) } catch {
      throw LayoutError(error.code, "\(path): \(error.message)")
    }
  }

  /// Reads lines of sha256sum: a hash, a space, a space or an asterisk, and a name.
  ///
  /// - Throws: `bad-bundle-list` naming the line. An incomplete list is not used.
  static func parse(_ bytes: [UInt8]) throws(LayoutError) -> [String: String] {
    var hashes: [String: String] = [:]
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      let hash = String(decoding: line.prefix(64), as: UTF8.self)
      let rest = line.dropFirst(64)
      guard TrustList.isHash(hash), rest.count > 2, rest.first == UInt8(ascii: " "),
        let name = String(validating: rest.dropFirst(2), as: UTF8.self), hashes[name] == nil
      else {
        throw LayoutError(
          .badBundleList, "line \(index + 1) is not one of sha256sum; install LayoutHost again")
      }
      hashes[name] = hash
    }
    return hashes
  }
}
