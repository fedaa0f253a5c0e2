// SPDX-License-Identifier: Apache-2.0
//
// Rules about the process in which a file is loaded and unloaded.

import CConformance
import CLayoutSystem
import Glibc
import LayoutLoading

/// A thread that runs code of an image makes it crash when the image is unmapped.
struct LoadThreads: FileRule {
  let id = "load-threads"
  let sentence = "Loading starts no thread."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(
      ["\(ProcessState.threadCount) threads"], by: "loading changes the number of threads")
  }
}

/// A host lists what plugins there are; that alone may cost nothing that stays.
struct LoadDescriptors: FileRule {
  let id = "load-descriptors"
  let sentence = "Loading opens and closes no file descriptor."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(ProcessState.descriptors, by: "loading changes the open descriptors")
  }
}

/// Signal handlers belong to the whole process.
struct LoadSignals: FileRule {
  let id = "load-signals"
  let sentence = "Loading changes no signal handler and no signal mask."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(ProcessState.signals, by: "loading changes a signal's handling")
  }
}

/// Working directory, environment and umask belong to the app.
struct LoadEnvironment: FileRule {
  let id = "load-environment"
  let sentence =
    "Loading changes neither the environment nor the working directory, the umask or the locale."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(ProcessState.surroundings, by: "loading changes the surroundings")
  }
}

/// A library linked with -ffast-math sets the processor to flush small numbers to zero for everybody.
struct LoadFloatMode: FileRule {
  let id = "load-float-mode"
  let sentence = "Loading leaves rounding and floating-point exceptions as they were."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(
      ["mode 0x\(String(layout_conformance_float_mode(), radix: 16))"],
      by: "loading changes how the processor computes")
  }
}

/// Standard output is the app's: a banner in it breaks whoever reads it.
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

/// New versions of a plugin come while the host runs; what cannot go stays for good.
struct LoadUnloads: FileRule {
  let id = "load-unloads"
  let sentence =
    "The image leaves the process when it is closed, unless the file says that it stays."

  func check(_ file: Specimen) throws(Finding) {
    guard case .loads(true, _) = file.verdict else {
      throw .skipped("the file says that it stays")
    }
    var path = ""
    do { path = try file.load().path }
    try require(
      !ProcessState.isMapped(path),
      "the image is still mapped after it was closed, and nothing in the file says why")
  }
}

/// A host looks at plugins again and again, with each change of their files.
struct LoadLeaks: FileRule {
  let id = "load-leaks"
  let sentence = "Loading and unloading again and again takes no memory that stays."

  private static let roundCount = 40

  func check(_ file: Specimen) throws(Finding) {
    // The first rounds fill caches of the C library and of the host; what grows each time leaks.
    var growths: [Int] = []
    for _ in 0..<4 {
      let before = ProcessState.heapBytes
      for _ in 0..<Self.roundCount { _ = try file.load() }
      growths.append(ProcessState.heapBytes - before)
    }
    let least = growths.min() ?? 0
    try require(
      least < Self.roundCount * 8,
      "\(Self.roundCount) rounds of loading and unloading leave \(least) bytes behind, each time")
  }
}
