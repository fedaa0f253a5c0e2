// SPDX-License-Identifier: Apache-2.0
//
// Environments that lack something: the command prints one message that names it, and the exit code
// is not 0.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("environments that lack something")
struct SurroundingsTests {
  private let folder: TemporaryDirectory
  private let source: String

  init() throws {
    folder = try TemporaryDirectory()
    source = try folder.write(Array("name\nAda\nGrace\n".utf8), to: "people.csv")
  }

  /// Expects one line on standard error, with this code and word.
  private func expectOneMessage(
    _ run: Command, _ code: String, _ word: String, _ at: SourceLocation = #_sourceLocation
  ) {
    #expect(run.status == 1, "\(run.status) \(run.errors)", sourceLocation: at)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 1, "\(run.errors)", sourceLocation: at)
    #expect(run.errors.contains("[\(code)]"), "\(run.errors)", sourceLocation: at)
    #expect(run.errors.contains(word), "\(run.errors)", sourceLocation: at)
  }

  @Test("a session whose standard input is closed reports it, and does not wait")
  func closedInput() throws {
    let run = try layouthost(
      ["session", source, "-l", "flow"], redirection: "<&-", timeLimit: 60)
    expectOneMessage(run, "unreadable", "standard input")
  }

  @Test("a closed standard output is an error, and no other file gets the output")
  func closedOutput() throws {
    let run = try layouthost(["list"], redirection: ">&-", timeLimit: 60)
    expectOneMessage(run, "unwritable", "standard output")
  }

  @Test("a picture larger than the file limit is an error that names it, and leaves no file")
  func fileLimit() throws {
    let picture = folder.path + "/x.png"
    // The copies of the plugins exist already, since the limit would prevent them. One kilobyte has
    // room for the message, which is written to a file here.
    _ = try layouthost(["render", source, "-l", "flow", "-o", picture])
    try #require(unlink(picture) == 0)
    let run = try layouthost(
      ["render", source, "-l", "flow", "-o", picture], before: "ulimit -f 1", timeLimit: 60)
    expectOneMessage(run, "output-unwritable", picture)
    #expect(!FileSystem.exists(picture))
  }

  @Test("a command that draws reports when no thread can be created")
  func threadLimit() throws {
    // Runs as user 54321: root has no such limit, and other users may have many processes.
    guard geteuid() == 0 else { return }
    let home = try TemporaryDirectory()
    try #require(chown(home.path, 54_321, 54_321) == 0 && chmod(folder.path, 0o755) == 0)
    let command = try Executables.find("layouthost")
    let words = "'\(command)' render \(source) -l flow -o \(home.path)/x.png"
    let run = try Command.run([
      "env", "HOME=\(home.path)", "setpriv", "--reuid", "54321", "--regid", "54321",
      "--clear-groups", "bash", "-c", "ulimit -u 1; exec \(words)",
    ])
    // Skips a checkout that other users cannot enter.
    guard !run.errors.contains("Permission denied") else { return }
    expectOneMessage(run, "no-threads", "ulimit -u")
  }

  @Test("a memory limit without room for a worker is an error")
  func memoryLimit() throws {
    let run = try layouthost(
      ["render", source, "-l", "flow", "--tier", "worker", "-o", folder.path + "/x.png"],
      before: "ulimit -v 600000", timeLimit: 60)
    #expect(run.status == 0 || run.errors.contains("[shared-memory]"), "\(run.errors)")
  }

  @Test("without /proc the command reports that it is not mounted")
  func withoutProc() throws {
    guard geteuid() == 0 else { return }
    let command = try Executables.find("layouthost")
    let run = try Command.run([
      "unshare", "-m", "bash", "-c", "umount -l /proc && exec \"$0\" list", command,
    ])
    // A container may forbid this.
    guard !run.errors.contains("umount:"), !run.errors.contains("unshare:") else { return }
    expectOneMessage(run, "no-proc", "mount -t proc")
  }

  @Test("an argument that is not UTF-8 is an error, and no file is written")
  func notUTF8() throws {
    let command = try Executables.find("layouthost")
    let run = try Command.run([
      "bash", "-c", "cd '\(folder.path)' && exec \"$0\" render people.csv -l flow -o $'\\xff.png'",
      command,
    ])
    expectOneMessage(run, "bad-argument", "word 6")
    #expect(try FileSystem.names(in: folder.path) == ["people.csv"])
  }

  @Test("trust is not given if the directory of the list is not safe")
  func unbelievable() throws {
    let home = try TemporaryDirectory()
    let plugin = try folder.write(
      FileSystem.contents(of: FakeLayout.path()).bytes, to: "fake.so")
    let directory = try home.makeDirectory("layouthost")
    try #require(chmod(directory, 0o777) == 0)
    let run = try layouthost(["trust", "add", plugin], home: home)
    expectOneMessage(run, "writable-by-others", directory)
    #expect(run.output.isEmpty && !FileSystem.exists(directory + "/trust"))
  }
}
