// SPDX-License-Identifier: Apache-2.0
//
// All plugins found, and the file of each layout.

import LayoutModel

/// The judged plugins on a search path. None of their code runs.
public struct PluginLibrary: Sendable {
  /// A layout of a sound file that another file provides instead.
  public struct PassedOver: Equatable, Sendable {
    /// The path of the ignored file.
    public let path: String
    /// The id of the layout.
    public let layout: String
    /// The reason, naming the file that is used.
    public let reason: String
  }

  /// Every plugin file, refused ones included, in the order of the search path, then by name.
  public let files: [PluginFile]
  /// The ignored files, and the reasons, in the order of `files`.
  public let passedOver: [PassedOver]
  /// The errors of the directories themselves, or of the list of trusted plugins.
  public let problems: [LayoutError]
  /// The search path; empty for individually named files.
  public let path: SearchPath
  /// The hashes that the user trusts, used for judging ``files``.
  public let trusted: TrustList
  /// The hashes in quarantine, used for judging ``files``.
  public let quarantined: TrustList
  /// The file of each layout: indices into `files`, by id.
  private let providers: [(layout: String, file: Int)]

  /// Searches the path and judges every `.so` in it.
  ///
  /// Of the directories for LayoutHost's own plugins only the first with a plugin counts, and files
  /// without a layout note are not listed there, because the directory of a program contains other
  /// libraries.
  ///
  /// - Parameter store: The user's list of trusted hashes; if it is not safe to use, ``problems``
  ///   reports it and nothing is trusted.
  /// - Parameter quarantine: The list of hashes in quarantine; treated in the same way.
  /// - Complexity: O(bytes of all files).
  public init(
    _ path: SearchPath = .standard(), trusting store: TrustStore = TrustStore(),
    refusing quarantine: QuarantineStore = QuarantineStore()
  ) {
    var files: [PluginFile] = []
    var problems: [LayoutError] = []
    var trusted = TrustList()
    do throws(LayoutError) { trusted = try store.read() } catch { problems.append(error) }
    var quarantined = TrustList()
    do throws(LayoutError) { quarantined = try quarantine.read() } catch { problems.append(error) }
    var seen: [String] = []
    var hasBundled = false
    for directory in path.directories where !(hasBundled && directory.trust == .bundled) {
      let real = FileSystem.resolved(directory.path)
      if let real, seen.contains(real) { continue }
      if let real { seen.append(real) }
      do throws(LayoutError) {
        let found = try Self.judge(directory, exists: real != nil, trusted, quarantined)
        files += found
        if directory.trust == .bundled && !found.isEmpty { hasBundled = true }
      } catch {
        problems.append(error)
      }
    }
    self.init(files, problems, foundOn: path, trusted: trusted, quarantined: quarantined)
  }

  /// A library of individually judged files, such as those named on a command line.
  public init(
    _ files: [PluginFile], _ problems: [LayoutError] = [], trusted: TrustList = TrustList(),
    quarantined: TrustList = TrustList()
  ) {
    self.init(files, problems, foundOn: SearchPath([]), trusted: trusted, quarantined: quarantined)
  }

  /// The library of a search path whose files were judged already.
  init(
    watched files: [PluginFile], on path: SearchPath, trusted: TrustList, quarantined: TrustList
  ) {
    self.init(files, [], foundOn: path, trusted: trusted, quarantined: quarantined)
  }

  private init(
    _ files: [PluginFile], _ problems: [LayoutError], foundOn path: SearchPath, trusted: TrustList,
    quarantined: TrustList
  ) {
    self.path = path
    self.files = files
    self.problems = problems
    self.trusted = trusted
    self.quarantined = quarantined
    (providers, passedOver) = Self.choose(files)
  }

  /// The same with another file, or another version of one, which takes precedence over files with
  /// equal trust.
  public func preferring(_ file: PluginFile) -> PluginLibrary {
    PluginLibrary(
      [file] + files.filter { $0.path != file.path }, problems, foundOn: path, trusted: trusted,
      quarantined: quarantined)
  }

  /// The file at a path, judged as a search would judge it there.
  public func file(at path: String) -> PluginFile {
    PluginFile(judging: path, on: self.path, trusting: trusted, refusing: quarantined)
  }

  /// The ids of all layouts that can be used, sorted.
  public var layouts: [String] { providers.map(\.layout).sorted() }

  /// The file of a layout.
  ///
  /// - Throws: `unknown-layout`, listing the known ids; the file's refusal if only a refused file
  ///   has it.
  public func file(forLayout id: String) throws(LayoutError) -> PluginFile {
    if let provider = providers.first(where: { $0.layout == id }) { return files[provider.file] }
    for file in files where file.note?.layouts.contains(id) == true {
      if let refusal = file.verdict.refusal { throw refusal }
    }
    throw LayoutError(
      .unknownLayout,
      "there is no layout \"\(id)\"; "
        + (layouts.isEmpty ? nothingFound : NearNames.hint(for: id, among: layouts)))
  }

  /// The message for a library without any plugin.
  private var nothingFound: String {
    guard !path.directories.isEmpty else { return "no plugin was found" }
    return
      "no plugin was found in \(path.directories.map(\.path).joined(separator: ", ")); install "
      + "LayoutHost, add its plugins' products to the app's package, or name their directory in "
      + "LAYOUTHOST_PATH"
  }

  private static func judge(
    _ directory: SearchPath.Directory, exists: Bool, _ trusted: TrustList,
    _ quarantined: TrustList
  ) throws(LayoutError) -> [PluginFile] {
    if !exists && !directory.isRequired { return [] }
    return try FileSystem.names(in: directory.path).filter(isCandidate).map {
      PluginFile(
        judging: directory.path(of: $0), in: directory, trusting: trusted, refusing: quarantined)
    }.filter { !$0.isStrangeLibrary }
  }

  /// Returns true when a file with this name may be a plugin. Hidden files are often incomplete
  /// files of editors and compilers.
  static func isCandidate(_ name: String) -> Bool { name.hasSuffix(".so") && !name.hasPrefix(".") }

  /// The first file wins, but a file never replaces a layout from a more trusted file.
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
      ? "\(winner.path) is \(winner.trust), and a \(file.trust) file cannot replace it"
      : "\(winner.path) comes first"
  }
}

extension SearchPath.Directory {
  /// The path of a file in the directory.
  func path(of name: String) -> String { path + (path.hasSuffix("/") ? "" : "/") + name }
}

extension PluginFile {
  /// True when it is beside LayoutHost's own plugins without being one: another library, or a file
  /// that is no library in spite of its name, such as a linker script.
  var isStrangeLibrary: Bool {
    trust == .bundled && verdict.refusal != nil && note == nil
      && BundledFiles.plugins[FileSystem.name(of: path)] == nil
  }
}
