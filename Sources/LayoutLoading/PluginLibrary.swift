// SPDX-License-Identifier: Apache-2.0
//
// All plugins that can be found, and which file gives which layout.

import LayoutModel

/// The plugins on a search path, judged. Nothing of them is executed.
public struct PluginLibrary: Sendable {
  /// A layout of a sound file that another file gives instead.
  public struct PassedOver: Equatable, Sendable {
    /// The path of the file that was passed over.
    public let path: String
    /// The id of the layout.
    public let layout: String
    /// Why, naming the file that is used.
    public let reason: String
  }

  /// Every plugin file, refused ones included, in the order of the search path, then by name.
  public let files: [PluginFile]
  /// What was not used, and why, in the order of `files`.
  public let passedOver: [PassedOver]
  /// What went wrong with the directories themselves.
  public let problems: [LayoutError]
  /// Which file gives each layout: indices into `files`, by id.
  private let providers: [(layout: String, file: Int)]

  /// Looks through the search path and judges every `.so` in it.
  ///
  /// Of the directories for LayoutHost's own plugins the first that holds one counts, and files
  /// without a layout note are not listed there: the directory of a program holds other libraries.
  ///
  /// - Complexity: O(bytes of all files).
  public init(_ path: SearchPath = .standard()) {
    var files: [PluginFile] = []
    var problems: [LayoutError] = []
    var seen: [String] = []
    var hasBundled = false
    for directory in path.directories where !(hasBundled && directory.trust == .bundled) {
      let real = FileSystem.resolved(directory.path)
      if let real, seen.contains(real) { continue }
      if let real { seen.append(real) }
      do throws(LayoutError) {
        let found = try Self.judge(directory, exists: real != nil)
        files += found
        if directory.trust == .bundled && !found.isEmpty { hasBundled = true }
      } catch {
        problems.append(error)
      }
    }
    self.init(files, problems)
  }

  /// A library of files that were judged one by one, such as those named on a command line.
  public init(_ files: [PluginFile], _ problems: [LayoutError] = []) {
    self.files = files
    self.problems = problems
    (providers, passedOver) = Self.choose(files)
  }

  /// The ids of all layouts that can be used, sorted.
  public var layouts: [String] { providers.map(\.layout).sorted() }

  /// The file that gives a layout.
  ///
  /// - Throws: `unknown-layout`, listing those there are; the file's own refusal when only a refused
  ///   one has it.
  public func file(forLayout id: String) throws(LayoutError) -> PluginFile {
    if let provider = providers.first(where: { $0.layout == id }) { return files[provider.file] }
    for file in files where file.note?.layouts.contains(id) == true {
      if let refusal = file.verdict.refusal { throw refusal }
    }
    throw LayoutError(
      "unknown-layout",
      "there is no layout \"\(id)\"; "
        + (layouts.isEmpty
          ? "no plugin was found" : "there are \(layouts.joined(separator: ", "))"))
  }

  private static func judge(
    _ directory: SearchPath.Directory, exists: Bool
  ) throws(LayoutError) -> [PluginFile] {
    if !exists && !directory.isRequired { return [] }
    // Hidden ones are what editors and compilers have not finished.
    let names = try FileSystem.names(in: directory.path).filter {
      $0.hasSuffix(".so") && !$0.hasPrefix(".")
    }
    let slash = directory.path.hasSuffix("/") ? "" : "/"
    let files = names.map {
      PluginFile(judging: directory.path + slash + $0, trust: directory.trust)
    }
    return directory.trust == .bundled
      ? files.filter { $0.verdict.refusal?.code != "no-note" } : files
  }

  /// The first file wins, but none takes a layout from a file that is trusted more.
  private static func choose(
    _ files: [PluginFile]
  ) -> (providers: [(layout: String, file: Int)], passedOver: [PassedOver]) {
    var providers: [(layout: String, file: Int)] = []
    let sound = files.indices.filter { files[$0].verdict.refusal == nil }
    for index in sound {
      for layout in files[index].note?.layouts ?? [] {
        guard let place = providers.firstIndex(where: { $0.layout == layout }) else {
          providers.append((layout, index))
          continue
        }
        if files[providers[place].file].trust < files[index].trust { providers[place].file = index }
      }
    }
    var passedOver: [PassedOver] = []
    for index in sound {
      for layout in files[index].note?.layouts ?? [] {
        guard let used = providers.first(where: { $0.layout == layout })?.file, used != index
        else { continue }
        passedOver.append(
          PassedOver(
            path: files[index].path, layout: layout,
            reason: reason(for: files[index], losingTo: files[used])))
      }
    }
    return (providers, passedOver)
  }

  private static func reason(for file: PluginFile, losingTo winner: PluginFile) -> String {
    if file.hash == winner.hash { return "the same file as \(winner.path)" }
    return file.trust < winner.trust
      ? "\(winner.path) is \(winner.trust), and a \(file.trust) file takes nothing from it"
      : "\(winner.path) comes first"
  }
}
