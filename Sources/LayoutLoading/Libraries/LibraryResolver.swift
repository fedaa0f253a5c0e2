// SPDX-License-Identifier: Apache-2.0
//
// Which files a plugin would bring into the process besides its own.

import CLayoutSystem
import Glibc
import LayoutModel

/// Finds the libraries that a plugin needs, as the system's loader does, and refuses those that others
/// than root could have put there.
///
/// A library counts when the process has it already, or when it lies in one of the loader's default
/// directories. `$LD_LIBRARY_PATH` is not looked at: ``LibraryPins`` opens what was found here by its
/// path, so that the loader has no reason to search.
struct LibraryResolver {
  /// The questions that are asked of the system; tests give answers of their own.
  struct System {
    /// The loader's default directories.
    var defaults: [String]
    /// The path of the library that is loaded under a name.
    var loaded: (String) -> String?
    /// The path that the loader's own list has for a name.
    var listed: (String) -> String?
    /// True when there is a file.
    var exists: (String) -> Bool
    /// Refuses a file that others than root can change or replace.
    var checkOwner: (String) throws(LayoutError) -> Void
    /// Returns a library's requests to the loader.
    var linking: (String) throws(LayoutError) -> Linking

    /// This process and the machine that it runs on.
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
  /// The libraries whose own needs are looked for, from the plugin's on.
  private var chain: [String] = []
  /// More libraries than any plugin needs.
  private static let limit = 256

  private init(_ system: System) { self.system = system }

  /// The libraries that a file needs, each behind those that it needs itself.
  ///
  /// - Throws: `run-path`, `needed-path`, `missing-library` or `unsafe-library`, naming the library.
  /// - Complexity: A question to the loader for each library; those that are not loaded yet are read.
  static func libraries(
    for linking: Linking, on system: System = .current
  ) throws(LayoutError) -> [NeededLibrary] {
    var resolver = LibraryResolver(system)
    if !linking.needed.isEmpty { try resolver.checkRunPath(linking.runPath) }
    for name in linking.needed { try resolver.add(name) }
    return resolver.found
  }

  /// A run path may name what is searched anyway. `$ORIGIN` alone is the directory of the copy that is
  /// loaded, in which there are images of plugins and no libraries.
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

  /// The chain of libraries that needs the one at hand.
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

/// A library that a plugin needs, itself or by way of another one, and where it was found.
public struct NeededLibrary: Equatable, Sendable {
  /// The name by which it is needed, such as `libm.so.6`.
  public let name: String
  /// The file that the plugin gets for it: of one that this process has loaded already, else in one of
  /// the loader's default directories.
  public let path: String

  /// A library at a place.
  public init(name: String, path: String) { (self.name, self.path) = (name, path) }
}

/// The names in a dynamic segment that lead to other files.
struct Linking: Equatable, Sendable {
  /// The libraries that the file needs (DT_NEEDED), in its order.
  var needed: [String] = []
  /// The directories in which it wants them searched first (DT_RUNPATH, DT_RPATH).
  var runPath: [String] = []
  /// The name by which others need it (DT_SONAME); nil when it has none.
  var name: String?
}

// MARK: - Pins

/// Holds the libraries that a plugin needs.
///
/// The loader binds a name that a plugin needs to a library that is loaded under this name, before it
/// searches anywhere. So each library is opened by its path first: no run path and no environment
/// variable can put another in its place.
struct LibraryPins: ~Copyable {
  private var handles: [UnsafeMutableRawPointer] = []

  /// Opens what is not loaded yet. The order is that of ``LibraryResolver``: each library behind those
  /// that it needs.
  ///
  /// - Throws: `load-failed` naming the library, with the dynamic loader's words.
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
      // The loader gives the handle of the first library that has the name.
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
