// SPDX-License-Identifier: Apache-2.0
//
// The copies that are loaded: their directory, their integrity, and changes of the original.

import Foundation
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutLoading

@Suite("The image store")
struct ImageStoreTests {
  /// Makes a store below a directory of the test.
  static func store(_ directory: TemporaryDirectory) -> ImageStore {
    ImageStore(environment: Environment(["XDG_CACHE_HOME": directory.path]))
  }

  /// Returns a judged copy of the valid plugin, in the directory.
  static func file(in directory: TemporaryDirectory) throws -> PluginFile {
    PluginFile(judging: try directory.write(JudgingTests.sound(), to: "plugin.so"))
  }

  static func mode(_ path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0, "\(path)")
    return status.st_mode & 0o7777
  }

  @Test("a copy has its hash as its name, and modes that prevent changes by others and by mistake")
  func places() throws {
    let directory = try TemporaryDirectory()
    let file = try Self.file(in: directory)
    let path = try Self.store(directory).place(file)
    #expect(path == "\(directory.path)/layouthost/images/\(file.hash).so")
    #expect(try Self.mode(path) == 0o500)
    #expect(try Self.mode(directory.path + "/layouthost/images") == 0o700)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(JudgingTests.sound()))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: directory.path + "/layouthost/images")
    #expect(names.sorted() == [".pruned", "\(file.hash).so"], "no temporary file remains")
  }

  @Test("the runtime directory comes first, and an unusable directory is skipped")
  func choosesDirectory() throws {
    let directory = try TemporaryDirectory()
    let file = try Self.file(in: directory)
    let cache = try directory.makeDirectory("cache")
    let runtime = try directory.makeDirectory("run")
    func place(_ runtime: String) throws -> String {
      let environment = Environment(["XDG_RUNTIME_DIR": runtime, "XDG_CACHE_HOME": cache])
      return try ImageStore(environment: environment).place(file)
    }
    #expect(try place(runtime).hasPrefix(runtime))
    #expect(try place(file.path + "/below").hasPrefix(cache), "no directory below a file")
    #expect(try place("relative").hasPrefix(cache))
    #expect(try place("/proc/self").hasPrefix(cache), "no directory in /proc")
    try #require(chmod(runtime + "/layouthost/images", 0o755) == 0)
    #expect(try place(runtime).hasPrefix(cache), "others can read it")
  }

  @Test("a directory below one that others can write is skipped, and no directory is made there")
  func passesOverOpenDirectory() throws {
    let directory = try TemporaryDirectory()
    let file = try Self.file(in: directory)
    let cache = try directory.makeDirectory("cache")
    let runtime = try directory.makeDirectory("run")
    let store = ImageStore(
      environment: Environment(["XDG_RUNTIME_DIR": runtime, "XDG_CACHE_HOME": cache]))
    try #require(chmod(runtime, 0o777) == 0)
    #expect(try store.place(file).hasPrefix(cache))
    #expect(try FileManager.default.contentsOfDirectory(atPath: runtime).isEmpty)
    // It belonged to the user when the directories were made.
    try #require(chmod(runtime, 0o700) == 0)
    #expect(try store.place(file).hasPrefix(runtime))
    try #require(chmod(runtime, 0o777) == 0)
    #expect(try store.place(file).hasPrefix(cache))
    let alone = try #require(throws: LayoutError.self) {
      try ImageStore(
        environment: Environment(["XDG_RUNTIME_DIR": runtime, "XDG_CACHE_HOME": "/proc"])
      ).place(file)
    }
    #expect(alone.code == "no-image-directory")
    #expect(alone.message.contains("\(runtime): other users can write this directory"))
  }

  @Test(
    "a directory below another user's is skipped for the home of the user database",
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func passesOverForeign() throws {
    let directory = try TemporaryDirectory()
    let file = try Self.file(in: directory)
    let (home, own) = (try directory.makeDirectory("home"), try directory.makeDirectory("own"))
    let cache = try directory.makeDirectory("home/.cache/layouthost/images")
    try #require(chown(home, 12345, 12345) == 0)
    let store = ImageStore(
      environment: Environment(["XDG_CACHE_HOME": home + "/.cache"], accountHome: own))
    #expect(try store.place(file) == "\(own)/.cache/layouthost/images/\(file.hash).so")
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache).isEmpty)
    // The same through $HOME.
    let byHome = ImageStore(environment: Environment(["HOME": home], accountHome: own))
    #expect(try byHome.place(file).hasPrefix(own))
    let alone = ImageStore(environment: Environment(["XDG_CACHE_HOME": home + "/.cache"]))
    let error = try #require(throws: LayoutError.self) { try alone.place(file) }
    #expect(error.code == "no-image-directory" && error.message.contains("user 12345"))
  }

  @Test("without a usable directory the error names each and the reason")
  func failsWithReasons() throws {
    let directory = try TemporaryDirectory()
    let file = try Self.file(in: directory)
    let environment = Environment(["XDG_RUNTIME_DIR": "/proc/a", "XDG_CACHE_HOME": file.path])
    let error = try #require(throws: LayoutError.self) {
      try ImageStore(environment: environment).place(file)
    }
    #expect(error.code == "no-image-directory")
    #expect(error.message.contains("/proc/a") && error.message.contains(file.path))
    #expect(error.message.contains("XDG_RUNTIME_DIR"))
  }

  /// A directory that is mounted `noexec`, if this machine has a writable one.
  static let noexec: String? = ["/dev/shm", "/run/lock", "/run"].first { path in
    var about = statvfs()
    let isNoexec = UInt(8)
    return statvfs(path, &about) == 0 && about.f_flag & isNoexec != 0 && access(path, W_OK) == 0
  }

  @Test("a directory without the right to execute is skipped", .enabled(if: noexec != nil))
  func passesOverNoexec() throws {
    let directory = try TemporaryDirectory()
    let file = try Self.file(in: directory)
    let runtime = try #require(Self.noexec) + "/layouthost-test-\(getpid())"
    try #require(mkdir(runtime, 0o700) == 0)
    defer { try? FileManager.default.removeItem(atPath: runtime) }
    let environment = Environment(["XDG_RUNTIME_DIR": runtime, "XDG_CACHE_HOME": directory.path])
    #expect(try ImageStore(environment: environment).place(file).hasPrefix(directory.path))
    let alone = try #require(throws: LayoutError.self) {
      try ImageStore(
        environment: Environment(["XDG_RUNTIME_DIR": runtime, "XDG_CACHE_HOME": "/proc"])
      ).place(file)
    }
    #expect(alone.message.contains("noexec"))
  }

  @Test("a copy that was changed is made again")
  func repairs() throws {
    let directory = try TemporaryDirectory()
    let file = try Self.file(in: directory)
    let store = Self.store(directory)
    let path = try store.place(file)
    try #require(chmod(path, 0o700) == 0)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seek(toOffset: 5000)
    try handle.write(contentsOf: Data([1, 2, 3]))
    try handle.close()
    #expect(try store.place(file) == path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(JudgingTests.sound()))
    #expect(try Self.mode(path) == 0o500)
  }

  @Test("a file that was changed after it was judged is not loaded")
  func refusesChanged() throws {
    let directory = try TemporaryDirectory()
    let file = try Self.file(in: directory)
    try directory.write(JudgingTests.sound() + [0], to: "plugin.so")
    let error = try #require(throws: LayoutError.self) { try Self.store(directory).place(file) }
    #expect(error.code == "changed" && error.message.contains(file.path))
  }

  @Test("after the copy the original may be overwritten or removed, even while it is loaded")
  func survivesOverwriting() throws {
    let directory = try TemporaryDirectory()
    let file = try Self.file(in: directory)
    let store = Self.store(directory)
    let image = try PluginImage.open(file, store: store)
    // In place, as a compiler or cp does it: if the file were mapped, this would end the process.
    try #require(truncate(file.path, 0) == 0)
    #expect(image.table.pointee.layout_count == 1)
    #expect(try PluginImage.open(file, store: store).path == image.path)
    try FileManager.default.removeItem(atPath: file.path)
    #expect(try PluginImage.open(file, store: store).descriptor == image.descriptor)
  }

  @Test("a refused file is never copied")
  func refusesRefused() throws {
    let directory = try TemporaryDirectory()
    let file = PluginFile(judging: try directory.write([1], to: "plugin.so"))
    let error = try #require(throws: LayoutError.self) { try Self.store(directory).place(file) }
    #expect(error == file.verdict.refusal)
  }

  @Test("many threads that copy the same file at once all get a complete one")
  func placesConcurrently() async throws {
    let directory = try TemporaryDirectory()
    let file = try Self.file(in: directory)
    let store = Self.store(directory)
    let paths = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { try store.place(file) } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(paths.count == 1)
    #expect(PluginFile(judging: try #require(paths.first)).hash == file.hash)
  }
}
