// SPDX-License-Identifier: Apache-2.0
//
// Standard output is the app's: a banner in it breaks whoever reads it.

import CLayoutSystem
import Glibc
import LayoutLoading

struct LoadOutput: FileRule {
  let id = "load-output"
  let sentence = "Loading and unloading print nothing."

  func check(_ file: Specimen) throws(Finding) {
    let words = layout_sys_memfd_create("words")
    guard words >= 0 else { throw .skipped("this system has no memfd to catch the words in") }
    dup2(words, STDOUT_FILENO)
    dup2(words, STDERR_FILENO)
    do { _ = try file.load() }
    fflush(nil)
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = pread(words, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    try require(count <= 0, "loading prints \"\(text)\"; use the host's log, in a call")
  }
}
