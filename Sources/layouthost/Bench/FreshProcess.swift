// SPDX-License-Identifier: Apache-2.0
//
// One sample of a benchmark in a process of its own: this program again, told to take one.

import Glibc
import LayoutLoading
import LayoutModel

enum FreshProcess {
  /// The option that makes the child take one sample and print it.
  static let option = Option("sample", help: "Take one sample in this process and print it as JSON")

  /// Starts this program for one sample and waits for it.
  static func sample(
    of name: String
  ) throws(LayoutError) -> (time: Double, counts: [(name: String, value: Double)]) {
    let text = try output(of: ["layouthost", "bench", "--\(option.name)", name])
    let object = try JSONValue(parsing: text).object ?? JSONObject()
    guard let time = object["time"]?.double else {
      throw LayoutError("bad-benchmark", "\(name): the process for a sample printed no time")
    }
    let counts = object["counts"]?.object?.members.map { ($0.key, $0.value.double ?? 0) } ?? []
    return (time, counts)
  }

  /// What the parent reads.
  static func print(
    _ sample: (time: Double, counts: [(name: String, value: Double)])
  ) -> String {
    let counts = JSONObject(sample.counts.map { .init($0.name, .number($0.value)) })
    return JSONValue.object(
      JSONObject([.init("time", .number(sample.time)), .init("counts", .object(counts))])
    ).serialised()
  }

  private static func output(of arguments: [String]) throws(LayoutError) -> String {
    var pipe: [CInt] = [0, 0]
    guard Glibc.pipe(&pipe) == 0 else { throw failure("a pipe cannot be made") }
    for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(pipe[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let code = posix_spawn(&child, "/proc/self/exe", &actions, nil, &words, environ)
    close(pipe[1])
    guard code == 0 else {
      throw LayoutError("bad-benchmark", "a process for a sample cannot be started")
    }
    let text = readAll(pipe[0])
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    guard status == 0 else {
      throw LayoutError(
        "bad-benchmark", "the process for a sample of \(arguments.last ?? "") failed")
    }
    return text
  }

  private static func readAll(_ descriptor: CInt) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }

  private static func failure(_ what: String) -> LayoutError {
    LayoutError("bad-benchmark", "\(what): \(String(cString: strerror(errno)))")
  }
}
