// SPDX-License-Identifier: Apache-2.0
//
// The stages that only look at the file: notice, judge.

import LayoutEngine
import LayoutLoading
import LayoutModel

/// A file is said to be another version.
struct NoticeStage {
  let request: SwapRequest

  /// - Throws: `same-version` when its bytes are those that run.
  func run() throws(LayoutError) {
    guard let running = request.runningHash, running == request.file.hash else { return }
    throw LayoutError(
      .sameVersion, "\(request.file.path): is what runs already, byte for byte",
      plugin: request.file.note?.id)
  }
}

/// May it run at all, where it shall, and does it have the layout?
struct JudgeStage {
  let request: SwapRequest

  /// - Throws: The file's refusal, `unknown-layout`, `untrusted`.
  func run() throws(LayoutError) {
    let file = request.file
    if let refusal = file.verdict.refusal { throw refusal }
    let offered = file.note?.layouts ?? []
    guard offered.contains(request.layoutID) else {
      throw LayoutError(
        .unknownLayout,
        "\(file.path) no longer offers \(request.layoutID); it offers "
          + offered.joined(separator: ", "), plugin: file.note?.id)
    }
    try request.policy.check(file)
  }
}
