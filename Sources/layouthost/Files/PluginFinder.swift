// SPDX-License-Identifier: Apache-2.0
//
// The plugin that an operand means.

import LayoutLoading
import LayoutModel
import LayoutScenarios

/// Finds plugins by what a person writes: a path, or the id of a plugin or of a layout.
struct PluginFinder {
  private let path: SearchPath

  /// Looks along the search path that the command line gives.
  init(_ arguments: Arguments) { path = .standard(extra: arguments.all(.plugins)) }

  /// The file, judged; it may be refused.
  /// - Throws: `unknown-layout` with the ids that there are.
  func file(_ word: String) throws(LayoutError) -> PluginFile {
    if LayoutMaker.isPath(word) {
      // A list that cannot be believed is told by `list`; here it means that nothing is trusted.
      let trusted = (try? TrustStore().read()) ?? TrustList()
      return PluginFile(judging: word, on: path, trusting: trusted)
    }
    let library = PluginLibrary(path)
    if let file = library.files.first(where: { $0.note?.id == word }) { return file }
    return try library.file(forLayout: word)
  }
}
