// SPDX-License-Identifier: Apache-2.0
//
// `session`: steps from standard input, swaps when the running layout's file changes, recordings.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("session")
struct LiveSessionTests {
  private func json(_ line: String) throws -> JSONObject {
    try #require(try JSONValue(parsing: line).object)
  }

  @Test("running the recording of a session gives the same lines, bit for bit")
  func recording() throws {
    let ground = try Ground()
    let steps = """
      {"do":"scroll","to":[0,300]}
      {"do":"visible"}
      {"do":"jump"}
      {"do":"item","path":[0,7],"catch":true}

      {"do":"batch","ops":[{"delete":[0,1]},{"insert":[0,4],"size":[91.3,44]}],"seconds":0.3}
      {"do":"advance","seconds":0.1,"frames":3}
      {"do":"visible"}
      {"do":"batch","ops":[{"delete":[0,1],"told":false}]}
      {"do":"drag","by":[0,-33.3],"at":[100,100],"seconds":0.0166}
      {"do":"release","velocity":[0,811.7]}
      {"do":"advance","seconds":0.37}
      {"do":"swap","layout":"spring"}
      {"do":"visible"}
      """
    let input = try ground.root.write(Array(steps.utf8), to: "steps")
    let file = "\(ground.root.path)/session.scenario"
    let words = [
      "session", ground.source, "-l", "waterfall", "--set", "columnCount=3", "--size", "640x480",
      "--record", file,
    ]
    let session = try layouthost(words, redirection: "<\(input)")
    #expect(session.status == 1, "two steps failed")
    let lines = try session.output.split(separator: "\n").map { try json(String($0)) }
    #expect(lines.count == 13)
    #expect(lines[2]["error"]?.object?["code"] == "unknown-step")
    #expect(lines[7]["error"]?.object?["code"] == "invalid-update")

    let replay = try json(try layouthost("probe", file).output)
    #expect(replay["error"] == nil)
    var told = lines
    told.remove(at: 2)
    #expect(replay["results"] == .array(told.map(JSONValue.object)))

    let more = try layouthost(["session", file], redirection: "</dev/null")
    #expect(more.status == 0)
    #expect(more.output.split(separator: "\n").map(String.init).last == session.lastLine)
  }

  @Test("a change of the file is reported by stage, and properties, data and position are kept")
  func follows() throws {
    let ground = try Ground()
    try ground.drop(spacing: 10)
    let running = try Running(
      [
        "session", ground.source, "-l", "fake", "-p", ground.plugins, "--set", "title=kept",
        "--size", "400x300", "--record", "\(ground.root.path)/s.scenario",
      ], home: ground.home, takesInput: true)
    try running.write(#"{"do":"scroll","to":[0,500]}"#)
    #expect(try json(running.line(about: "contentOffset"))["contentOffset"] == [0, 500])
    try running.write(#"{"do":"elements","limit":0}"#)
    let before = try json(running.line(about: "contentSize"))["contentSize"]?.array?[1].double ?? 0

    try ground.drop(spacing: 60)
    #expect(try json(running.line(about: #""event""#))["event"] == "changed")
    let stages = [
      "notice", "copy", "judge", "trial", "load", "shadow", "carry", "prepare", "commit",
    ]
    for stage in stages {
      let line = try json(running.line(about: #""swap""#))
      #expect(line["stage"]?.string == stage)
      #expect(line["swap"] == "fake")
      #expect(line["answer"] == (stage == "commit" ? "accepted" : nil))
    }
    try running.write(#"{"do":"elements","limit":0}"#)
    let after = try json(running.line(about: "contentSize"))["contentSize"]?.array?[1].double ?? 0
    #expect(after == before + 50, "the new version leaves more room")

    // A file that is no plugin is reported, and the session continues with the current version.
    try ground.root.write(Array(repeating: 65, count: 100), to: "plugins/fake.so")
    let refused = try json(running.line(about: #""swap""#))
    #expect(refused["stage"] == "judge" && refused["answer"] == "refused")
    #expect(refused["error"]?.object?["code"] == "not-elf")
    try running.write(#"{"do":"visible"}"#)
    #expect(try json(running.line(about: "elements"))["elements"]?.array?.isEmpty == false)
    try running.closeInput()
    #expect(running.exitCode() == 0)
    let recorded = try String(contentsOfFile: "\(ground.root.path)/s.scenario", encoding: .utf8)
    let steps = try json(recorded)["steps"]?.array?.compactMap(\.object) ?? []
    let swap = try #require(steps.first { $0["do"] == "swap" })
    #expect(swap["properties"]?.object?["title"] == "kept")

    // Both versions are kept beside the recording, which runs although the plugin file is gone.
    try FileManager.default.removeItem(atPath: ground.plugins)
    let replay = try json(try layouthost("probe", "\(ground.root.path)/s.scenario").output)
    #expect(replay["error"] == nil)
    let sizes = replay["results"]?.array?.compactMap { $0.object?["contentSize"]?.array }
    #expect(sizes?.map { $0[1].double } == [before, after])
  }

  @Test("a session with --stay ends when it is interrupted, and its recording is written")
  func interrupted() throws {
    let ground = try Ground()
    let file = "\(ground.root.path)/s.scenario"
    let running = try Running(
      ["session", ground.source, "-l", "flow", "--stay", "--record", file], home: ground.home,
      takesInput: true)
    try running.write(#"{"do":"scroll","to":[0,50]}"#)
    _ = try running.line(about: "contentOffset")
    try running.closeInput()
    running.interrupt()
    #expect(running.exitCode() == 0)
    #expect(try json(String(contentsOfFile: file, encoding: .utf8))["steps"]?.array?.count == 1)
  }

  @Test("it continues at a SIGHUP that its parent process ignores, as nohup does")
  func keepsIgnored() throws {
    let ground = try Ground()
    let running = try Running(
      [
        "-c", "trap '' HUP; exec \"$0\" \"$@\"", try Executables.find("layouthost"), "session",
        ground.source, "-l", "flow", "--stay",
      ], home: ground.home, takesInput: true, command: "/bin/sh")
    try running.write(#"{"do":"scroll","to":[0,50]}"#)
    _ = try running.line(about: "contentOffset")
    running.interrupt(by: SIGHUP)
    try running.write(#"{"do":"scroll","to":[0,60]}"#)
    _ = try running.line(about: "contentOffset")
    running.interrupt()
    #expect(running.exitCode() == 0)
  }

  @Test("plugins that steps bring in are kept beside the recording, as the first one is")
  func keepsTyped() throws {
    let ground = try Ground()
    try ground.drop(spacing: 10)
    let steps = """
      {"do":"transition","to":"fake","begin":true}
      {"do":"transition","to":"fake","progress":0.5}
      {"do":"visible"}
      {"do":"transition","to":"fake","finish":false}
      {"do":"swap","layout":"fake"}
      {"do":"visible"}
      """
    let input = try ground.root.write(Array(steps.utf8), to: "steps")
    let file = "\(ground.root.path)/s.scenario"
    let session = try layouthost(
      [
        "session", ground.source, "-l", "flow", "-p", ground.plugins, "--size", "400x300",
        "--record", file,
      ], redirection: "<\(input)")
    #expect(session.status == 0, "\(session.output)\(session.errors)")
    let recorded = try json(String(contentsOfFile: file, encoding: .utf8))
    let names = (recorded["steps"]?.array ?? []).compactMap(\.object).compactMap {
      ($0["to"] ?? $0["layout"])?.string
    }
    #expect(names.count == 4 && Set(names).count == 1, "\(names)")
    #expect(names.allSatisfy { $0.hasPrefix("s.scenario.plugins/") && $0.hasSuffix(".so#fake") })

    try FileManager.default.removeItem(atPath: ground.plugins)
    let replay = try json(try layouthost("probe", file).output)
    let lines = try session.output.split(separator: "\n").map {
      JSONValue.object(try json(String($0)))
    }
    #expect(replay["results"] == .array(lines), "\(replay)")
  }

  @Test("a picture that cannot be drawn makes the exit status 1, and the session continues")
  func undrawn() throws {
    let ground = try Ground()
    let picture = try ground.root.makeDirectory("view.png")
    let input = try ground.root.write(Array(#"{"do":"visible"}"#.utf8), to: "step")
    let session = try layouthost(
      ["session", ground.source, "-l", "flow", "--picture", picture], redirection: "<\(input)")
    #expect(session.status == 1)
    #expect(session.output.contains("output-unwritable") && session.output.contains("\"elements\""))
  }

  @Test("a recording that cannot be written costs no film, and its error is told")
  func unrecorded() throws {
    let ground = try Ground()
    let record = try ground.root.makeDirectory("s.scenario")
    let film = "\(ground.root.path)/s.html"
    let session = try layouthost(
      ["session", ground.source, "-l", "flow", "--record", record, "-o", film],
      redirection: "</dev/null")
    #expect(session.status == 1 && session.errors.contains(record), "\(session.errors)")
    #expect(FileSystem.exists(film) && session.output.contains("\"film\""))
  }

  @Test(
    "a result in a missing directory is refused before the first step",
    arguments: [("--record", "s.scenario"), ("-o", "s.html"), ("--picture", "s.png")])
  func nowhere(option: String, name: String) throws {
    let ground = try Ground()
    let input = try ground.root.write(Array(#"{"do":"visible"}"#.utf8), to: "step")
    let path = "\(ground.root.path)/missing/\(name)"
    let session = try layouthost(
      ["session", ground.source, "-l", "flow", option, path], redirection: "<\(input)")
    #expect(session.status == 1 && session.output.isEmpty, "\(session.output)")
    #expect(session.errors.contains(path) && session.errors.contains("[output-unwritable]"))
  }

  @Test("it ends with an error when the reader of its lines is gone, and its recording is written")
  func unread() throws {
    let ground = try Ground()
    let file = "\(ground.root.path)/s.scenario"
    let running = try Running(
      ["session", ground.source, "-l", "flow", "--record", file], home: ground.home,
      takesInput: true)
    try running.write(#"{"do":"scroll","to":[0,50]}"#)
    _ = try running.line(about: "contentOffset")
    try running.closeOutput()
    try running.write(#"{"do":"scroll","to":[0,60]}"#)
    try running.closeInput()
    #expect(running.exitCode() == 1)
    #expect(try json(String(contentsOfFile: file, encoding: .utf8))["steps"]?.array?.count == 2)
  }

  @Test("a session with --stay ends too when the unread line is a long one")
  func unreadAtLength() throws {
    let ground = try Ground()
    let file = "\(ground.root.path)/s.scenario"
    let running = try Running(
      ["session", "unicode", "-l", "flow", "--stay", "--record", file], home: ground.home,
      takesInput: true)
    try running.write(#"{"do":"scroll","to":[0,50]}"#)
    _ = try running.line(about: "contentOffset")
    try running.closeOutput()
    // More bytes than are kept back until they are written.
    try running.write(#"{"do":"elements","limit":2000}"#)
    try running.closeInput()
    #expect(running.exitCode() == 1)
    #expect(try json(String(contentsOfFile: file, encoding: .utf8))["steps"]?.array?.count == 2)
  }

  @Test("the error of a malformed line or step names the line of the input")
  func namesLine() throws {
    let ground = try Ground()
    let steps = """
      {"do":"scroll","to":"top"}

      {"do":"jump"}
      {"do":
      {"do":"visible","what":1}
      """
    let input = try ground.root.write(Array(steps.utf8), to: "steps")
    let session = try layouthost(
      ["session", ground.source, "-l", "flow"], redirection: "<\(input)")
    #expect(session.status == 1)
    let errors = try session.output.split(separator: "\n").map {
      try json(String($0))["error"]?.object?["message"]?.string ?? ""
    }
    #expect(errors.count == 4)
    for (error, line) in zip(errors, [1, 3, 4, 5]) {
      #expect(error.contains("line \(line)"), "\(error)")
    }
  }

  @Test("a caught error does not fail the session, also when the step is malformed")
  func caught() throws {
    let ground = try Ground()
    let steps = """
      {"do":"jump","catch":true}
      {"do":"scroll","to":"top","catch":true}
      {"do":"visible"}
      """
    let input = try ground.root.write(Array(steps.utf8), to: "steps")
    let file = "\(ground.root.path)/s.scenario"
    let session = try layouthost(
      ["session", ground.source, "-l", "flow", "--record", file], redirection: "<\(input)")
    #expect(session.status == 0, "\(session.output)")
    let replay = try json(try layouthost("probe", file).output)
    #expect(
      replay["results"]
        == .array(try session.output.split(separator: "\n").map { .object(try json(String($0))) }))
  }

  @Test(
    "a wrong command line is refused by name",
    arguments: [
      ([], 2, "SOURCE"), (["unicode", "-l", "spiral"], 1, "spiral"),
      (["unicode", "-l", "flow", "--record", "-"], 2, "--record"),
      (["nothing", "-l", "flow"], 1, "nothing"),
      (["/proc/none.scenario"], 1, "/proc/none.scenario"),
    ] as [([String], Int32, String)])
  func refused(words: [String], status: Int32, names: String) throws {
    let run = try layouthost(["session"] + words, redirection: "</dev/null")
    #expect(run.status == status)
    #expect(run.errors.contains(names), "\(run.errors)")
  }
}

extension Command {
  fileprivate var lastLine: String? { output.split(separator: "\n").map(String.init).last }
}
