// SPDX-License-Identifier: Apache-2.0
//
// Kernels, and sandboxes around the host, that refuse a step of a worker before it loads a plugin.

import Glibc
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("A worker that cannot set itself up")
struct RefusedSetUpTests {
  /// Refuses one system call to the process that calls it, and to its children, by a filter.
  private static let source = """
    #include <errno.h>
    #include <linux/filter.h>
    #include <linux/seccomp.h>
    #include <stddef.h>
    #include <sys/prctl.h>
    #include <sys/syscall.h>

    // `prlimit64` that sets a limit, or `prctl` that ties a process to its parent.
    int refuse(int limits) {
      struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, limits ? SYS_prlimit64 : SYS_prctl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[limits ? 2 : 0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, limits ? 0 : PR_SET_PDEATHSIG, limits ? 1 : 0, limits ? 0 : 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      };
      struct sock_fprog program = {sizeof code / sizeof *code, code};
      if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
      return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
    }
    """

  @Test("names the refused step, and blames no plugin", .awaitsExit, arguments: [1, 0])
  func refused(_ limits: Int) async throws {
    let filter = try CPlugin.build(source: Self.source, name: "Refuse")
    let plugin = try FakeLayout.path()
    let scratch = try TemporaryDirectory()
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [
        filter = filter as String, plugin = plugin as String, home = scratch.path as String,
        limits = limits as Int, report = report.path as String
      ] in
      ChildReport.begin(report)
      setenv("XDG_STATE_HOME", home, 1)
      let library = try #require(dlopen(filter, RTLD_NOW))
      let symbol = try #require(dlsym(library, "refuse"))
      let refuse = unsafeBitCast(symbol, to: (@convention(c) (CInt) -> CInt).self)
      #expect(refuse(CInt(limits)) == 0)
      for _ in 0..<4 {
        let error = #expect(throws: LayoutError.self) {
          try CollectionLayout.make(
            id: "fake", file: PluginFile(judging: plugin), running: .sandboxed)
        }
        #expect(error?.code == "sandbox-failed", "\(String(describing: error))")
        #expect(error?.message.contains(limits == 1 ? "setrlimit" : "prctl") == true)
        #expect(error?.message.contains("Operation not permitted") == true)
      }
      #expect(StrikeWriter.shared.flush(within: 10))
      #expect(!FileSystem.exists(home + "/layouthost/strikes"))
    }
    report.check(result)
  }

  @Test("the message of a failed step is not taken for a version or an end")
  func words() {
    for step in SetUpStep.allCases {
      for code in [EPERM, ENOMEM, 133] {
        let failure = SetUpFailure(step: step, code: code)
        #expect(SetUpFailure(word: failure.word) == failure)
      }
    }
    for word in [0, 1, UInt32(WireFormat.version), SharedArea.ended, 1 << 30, 0xffff] {
      #expect(SetUpFailure(word: word) == nil)
    }
  }
}
