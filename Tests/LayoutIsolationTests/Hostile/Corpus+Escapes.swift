// SPDX-License-Identifier: Apache-2.0
//
// The part of the corpus that leaves a call, or enters a process, in ways that plain C does not
// have.

extension Corpus {
  private static let cplusplus = ["-Wl,--no-as-needed", "-lstdc++"]

  /// Exceptions, jumps, ends of threads, damage that is found later.
  static let escapes = [
    Deed("throws", "throws a C++ exception", .died("SIGABRT"), flags: cplusplus),
    Deed(
      "throws", "throws a C++ exception while it is loaded", .died("SIGABRT"),
      at: "IN_CONSTRUCTOR", flags: cplusplus),
    Deed(
      "throws", "throws a C++ exception in create", .died("SIGABRT"), at: "IN_CREATE",
      flags: cplusplus),
    Deed(
      "throws", "throws a C++ exception in prepare", .died("SIGABRT"), at: "IN_PREPARE",
      flags: cplusplus),
    Deed("terminates", "calls std::terminate", .died("SIGABRT"), flags: cplusplus),
    Deed(
      "throwsWithoutType", "throws a C++ exception of no type", .died("SIGSEGV"), flags: cplusplus),
    Deed("survivesItsCrash", "jumps out of its crash and goes on", .harmless),
    Deed("jumpsToGarbage", "jumps to a place that was never one (longjmp)", .died("SIGSEGV")),
    Deed("jumpsIntoData", "runs its data as code", .died("SIGSEGV")),
    Deed("jumpsOntoHeap", "runs memory from malloc as code", .died("SIGSEGV")),
    Deed("leavesItsStack", "goes on on another stack and never comes back", .died("code 0")),
    Deed(
      "endsItsThread", "ends its thread (pthread_exit)", .died("SIGILL"), worker: .died("code 0")),
    Deed("cancelsItself", "cancels its thread", .died("SIGILL"), worker: .died("code 0")),
    Deed("quits", "calls quick_exit", .died("code 9")),
    Deed("smashesStack", "is found with its stack overwritten", .died("SIGABRT")),
    Deed("fails", "fails an assertion of its own", .died("SIGABRT")),
    Deed("freesStack", "gives memory of its stack back", .died("SIGABRT")),
    Deed("spoilsHeap", "overwrites what malloc keeps in front of a block", .died("SIGABRT")),
    Deed("writesConstants", "writes to a constant", .died("SIGSEGV")),
    Deed("readsKernel", "reads memory of the kernel", .died("SIGSEGV")),
    Deed("breaks", "stops at a breakpoint without a debugger", .died("SIGTRAP")),
    Deed("halts", "runs an instruction of the kernel", .died("SIGSEGV")),
    Deed("trapsOnRounding", "makes a division of numbers a signal", .died("SIGFPE")),
    Deed("roundsUp", "changes how numbers are rounded", .harmless),
    Deed("recursesForLong", "takes half of the stack", .harmless),
    Deed("movesStackAway", "moves its stack by a terabyte", .died("SIGSEGV")),
    Deed("trapsAtThreadEnd", "leaves a trap for the end of its thread", .harmless),
    Deed("takesAllKeys", "takes every key for storage of threads", .harmless),
  ]

  /// The code that the loader runs, and the storage that it allocates.
  static let loading = [
    resolver("traps while a function of its is resolved", "__builtin_trap()", .died("SIGILL")),
    resolver("loops while a function of its is resolved", "for (;;) pause()", .hung),
    resolver("resolves a function to nothing", "result = NULL", .died("SIGSEGV")),
    resolver("resolves a function to garbage", "result = (void *)64", .died("SIGSEGV")),
    resolver("ends its process while a function of its is resolved", "_exit(5)", .died("code 5")),
    resolver(
      "resolves a function by half of its stack",
      "volatile char room[1 << 21]; room[0] = 1; if (room[0] == 7) result = NULL", .harmless),
    storage("takes 64 KiB of storage for each thread", "(64 << 10)", .harmless),
    storage(
      "takes 64 MiB of storage for each thread, from the start", "(64 << 20)",
      .failed("load-failed"), model: "__attribute__((tls_model(\"initial-exec\")))"),
    storage(
      "takes 1 GiB of storage for each thread", "(1 << 30)", .died("code 127"), worker: .notTried),
    Deed(
      "nothing", "traps when it is unloaded", .harmless,
      flags: ["-DWITH_DESTRUCTOR=__builtin_trap()"]),
    Deed(
      "nothing", "never ends when it is unloaded", .harmless,
      flags: ["-DWITH_DESTRUCTOR=for (;;) pause()"]),
    Deed("exits", "calls exit while it is loaded", .died("code 0"), at: "IN_CONSTRUCTOR"),
    Deed("sleeps", "sleeps while it is loaded", .hung, at: "IN_CONSTRUCTOR"),
    Deed("sleeps", "sleeps in its entry", .hung, at: "IN_ENTRY"),
    Deed("sleeps", "sleeps in create", .hung, at: "IN_CREATE"),
    Deed("aborts", "aborts in create", .died("SIGABRT"), at: "IN_CREATE"),
    Deed("loops", "loops while it says how large it is", .hung, at: "IN_SIZE"),
    Deed("trap", "traps while it says how large it is", .died("SIGILL"), at: "IN_SIZE"),
    Deed("trap", "traps when it is asked about a change", .died("SIGILL"), at: "IN_CHANGE"),
    Deed("sleeps", "sleeps when it is asked about a change", .hung, at: "IN_CHANGE"),
    Deed(
      "trap", "traps when it is let go", .harmless, here: "the host ends: SIGILL", at: "IN_DESTROY"),
  ]

  private static func resolver(_ does: String, _ code: String, _ ending: Ending) -> Deed {
    Deed(
      "callsResolved", does, ending, here: ending == .hung ? "the host hangs" : nil,
      flags: ["-DWITH_RESOLVER=\(code)"])
  }

  private static func storage(
    _ does: String, _ bytes: String, _ ending: Ending, worker: Ending? = nil, model: String = ""
  ) -> Deed {
    Deed(
      "usesStorage", does, ending, worker: worker,
      flags: ["-DWITH_STORAGE=\(bytes)", "-DSTORAGE_MODEL=\(model)"])
  }

  /// Other ways to wait, and other calls that no layout needs.
  static let waits = [
    Deed("pauses", "waits for a signal", .hung),
    Deed("pollsNothing", "waits for nothing (poll)", .harmless, worker: .hung),
    Deed("selectsNothing", "waits for nothing (select)", .harmless, worker: .hung),
    Deed("yields", "gives its processor away for ever", .hung),
    reach("readsForEver", "reads its standard input"),
    Deed("waitsOnBarrier", "waits for a thread that does not come", .hung),
    Deed("joinsItself", "waits for its own end", .denied),
    Deed("waitsForChild", "waits for a child that it does not have", .denied),
    Deed("suspendsItself", "waits with every signal blocked", .harmless, worker: .hung),
    reach("spawns", "starts a program beside it"),
    reach("makesPipe", "makes a pipe"),
    Deed("makesSocketPair", "makes a pair of sockets", .died("SIGSYS"), worker: .done),
    // A process of root may do it.
    Deed("changesRoot", "changes where its files begin", .denied, worker: .notTried),
    reach("changesDirectory", "changes its directory"),
    reach("readsLink", "asks which program it is"),
    Deed("looksAtFile", "asks when a file was changed", .done),
    reach("renamesFile", "renames a file"),
    reach("linksFile", "makes a link"),
    reach("makesDirectory", "makes a directory"),
    reach("changesMode", "changes the mode of a file"),
    reach("watchesFiles", "watches files"),
    reach("makesTimer", "makes a timer of the kernel's"),
    reach("losesPriority", "changes its own priority"),
    reach("becomesAnother", "becomes another user"),
    Deed("leavesNamespace", "makes a user namespace", .died("SIGSYS"), worker: .done),
  ]
}
