// SPDX-License-Identifier: Apache-2.0
//
// The search path of plugins, and the directories of LayoutHost's own parts.

import Glibc
import LayoutModel

/// The directories that are searched for plugins, the first one first.
public struct SearchPath: Sendable, Equatable {
  /// A directory, and the reason to search it.
  public struct Directory: Sendable, Equatable {
    /// The path as given; relative to the current directory without a leading slash.
    public var path: String
    /// The trust of files in it; ``Trust/bundled`` only applies to those that came with LayoutHost.
    public var trust: Trust
    /// True when the caller named it, so that its absence is an error.
    public var isRequired: Bool

    /// A directory; `isRequired` is true for one that the caller named.
    public init(path: String, trust: Trust = .user, isRequired: Bool = true) {
      self.path = path
      self.trust = trust
      self.isRequired = isRequired
    }
  }

  /// The directories in the order of the search.
  public var directories: [Directory]

  /// A custom search path.
  public init(_ directories: [Directory]) { self.directories = directories }

  /// The directory of the path that contains a file: the first one, as in a search; nil when the
  /// file is elsewhere.
  func directory(ofFileAt path: String) -> Directory? {
    guard let holder = FileSystem.resolved(FileSystem.parent(of: path)) else { return nil }
    return directories.first { FileSystem.resolved($0.path) == holder }
  }

  /// `extra`, then `$LAYOUTHOST_PATH` (separated by colons), `$XDG_DATA_HOME/layouthost/plugins`
  /// (`~/.local/share` by default), the system's directories, and LayoutHost's own directories:
  /// ``Executables/directories(_:)``.
  public static func standard(
    extra: [String] = [], environment: Environment = .process
  ) -> SearchPath {
    let named =
      extra + (environment["LAYOUTHOST_PATH"] ?? "").split(separator: ":").map(String.init)
    let own = environment.directory("XDG_DATA_HOME", orHome: ".local/share").map {
      [Directory(path: $0 + "/layouthost/plugins", isRequired: false)]
    }
    let system = ["/usr/local/lib/layouthost/plugins", "/usr/lib/layouthost/plugins"]
    return SearchPath(
      named.map { Directory(path: $0) } + (own ?? [])
        + system.map { Directory(path: $0, trust: .system, isRequired: false) }
        + Executables.directories(environment).map {
          Directory(path: $0, trust: .bundled, isRequired: false)
        })
  }
}

// MARK: - LayoutHost's own parts

/// Finds LayoutHost's own programs.
public struct Executables {
  /// `$LAYOUTHOST_LIBEXEC`, the directory of the running program, and `../libexec/layouthost` from
  /// there; without unknown ones.
  ///
  /// If LayoutHost is a library of a foreign program, the library's directory is used instead of
  /// the program's; also `../../libexec/layouthost` from there, because systems put libraries one
  /// level deeper. The library's directory is used only if it contains parts of LayoutHost, because
  /// a system directory contains thousands of other libraries.
  public static func directories(_ environment: Environment = .process) -> [String] {
    let beside = environment.executable.map(FileSystem.parent(of:))
    let above = beside.map(FileSystem.parent(of:))
    let own = beside.flatMap { environment.isLibrary && !holdsParts($0) ? nil : $0 }
    return [
      environment["LAYOUTHOST_LIBEXEC"], own, above.map { $0 + "/libexec/layouthost" },
      environment.isLibrary
        ? above.map { FileSystem.parent(of: $0) + "/libexec/layouthost" } : nil,
    ].compactMap { $0 }
  }

  /// Returns true when the worker or a bundled plugin is in a directory.
  private static func holdsParts(_ directory: String) -> Bool {
    (["layout-worker"] + BundledFiles.plugins.keys).contains {
      FileSystem.exists("\(directory)/\($0)")
    }
  }

  /// The path of the program called `name`, such as `layout-worker`.
  ///
  /// - Throws: `not-installed`, naming the searched places; `wrong-owner`, `writable-by-others` or
  ///   `altered` when the first one found differs from the installed file, or when others could
  ///   have changed it.
  public static func find(
    _ name: String, environment: Environment = .process
  ) throws(LayoutError) -> String {
    let candidates = directories(environment).map { "\($0)/\(name)" }
    for path in candidates {
      if let status = FileSystem.status(of: path), status.st_mode & S_IFMT == S_IFREG,
        access(path, X_OK) == 0
      {
        let bundle = BundledFiles(
          in: FileSystem.parent(of: path), program: environment.executable)
        try bundle.check(program: path)
        return path
      }
    }
    throw LayoutError(
      .notInstalled,
      "\(name) is neither at $LAYOUTHOST_LIBEXEC"
        + (environment["LAYOUTHOST_LIBEXEC"] == nil ? " (not set)" : "")
        + ", nor beside this \(environment.isLibrary ? "library" : "program"), nor in "
        + "../libexec/layouthost; looked at \(candidates.joined(separator: ", ")); install LayoutHost, "
        + "or add the product \(name) to the app's package")
  }
}
