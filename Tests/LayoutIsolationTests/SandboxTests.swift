// SPDX-License-Identifier: Apache-2.0
//
// The functions that a confined worker still has: libraries, and a C library that works as in the
// host.

import Glibc
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("A confined worker", .enabled(if: SandboxSupport.ofThisKernel.missingPart == nil))
struct SandboxTests {
  /// The fake layout with C code of the test, which its first `prepare` runs.
  private func start(
    _ code: String, calling call: String, flags: [String] = []
  ) throws -> WorkerConnection {
    let scratch = try TemporaryDirectory()
    let header = try scratch.write(Array(code.utf8), to: "deed.h")
    let path = try FakeLayout.path(flags: ["-include", header, "-DIN_PREPARE=\(call)"] + flags)
    return try WorkerConnection(
      file: PluginFile(judging: path), layout: "fake", options: .confined)
  }

  private func showFrame(_ connection: WorkerConnection) throws(LayoutError) {
    _ = try connection.frame(.at(0), shape: SameAnswersTests.shape, into: AnswerBuffer())
  }

  /// Code that sorts 4,000 pairs with ten keys; 1 if those with the same key keep their order.
  private static let sorting = """
    #include <stdlib.h>
    typedef struct { int key, place; } pair;
    static int compare_keys(const void *a, const void *b) {
      return ((const pair *)a)->key - ((const pair *)b)->key;
    }
    static int keeps_order(void) {
      static pair pairs[4000];
      for (int place = 0; place < 4000; place++) pairs[place] = (pair){place * 7 % 10, place};
      qsort(pairs, 4000, sizeof *pairs, compare_keys);
      for (int place = 1; place < 4000; place++) {
        pair a = pairs[place - 1], b = pairs[place];
        if (a.key == b.key && a.place > b.place) return 0;
      }
      return 1;
    }

    """

  /// The result of ``sorting`` in this process.
  private static var keepsOrder: Bool {
    var pairs: [(key: Int32, place: Int32)] = (0..<4000).map { ($0 * 7 % 10, $0) }
    qsort(&pairs, pairs.count, 8) { a, b in
      (a?.load(as: Int32.self) ?? 0) - (b?.load(as: Int32.self) ?? 0)
    }
    return zip(pairs, pairs.dropFirst()).allSatisfy { $0.key != $1.key || $0.place < $1.place }
  }

  @Test("sorts as the host does, although it may not read the size of the memory")
  func sorts() throws {
    let expected = Self.keepsOrder ? 1 : 0
    try showFrame(
      try start(Self.sorting, calling: "if (keeps_order() != \(expected)) __builtin_trap()"))
  }

  @Test("loads a library that the plugin needs, and no other file beside it")
  func library() throws {
    let code = """
      #include <zlib.h>
      #include <fcntl.h>
      static void meet_zlib(void) {
        if (crc32(0, (const unsigned char *)"a", 1) != 0xE8B7BE43) __builtin_trap();
        if (open("/usr/lib/os-release", O_RDONLY) >= 0) __builtin_trap();
      }

      """
    try showFrame(
      try start(code, calling: "meet_zlib()", flags: ["-Wl,--no-as-needed", "-lz"]))
  }

  @Test("does not know the path of the plugin, and its errors still name the plugin")
  func paths() throws {
    let code = "extern void nowhere_to_be_found(void);\n"
    let error = #expect(throws: LayoutError.self) {
      _ = try start(code, calling: "nowhere_to_be_found()")
    }
    #expect(error?.code == "load-failed")
    let message = try #require(error?.message)
    #expect(message.contains("nowhere_to_be_found") && message.contains("/images/"), "\(message)")
    for hidden in [WorkerDescriptors.imagePath, HiddenPaths.file] {
      #expect(!message.contains(hidden), "\(message)")
    }
  }
}
