// SPDX-License-Identifier: Apache-2.0
//
// The part of the corpus that attacks the border: shared memory, its words, and system calls.

extension Corpus {
  /// The deeds of a plugin on the memory that its worker shares with the host. It has to find that memory first.
  static let border = [
    Deed(
      "answersItself", "answers in place of its worker, with garbage", .refused("wire"),
      here: "no effect"),
    Deed(
      "startsItself", "describes itself in place of its worker, as no table can", .refused("wire"),
      here: "no effect", at: "IN_CREATE"),
    Deed(
      "failsItself", "says in place of its worker that the host had to end it", .refused("wire"),
      here: "no effect"),
    Deed(
      "saysItEnded", "says that its process has ended, and has not", .refused("wire"),
      here: "no effect"),
    Deed(
      "scribblesWords", "writes nonsense over the words by which host and worker take turns",
      .harmless),
    Deed(
      "unmapsShared", "unmaps the memory that it shares with the host", .died("SIGSEGV"),
      here: "no effect"),
    Deed(
      "movesShared", "moves that memory elsewhere", .died("SIGSEGV"), here: "no effect"),
    Deed("writesRequests", "makes the host's part of it writable", .denied, here: "no effect"),
    Deed("fillsShared", "fills all of its part", .harmless),
  ]

  /// The messages of an exploited plugin, in place of an answer to a frame.
  static let floods = [
    Deed(
      "answersMillions", "answers 3.9 million elements in place of its worker",
      .failed("answer-too-large"), here: "no effect"),
    Deed(
      "logsMillion", "sends a million lines of a log in place of its worker",
      .failed("answer-too-large"), here: "no effect"),
    Deed(
      "logsAtLength", "sends lines of 1 MiB in place of its worker", .failed("answer-too-large"),
      here: "no effect"),
    Deed(
      "postsMillion", "sends a million events in place of its worker", .failed("answer-too-large"),
      here: "no effect"),
    Deed(
      "marksMillion", "marks a million elements in place of its worker",
      .failed("answer-too-large"), here: "no effect"),
    Deed(
      "namesAtLength", "registers a name of 8 MiB in place of its worker", .refused("wire"),
      here: "no effect"),
    Deed(
      "namesMillions", "registers 15 million names in place of its worker", .refused("wire"),
      here: "no effect"),
    Deed(
      "failsAtLength", "fails with a text of 15 MiB in place of its worker",
      .failed("layout-failed"), here: "no effect"),
  ]

  /// The functions of ``border`` and ``floods``.
  static let searching = Set((border + floods).map(\.name))

  /// The system calls that no layout needs. Those that depend on the kernel's settings are tried only when confined.
  static let calls = [
    Deed("opensItself", "lets others look into its process", .denied, worker: .done),
    Deed("changesPersonality", "changes how its process behaves", .denied, worker: .done),
    Deed("changesScheduling", "changes how it is scheduled", .denied, worker: .done),
    Deed("pinsItself", "chooses its processors", .denied, worker: .done),
    Deed("locksMemory", "keeps its memory from being paged out", .denied, worker: .notTried),
    Deed("setsTimer", "has itself sent signals later", .denied, worker: .done),
    Deed("signalsThread", "sends a signal to a thread of the host", .denied, worker: .done),
    Deed("holdsHost", "takes hold of the host's process", .denied, worker: .done),
    Deed("filtersItself", "puts a filter of its own over system calls", .denied, worker: .done),
    Deed("handlesFaults", "handles faults of memory itself", .denied, worker: .notTried),
    Deed("queuesCalls", "has the kernel make its calls later", .denied, worker: .notTried),
    Deed("takesKeys", "asks for the user's keys", .denied, worker: .notTried),
    Deed("measuresOthers", "measures other processes", .denied, worker: .notTried),
    Deed("loadsProgram", "loads a program into the kernel", .died("SIGSYS"), worker: .notTried),
    Deed("writesIntoHost", "writes into the host's memory", .died("SIGSYS"), worker: .harmless),
    Deed("typesAtTerminal", "types at the terminal", .denied, worker: .notTried),
    Deed(
      "callsForeign", "makes a system call of another architecture", .died("SIGSYS"),
      worker: .notTried),
    Deed(
      "callsWithBit", "makes a system call with the bit that hides its number", .died("SIGSYS"),
      worker: .notTried),
  ]
}
