// SPDX-License-Identifier: Apache-2.0
//
// `layouthost check` of an untrusted file: its attempts are reported, and have no effect.

import Foundation
import LayoutConformance
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("layouthost check of an untrusted file")
struct StrangerTests {
  /// A plugin that makes an attempt when it is loaded, and whenever it prepares.
  private func plugin(_ deed: String, in scratch: TemporaryDirectory) throws -> String {
    let source = """
      #include <fcntl.h>
      #include <signal.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <sys/socket.h>
      #include <sys/syscall.h>
      #include <unistd.h>
      __attribute__((unused)) static void leave_daemon(void) {
        if (fork() != 0) return;
        setsid();
        if (fork() != 0) _exit(0);
        close(open("\(scratch.path)/daemon", O_WRONLY | O_CREAT, 0600));
        sleep(20);
        _exit(0);
      }
      static void reach(void) { \(deed); }
      __attribute__((constructor)) static void when_loaded(void) { reach(); }

      """
    let header = try scratch.write(Array(source.utf8), to: "deed.h")
    return try FakeLayout.path(flags: ["-include", header, "-DIN_PREPARE=reach()"])
  }

  /// The reasons of the rules that are broken, by rule.
  private func broken(_ arguments: [String]) throws -> [String: String] {
    let run = try check(arguments + ["--json"])
    let lines = try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(lines.last?.object?["verdict"] != nil, "\(run.errors)")
    let broken = lines.compactMap(\.object).filter { $0["outcome"]?.string == "BROKEN" }
    return Dictionary(
      broken.map { ($0["rule"]?.string ?? "", $0["reason"]?.string ?? "") }
    ) { first, _ in first }
  }

  /// An attempt, the rule that reports it, and the message.
  static let deeds = [
    ("close(open(\"FOLDER/made\", O_WRONLY | O_CREAT, 0600))", "process-files", "FOLDER/made"),
    ("if (open(\"FOLDER/secret\", O_RDONLY) >= 0) abort()", "process-files", "FOLDER/secret"),
    ("unlink(\"FOLDER/secret\")", "process-files", "unlink FOLDER/secret"),
    ("rename(\"FOLDER/secret\", \"FOLDER/made\")", "process-files", "rename FOLDER/secret"),
    ("leave_daemon()", "process-children", "clone"),
    (
      "if (fork() == 0) execl(\"/bin/sleep\", \"sleep\", \"20\", NULL)", "process-children", "clone"
    ),
    ("if (system(\"touch FOLDER/made\") == 0) abort()", "process-children", "clone"),
    ("kill(getppid(), SIGUSR1)", "process-signals", "kill"),
    ("syscall(SYS_tgkill, getppid(), getppid(), 0)", "process-signals", "tgkill"),
    ("syscall(SYS_tgkill, getpid(), getpid(), SIGRTMIN + 3)", "process-signals", "tgkill"),
    ("if (socket(AF_INET, SOCK_STREAM, 0) >= 0) abort()", "process-confined", "socket"),
  ]

  @Test("reports each attempt, and none has an effect", arguments: deeds)
  func refused(_ deed: String, _ rule: String, _ words: String) throws {
    let scratch = try TemporaryDirectory()
    _ = try scratch.write(Array("hunter2".utf8), to: "secret")
    let path = try plugin(deed.replacing("FOLDER", with: scratch.path), in: scratch)
    let found = try broken([path, "--only", rule])
    #expect(found.keys.sorted() == [rule], "\(found)")
    let reason = try #require(found[rule])
    #expect(reason.contains(words.replacing("FOLDER", with: scratch.path)), "\(reason)")
    #expect(reason.contains("while it loaded"), "\(reason)")
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
    #expect(left == ["deed.h", "secret"])
  }

  @Test("names the call in which the attempt was made")
  func place() throws {
    let scratch = try TemporaryDirectory()
    let path = try FakeLayout.path(flags: [
      "-include", "unistd.h", "-DIN_PREPARE=unlink(\"\(scratch.path)/x\")",
    ])
    let reason = try broken([path, "--only", "process-files"])["process-files"]
    #expect(reason?.contains("unlink \(scratch.path)/x, in prepare") == true, "\(reason ?? "")")
  }

  @Test(
    "ends a plugin that writes an answer in the checker's place and sleeps",
    arguments: ["sandboxed", "worker"])
  func forged(tier: String) throws {
    let scratch = try TemporaryDirectory()
    // A length and "K" to each descriptor: the pipe for the answer is one of them.
    let deed = #"""
      int count = 0;
      for (int at = 3; at < 64; ++at) count += write(at, "\1\0\0\0K", 5) == 5;
      if (count > 0) sleep(3600)
      """#
    let path = try plugin(deed, in: scratch)
    let run = try Command.run([
      "timeout", "--signal=KILL", "120", try Executables.find("layouthost"), "check", path,
      "--only", "process-files", "--tier", tier,
    ])
    #expect(run.status == 0 || run.status == 1, "\(run.status) \(run.output) \(run.errors)")
    #expect(!run.output.isEmpty)
  }

  @Test("with --tier worker the attempt succeeds, and the rules about it are skipped")
  func worker() throws {
    let scratch = try TemporaryDirectory()
    let path = try plugin("close(open(\"\(scratch.path)/made\", O_CREAT, 0600))", in: scratch)
    let run = try check([path, "--only", "process-files", "--tier", "worker"])
    #expect(run.status == 0)
    #expect(run.output.contains("skipped"), "\(run.output)")
    #expect(run.output.contains("refused calls are not reported"), "\(run.output)")
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/made"))
  }

  /// A program that already listens to refused calls, refuses none, and executes its arguments.
  private static let listening = """
    #include <fcntl.h>
    #include <linux/filter.h>
    #include <linux/seccomp.h>
    #include <sys/prctl.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    int main(int count, char **words) {
      struct sock_filter all = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
      struct sock_fprog program = {1, &all};
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
      long listener = syscall(
          SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
      // Open in the program that it executes.
      if (listener < 0 || fcntl((int)listener, F_SETFD, 0) < 0) return 9;
      return count > 1 ? execv(words[1], words + 1) : 8;
    }

    """

  @Test("inside a container that already listens the plugin is confined too")
  func viewportSize() throws {
    let scratch = try TemporaryDirectory()
    let source = try scratch.write(Array(Self.listening.utf8), to: "listening.c")
    let built = try Command.run(["cc", "-o", scratch.path + "/listening", source])
    try #require(built.status == 0, "\(built.errors)")
    let path = try plugin("close(open(\"\(scratch.path)/made\", O_CREAT, 0600))", in: scratch)
    let run = try Command.run([
      scratch.path + "/listening", try Executables.find("layouthost"), "check", path, "--only",
      "process-files",
    ])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("refused calls are not reported"), "\(run.output)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/made"))
  }

  @Test("in-process is no tier of a check")
  func tiers() throws {
    let run = try check([try bundledPlugin("FlowPlugin"), "--tier", "in-process"])
    #expect(run.status == 2)
    #expect(run.errors.contains("'in-process' is none of sandboxed, worker"), "\(run.errors)")
  }

  @Test("the same rules are kept, broken and skipped with and without the sandbox")
  func sameRules() throws {
    let plugin = try FakeLayout.path(flags: ["-DALL_EXTENSIONS"])
    let reach = Set(RuleBook.reachRules.map(\.id))
    let rules = Soak.share(
      of: RuleBook.all.map(\.id).filter { !reach.contains($0) }, oneIn: 4)
    func outcomes(_ tier: String) throws -> [String] {
      let run = try check(
        [plugin, "--json", "--tier", tier] + rules.flatMap { ["--only", $0] })
      let lines = try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      return lines.dropLast().compactMap(\.object).compactMap { result in
        guard let rule = result["rule"]?.string, let outcome = result["outcome"]?.string,
          rules.contains(rule)
        else { return nil }
        return "\(rule) \(outcome)"
      }
    }
    let confined = try outcomes("sandboxed")
    #expect(confined.count == rules.count)
    #expect(try confined == outcomes("worker"))
  }
}
