// SPDX-License-Identifier: Apache-2.0
//
// The build command: started when a source is saved; its state and its output.

import Glibc
import LayoutLoading
import LayoutRendering

/// Runs the command that builds a layout, in the directory in which the studio was started.
public final class BuildRunner {
  /// The outcome of the last build, with its duration in seconds.
  enum State: Equatable {
    case idle, running
    case succeeded(Double)
    case failed(Double)
  }

  /// The command, from the command line only.
  public let command: String
  private(set) var state = State.idle
  /// Called at each change of ``state``.
  var onChange: (() -> Void)?
  private var child: ChildCommand?
  private var startTime = 0.0
  /// The sources at the start of the last build.
  private var built = SourceTree(".")
  private var latest = SourceTree(".")
  private weak var loop: MainLoop?

  /// The limit of the kept output, bytes.
  private static let outputLimit = 64 << 10
  /// Milliseconds between checks of the sources.
  private static let pause = 150

  /// Makes a runner that has not built yet.
  public init(command: String) { self.command = command }

  /// Builds once before the main loop runs, and ends the build when `interruption` is readable.
  ///
  /// - Returns: False if the build was ended.
  public func runAndWait(until interruption: CInt) -> Bool {
    guard spawn() else { return true }
    while poll() {
      // The wait is the pause between two looks at the build.
      var watched = pollfd(fd: interruption, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&watched, 1, 10) <= 0 else {
        stop()
        return false
      }
    }
    return true
  }

  /// Watches the sources, and builds when one is saved.
  func follow(on loop: MainLoop) {
    guard self.loop == nil else { return }
    self.loop = loop
    loop.every(milliseconds: Self.pause) { [weak self] in
      self?.look()
      return self != nil
    }
  }

  /// Starts a build; a build under way continues.
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

  /// Ends the build under way, with every process that it started.
  func stop() { child?.stop() }

  /// A source counts as saved after two equal checks, because editors write in steps.
  private func look() {
    guard state != .running else { return }
    let now = SourceTree(".")
    defer { latest = now }
    guard now == latest, now.limited(to: built) != built.limited(to: now) || isNew(now) else {
      return
    }
    start()
  }

  /// Returns true when a source file was added after the last build.
  private func isNew(_ now: SourceTree) -> Bool {
    now.files.contains { built.files[$0.key] == nil && $0.value.seconds > Int(endTime) }
  }

  /// The time of the end of the last build, seconds since 1970.
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

  /// The first error of the last build, with its place if the compiler named one.
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

// MARK: - Source files
//
// The source files of a build, and their changes.

/// The state of the source files below a directory.
struct SourceTree: Equatable {
  /// The state of one file.
  struct Stamp: Equatable {
    var inode: UInt64
    var size: Int
    var seconds: Int
    var nanoseconds: Int
  }

  private(set) var files: [String: Stamp] = [:]

  /// The maximum of watched files; a larger tree is watched in part.
  private static let fileLimit = 2_000
  private static let depthLimit = 8
  /// Files that builds make and editors leave behind.
  private static let products = [
    ".so", ".o", ".a", ".d", ".png", ".html", ".webp", ".log", ".tmp", ".swp", ".new", "~",
  ]
  private static let folders: Set<String> = ["target", "build", "node_modules", "pictures"]

  /// Reads the state of the files below a directory.
  init(_ directory: String) {
    var rest = [(path: directory, depth: 0)]
    while let (path, depth) = rest.popLast(), files.count < Self.fileLimit {
      for name in (try? FileSystem.names(in: path)) ?? [] where !name.hasPrefix(".") {
        let place = "\(path)/\(name)"
        guard let status = FileSystem.status(of: place) else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          if depth < Self.depthLimit, !Self.folders.contains(name) {
            rest.append((place, depth + 1))
          }
        } else if !Self.products.contains(where: name.hasSuffix) {
          files[place] = Stamp(
            inode: UInt64(status.st_ino), size: Int(status.st_size),
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        }
      }
    }
  }

  /// Returns the files of this tree that existed before too: a file that a build makes does not
  /// start another build.
  func limited(to other: SourceTree) -> [String: Stamp] {
    files.filter { other.files[$0.key] != nil }
  }
}

// MARK: - The first error
//
// The first error in the output of a compiler.

/// An error of a build: `path:line:column: error: text`, as GCC, Clang and Swift print it, or an
/// `error:` followed by `--> path:line:column`, as Rust does.
struct BuildProblem: Equatable {
  var text: String
  var file: String?
  var line: Int?

  /// The limit of the kept text, characters.
  private static let limit = 400

  init(output: String) {
    let lines = output.split(separator: "\n").map(String.init)
    for (index, line) in lines.enumerated() {
      if let mark = line.firstRange(of: ": error: ") ?? line.firstRange(of: ": fatal error: ") {
        text = String(line[mark.upperBound...].prefix(Self.limit))
        (file, self.line) = Self.place(line[..<mark.lowerBound])
        text = Self.placed(text, file, self.line)
        return
      }
      if line.hasPrefix("error") {
        let place = lines[index...].prefix(4).lazy.compactMap { line in
          line.firstRange(of: "--> ").map { line[$0.upperBound...] }
        }.first
        text = String(line.prefix(Self.limit))
        if let place { (file, self.line) = Self.place(place) }
        text = Self.placed(text, file, self.line)
        return
      }
    }
    text =
      lines.last.map { String($0.prefix(Self.limit)) } ?? "the build failed and printed nothing"
  }

  private static func placed(_ text: String, _ file: String?, _ line: Int?) -> String {
    guard let file, let line else { return text }
    return "\(file):\(line): \(text)"
  }

  /// Returns the path and the line of `path:line` or `path:line:column`.
  private static func place(_ text: Substring) -> (file: String?, line: Int?) {
    let parts = text.split(separator: ":").map(String.init)
    guard parts.count >= 2, let line = Int(parts[1].trimmedStart) else { return (nil, nil) }
    return (parts[0].trimmedStart, line)
  }
}

extension String {
  /// The text without leading spaces.
  fileprivate var trimmedStart: String { String(drop { $0 == " " }) }
}
