// SPDX-License-Identifier: Apache-2.0
//
// `list --watch`, run as a program while files appear and disappear.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("list --watch")
struct ListWatchTests {
  @Test("added, changed, moved and removed files are reported line by line")
  func lines() throws {
    let root = try TemporaryDirectory()
    let (home, plugins) = (try root.makeDirectory("home"), try root.makeDirectory("plugins"))
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: FakeLayout.path())))
    try root.write(bytes, to: "plugins/first.so")
    let running = try Running(["list", "--watch", "-p", plugins], home: home)
    #expect(try running.line(about: plugins).hasPrefix("found  loads  fake  "))
    try root.write(Array(repeating: 65, count: 100), to: "plugins/second.so")
    let second = try running.line(about: plugins)
    #expect(second.hasPrefix("added  refused") && second.contains("[not-elf]"))
    try root.write(bytes + [0], to: "plugins/second.so")
    #expect(try running.line(about: plugins).hasPrefix("changed  loads"))
    try #require(rename(plugins + "/second.so", plugins + "/third.so") == 0)
    let third = try running.line(about: plugins)
    #expect(third.hasPrefix("renamed  loads") && third.contains("(was \(plugins)/second.so)"))
    try #require(unlink(plugins + "/third.so") == 0)
    #expect(try running.line(about: plugins).hasPrefix("removed  loads"))
  }

  @Test("with --json each line is an object")
  func json() throws {
    let root = try TemporaryDirectory()
    let (home, plugins) = (try root.makeDirectory("home"), try root.makeDirectory("plugins"))
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: FakeLayout.path())))
    try root.write(bytes, to: "plugins/first.so")
    let running = try Running(["list", "-w", "--json", "-p", plugins], home: home)
    let found = try JSONValue(parsing: try running.line(about: plugins)).object
    #expect(found?["event"] == "found" && found?["verdict"] == "loads")
    let hash = try #require(found?["sha256"]?.string)
    try root.write(bytes + [0], to: "plugins/first.so")
    let changed = try JSONValue(parsing: try running.line(about: plugins)).object
    #expect(changed?["event"] == "changed" && changed?["was"] == .string(hash))
    #expect(changed?["path"] == .string(plugins + "/first.so"))
    try root.write(Array(repeating: 65, count: 100), to: "plugins/first.so")
    let wrong = try JSONValue(parsing: try running.line(about: plugins)).object
    #expect(wrong?["event"] == "changed" && wrong?["error"] != nil)
    try #require(unlink(plugins + "/first.so") == 0)
    let removed = try JSONValue(parsing: try running.line(about: plugins)).object
    #expect(removed?["event"] == "removed" && removed?["error"] == nil, "a removed file: no error")
  }

  @Test("a named directory that does not exist is reported, and watched")
  func missing() throws {
    let root = try TemporaryDirectory()
    let (home, late) = (try root.makeDirectory("home"), root.path + "/late")
    let running = try Running(["list", "-w", "--json", "-p", late], home: home)
    let problem = try JSONValue(parsing: try running.line(about: late)).object
    #expect(problem?["event"] == "problem" && problem?["error"]?.object?["code"] == "unreadable")
    _ = try root.makeDirectory("late")
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: FakeLayout.path())))
    try root.write(bytes, to: "late/first.so")
    #expect(try JSONValue(parsing: try running.line(about: late)).object?["event"] == "added")
  }

  @Test("it ends with an error when the reader of its lines is gone")
  func unread() throws {
    let root = try TemporaryDirectory()
    let (home, plugins) = (try root.makeDirectory("home"), try root.makeDirectory("plugins"))
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: FakeLayout.path())))
    try root.write(bytes, to: "plugins/first.so")
    let running = try Running(["list", "--watch", "-p", plugins], home: home)
    _ = try running.line(about: plugins)
    try running.closeOutput()
    try root.write(bytes + [0], to: "plugins/second.so")
    #expect(running.exitCode() == 1)
  }
}
