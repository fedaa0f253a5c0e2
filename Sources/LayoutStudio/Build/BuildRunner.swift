// SPDX-License-Identifier: Apache-2.0
//
// The build command: run when a source is saved, its state and what it printed.

import Glibc
import LayoutLoading
import LayoutRendering

/// Runs the command that builds a layout, in the directory in which the studio was started.
final class BuildRunner {
  /// The outcome of the last build, with its duration in seconds.
  enum State: Equatable {
    case idle, running
    case succeeded(Double)
    case failed(Double)
  }

  /// The command, from the command line alone.
  let command: String
  private(set) var state = State.idle
  /// Hears of each change of ``state``.
  var onChange: (() -> Void)?
  private var child: ChildCommand?
  private var startTime = 0.0
  /// The sources with which the last build began.
  private var built = SourceTree(".")
  private var latest = SourceTree(".")
  private weak var loop: MainLoop?

  /// The part of the output that is kept, bytes.
  private static let outputLimit = 64 << 10
  /// Milliseconds between looks at the sources.
  private static let pause = 150

  init(command: String) { self.command = command }

  /// Builds once before there is a loop.
  func runAndWait() {
    guard spawn() else { return }
    while poll() { usleep(10_000) }
  }

  /// Watches the sources, and builds whenever one is saved.
  func follow(on loop: MainLoop) {
    guard self.loop == nil else { return }
    self.loop = loop
    loop.every(milliseconds: Self.pause) { [weak self] in
      self?.look()
      return self != nil
    }
  }

  /// Builds now; a build that is under way goes on.
  func start() {
    guard state != .running, spawn() else { return }
    onChange?()
    loop?.every(milliseconds: 10) { [weak self] in
      guard let self else { return false }
      if poll() { return true }
      onChange?()
      return false
    }
  }

  /// Ends a build that is under way, with everything that it started.
  func stop() { child?.stop() }

  /// A source that stayed the same for two looks is saved; editors write in steps.
  private func look() {
    guard state != .running else { return }
    let now = SourceTree(".")
    defer { latest = now }
    guard now == latest, now.limited(to: built) != built.limited(to: now) || isNew(now) else {
      return
    }
    start()
  }

  /// Returns true when there are sources that the last build neither saw nor made.
  private func isNew(_ now: SourceTree) -> Bool {
    now.files.contains { built.files[$0.key] == nil && $0.value.seconds > Int(endTime) }
  }

  /// The time of the last end, seconds since 1970.
  private var endTime = 0.0

  private func spawn() -> Bool {
    built = SourceTree(".")
    latest = built
    startTime = MainLoop.now
    child = ChildCommand(["/bin/sh", "-c", command], outputLimit: Self.outputLimit)
    guard child != nil else { return finish(code: -1) }
    state = .running
    return true
  }

  /// Returns false once the build has ended.
  private func poll() -> Bool {
    guard let code = child?.poll() else { return child != nil }
    return finish(code: code)
  }

  @discardableResult
  private func finish(code: CInt) -> Bool {
    let seconds = MainLoop.now - startTime
    state = code == 0 ? .succeeded(seconds) : .failed(seconds)
    endTime = Double(time(nil))
    return false
  }

  private var output: [UInt8] { child?.output ?? [] }

  // MARK: For people

  /// The first error of the last build, with its place where the compiler named one.
  var problem: BuildProblem { BuildProblem(output: String(decoding: output, as: UTF8.self)) }

  func write(to json: inout JSONText) {
    json.object { json in
      let (word, seconds): (String, Double?) =
        switch state {
        case .idle: ("idle", nil)
        case .running: ("running", nil)
        case .succeeded(let seconds): ("succeeded", seconds)
        case .failed(let seconds): ("failed", seconds)
        }
      json.key("state")
      json.string(word)
      json.key("command")
      json.string(command)
      if let seconds {
        json.key("seconds")
        json.number(seconds)
      }
      json.key("output")
      json.string(String(decoding: output.suffix(8 << 10), as: UTF8.self))
    }
  }
}
