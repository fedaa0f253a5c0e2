// SPDX-License-Identifier: Apache-2.0
//
// The command as a program that runs while a test changes its files.

import CTestSystem
import Foundation
import LayoutLoading
import LayoutModel
import Testing

/// A running `layouthost`, which is ended with the value.
public final class Running {
  private let process = Process()
  private let output = PrivatePipe()
  private let input = PrivatePipe()
  private var pending = Data()

  /// - Parameters:
  ///   - takesInput: True if its standard input stays open for ``write(_:)``.
  ///   - command: The program; by default the one that was built with the tests.
  public init(
    _ arguments: [String], home: String, takesInput: Bool = false, in directory: String? = nil,
    command: String? = nil
  ) throws {
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    process.executableURL = URL(
      fileURLWithPath: try command ?? Executables.find("layouthost"))
    process.arguments = arguments
    process.environment = [
      "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home,
    ]
    process.standardInput = takesInput ? input.reading : FileHandle.nullDevice
    process.standardOutput = output.writing
    try process.run()
    try input.reading.close()
    try output.writing.close()
  }

  deinit {
    process.killAndWait()
  }

  /// Returns a figure of its memory: `VmRSS`, or `VmHWM` for the peak, in bytes.
  public func memory(_ name: String) throws -> Int {
    let bytes = try FileSystem.contents(of: "/proc/\(process.processIdentifier)/status").bytes
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(name + ":") }
    let number = line?.split { $0 == " " || $0 == "\t" }.dropFirst().first
    return try #require(number.flatMap { Int($0) }) << 10
  }

  /// Resets the peak of its memory.
  public func forgetMostMemory() throws {
    let path = "/proc/\(process.processIdentifier)/clear_refs"
    try Data("5".utf8).write(to: URL(fileURLWithPath: path))
  }

  /// The processor time of its first thread, on which frames run, in seconds.
  public func mainThreadTime() throws -> Double {
    let path = "/proc/\(process.processIdentifier)/schedstat"
    let text = String(decoding: try FileSystem.contents(of: path).bytes, as: UTF8.self)
    return Double(try #require(UInt64(text.split(separator: " ")[0]))) / 1e9
  }

  /// The bytes that its first thread has requested with `read` and similar calls.
  public func mainThreadBytesRead() throws -> Int {
    let process = process.processIdentifier
    let path = "/proc/\(process)/task/\(process)/io"
    let text = String(decoding: try FileSystem.contents(of: path).bytes, as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("rchar: ") }
    return try #require(line.flatMap { Int($0.dropFirst("rchar: ".count)) })
  }

  /// Returns the next line; nil if the command has ended, or writes nothing for two minutes, which is an issue.
  public func nextLine() -> String? {
    while true {
      if let end = pending.firstIndex(of: 10) {
        defer { pending = Data(pending[(end + 1)...]) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      var watched = pollfd(
        fd: output.reading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, 120_000) != 0 else {
        Issue.record("the command writes nothing more")
        return nil
      }
      let more = output.reading.availableData
      if more.isEmpty { return nil }
      pending += more
    }
  }

  /// Reads up to the next line that contains a text; others are skipped.
  public func line(about text: String) throws -> String {
    while true {
      let line = try #require(nextLine())
      if line.contains(text) { return line }
    }
  }

  /// Writes a line to its input.
  public func write(_ line: String) throws {
    try input.writing.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Closes its input.
  public func closeInput() throws { try input.writing.close() }

  /// Closes the reading end of its output.
  public func closeOutput() throws { try output.reading.close() }

  /// Sends it a signal to end. It does not hear SIGINT where the tests run in a shell's background.
  public func interrupt(by signal: Int32 = SIGTERM) { process.send(signal) }

  /// Waits for its end. Two minutes are too long, which is an issue and kills it.
  public func exitCode() -> Int32 {
    let limit = ContinuousClock.now + .seconds(120)
    while process.isRunning {
      if ContinuousClock.now > limit {
        Issue.record("the command does not end")
        process.killAndWait()
        break
      }
      usleep(5000)
    }
    process.waitUntilExit()
    return process.terminationStatus
  }
}

extension Process {
  /// Sends it a signal, if it runs. One that never ran has the number 0, which would be the test's whole process group;
  /// the number of one that has ended may be another process's.
  public func send(_ signal: Int32) {
    guard isRunning else { return }
    kill(processIdentifier, signal)
  }

  /// Ends it, if it runs, with a signal that cannot be blocked: a child inherits the blocked signals of the thread that
  /// starts it.
  public func killAndWait() {
    guard isRunning else { return }
    send(SIGKILL)
    waitUntilExit()
  }
}

/// A pipe whose ends no other process gets: one that is started on another thread at the same moment would keep the
/// input open, and the command would wait for its end.
private struct PrivatePipe {
  let reading: FileHandle
  let writing: FileHandle

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(test_private_pipe(&ends) == 0, "a process has too many open files")
    reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
  }
}
