// SPDX-License-Identifier: Apache-2.0
//
// Feeds any bytes as a plugin file. The judge gives a verdict before the file is loaded.

import LayoutModel

@testable import LayoutLoading

/// The judge of files.
final class JudgingFuzz: FuzzTarget {
  static let name = "judging"

  /// Every reason for which a file's bytes can be refused.
  private static let codes: Set<LayoutError.Code> = [
    "not-elf", "wrong-machine", "not-a-library", "truncated", "no-note", "bad-note", "bad-names",
    "executable-stack", "text-relocations", "wrong-runtime", "unknown-extension", "entry-missing",
    "ambiguous-headers", "writable-code", "opens-libraries",
  ]

  func seeds(plugins: [[UInt8]]) -> [[UInt8]] { plugins + [[], Array(plugins[0].prefix(64))] }

  func run(_ input: [UInt8]) throws {
    let opinion = Judge.judge(input)
    if let refusal = opinion.verdict.refusal {
      try Self.check(refusal)
      try Finding.expect(opinion.linking == Linking(), "a refused file asks for libraries")
    } else {
      try Finding.expect(opinion.note != nil, "a file without a note loads")
    }
    let head = Judge.refusal(ofHead: Array(input.prefix(FileSystem.headCount)))
    try Finding.expect(
      head == nil || opinion.verdict.refusal != nil, "a file is refused by its head only")
    // The judge reads tables only if the note is valid.
    do throws(LayoutError) {
      let table = try DynamicTable(ELFFile(input))
      _ = (table.hasTextRelocations, table.asksToStay)
      _ = try table.linking()
      _ = try table.exportedSymbols()
    } catch { try Self.check(error) }
  }

  /// Returns true if the judge lets a file load.
  static func accepts(_ bytes: [UInt8]) -> Bool { Judge.judge(bytes).verdict.refusal == nil }

  private static func check(_ refusal: LayoutError) throws {
    try Finding.expect(codes.contains(refusal.code), "refused for \(refusal)")
    try Finding.expect(!refusal.message.isEmpty, "refused without a word")
  }
}
