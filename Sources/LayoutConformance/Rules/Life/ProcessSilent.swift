// SPDX-License-Identifier: Apache-2.0
//
// Standard output is the app's, in every frame too: a line of debugging breaks whoever reads it.

import CLayoutSystem
import Glibc
import LayoutModel

struct ProcessSilent: LayoutRule {
  let id = "process-silent"
  let sentence = "No call prints to standard output or standard error."

  func check(_ subject: Subject) throws(Finding) {
    let words = layout_sys_memfd_create("words")
    guard words >= 0 else { throw .skipped("this system has no memfd to catch the words in") }
    // What loading left in the buffers is load-output's business.
    fflush(nil)
    dup2(words, STDOUT_FILENO)
    dup2(words, STDERR_FILENO)
    do {
      let trial = try Trial.ready(subject)
      for step in 0..<4 {
        try trial.step(to: Point(x: 0, y: Double(step * 8)))
        _ = try trial.answer(in: trial.world.bounds)
      }
      _ = try trial.singles()
    }
    fflush(nil)
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = pread(words, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    try require(count <= 0, "a call prints \"\(text)\"; use the host's log")
  }
}
