// SPDX-License-Identifier: Apache-2.0
//
// The rules that a file must pass before any of its code may run.

import LayoutABI
import LayoutABIDrafts
import LayoutModel

/// Judges the bytes of a plugin. Pure: the same bytes get the same verdict, and no code of the
/// plugin runs.
package enum Judge {
  /// The extensions that a host of this build offers, and may use of an instance.
  package static let knownExtensions = [
    LAYOUT_EXT_CROSS_SCROLL, LAYOUT_EXT_DYNAMICS, LAYOUT_EXT_REORDERING, LAYOUT_EXT_SCROLL_TARGET,
    LAYOUT_EXT_SELF_SIZING, LAYOUT_EXT_STATE, LAYOUT_EXT_TRANSITION, LAYOUT_EXT_UPDATES,
  ]

  /// The core of the contract and its additions: names that a plugin may request from its host.
  package static let additions = [LAYOUT_CORE]

  /// The extensions of the host itself, which a layout may request.
  package static let hostExtensions = [LAYOUT_EXT_CHILDREN]

  /// Returns the reason why a file with these first bytes cannot be a plugin; nil if it may be one.
  static func refusal(ofHead bytes: [UInt8]) -> LayoutError? {
    let reader = ByteReader(bytes: bytes)
    do throws(LayoutError) { try ELFFile.checkIdentity(reader) } catch { return error }
    do throws(LayoutError) {
      _ = try ELFFile(head: reader).layoutNote()
      return nil
    } catch {
      // Anything else may be due to what follows, and is for the judgement of the whole file.
      return error.code == .noNote ? error : nil
    }
  }

  /// The judgement of the bytes of a file. Messages do not name the file yet.
  struct Opinion {
    /// The note, as far as it could be read.
    var note: PluginNote?
    var verdict: Verdict
    /// The file's requests to the loader; empty for a refused file.
    var linking = Linking()
  }

  /// Judges the bytes of a file.
  ///
  /// - Complexity: O(size of the file).
  static func judge(_ bytes: [UInt8]) -> Opinion {
    var note: PluginNote?
    do throws(LayoutError) {
      let file = try ELFFile(bytes)
      let read = try PluginNote(parsing: file.layoutNote())
      note = read
      try checkStack(file)
      try file.checkMapping()
      let table = try DynamicTable(file)
      try checkRelocations(table)
      let linking = try table.linking()
      try checkRuntime(read, linking)
      try checkExtensions(read)
      let symbols = try table.exportedSymbols()
      try checkEntry(symbols)
      let reasons = reasonsToStay(file, table, symbols, read)
      return Opinion(
        note: note, verdict: .loads(unloads: reasons.isEmpty, remarks: reasons), linking: linking)
    } catch {
      return Opinion(note: note, verdict: .refused(error))
    }
  }

  /// A library with an executable stack would make the host's own stack executable.
  private static func checkStack(_ file: ELFFile) throws(LayoutError) {
    let stacks = file.segments.filter { $0.type == ELFFile.SegmentType.stack }
    // Without the header the loader assumes an executable stack; of two headers it uses the last.
    guard let stack = stacks.last, stack.flags & ELFFile.SegmentFlag.executable == 0 else {
      throw LayoutError(
        .executableStack,
        "asks for an executable stack, which would weaken the whole process; "
          + "link it with -z noexecstack")
    }
  }

  private static func checkRelocations(_ table: DynamicTable) throws(LayoutError) {
    guard table.hasTextRelocations else { return }
    throw LayoutError(
      .textRelocations,
      "has to be patched in its code when loaded (text relocations); compile it with -fPIC")
  }

  /// A process can contain Swift's runtime only once, in one version.
  private static func checkRuntime(
    _ note: PluginNote, _ linking: Linking
  ) throws(LayoutError) {
    let library = linking.needed.first { $0.hasPrefix("libswift") }
    switch note.runtime {
    case .swiftShared(let version):
      let own = SwiftRuntime.version
      guard SwiftRuntime.isSame(version) else {
        throw LayoutError(
          .wrongRuntime,
          "needs the shared runtime of Swift \(version), this host has \(own); "
            + "build it with Swift \(own) or as Embedded Swift")
      }
    case .none, .swiftStatic:
      guard let library else { return }
      throw LayoutError(
        .wrongRuntime,
        "needs \(library), but its note says runtime \"\(note.runtime)\"; "
          + "write \"swift-shared \(SwiftRuntime.version)\" or build it as Embedded Swift")
    }
  }

  private static func checkExtensions(_ note: PluginNote) throws(LayoutError) {
    guard
      let unknown = note.requires.first(where: {
        !knownExtensions.contains($0) && !additions.contains($0) && !hostExtensions.contains($0)
      })
    else { return }
    throw LayoutError(
      .unknownExtension,
      "requires \(unknown), which this host does not have; use a newer host, or list it under "
        + "\"uses\" if the plugin can do without")
  }

  private static func checkEntry(_ symbols: [DynamicTable.Symbol]) throws(LayoutError) {
    let function: UInt8 = 2
    let entries = symbols.filter { $0.name == LAYOUT_PLUGIN_ENTRY }
    guard let entry = entries.first else {
      throw LayoutError(
        .entryMissing,
        "does not export \(LAYOUT_PLUGIN_ENTRY); define it and keep it visible to others")
    }
    guard entries.count == 1 else {
      throw ELFFile.ambiguous("exports \(LAYOUT_PLUGIN_ENTRY) \(entries.count) times")
    }
    guard entry.type == function else {
      throw LayoutError(.entryMissing, "exports \(LAYOUT_PLUGIN_ENTRY), but not as a function")
    }
  }

  /// Returns the reasons for which the image cannot be unmapped, or must not be.
  private static func reasonsToStay(
    _ file: ELFFile, _ table: DynamicTable, _ symbols: [DynamicTable.Symbol], _ note: PluginNote
  ) -> [String] {
    let unique: UInt8 = 10
    var reasons: [String] = []
    if let symbol = symbols.first(where: { $0.binding == unique }) {
      reasons.append(
        "will not unload: \(symbol.name) is unique in the process; "
          + "compile it with -fno-gnu-unique")
    }
    if table.asksToStay { reasons.append("will not unload: it was linked with -z nodelete") }
    // Swift's runtime keeps pointers into every image whose types it has seen.
    if note.runtime != .none || file.sectionNames.contains(where: { $0.hasPrefix("swift5_") }) {
      reasons.append("will not unload: it carries Swift's runtime; Embedded Swift does not")
    }
    return reasons
  }
}

// MARK: - Verdict
//
// The result of judging a file.

/// The decision if a file may be loaded, based only on its bytes.
public enum Verdict: Equatable, Sendable {
  /// It may be loaded. `unloads` is true if it can be unmapped again; `remarks` give the reasons
  /// against that, and further information for people.
  case loads(unloads: Bool, remarks: [String])
  /// It may not be loaded; the error names the file and the remedy.
  case refused(LayoutError)

  /// The reason for a refusal.
  public var refusal: LayoutError? {
    if case .refused(let error) = self { error } else { nil }
  }
}

// MARK: - Swift runtime

/// The Swift runtime of this process.
enum SwiftRuntime {
  /// The version (major.minor) of the standard library in use. Patch releases keep its binary
  /// interface.
  static let version: String = {
    let parts = "\(_SwiftStdlibVersion.current)".split(separator: ".")
    return parts.prefix(2).joined(separator: ".")
  }()

  /// Returns true when code built with `other` may share this runtime.
  static func isSame(_ other: String) -> Bool {
    other.split(separator: ".").prefix(2).joined(separator: ".") == version
  }
}
