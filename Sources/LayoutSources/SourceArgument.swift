// SPDX-License-Identifier: Apache-2.0
//
// From a word on the command line to a source.

import Glibc
import LayoutModel

/// The source that an argument names: `unicode`, a folder of pictures, or a CSV file.
///
/// - Throws: `unknown-source` with what is understood, or the source's own error.
public func makeSource(argument: String) throws(LayoutError) -> any ItemSource {
  if argument == "unicode" { return try UnicodeSource() }
  if argument.lowercased().hasSuffix(".csv") { return try CSVSource(path: argument) }
  var status = stat()
  if stat(argument, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR {
    return try ImageFolderSource(path: argument)
  }
  throw LayoutError(
    "unknown-source",
    "no source \(argument); name one of: unicode, a folder of pictures, a file that ends in .csv")
}
