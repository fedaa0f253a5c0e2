// SPDX-License-Identifier: Apache-2.0
//
// The further files that a plugin would load into the process.

import CLayoutSystem
import Glibc
import LayoutModel

/// Finds the libraries that a plugin needs, as the system's loader does, and refuses those that
/// users other than root could have written.
///
/// A library is accepted if the process has loaded it already, or if it is in one of the loader's
/// default directories. `$LD_LIBRARY_PATH` is ignored: ``LibraryPins`` opens the files found here
/// by path, so the loader does not search.
struct LibraryResolver {
  /// The queries of the system; tests replace them.
  struct System {
    /// The loader's default directories.
    var defaults: [String]
    /// The path of the library that is loaded under a name.
    var loaded: (String) -> String?
    /// The path in the loader's own list for a name.
    var listed: (String) -> String?
    /// True when the file exists.
    var exists: (String) -> Bool
    /// Refuses a file that users other than root can change or replace.
    var checkOwner: (String) throws(LayoutError) -> Void
    /// Returns a library's requests to the loader.
    var linking: (String) throws(LayoutError) -> Linking

    /// This process on this machine.
    static var current: System {
      System(
        defaults: LoaderDirectories.defaults, loaded: Self.loadedPath,
        listed: { LoaderCache.read()?.path(of: $0) },
        exists: FileSystem.exists,
        checkOwner: { (path) throws(LayoutError) in try Ownership.checkSystem(path) },
        linking: { (path) throws(LayoutError) in
          let (bytes, _) = try FileSystem.contents(of: path)
          return try DynamicTable(ELFFile(bytes)).linking()
        })
    }
  }

  private let system: System
  private var found: [NeededLibrary] = []
  /// The chain of libraries whose dependencies are being searched, from the plugin on.
  private var chain: [String] = []
  /// More libraries than any plugin needs.
  private static let limit = 256

  private init(_ system: System) { self.system = system }

  /// The libraries that a file needs, each after its own dependencies.
  ///
  /// - Throws: `run-path`, `needed-path`, `missing-library` or `unsafe-library`, naming the library.
  /// - Complexity: A query of the loader for each library; libraries that are not loaded yet are
  ///   read.
  static func libraries(
    for linking: Linking, on system: System = .current
  ) throws(LayoutError) -> [NeededLibrary] {
    var resolver = LibraryResolver(system)
    if !linking.needed.isEmpty { try resolver.checkRunPath(linking.runPath) }
    for name in linking.needed { try resolver.add(name) }
    return resolver.found
  }

  /// A run path may name a default directory. `$ORIGIN` alone is the directory of the loaded copy,
  /// which contains images of plugins and no libraries.
  private func checkRunPath(_ path: [String]) throws(LayoutError) {
    let harmless = system.defaults + ["$ORIGIN", "${ORIGIN}"]
    guard let directory = path.first(where: { !harmless.contains($0) }) else { return }
    throw LayoutError(
      .runPath,
      "has libraries searched in \"\(directory)\" (a run path); link it without one "
        + "(swift build --disable-local-rpath, or no -rpath)")
  }

  private mutating func add(_ name: String) throws(LayoutError) {
    guard !found.contains(where: { $0.name == name }) else { return }
    try checkName(name)
    if let path = system.loaded(name) {
      guard !ImageStore.isImage(path) else {
        throw unsafe(name, "is the name of another plugin; rename that one (-soname)")
      }
      found.append(NeededLibrary(name: name, path: Self.canonical(path)))
      return
    }
    guard !chain.contains(name), found.count + chain.count < Self.limit else {
      throw unsafe(name, "needs itself, or needs more than \(Self.limit) libraries")
    }
    let path = try find(name)
    chain.append(name)
    let linking = try linking(of: name, at: path)
    for needed in linking.needed { try add(needed) }
    chain.removeLast()
    found.append(NeededLibrary(name: name, path: path))
  }

  private func checkName(_ name: String) throws(LayoutError) {
    let isPlain = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
    guard isPlain, !name.isEmpty, !name.contains(where: { $0 == "/" || $0 == "$" }) else {
      throw LayoutError(
        .neededPath,
        "\(needs)a library by the path \"\(name)\", not by a name; give the library a -soname without "
          + "a slash and link again")
    }
  }

  private func find(_ name: String) throws(LayoutError) -> String {
    let listed = system.listed(name)
    let candidates = (listed.map { [$0] } ?? []) + system.defaults.map { "\($0)/\(name)" }
    guard let path = candidates.first(where: system.exists) else {
      throw LayoutError(
        .missingLibrary,
        "\(needs)\(name), which is in none of the loader's default directories "
          + "(\(system.defaults.joined(separator: ", "))); a plugin is one file: install the "
          + "library for the whole system, or link it into the plugin")
    }
    let real = Self.canonical(path)
    let directory = FileSystem.parent(of: real)
    guard system.defaults.contains(where: { (FileSystem.resolved($0) ?? $0) == directory }) else {
      throw unsafe(
        name,
        "would be \(path), which is in none of the loader's default directories "
          + "(\(system.defaults.joined(separator: ", "))); install it there, or link it into the plugin"
      )
    }
    do throws(LayoutError) { try system.checkOwner(path) } catch {
      throw unsafe(name, "would be \(path), which is not root's alone: \(error.message)")
    }
    return real
  }

  private func linking(of name: String, at path: String) throws(LayoutError) -> Linking {
    let linking: Linking
    do throws(LayoutError) { linking = try system.linking(path) } catch {
      throw unsafe(name, "is \(path), which \(error.message)")
    }
    guard linking.name == name else {
      throw unsafe(
        name,
        "is \(path), which calls itself \(linking.name ?? "nothing"); link with the library's own name"
      )
    }
    return linking
  }

  private func unsafe(_ name: String, _ what: String) -> LayoutError {
    LayoutError(.unsafeLibrary, "\(needs)\(name), which \(what)")
  }

  /// The chain of libraries that needs the current one.
  private var needs: String {
    "needs " + chain.map { "\($0), which needs " }.joined()
  }

  /// The path with the links of its directory resolved: links between libraries stay.
  private static func canonical(_ path: String) -> String {
    guard path.hasPrefix("/"), let directory = FileSystem.resolved(FileSystem.parent(of: path))
    else {
      return path
    }
    return "\(directory)/\(FileSystem.name(of: path))"
  }
}

extension LibraryResolver.System {
  /// By the loader's own rule.
  private static func loadedPath(_ name: String) -> String? {
    guard let handle = layout_sys_loaded_library(name) else { return nil }
    defer { dlclose(handle) }
    return String(cString: layout_sys_library_path(handle))
  }
}

/// A library that a plugin needs, directly or indirectly, and the place of its file.
public struct NeededLibrary: Equatable, Sendable {
  /// The name by which it is needed, such as `libm.so.6`.
  public let name: String
  /// The file that the plugin gets: one that this process has loaded already, else one in the
  /// loader's default directories.
  public let path: String

  /// A library at a place.
  public init(name: String, path: String) { (self.name, self.path) = (name, path) }
}

/// The names in a dynamic segment that refer to other files.
struct Linking: Equatable, Sendable {
  /// The libraries that the file needs (DT_NEEDED), in its order.
  var needed: [String] = []
  /// The directories to search first (DT_RUNPATH, DT_RPATH).
  var runPath: [String] = []
  /// The name for other files (DT_SONAME); nil when it has none.
  var name: String?
}

// MARK: - Pins

/// Opening the libraries that a plugin needs.
///
/// The loader uses a loaded library of the needed name before it searches. So each library is
/// opened by its path first: no run path and no environment variable can replace it.
struct LibraryPins: ~Copyable {
  private var handles: [UnsafeMutableRawPointer] = []

  /// Opens the libraries that are not loaded yet, in the order of ``LibraryResolver``: each library
  /// after its dependencies.
  ///
  /// - Throws: `load-failed` naming the library, with the dynamic loader's message.
  init(_ libraries: [NeededLibrary]) throws(LayoutError) {
    for library in libraries {
      if let handle = layout_sys_loaded_library(library.name) {
        handles.append(handle)
        guard !ImageStore.isImage(String(cString: layout_sys_library_path(handle))) else {
          throw Self.taken(library)
        }
        continue
      }
      guard let handle = dlopen(library.path, RTLD_NOW | RTLD_LOCAL) else {
        let words = dlerror().map { String(cString: $0) } ?? "no reason given"
        throw LayoutError(.loadFailed, "needs \(library.name), which cannot be loaded: \(words)")
      }
      handles.append(handle)
      // The loader returns the handle of the first library with the name.
      guard let named = layout_sys_loaded_library(library.name) else { throw Self.taken(library) }
      handles.append(named)
      guard named == handle else { throw Self.taken(library) }
    }
  }

  private static func taken(_ library: NeededLibrary) -> LayoutError {
    LayoutError(
      .loadFailed,
      "needs \(library.name), and under this name another library than \(library.path) is loaded; "
        + "rename that one (-soname)")
  }

  deinit { for handle in handles.reversed() { dlclose(handle) } }
}
