// SPDX-License-Identifier: Apache-2.0
//
// Rules about the process and the thread that call a layout, and about its system calls.

import CConformance
import CLayoutSystem
import Glibc
import LayoutABI
import LayoutModel

// MARK: - Process and thread

/// Calls come one after the other, but not always from the same thread.
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

/// Rounding, signals, directory and umask belong to the app, and a change affects its next call.
struct ProcessKept: LayoutRule {
  let id = "process-kept"
  let sentence =
    "No call changes rounding, signals, the environment, the directory, the umask or the locale, and a destroyed layout leaves no open descriptor or running thread."

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
      throw .broken("\(call) changes the state of the whole process: \(line)")
    }
  }
}

/// Standard output belongs to the app, in every frame: a debug line breaks the program that reads
/// it.
struct ProcessSilent: LayoutRule {
  let id = "process-silent"
  let sentence = "No call prints to standard output or standard error."

  func check(_ subject: Subject) throws(Finding) {
    let words = layout_sys_memfd_create("words")
    guard words >= 0 else { throw .skipped("this system has no memfd to catch the words in") }
    // Output that loading left in the buffers belongs to load-output.
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

// MARK: - Reach

/// Drives a layout; other rules judge its answers.
struct Exercise: LayoutRule {
  let id = "exercise"
  let sentence = "The life of an instance, with a call of each kind."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial.ready(subject)
    for step in 0..<4 {
      try trial.step(to: Point(x: 0, y: Double(step * 40)))
      _ = try trial.answer(in: trial.world.bounds)
    }
    _ = try trial.singles()
    for index in subject.descriptor.properties.indices {
      if let value = trial.property(index).value { _ = trial.setProperty(index, value) }
    }
    if let states = try? States(trial), let bytes = try? states.save() {
      _ = states.load(bytes, version: subject.descriptor.stateVersion)
    }
    trial.turn(to: World([3, 0, 7]))
    try trial.makeReady()
    _ = try trial.elements()
  }
}

/// A rule about the system calls that the sandbox refused during all other rules. The plugin cannot
/// hide them afterwards: the kernel reports them to the parent of the child.
package struct ReachRule: Rule {
  package let id: String
  package let sentence: String
  /// The kind of attempt that is not allowed.
  let subject: RefusedCall.Subject

  /// The rules, one for each kind of attempt.
  static let all = [
    ReachRule(
      id: "process-files",
      sentence: "Neither loading nor any call reads, makes, changes or removes a file.",
      subject: .files),
    ReachRule(
      id: "process-children",
      sentence: "Neither loading nor any call starts a program or leaves a process behind.",
      subject: .processes),
    ReachRule(
      id: "process-signals",
      sentence: "Neither loading nor any call sends a signal to another process.",
      subject: .signals),
    ReachRule(
      id: "process-confined",
      sentence:
        "Neither loading nor any call makes another system call that the sandbox refuses: the network, other processes, settings of the kernel.",
      subject: .other),
  ]

  /// Returns the outcome for all refused calls.
  ///
  /// - Parameters:
  ///   - refused: The calls that the sandbox refused; nil when they are not reported.
  ///   - gate: The broken rule because of which most other rules were skipped.
  func outcome(_ refused: [RefusedCall]?, gate: String?) -> RuleResult.Outcome {
    guard let refused else {
      return .skipped(
        "refused calls are not reported: the check runs without the sandbox, or inside another program "
          + "that gets the reports")
    }
    if let first = refused.first(where: { $0.subject == subject }) {
      let others = refused.count { $0.subject == subject } - 1
      return .broken(first.description + (others > 0 ? ", and \(others) more" : ""))
    }
    if let gate { return .skipped("not checked while \(gate) is broken") }
    return .kept
  }
}

// MARK: - Other threads
//
// Work on another thread, with a wait for its result.

/// Runs `body` on a new thread and waits for its result.
func onThread<Result>(_ body: () throws(Finding) -> Result) throws(Finding) -> Result {
  try withoutActuallyEscaping(body) { (body) throws(Finding) in
    let work = ThreadWork(body)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(work)
    let failure = pthread_create(&thread, nil, runWork, context.toOpaque())
    guard failure == 0 else {
      context.release()
      throw .skipped("no thread can be started")
    }
    pthread_join(thread, nil)
    guard let outcome = work.take() else { throw .skipped("the thread ended early") }
    return try outcome.get()
  }
}

/// The untyped part of a thread's work, for its start routine.
private class AnyThreadWork {
  func run() {}
}

private final class ThreadWork<Value>: AnyThreadWork {
  private var body: (() throws(Finding) -> Value)?
  private var outcome: Result<Value, Finding>?

  init(_ body: @escaping () throws(Finding) -> Value) { self.body = body }

  override func run() {
    guard let body else { return }
    do throws(Finding) { outcome = .success(try body()) } catch { outcome = .failure(error) }
    self.body = nil
  }

  /// Returns the outcome and releases it.
  func take() -> Result<Value, Finding>? {
    body = nil
    return outcome
  }
}

private func runWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<AnyThreadWork>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
