// SPDX-License-Identifier: Apache-2.0
//
// Where plugins are looked for, in order, and where LayoutHost's own parts are.

import Glibc
import LayoutModel

/// The directories that are searched for plugins, the first one first.
public struct SearchPath: Sendable, Equatable {
  /// A directory, and why it is looked at.
  public struct Directory: Sendable, Equatable {
    /// As given; relative to the current directory when it has no slash in front.
    public var path: String
    /// Of the files in it; ``Trust/bundled`` holds for those alone that came with LayoutHost.
    public var trust: Trust
    /// True when somebody named it, so that its absence is an error and not an empty shelf.
    public var isRequired: Bool

    /// A directory; somebody named it unless `isRequired` is false.
    public init(path: String, trust: Trust = .user, isRequired: Bool = true) {
      self.path = path
      self.trust = trust
      self.isRequired = isRequired
    }
  }

  /// In the order in which they are searched.
  public var directories: [Directory]

  /// A search path of one's own.
  public init(_ directories: [Directory]) { self.directories = directories }

  /// The directory of the path in which a file lies, as a search would find it: the first one; nil when
  /// the file lies elsewhere.
  func directory(ofFileAt path: String) -> Directory? {
    guard let holder = FileSystem.resolved(FileSystem.parent(of: path)) else { return nil }
    return directories.first { FileSystem.resolved($0.path) == holder }
  }

  /// `extra`, then `$LAYOUTHOST_PATH` (separated by colons), `$XDG_DATA_HOME/layouthost/plugins`
  /// (`~/.local/share` by default), the system's directories, and where LayoutHost's own are:
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
//
// Where LayoutHost's own parts are: the worker and the bundled plugins.

/// Finds the programs that belong to this one.
public struct Executables {
  /// `$LAYOUTHOST_LIBEXEC`, the directory of the running program, and `../libexec/layouthost` from
  /// there; without what is not known.
  ///
  /// When LayoutHost is a library of a foreign program, its own directory counts and not the program's; from
  /// there `../../libexec/layouthost` is looked at too, since systems keep libraries one level deeper. Its own
  /// directory counts only when it holds parts of LayoutHost: where a system keeps its libraries there are
  /// thousands of others, and nobody wants to read them all.
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
  /// - Throws: `not-installed`, naming the places that were looked at; `wrong-owner`,
  ///   `writable-by-others` or `altered` when the first one found is not what was installed, or others
  ///   could have changed it.
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
