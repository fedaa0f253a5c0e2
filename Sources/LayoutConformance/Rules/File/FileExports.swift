// SPDX-License-Identifier: Apache-2.0
//
// What else a plugin shows could be taken for another plugin's symbol of the same name.

import LayoutABI
import LayoutLoading
import LayoutModel

struct FileExports: FileRule {
  let id = "file-exports"
  let sentence = "The entry is the only symbol that the file exports."

  /// The symbols that a linker adds by itself.
  private static let linkers: Set<String> = ["__bss_start", "_edata", "_end", "_init", "_fini"]

  func check(_ file: Specimen) throws(Finding) {
    let names: [String]
    do throws(LayoutError) { names = try ExportedSymbols.names(of: try file.imagePath) } catch {
      throw Finding(error)
    }
    let others = names.filter { $0 != LAYOUT_PLUGIN_ENTRY && !Self.linkers.contains($0) }
    try require(
      others.isEmpty,
      "exports \(others.prefix(3).joined(separator: ", ")) besides \(LAYOUT_PLUGIN_ENTRY); compile "
        + "it with -fvisibility=hidden or link it with a version script")
  }
}
