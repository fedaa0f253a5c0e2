// SPDX-License-Identifier: Apache-2.0
//
// What a shared library shows to others, read without loading it.

import LayoutModel

/// The names that a file exports.
package enum ExportedSymbols {
  /// Every name, in the order of the file's table.
  /// - Throws: `unreadable`, `truncated` and what else is wrong with the file.
  package static func names(of path: String) throws(LayoutError) -> [String] {
    let (bytes, _) = try FileSystem.contents(of: path)
    return try DynamicTable(ELFFile(bytes)).exportedSymbols().map(\.name)
  }
}
