// SPDX-License-Identifier: Apache-2.0
//
// The templates for authors: the folders of `layouthost new`, which are the worked examples.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("layouthost new")
struct NewLayoutTests {
  /// Runs a command of this build in a folder.
  private func layouthost(_ arguments: String..., in folder: TemporaryDirectory) throws -> Command {
    try Command.run([try Executables.find("layouthost")] + arguments, in: folder.path)
  }

  // A layout in Swift builds its kit, which takes a minute: `InSwift` checks the same of it, in one build.

  @Test(
    "a new folder builds with make, passes every rule and draws itself",
    arguments: ["c", "cpp", "rust"] + (Soak.isOn ? ["swift"] : []))
  func works(_ language: String) throws {
    let folder = try TemporaryDirectory()
    let made = try layouthost("new", "ledge", "--language", language, in: folder)
    try #require(made.status == 0, "\(made.errors)")
    let home = "\(folder.path)/ledge"
    expectChecked(try Command.run(["make", "-s", "check"], in: home))
    let picture = try Command.run(["make", "-s", "picture"], in: home)
    try expectPicture(picture, at: "\(home)/ledge.png")
    try expectNames(of: "\(home)/ledge.so", "ledge", title: "Ledge")
  }

  @Test(
    "a name may have hyphens, and the folder builds anywhere, since it has no path of this machine",
    arguments: ["c", "cpp", "rust"])
  func shared(_ language: String) throws {
    let folder = try TemporaryDirectory()
    let made = try layouthost("new", "my-grid-2d", "--language", language, in: folder)
    try #require(made.status == 0, "\(made.errors)")
    let program = try Executables.find("layouthost")
    let other = try TemporaryDirectory()
    let home = try copy("my-grid-2d", from: folder, to: other)
    try expectNoPath(of: FileSystem.parent(of: program), in: home)
    let debian = FileSystem.exists("/usr/bin/rustc") ? ["RUSTC=/usr/bin/rustc"] : []
    expectChecked(try make(["check"] + debian, in: home, with: program))
    try expectNames(of: "\(home)/my-grid-2d.so", "my-grid-2d", title: "My Grid 2d")
  }

  /// Copies a new layout's folder, without the file that belongs to this machine, and returns the path of the copy.
  private func copy(
    _ name: String, from folder: TemporaryDirectory, to other: TemporaryDirectory
  ) throws -> String {
    let copied = try Command.run(
      ["sh", "-c", "cp -r \(name) \(other.path)/ && rm \(other.path)/\(name)/local.mk"],
      in: folder.path)
    try #require(copied.status == 0, "\(copied.errors)")
    return "\(other.path)/\(name)"
  }

  /// Runs make with the command on PATH, as on another machine.
  private func make(_ words: [String], in home: String, with program: String) throws -> Command {
    let bin = try TemporaryDirectory()
    _ = try Command.run(["ln", "-s", program, "\(bin.path)/layouthost"])
    return try Command.run(
      ["sh", "-c", "PATH=\(bin.path):$PATH exec make -s \(words.joined(separator: " "))"], in: home)
  }

  /// Checks that no file names the checkout, or this folder.
  private func expectNoPath(of folder: String, in home: String) throws {
    for root in [CPlugin.sourceRoot, folder] {
      #expect(try Command.run(["grep", "-rlF", root, "."], in: home).output == "")
    }
  }

  private func expectChecked(_ run: Command) {
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.split(separator: "\n").last?.hasPrefix("pass: ") == true)
  }

  private func expectPicture(_ run: Command, at path: String) throws {
    #expect(run.status == 0, "\(run.errors)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes.count > 10_000)
  }

  /// Checks that the layout has its own name, and no name of the example.
  private func expectNames(of path: String, _ name: String, title: String) throws {
    let info = try Command.run([try Executables.find("layouthost"), "info", path, "--json"])
    let note = try JSONValue(parsing: info.output).object?["note"]?.object
    #expect(note?["id"]?.string == "org.example.\(name)")
    #expect(note?["name"]?.string == title)
    #expect(note?["layouts"]?.array?.first?.string == name)
  }

  @Test("without kit and checkout a layout in Swift is refused, and no folder is made")
  func notInstalled() throws {
    let folder = try TemporaryDirectory()
    let program = folder.path + "/usr/bin/layouthost"
    _ = try Command.run(
      ["install", "-D", "-m", "755", try Executables.find("layouthost"), program])
    let made = try Command.run([program, "new", "ledge", "-L", "swift"], in: folder.path)
    #expect(made.status == 1)
    #expect(made.errors.contains("\(folder.path)/usr/share/layouthost/kit"), "\(made.errors)")
    #expect(made.errors.contains("run make install"), "\(made.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/ledge"))
  }

  @Test(
    "the makefiles of the examples build them",
    arguments: ["c-bricks", "cpp-steps", "rust-tiles"])
  func examples(_ name: String) throws {
    let folder = try TemporaryDirectory()
    let include = CPlugin.sourceRoot + "/Sources/LayoutABI/include"
    let copied = try Command.run(
      ["cp", "-r", CPlugin.sourceRoot + "/Examples/" + name, folder.path])
    try #require(copied.status == 0, "\(copied.errors)")
    let made = try Command.run(
      [
        "make", "-s", "check", "INCLUDE=" + include,
        "LAYOUTHOST=" + (try Executables.find("layouthost")),
      ], in: "\(folder.path)/\(name)")
    #expect(made.status == 0, "\(made.output)\(made.errors)")
  }

  @Test("orbit keeps every rule")
  func orbit() throws {
    let text = try String(
      contentsOfFile: CPlugin.sourceRoot + "/Examples/orbit/orbit.c", encoding: .utf8)
    let run = try check([try CPlugin.build(source: text, name: "Orbit")])
    #expect(run.status == 0, "\(run.output)")
  }

  @Test("a wrong name, a wrong language, or an existing folder is refused, and no file is made")
  func refuses() throws {
    let folder = try TemporaryDirectory()
    for (arguments, words) in [
      (["new", "Ledge", "-L", "c"], "'Ledge' is no name"), (["new", "a--b", "-L", "c"], "'a--b'"),
      (["new", "My_Grid", "-L", "c"], "such as my-grid"), (["new", "a-", "-L", "c"], "such as a"),
      (["new", "../a", "-L", "c"], "'../a'"), (["new", "ledge", "-L", "go"], "'go' is none of"),
      (["new", "ledge"], "--language"), (["new", "-L", "c"], "NAME is missing"),
    ] {
      let run = try Command.run([try Executables.find("layouthost")] + arguments, in: folder.path)
      #expect(run.status == 2)
      #expect(run.errors.contains(words), "\(run.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    _ = try layouthost("new", "ledge", "-L", "c", in: folder)
    let again = try layouthost("new", "ledge", "-L", "rust", in: folder)
    #expect(again.status == 1)
    #expect(again.errors.contains("is there already"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/ledge/layout.rs"))
  }

  @Test("render --watch draws again when the layout's file is built again")
  func watch() throws {
    let folder = try TemporaryDirectory()
    _ = try layouthost("new", "ledge", "-L", "c", in: folder)
    let home = "\(folder.path)/ledge"
    #expect(try Command.run(["make", "-s"], in: home).status == 0)
    let source = try folder.write(Array("a\nb\nc\n".utf8), to: "list.csv")
    let watching = Process()
    watching.executableURL = URL(fileURLWithPath: try Executables.find("layouthost"))
    watching.arguments = [
      "render", source, "-l", "\(home)/ledge.so", "-o", "\(home)/a.svg", "--watch",
    ]
    watching.standardOutput = FileHandle.nullDevice
    try watching.run()
    defer { watching.killAndWait() }
    let first = try wait(for: "\(home)/a.svg") { !$0.isEmpty }
    #expect(
      try Command.run(
        ["sed", "-i", "s/wanted = 240/wanted = 200/", "ledge.c"], in: home
      ).status == 0)
    #expect(try Command.run(["make", "-s"], in: home).status == 0)
    let second = try wait(for: "\(home)/a.svg") { $0 != first && !$0.isEmpty }
    #expect(second != first)
  }

  /// Waits until the file is as expected and returns its bytes; returns no bytes after a minute.
  private func wait(for path: String, until isWanted: (Data) -> Bool) throws -> Data {
    for _ in 0..<600 {
      if let bytes = FileManager.default.contents(atPath: path), isWanted(bytes) { return bytes }
      usleep(100_000)
    }
    Issue.record("\(path) did not come")
    return Data()
  }
}

// MARK: - In Swift

extension NewLayoutTests {
  /// Layouts that are built with the kit of an installation, one after the other: the first build makes the kit, which
  /// the next one finds.
  @Suite("layouthost new, in Swift", .serialized, .alongside)
  struct InSwift {
    private static let shared = Result { try Installation() }

    @Test(
      """
      a layout needs no checkout if LayoutHost is installed: its folder, with a hyphen in the name, builds anywhere, \
      passes every rule and draws itself
      """)
    func installed() throws {
      let (tests, folder) = (NewLayoutTests(), try TemporaryDirectory())
      let installation = try Self.shared.get()
      let program = installation.program
      let made = try Command.run([program, "new", "my-grid-2d", "-L", "swift"], in: folder.path)
      try #require(made.status == 0, "\(made.errors)")
      let other = try TemporaryDirectory()
      let home = try tests.copy("my-grid-2d", from: folder, to: other)
      try tests.expectNoPath(of: installation.prefix, in: home)
      let shared = try installation.shareBuild(with: home)
      tests.expectChecked(try tests.make(["check"] + shared, in: home, with: program))
      try tests.expectPicture(
        try tests.make(["picture"], in: home, with: program), at: "\(home)/my-grid-2d.png")
      try tests.expectNames(of: "\(home)/my-grid-2d.so", "my-grid-2d", title: "My Grid 2d")
    }

    @Test("the makefile of the example builds it, and the smallest host shows it")
    func example() throws {
      let folder = try TemporaryDirectory()
      let examples = CPlugin.sourceRoot + "/Examples"
      let home = folder.path + "/swift-shelves"
      let installation = try Self.shared.get()
      let copied = try Command.run(["cp", "-r", examples + "/swift-shelves", folder.path])
      try #require(copied.status == 0, "\(copied.errors)")
      _ = try Command.run(["make", "-s", "clean"], in: home)
      let shared = try installation.shareBuild(with: home)
      let check = ["make", "-s", "check", "LAYOUTHOST=" + installation.program] + shared
      NewLayoutTests().expectChecked(try Command.run(check, in: home))
      let include = "INCLUDE=" + CPlugin.sourceRoot + "/Sources/LayoutABI/include"
      let hostHome = folder.path + "/c-host"
      _ = try Command.run(["cp", "-r", examples + "/c-host", hostHome])
      let built = try Command.run(["make", "-s", "-B", "host", include], in: hostHome)
      try #require(built.status == 0, "\(built.errors)")
      let shown = try Command.run([hostHome + "/host", home + "/shelves.so"])
      let lines = shown.output.split(separator: "\n")
      #expect(lines.first == "Shelves: content 180000 x 180, 2 visible")
      #expect(lines.dropFirst(2).first == "0.1 at 180 0, 168 x 168")
    }
  }

  /// The command and the kit as `make install` puts them, and one folder for what is built with the kit.
  private struct Installation {
    let prefix: String
    private let builds: String

    var program: String { prefix + "/bin/layouthost" }

    init() throws {
      // Until the end of the process: the suite has no end of its own.
      let folder = TemporaryDirectory.untilTheEnd.path
      (prefix, builds) = (folder + "/kit/usr", folder + "/kit-builds")
      try FileManager.default.createDirectory(atPath: builds, withIntermediateDirectories: true)
      let install = try Command.run(
        ["make", "-s", "install-kit", "DESTDIR=\(folder)/kit", "PREFIX=/usr"],
        in: CPlugin.sourceRoot)
      try #require(install.status == 0, "\(install.errors)")
      for (name, folder) in [("layouthost", "bin"), ("layout-worker", "libexec/layouthost")] {
        let file = "\(prefix)/\(folder)/\(name)"
        _ = try Command.run(["install", "-D", "-m", "755", try Executables.find(name), file])
      }
    }

    /// Gives a package the products of the others, in place of its `.build`.
    ///
    /// - Returns: The settings for make with which SwiftPM builds there too, in `make test` without the optimiser,
    ///   which takes longer than the kit's compiler for all the rest.
    func shareBuild(with package: String) throws -> [String] {
      try FileManager.default.createSymbolicLink(
        atPath: package + "/.build", withDestinationPath: builds)
      return [
        "SWIFTPM_BUILD_DIR=" + builds, "CONFIGURATION=" + (Soak.isOn ? "release" : "debug"),
      ]
    }
  }
}
