// SPDX-License-Identifier: Apache-2.0
//
// Rules about the process and the thread in which a layout is called.

import CConformance
import CLayoutSystem
import Glibc
import LayoutABI
import LayoutModel

/// Calls come one after the other, not from one thread always.
struct ThreadsAny: LayoutRule {
  let id = "threads-any"
  let sentence = "An instance may be used from another thread than the one that made it."

  func check(_ subject: Subject) throws(Finding) {
    let own = try Trial(subject)
    let size = try own.makeReady()
    let expected = try own.elements()
    let trial = try Trial(subject)
    let there = try onThread { () throws(Finding) -> (size: Size, all: [Element]) in
      (try trial.makeReady(), try trial.elements())
    }
    try require(
      there.size == size, "on another thread the content is \(there.size), it was \(size)")
    try subject.requireSame(there.all, as: expected, "on another thread")
  }
}

/// Rounding, signals, directory and umask belong to the app, whose next call meets what a layout left.
struct ProcessKept: LayoutRule {
  let id = "process-kept"
  let sentence =
    "No call changes rounding, signals, the environment, the directory, the umask or the locale, and what a layout opened or started is gone with it."

  func check(_ subject: Subject) throws(Finding) {
    let (before, held) = (Self.settings, Self.holdings)
    do {
      let trial = try Trial(subject)
      try Self.requireSame(before, Self.settings, "create")
      try trial.makeReady()
      try Self.requireSame(before, Self.settings, "prepare")
      for step in 0..<20 {
        try trial.step(to: Point(x: 0, y: Double(step * 8)))
        _ = try trial.answer(in: trial.world.bounds)
      }
      _ = try trial.singles()
      try Self.requireSame(before, Self.settings, "a frame")
    }
    try Self.requireSame(before, Self.settings, "destroy")
    try Self.requireSame(held, Self.holdings, "the life of an instance")
  }

  /// The settings of the process.
  private static var settings: [String] {
    let mode = String(layout_conformance_float_mode(), radix: 16)
    return ["floating-point mode 0x\(mode)"] + ProcessState.signals + ProcessState.surroundings
  }

  /// The resources that the process holds: an instance may hold more while it lives.
  private static var holdings: [String] {
    ["\(ProcessState.threadCount) threads"] + ProcessState.descriptors
  }

  private static func requireSame(
    _ before: [String], _ after: [String], _ call: String
  ) throws(Finding) {
    if let line = ProcessState.difference(before, after) {
      throw .broken("\(call) changes what belongs to the whole process: \(line)")
    }
  }
}

/// Standard output is the app's, in every frame too: a line of debugging breaks whoever reads it.
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
