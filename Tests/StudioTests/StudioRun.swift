// SPDX-License-Identifier: Apache-2.0
//
// A running `layouthost studio`, for tests of its page.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

/// The command with a home, a plugin directory and a working directory of its own; ended with the value.
final class StudioRun {
  /// A source whose second section is on screen: the fake layout's versions differ in its start.
  static let twoSections = "unicode:Superscripts and Subscripts,Arrows"
  let root: TemporaryDirectory
  /// The directory for plugins, searched first.
  let plugins: String
  private(set) var url = ""
  /// Variables to add to its environment, for the closure that sets it up.
  var variables: [String: String] = [:]
  private let process = Process()
  private let output = Pipe()

  init(
    _ arguments: [String], plugin spacing: Int? = nil, isReleased: Bool = false,
    input: String? = nil, keepsErrors: Bool = false, opensBrowser: Bool = false,
    setUp: (StudioRun) throws -> Void = { _ in }
  ) throws {
    root = try TemporaryDirectory()
    plugins = "\(root.path)/plugins"
    mkdir(plugins, 0o755)
    if let spacing { try drop(spacing: spacing) }
    try setUp(self)
    let released = isReleased ? try releasedInSoak("layouthost") : nil
    let program = try released ?? Executables.find("layouthost")
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments =
      ["studio"] + arguments + ["--plugins", plugins] + (opensBrowser ? [] : ["--no-open"])
    var environment = ProcessInfo.processInfo.environment
    for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] {
      environment[name] = root.path
    }
    environment["LAYOUTHOST_PATH"] = nil
    environment.merge(variables) { _, added in added }
    process.environment = environment
    process.currentDirectoryURL = URL(fileURLWithPath: root.path)
    process.standardInput = FileHandle.nullDevice
    if let input {
      let pipe = Pipe()
      pipe.fileHandleForWriting.write(Data(input.utf8))
      try pipe.fileHandleForWriting.close()
      process.standardInput = pipe
    }
    process.standardOutput = output
    if keepsErrors {
      try write("", to: Self.errorFile)
      let errors = URL(fileURLWithPath: "\(root.path)/\(Self.errorFile)")
      process.standardError = try FileHandle(forWritingTo: errors)
    }
    try process.run()
    url = try #require(nextLine(), "the studio printed no address")
  }

  deinit { process.killAndWait() }

  // A build ignores logs; another file that grows would start it again.
  private static let errorFile = "errors.log"

  /// The lines of standard error so far, of a run that keeps them.
  var errorLines: [String] {
    let text = try? String(contentsOfFile: "\(root.path)/\(Self.errorFile)", encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  /// The processor time that the command has used, seconds.
  var processorSeconds: Double {
    let text =
      (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8))
      ?? ""
    // After the name, which may contain spaces: the state, then numbers from the fourth field on.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return 0
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The children of its first thread that have ended and were not reaped.
  var zombies: [String] {
    get throws {
      let id = process.processIdentifier
      let file = "/proc/\(id)/task/\(id)/children"
      let list = try #require(try? String(contentsOfFile: file, encoding: .utf8), "\(file)")
      return list.split(separator: " ").map(String.init).filter { child in
        let status = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
        return status?.contains(") Z ") ?? false
      }
    }
  }

  /// The memory that the command has in use, bytes.
  var residentBytes: Int {
    let path = "/proc/\(process.processIdentifier)/statm"
    let fields = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
  }

  /// The address with a query before the token.
  func address(_ query: String = "") -> String {
    let parts = url.split(separator: "#", maxSplits: 1).map(String.init)
    return parts[0] + query + "#" + parts[1]
  }

  /// The port on which it listens.
  var port: UInt16 {
    UInt16(url.split(separator: ":")[2].prefix { $0.isNumber }) ?? 0
  }

  /// The token of the page.
  var token: String { String(url.split(separator: "=").last ?? "") }

  /// Saves a version of the fake layout, as a compiler does, with items `spacing` apart.
  func drop(spacing: Int) throws {
    try drop(try FakeLayout.path(flags: ["-DIN_PREPARE=self->spacing = \(spacing)"]))
  }

  /// Saves a copy of a plugin, with unique bytes appended, so that its hash is new.
  func drop(_ library: String, as name: String = "fake.so") throws {
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: library)))
    try root.write(bytes + Array(UUID().uuidString.utf8), to: "plugins/.\(name)", mode: 0o755)
    try #require(rename("\(plugins)/.\(name)", "\(plugins)/\(name)") == 0)
  }

  func write(_ text: String, to name: String) throws {
    try root.write(Array(text.utf8), to: name)
  }

  private func nextLine() -> String? {
    var bytes: [UInt8] = []
    let descriptor = output.fileHandleForReading.fileDescriptor
    while true {
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, 60_000) == 1 else { return nil }
      var byte: UInt8 = 0
      guard read(descriptor, &byte, 1) == 1 else { return nil }
      if byte == 10 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }

  /// Sends a signal, and waits for the end.
  ///
  /// - Returns: The exit code, and the seconds until then.
  func end(_ signal: Int32 = SIGTERM) throws -> (code: Int32, seconds: Double) {
    let start = ContinuousClock.now
    process.send(signal)
    while process.isRunning, ContinuousClock.now - start < .seconds(20) { usleep(2000) }
    let time = ContinuousClock.now - start
    try #require(!process.isRunning, "the studio does not end")
    return (
      process.terminationStatus,
      Double(time.components.attoseconds) / 1e18
        + Double(time.components.seconds)
    )
  }
}
