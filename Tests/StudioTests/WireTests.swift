// SPDX-License-Identifier: Apache-2.0
//
// Access to the studio: the headers of requests, the token, the size and form of messages.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("the studio's access control")
struct WireTests {
  private func makeRun() throws -> StudioRun { try StudioRun(["unicode:Arrows", "-l", "flow"]) }

  @Test("a request for another host is refused, and the loopback's names are served")
  func hosts() throws {
    let run = try makeRun()
    for host in ["127.0.0.1:\(run.port)", "localhost:9000", "127.0.0.1"] {
      let answer = try Wire(run).get("/", ["Host: \(host)"])
      #expect(answer.hasPrefix("HTTP/1.1 200"), "\(host)")
      #expect(answer.contains("default-src 'none'; script-src 'self'"))
    }
    for host in [
      "evil.example", "evil.example:\(run.port)", "127.0.0.1.evil.example", "localhost.evil",
      "127.0.0.1:80x", "", "0.0.0.0:\(run.port)",
    ] {
      let answer = try Wire(run).get("/", ["Host: \(host)"])
      #expect(!answer.hasPrefix("HTTP/1.1 200"), "\(host)")
      #expect(!answer.contains("<html"), "\(host)")
    }
  }

  @Test("a socket of another site's page, of no page and of a page without a site is refused")
  func origins() throws {
    let run = try makeRun()
    let own = "127.0.0.1:\(run.port)"
    let good = try Wire(run).upgrade(["Host: \(own)", "Origin: http://\(own)"])
    #expect(good.hasPrefix("HTTP/1.1 101"))
    for origin in [
      "Origin: http://evil.example", "Origin: null", "Origin: http://\(own).evil.example",
      "Origin: https://\(own)", "X-Nothing: 1", "Origin: http://127.0.0.1:\(run.port + 1)",
    ] {
      let answer = try Wire(run).upgrade(["Host: \(own)", origin])
      #expect(answer.hasPrefix("HTTP/1.1 403"), "\(origin)")
    }
    let foreign = try Wire(run).upgrade([
      "Host: evil.example", "Origin: http://evil.example",
    ])
    #expect(foreign.hasPrefix("HTTP/1.1 403"))
  }

  @Test("without the right proof a socket only gets its end, and the token itself is none")
  func tokens() throws {
    let run = try makeRun()
    let wrong = String(run.token.reversed())
    for message in [
      "{\"type\":\"hello\"}", "{\"type\":\"hello\",\"token\":\"\(run.token)\"}",
      "{\"type\":\"hello\",\"proof\":null}", "{\"type\":\"challenge\"}", "[]", "x", "",
      "{\"type\":\"challenge\",\"nonce\":\"1\"}", "{\"type\":\"tick\",\"id\":1}",
      "{\"type\":\"challenge\",\"nonce\":\"\(Wire.nonce)",
    ] {
      let wire = try Wire(run)
      try wire.enter()
      try wire.send(message)
      #expect(try wire.receive() == .closed(1008), "\(message)")
    }
    /// Returns the answer to a message after the challenges.
    func answer(_ message: (_ proof: String, _ nonce: String) throws -> String) throws
      -> Wire.Message?
    {
      let wire = try Wire(run)
      try wire.enter()
      let (proof, nonce) = try wire.challenge()
      try wire.send(message(proof, nonce))
      return try wire.receive()
    }
    let foreign = try answer { _, nonce in try Wire.hello(Wire.proof("page \(nonce)", wrong)) }
    let reflected = try answer { proof, _ in Wire.hello(proof) }
    let replayed = try answer { _, _ in
      try Wire.hello(Wire.proof("page \(Wire.nonce)", run.token))
    }
    let repeated = try answer { _, _ in #"{"type":"challenge","nonce":"\#(Wire.nonce)"}"# }
    for end in [foreign, reflected, replayed, repeated] { #expect(end == .closed(1008)) }
    guard case .bytes = try entered(run).receive() else {
      Issue.record("the right proof opens")
      return
    }
  }

  @Test("messages that are too long or invalid end their socket, and the session continues")
  func messages() throws {
    let run = try makeRun()
    for message in [
      String(repeating: "x", count: 70_000), "{", "7", "{\"id\":1}", "{\"type\":\"tick\"}",
      "\u{0}", "{\"type\":\"tick\",\"id\":1,\"id\":2}",
    ] {
      let wire = try entered(run, "")
      try wire.send(message)
      #expect(try wire.end() != nil, "\(message.prefix(20))")
    }
    // The limit holds for a message of several frames, each of which is within it.
    let room = String(repeating: " ", count: 40_000)
    let parts = try entered(run)
    try parts.send("{\"type\":\"tick\",\"id\":8" + room, room + "}")
    #expect(try !parts.answers(8))
    // Steps that a page may not run, and invalid values, change nothing.
    let wire = try entered(run, "")
    for step in [
      #"{"do":"swap","layout":"/etc/passwd"}"#, #"{"do":"data","sections":[]}"#, "null", "[1]",
      #"{"do":"drag","by":["a",1]}"#, #"{"do":"resize","container":[1e308,-1]}"#,
    ] {
      try wire.send("{\"type\":\"tick\",\"id\":5,\"steps\":[\(step)],\"seconds\":1e308}")
    }
    for rest in ["\"seek\",\"time\":-1", "\"layout\",\"index\":99", "\"inspect\",\"element\":1.5"] {
      try wire.send("{\"id\":6,\"type\":\(rest)}")
    }
    try wire.send("{\"type\":\"tick\",\"id\":7}")
    #expect(try wire.text(containing: "\"id\":7").contains("\"frame\""))
    let (code, _) = try run.end()
    #expect(code == 0)
  }

  @Test("a request with more steps than the limit runs none, and its answer names the limit")
  func steps() throws {
    let run = try makeRun()
    let wire = try entered(run)
    for (id, count) in [(2, 256), (3, 257)] {
      let steps = [String](repeating: #"{"do":"wheel","by":[0,1]}"#, count: count)
      let list = steps.joined(separator: ",")
      try wire.send("{\"type\":\"tick\",\"id\":\(id),\"steps\":[\(list)]}")
      let answer = try #require(
        try JSONValue(parsing: wire.text(containing: "\"id\":\(id),")).object)
      #expect((answer["frame"] != nil) == (count <= 256))
      #expect((answer["refusal"]?.string?.contains("256") == true) == (count > 256))
    }
  }

  @Test(
    "only the page can be read",
    arguments: [
      "/etc/passwd", "/../../../etc/passwd", "//etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
      "/main.js/../x", "/plugins/fake.so", "/studio", "/main.js%00", "/index.html",
    ])
  func paths(path: String) throws {
    let run = try StudioRun(["unicode:Arrows", "-l", "flow"], plugin: 10)
    let answer = try Wire(run).get(path, ["Host: 127.0.0.1"])
    #expect(answer.hasPrefix("HTTP/1.1 404") || answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
    #expect(!answer.contains("root:"))
  }

  @Test("below the path of the socket there is nothing, for a client without an origin either")
  func below() throws {
    let run = try makeRun()
    for path in ["/session/", "/session/x", "/session/x/y"] {
      let answer = try Wire(run).upgrade(["Host: 127.0.0.1:\(run.port)"], path: path)
      #expect(answer.hasPrefix("HTTP/1.1 404"), "\(path): \(answer)")
    }
  }

  @Test("sockets without the token keep no page out: the oldest of them makes room")
  func crowd() throws {
    let run = try makeRun()
    let early = try entered(run)
    let strangers = try (0..<40).map { _ in
      let wire = try Wire(run)
      try wire.enter()
      return wire
    }
    let late = try entered(run)
    // It ended when it made room; for want of a proof it would end five seconds after its start.
    strangers[0].patience = 2_000
    #expect(try strangers[0].end() != nil)
    _ = try strangers[39].challenge()
    for wire in [early, late] {
      try wire.send("{\"type\":\"tick\",\"id\":2}")
      #expect(try wire.answers(2))
    }
  }

  @Test("other methods are refused, and their bodies are not kept")
  func methods() throws {
    let run = try makeRun()
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
      let answer = try Wire(run).get(
        "/", ["Host: 127.0.0.1", "Content-Length: 3"], method: method, body: "abc")
      #expect(answer.hasPrefix("HTTP/1.1 405"), "\(method)")
    }
  }

  @Test("SIGTERM and SIGINT end it, in `make soak` within a second, and a port in use is an error")
  func ends() throws {
    // A shell that runs the tests in its background ignores SIGINT in them and in what they start.
    Foundation.signal(SIGINT, SIG_DFL)
    for signal in [SIGTERM, SIGINT] {
      let run = try makeRun()
      let second = try Command.run([
        try Executables.find("layouthost"), "studio", "unicode:Arrows", "-l", "flow", "--port",
        "\(run.port)", "--no-open",
      ])
      #expect(second.status == 1 && second.output.isEmpty)
      #expect(second.errors.contains("port \(run.port)") && second.errors.contains("--port"))
      let (code, seconds) = try run.end(signal)
      #expect(code == 0)
      if Soak.isOn { #expect(seconds < 1) }
    }
  }

  @Test("a token file keeps the token of a port, is its owner's alone, and a false one is refused")
  func tokenFile() throws {
    let home = try TemporaryDirectory()
    let file = "\(home.path)/token"
    var (tokens, port) = ([String](), [String]())
    for _ in 0..<2 {
      let run = try StudioRun(["unicode:Arrows", "-l", "flow", "--token-file", file] + port)
      tokens.append(run.token)
      port = ["--port", "\(run.port)"]
      #expect(run.token.count == 32)
      #expect(try run.end().code == 0)
    }
    #expect(tokens[0] == tokens[1])
    let secret = String(try String(contentsOfFile: file, encoding: .utf8).prefix(32))
    #expect(secret != tokens[0])
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    func refusal(_ file: String) throws -> String {
      let run = try Command.run([
        try Executables.find("layouthost"), "studio", "unicode:Arrows", "-l", "flow",
        "--token-file", file, "--no-open",
      ])
      #expect(run.status == 1)
      return run.errors
    }
    chmod(file, 0o644)
    #expect(try refusal(file).contains("chmod 600"))
    try home.write(Array("secret".utf8), to: "token", mode: 0o600)
    #expect(try refusal(file).contains("32 hexadecimal digits"))
    // A directory in which other users can replace the file, which may exist or not.
    let shared = try home.makeDirectory("shared")
    chmod(shared, 0o777)
    #expect(try refusal("\(shared)/token").contains("other users can write this directory"))
    try home.write(Array(String(repeating: "a", count: 32).utf8), to: "shared/token", mode: 0o600)
    #expect(try refusal("\(shared)/token").contains("other users can write this directory"))
    // A named pipe, to which no process writes.
    try #require(mkfifo("\(home.path)/pipe", 0o600) == 0)
    #expect(try refusal("\(home.path)/pipe").contains("no regular file"))
  }

  @Test("a studio gives a page of another port no proof, though they share a token file")
  func relay() throws {
    let home = try TemporaryDirectory()
    let options = ["unicode:Arrows", "-l", "flow", "--token-file", "\(home.path)/token"]
    let (run, other) = (try StudioRun(options), try StudioRun(options))
    #expect(run.token != other.token)
    // As a program at the port of one does that passes the messages on to the other.
    let wire = try Wire(other)
    try wire.enter()
    let (proof, nonce) = try wire.challenge()
    #expect(try proof != Wire.proof("studio \(Wire.nonce)", run.token))
    try wire.send(Wire.hello(try Wire.proof("page \(nonce)", run.token)))
    #expect(try wire.receive() == .closed(1008))
  }

  @Test("the studio survives any messages of a page with the token")
  func fuzz() throws {
    let run = try StudioRun(["unicode:Arrows", "-l", "flow"], isReleased: true)
    // 250 messages each.
    for seed in Soak.seeds(short: 4, long: 4_000) {
      var babble = Babble(seed: seed)
      var wire = try entered(run)
      for number in 0..<250 {
        try wire.send(babble.message())
        guard number % 25 == 24 else { continue }
        // An invalid one ended the socket, with all later messages.
        let mark = 1_000_000 + number
        try wire.send("{\"type\":\"frames\",\"id\":\(mark)}")
        if try !wire.answers(mark) { wire = try entered(run) }
      }
      let last = try entered(run)
      try last.send("{\"type\":\"tick\",\"id\":7}")
      let answers = try last.answers(7)
      #expect(answers, "seed \(seed)")
    }
    #expect(try run.end().code == 0)
  }

  @Test("the terminal gets a line for a layout that does not exist and for a failed build, once")
  func alerts() throws {
    let build = "echo 'a.c:3: error: no such thing'; exit 1"
    let run = try StudioRun(
      ["unicode:Arrows", "-l", "flo", "--build", build], keepsErrors: true)
    let wire = try entered(run)
    try wire.send("{\"type\":\"tick\",\"id\":7}")
    _ = try wire.text(containing: "\"id\":7,")
    let lines = run.errorLines
    #expect(lines.count { $0.contains("flo") && $0.contains("unknown-layout") } == 1, "\(lines)")
    #expect(lines.count { $0.contains("a.c:3: no such thing") } == 1, "\(lines)")
  }

  @Test("a file that a running build removed for a moment is no line on the terminal")
  func removals() throws {
    let build =
      "rm -f plugins/late.so; sleep 0.3; cp next.so plugins/.new && mv plugins/.new plugins/late.so"
    let run = try StudioRun(
      ["unicode:Arrows", "-l", "plugins/late.so", "--build", build], keepsErrors: true
    ) { run in
      try run.write("no plugin", to: "next.so")
      try run.write("first", to: "a.c")
    }
    let wire = try entered(run)
    let next = "\(run.root.path)/next.so"
    try FileManager.default.removeItem(atPath: next)
    try FileManager.default.copyItem(
      atPath: try FakeLayout.path(flags: ["-DIN_PREPARE=self->spacing = 10"]), toPath: next)
    try run.write("second", to: "a.c")
    var isOpen = false
    for id in 2..<3_000 where !isOpen {
      usleep(20_000)
      try wire.send("{\"type\":\"tick\",\"id\":\(id)}")
      isOpen = try wire.text(containing: "\"id\":\(id),").contains("fake is loaded")
    }
    #expect(isOpen)
    let lines = run.errorLines
    #expect(!lines.isEmpty && !lines.contains { $0.contains("unreadable") }, "\(lines)")
  }

  @Test("the steps of a rule are played in the session")
  func rules() throws {
    let run = try makeRun()
    let wire = try entered(run)
    try wire.send(#"{"type":"rule","id":1,"rule":"scroll-complete"}"#)
    var offsets: Set<String> = []
    for id in 2..<9 {
      try wire.send("{\"type\":\"tick\",\"id\":\(id),\"seconds\":0.6,\"manual\":true}")
      let answer = try #require(
        try JSONValue(parsing: wire.text(containing: "\"id\":\(id),")).object)
      offsets.insert(answer["frame"]?.object?["asked"]?.serialised() ?? "none")
    }
    #expect(offsets.count >= 4, "\(offsets)")
    try wire.send(#"{"type":"rule","id":20,"rule":"load-leaks"}"#)
    #expect(try wire.text(containing: "\"id\":20").contains("nothing that can be seen"))
  }

  /// Opens a session as a page does, whose hello has further members.
  private func entered(
    _ run: StudioRun, _ members: String = ",\"viewport\":[300,200]"
  ) throws -> Wire {
    let wire = try Wire(run)
    try wire.enter()
    let (proof, nonce) = try wire.challenge()
    #expect(try proof == Wire.proof("studio \(Wire.nonce)", run.token))
    try wire.send(Wire.hello(try Wire.proof("page \(nonce)", run.token), members))
    return wire
  }
}
