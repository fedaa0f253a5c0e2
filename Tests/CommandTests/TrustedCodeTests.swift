// SPDX-License-Identifier: Apache-2.0
//
// Attempts to run code in the command's process that was not judged.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("code that was not judged")
struct TrustedCodeTests {
  private let folder: TemporaryDirectory
  private let marker: String
  private let source: String

  init() throws {
    folder = try TemporaryDirectory()
    marker = folder.path + "/marker"
    source = try folder.write(Array("name\nAda\nGrace\n".utf8), to: "people.csv")
  }

  private var hasRun: Bool { FileSystem.exists(marker) }

  /// A library that creates a file when it is loaded.
  private func evil(_ name: String, as fileName: String? = nil, in directory: String) throws
    -> String
  {
    let text = """
      #include <fcntl.h>
      __attribute__((constructor)) static void mark(void) { creat("\(marker)", 0644); }
      int evil;
      """
    let file = try folder.write(Array(text.utf8), to: "evil.c")
    let path = "\(directory)/\(fileName ?? name)"
    let run = try Command.run([
      "cc", "-shared", "-fPIC", "-Wl,-soname,\(name)", file, "-o", path,
    ])
    try #require(run.status == 0, "\(run.errors)")
    return path
  }

  @Test(
    "a library of $LD_LIBRARY_PATH does not replace the system's",
    arguments: [true, false])
  func variable(_ isLoaded: Bool) throws {
    let directory = try folder.makeDirectory("evil")
    // The command itself does not need it, but the pendulum does.
    _ = try evil("libbox2d.so.2", in: directory)
    let words =
      isLoaded
      ? ["render", source, "-l", "pendulum", "-o", folder.path + "/x.png"] : ["info", "pendulum"]
    let run = try layouthost(words, variables: ["LD_LIBRARY_PATH=\(directory)"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(!hasRun)
  }

  @Test("a trusted plugin loads no library by a run path or by a path")
  func runPath() throws {
    let directory = try folder.makeDirectory("evil")
    let library = try evil("libevil.so", in: directory)
    let byPath = try evil("./x.so", as: "x.so", in: directory)
    let plugins = try folder.makeDirectory("plugins")
    let home = try TemporaryDirectory()
    let linked = [
      ["-Wl,--no-as-needed", library, "-Wl,-rpath,\(directory)"],
      ["-Wl,--no-as-needed", byPath],
      ["-Wl,-f,libevil.so", "-Wl,-rpath,\(directory)"],
    ]
    for (index, flags) in linked.enumerated() {
      let built = "\(plugins)/evil\(index).so"
      let compile = try Command.run(
        [
          "cc", "-std=gnu11", "-shared", "-fPIC", "-O1", "-I",
          CPlugin.sourceRoot + "/Sources/LayoutABI/include", "-I", CPlugin.fixtures,
          CPlugin.fixtures + "/FakeLayout.c", "-o", built, "-lm",
        ] + flags)
      try #require(compile.status == 0, "\(compile.errors)")
      let add = try layouthost(["trust", "add", built], home: home)
      #expect(add.status == 1, "\(add.output)")
      // The list is edited by hand.
      let hash = try SHA256.hex(FileSystem.contents(of: built).bytes)
      try home.makeList("\(hash)\n")
      for words in [
        ["info", built], ["render", source, "-l", built, "-o", folder.path + "/x.png"],
      ] {
        let run = try Command.run(
          [
            "env", "XDG_CONFIG_HOME=\(home.path)", "sh", "-c",
            "cd '\(directory)' && exec \"$0\" \"$@\"",
          ]
            + [try Executables.find("layouthost")] + words)
        #expect(run.status == 1)
        #expect(
          ["[run-path]", "[needed-path]", "[opens-libraries]"].contains { run.errors.contains($0) },
          "\(run.errors)")
        #expect(!hasRun)
      }
    }
  }

  @Test("info prints the libraries that a plugin needs and where they were found")
  func info() throws {
    let run = try layouthost("info", "pendulum")
    #expect(run.output.contains("libbox2d.so.2: /"))
    let json = try layouthost("info", "pendulum", "--json").json()
    let needs = try #require(json.object?["needs"]?.array).compactMap { $0.object }
    let box = try #require(needs.first { $0["name"] == "libbox2d.so.2" })
    #expect(FileSystem.exists(try #require(box["path"]?.string)))
  }

  // MARK: As root, in a home of another user

  private static let user: uid_t = 54_321

  /// A program that exchanges two entries of a directory in a loop.
  private func exchanger(in directory: String) throws -> String {
    let text = """
      #define _GNU_SOURCE
      #include <fcntl.h>
      #include <stdio.h>
      #include <unistd.h>
      int main(int count, char **words) {
        if (count < 3) return 2;
        for (;;) renameat2(AT_FDCWD, words[1], AT_FDCWD, words[2], RENAME_EXCHANGE);
      }
      """
    let file = try folder.write(Array(text.utf8), to: "exchange.c")
    let path = directory + "/exchange"
    let run = try Command.run(["cc", "-O1", file, "-o", path])
    try #require(run.status == 0, "\(run.errors)")
    return path
  }

  @Test(
    "root runs no file of another user's home while that user exchanges directories",
    .enabled(if: geteuid() == 0, "only root can act as two users"))
  func foreignHome() throws {
    try #require(chmod(folder.path, 0o755) == 0)
    let home = try folder.makeDirectory("home")
    let cache = home + "/.cache", plugins = home + "/.local/share/layouthost/plugins"
    for path in [cache + "/evil/images", cache + "/layouthost/images", plugins] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    // Files that root would load, under the names that the images have, with other content.
    let flow = PluginFile(judging: try bundledPlugin("FlowPlugin"))
    let library = try evil("evil.so", in: home)
    try FileManager.default.copyItem(
      atPath: library, toPath: "\(cache)/evil/images/\(flow.hash).so")
    // A plugin that root trusts by its hash, in a file that is replaced by another.
    let fake = plugins + "/fake.so"
    try FileManager.default.copyItem(atPath: FakeLayout.path(), toPath: fake)
    try FileManager.default.copyItem(atPath: library, toPath: plugins + "/.other")
    let own = try folder.makeDirectory("own")
    try TemporaryDirectory.makeList(own, "\(PluginFile(judging: fake).hash)\n")
    let racer = try exchanger(in: home)
    let give = try Command.run(["chown", "-R", "\(Self.user):\(Self.user)", home])
    try #require(give.status == 0)

    let races = try [
      [cache + "/layouthost", cache + "/evil"], [fake, plugins + "/.other"],
    ].map { paths in
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/setpriv")
      process.arguments =
        ["--reuid", "\(Self.user)", "--regid", "\(Self.user)", "--clear-groups", racer] + paths
      try process.run()
      return process
    }
    defer { for race in races { race.killAndWait() } }
    for round in 0..<Soak.count(short: 12, long: 400) {
      // Gives the image directory by $HOME alone, or by XDG_CACHE_HOME.
      let variables =
        ["HOME=\(home)", "XDG_CONFIG_HOME=\(own)"]
        + (round % 2 == 0 ? ["XDG_CACHE_HOME=\(cache)", "XDG_DATA_HOME=\(home)/.local/share"] : [])
      let words =
        round % 3 == 2 ? ["info", fake] : ["render", source, "-l", "flow", "-o", own + "/x.png"]
      let run = try Command.run(
        ["env", "-u", "XDG_RUNTIME_DIR", "-u", "XDG_DATA_HOME", "-u", "XDG_STATE_HOME"] + variables
          + [try Executables.find("layouthost")] + words)
      if round % 3 == 2 {
        #expect(run.status == 1)
      } else {
        #expect(run.status == 0, "\(run.errors)")
      }
      try #require(!hasRun, "round \(round)")
    }
  }
}

extension TemporaryDirectory {
  /// Writes a list of trusted hashes below a settings directory.
  static func makeList(_ directory: String, _ text: String) throws {
    let folder = directory + "/layouthost"
    mkdir(folder, 0o700)
    try Writing.put(Array(text.utf8)[...], at: folder + "/trust")
    try #require(chmod(folder + "/trust", 0o600) == 0)
  }

  fileprivate func makeList(_ text: String) throws { try Self.makeList(path, text) }
}
