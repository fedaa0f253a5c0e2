// SPDX-License-Identifier: Apache-2.0
//
// Files that other users could have written, and entries that are no files.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("The owner of a file")
struct OwnershipTests {
  @Test("a file that others can write is refused, with the command that repairs it")
  func refusesWritableFile() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(JudgingTests.sound(), to: "plugin.so", mode: 0o646)
    let refusal = try #require(PluginFile(judging: path).verdict.refusal)
    #expect(refusal.code == "writable-by-others")
    #expect(refusal.message.contains("chmod go-w '\(path)'"))
    #expect(chmod(path, 0o644) == 0)
    #expect(PluginFile(judging: path).verdict.refusal == nil)
  }

  @Test(
    "a directory that others can write is refused, with and without the sticky bit",
    arguments: [0o757, 0o1777])
  func refusesWritableDirectory(_ mode: Int) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(JudgingTests.sound(), to: "plugin.so")
    try #require(chmod(directory.path, mode_t(mode)) == 0)
    let refusal = try #require(PluginFile(judging: path).verdict.refusal)
    #expect(refusal.code == "writable-by-others")
    #expect(refusal.message.hasPrefix(directory.path + ": other users can write this directory"))
  }

  @Test("a parent directory that others can write is refused, unless it is sticky")
  func judgesAncestors() throws {
    let directory = try TemporaryDirectory()
    let inner = try directory.makeDirectory("a/b")
    let path = inner + "/plugin.so"
    try Data(JudgingTests.sound()).write(to: URL(fileURLWithPath: path))
    try #require(chmod(directory.path, 0o1777) == 0)
    #expect(PluginFile(judging: path).verdict.refusal == nil)
    try #require(chmod(directory.path, 0o777) == 0)
    #expect(PluginFile(judging: path).verdict.refusal?.code == "writable-by-others")
  }

  @Test("a link is judged by its target")
  func followsLinks() throws {
    let directory = try TemporaryDirectory()
    let open = try directory.makeDirectory("open")
    let target = open + "/plugin.so"
    try Data(JudgingTests.sound()).write(to: URL(fileURLWithPath: target))
    let link = directory.path + "/link.so"
    try #require(symlink(target, link) == 0)
    #expect(PluginFile(judging: link).verdict.refusal == nil)
    try #require(chmod(open, 0o777) == 0)
    #expect(PluginFile(judging: link).verdict.refusal?.code == "writable-by-others")
  }

  @Test("a link in a directory that others can write is refused", arguments: [0o777, 0o1777])
  func judgesDirectoryOfLink(_ mode: Int) throws {
    let directory = try TemporaryDirectory()
    let target = try directory.write(JudgingTests.sound(), to: "plugin.so")
    let open = try directory.makeDirectory("open")
    try #require(symlink(target, open + "/link.so") == 0)
    #expect(PluginFile(judging: open + "/link.so").verdict.refusal == nil)
    try #require(chmod(open, mode_t(mode)) == 0)
    let refusal = try #require(PluginFile(judging: open + "/link.so").verdict.refusal)
    #expect(refusal.code == "writable-by-others" && refusal.message.hasPrefix(open + ": "))
    // The same link, reached through another one in a directory of the user.
    try #require(symlink("open/link.so", directory.path + "/own.so") == 0)
    let code = PluginFile(judging: directory.path + "/own.so").verdict.refusal?.code
    #expect(code == (mode == 0o777 ? "writable-by-others" : nil))
  }

  @Test("a parent directory is judged although its name begins with an accent")
  func judgesAccents() throws {
    let directory = try TemporaryDirectory()
    // For a Swift string the slash and the accent are one character.
    let inner = try directory.makeDirectory("open/\u{301}inner")
    try directory.write(JudgingTests.sound(), to: "open/\u{301}inner/plugin.so")
    #expect(PluginFile(judging: inner + "/plugin.so").verdict.refusal == nil)
    let open = directory.path + "/open"
    try #require(chmod(open, 0o777) == 0)
    let refusal = try #require(PluginFile(judging: inner + "/plugin.so").verdict.refusal)
    #expect(refusal.code == "writable-by-others" && refusal.message.hasPrefix(open + ": "))
  }

  @Test("a parent that is a link in a directory that others can write is refused")
  func judgesLinkedDirectory() throws {
    let directory = try TemporaryDirectory()
    let inner = try directory.makeDirectory("inner")
    try Data(JudgingTests.sound()).write(to: URL(fileURLWithPath: inner + "/plugin.so"))
    let open = try directory.makeDirectory("open")
    try #require(symlink("../inner", open + "/way") == 0)
    #expect(PluginFile(judging: open + "/way/plugin.so").verdict.refusal == nil)
    try #require(chmod(open, 0o777) == 0)
    let refusal = try #require(PluginFile(judging: open + "/way/plugin.so").verdict.refusal)
    #expect(refusal.code == "writable-by-others" && refusal.message.hasPrefix(open + ": "))
  }

  @Test("a link into a directory that is missing, or is not UTF-8, is refused")
  func refusesLostLinks() throws {
    let directory = try TemporaryDirectory()
    let plugin = try directory.write(JudgingTests.sound(), to: "plugin.so")
    let link = directory.path + "/link.so"
    try #require(symlink(directory.path + "/gone/plugin.so", link) == 0)
    let status = try #require(FileSystem.status(of: plugin))
    let missing = #expect(throws: LayoutError.self) { try Ownership.check(status, at: link) }
    #expect(missing?.code == .unreadable)
    // The bytes 0xFF are no character.
    let strange = directory.path.utf8CString.dropLast() + [0x2F, -1, 0]
    try #require(mkdir(Array(strange), 0o777) == 0)
    let file = strange.dropLast() + "/plugin.so".utf8CString
    try #require(rename(plugin, Array(file)) == 0)
    try #require(unlink(link) == 0 && symlink(Array(file), link) == 0)
    let refusal = try #require(PluginFile(judging: link).verdict.refusal)
    #expect(refusal.code == .unreadable && refusal.message.contains("not to UTF-8"))
  }

  @Test("a directory is made for the user alone, and not where others can replace it")
  func makesDirectories() throws {
    let directory = try TemporaryDirectory()
    let own = directory.path + "/a/b"
    try Ownership.makeDirectory(own)
    #expect(try #require(FileSystem.status(of: own)).st_mode & 0o7777 == 0o700)
    try Ownership.makeDirectory(own)
    try #require(chmod(directory.path, 0o777) == 0)
    for path in [own, directory.path + "/c"] {
      let error = #expect(throws: LayoutError.self) { try Ownership.makeDirectory(path) }
      #expect(error?.code == .writableByOthers)
    }
    #expect(!FileSystem.exists(directory.path + "/c"))
  }

  @Test(
    "a link of another user is refused under a sticky bit too",
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func refusesForeignLink() throws {
    let directory = try TemporaryDirectory()
    let inner = try directory.makeDirectory("inner")
    try Data(JudgingTests.sound()).write(to: URL(fileURLWithPath: inner + "/plugin.so"))
    let shared = try directory.makeDirectory("shared")
    try #require(chmod(shared, 0o1777) == 0)
    try #require(symlink(inner, shared + "/way") == 0)
    #expect(PluginFile(judging: shared + "/way/plugin.so").verdict.refusal == nil)
    try #require(lchown(shared + "/way", 12345, 0) == 0)
    let refusal = try #require(PluginFile(judging: shared + "/way/plugin.so").verdict.refusal)
    #expect(refusal.code == "wrong-owner" && refusal.message.hasPrefix(shared + "/way: "))
  }

  @Test(
    "a file or directory of another user is refused",
    .enabled(if: geteuid() == 0, "only root can give files away"), arguments: [true, false])
  func refusesForeign(_ isFile: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(JudgingTests.sound(), to: "plugin.so")
    try #require(chown(isFile ? path : directory.path, 12345, 0) == 0)
    let refusal = try #require(PluginFile(judging: path).verdict.refusal)
    #expect(refusal.code == "wrong-owner" && refusal.message.contains("user 12345"))
  }

  @Test(
    "a parent directory that belongs to another user is refused, at any level",
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func refusesForeignWay() throws {
    let directory = try TemporaryDirectory()
    let inner = try directory.makeDirectory("a/b/c")
    let path = inner + "/plugin.so"
    try Data(JudgingTests.sound()).write(to: URL(fileURLWithPath: path))
    #expect(PluginFile(judging: path).verdict.refusal == nil)
    let above = directory.path + "/a"
    try #require(chown(above, 12345, 12345) == 0)
    let refusal = try #require(PluginFile(judging: path).verdict.refusal)
    #expect(refusal.code == "wrong-owner" && refusal.message.hasPrefix(above + ": "))
    #expect(refusal.message.contains("run this as that user"))
  }

  @Test("a file that single users may write by an access list is refused")
  func accessList() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(JudgingTests.sound(), to: "plugin.so", mode: 0o664)
    #expect(PluginFile(judging: path).verdict.refusal == nil)
    // Version 2; the owner, user 12345, the group, the mask and others, as the kernel stores them.
    let entries: [(UInt16, UInt16, UInt32)] = [
      (1, 6, .max), (2, 6, 12345), (4, 6, .max), (0x10, 6, .max), (0x20, 4, .max),
    ]
    var list: [UInt8] = [2, 0, 0, 0]
    for (tag, rights, id) in entries {
      for (value, count) in [(UInt32(tag), 2), (UInt32(rights), 2), (id, 4)] {
        list += (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
    }
    let text = list.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let set = try Command.run([
      "setfattr", "-n", "system.posix_acl_access", "-v", "0x" + text, path,
    ])
    // Some file systems have no such lists.
    guard set.status == 0 else { return }
    #expect(PluginFile(judging: path).verdict.refusal?.code == "writable-by-others")
  }

  @Test(
    "a group that is neither root's nor the user's own counts as other users",
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func judgesGroups() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(JudgingTests.sound(), to: "plugin.so", mode: 0o664)
    #expect(PluginFile(judging: path).verdict.refusal == nil)
    try #require(chown(path, 0, 12345) == 0 && chmod(path, 0o664) == 0)
    #expect(PluginFile(judging: path).verdict.refusal?.code == "writable-by-others")
  }

  @Test("an entry that is no file is refused at once: missing, a directory, a pipe, a device")
  func refusesOthers() throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.path + "/pipe.so"
    try #require(mkfifo(pipe, 0o600) == 0)
    let file = try directory.write([1, 2, 3], to: "file")
    let codes = [
      directory.path + "/none.so", file + "/below.so", directory.path, pipe, "/dev/null",
    ]
    .map { PluginFile(judging: $0).verdict.refusal?.code.rawValue }
    #expect(codes == ["unreadable", "unreadable", "not-a-file", "not-a-file", "not-a-file"])
  }

  @Test("a file that cannot be read is refused with the system's words and a remedy")
  func refusesUnreadable() throws {
    // It opens, and gives an error for any read at its start, also to root.
    let refusal = try #require(PluginFile(judging: "/proc/self/mem").verdict.refusal)
    #expect(refusal.code == "unreadable" && refusal.message.contains("cannot be read"))
    #expect(refusal.message.contains("; "))
  }

  @Test("a directory that cannot be listed or made is an error with a remedy")
  func refusesDirectory() throws {
    let directory = try TemporaryDirectory()
    let below = try directory.write([1], to: "file") + "/below"
    let listing = #expect(throws: LayoutError.self) { _ = try FileSystem.names(in: below) }
    #expect(listing?.code == "unreadable" && listing?.message.contains("; ") == true)
    let making = #expect(throws: LayoutError.self) { try FileSystem.makeDirectory(below) }
    #expect(making?.code == "unwritable" && making?.message.contains("; ") == true)
    let writing = #expect(throws: LayoutError.self) {
      try FileSystem.replace(below, with: [1], mode: 0o600, isDurable: false)
    }
    #expect(writing?.code == "unwritable" && writing?.message.contains("; ") == true)
    let taken = try directory.makeDirectory("taken")
    let replacing = #expect(throws: LayoutError.self) {
      try FileSystem.replace(taken, with: [1], mode: 0o600, isDurable: false)
    }
    #expect(replacing?.code == "unwritable")
    #expect(replacing?.message.contains("check what is in its place") == true)
    #expect(try FileSystem.names(in: directory.path) == ["file", "taken"])
  }
}
