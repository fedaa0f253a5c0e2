// SPDX-License-Identifier: Apache-2.0
//
// The corpus, by kind.

enum Corpus {
  /// The plugins that are loaded into a view and scrolled.
  static let scrolled = kinds.flatMap(\.deeds)
  static let all = scrolled + forgeries

  /// The corpus by the kinds of deeds.
  static let kinds: [(name: String, deeds: [Deed])] = [
    ("crashes", crashes), ("escapes", escapes), ("loading", loading), ("hangs", hangs),
    ("waits", waits), ("memory", memory), ("border", border), ("floods", floods), ("lies", lies),
    ("games", games), ("storms", storms), ("reaches", reaches), ("calls", calls),
    ("leaks", leaks), ("oddities", oddities),
  ]

  static let crashes = [
    Deed("trap", "runs into a trap", .died("SIGILL")),
    Deed("nullPointer", "writes to a null pointer", .died("SIGSEGV")),
    Deed("wildPointer", "writes to a wild pointer", .died("SIGSEGV")),
    Deed("nullCall", "calls a null function", .died("SIGSEGV")),
    Deed("writesCode", "overwrites code of the C library", .died("SIGSEGV")),
    Deed("stackOverflow", "recurses without end", .died("SIGSEGV")),
    Deed("freesTwice", "gives the same memory back twice", .died("SIGABRT")),
    Deed("divides", "divides by zero", .died("SIGFPE")),
    Deed("aborts", "calls abort", .died("SIGABRT")),
    Deed("exits", "calls exit", .died("code 0")),
    Deed("leaves", "calls _exit", .died("code 7")),
    Deed("killsItself", "kills its own process", .died("SIGSYS"), worker: .died("SIGKILL")),
    Deed("trap", "traps while it is loaded", .died("SIGILL"), at: "IN_CONSTRUCTOR"),
    Deed("trap", "traps in its entry", .died("SIGILL"), at: "IN_ENTRY"),
    Deed(
      "stackOverflow", "recurses without end while it is loaded", .died("SIGSEGV"),
      at: "IN_CONSTRUCTOR"),
    Deed("trap", "traps in create", .died("SIGILL"), at: "IN_CREATE"),
    Deed("nullPointer", "crashes in prepare", .died("SIGSEGV"), at: "IN_PREPARE"),
    Deed(
      "aborts", "aborts when it is let go", .harmless, here: "the host ends: SIGABRT",
      at: "IN_DESTROY"),
  ]

  static let hangs = [
    Deed("loops", "loops without end", .hung),
    Deed("sleeps", "sleeps", .hung),
    Deed("stops", "stops its process (SIGSTOP)", .died("SIGSYS"), worker: .hung),
    Deed("locks", "waits for a lock that it holds", .hung),
    Deed("catchesSignals", "catches its crash and crashes again, for ever", .hung),
    Deed("waitsForItself", "waits for a wake that never comes", .hung),
    Deed("loops", "loops while it is loaded", .hung, at: "IN_CONSTRUCTOR"),
    Deed("loops", "loops in prepare", .hung, at: "IN_PREPARE"),
    Deed("loops", "loops when it is let go", .harmless, here: "the host hangs", at: "IN_DESTROY"),
  ]

  static let memory = [
    Deed(
      "allocates", "takes memory without end", .failed("layout-out-of-memory"), worker: .notTried),
    Deed(
      "allocatesAndTraps", "takes memory without end and crashes", .died("SIGSEGV"),
      worker: .notTried),
    Deed(
      "takesShared", "takes memory that it could share, which no limit counts", .denied,
      worker: .done),
    Deed(
      "takesDownwards", "takes memory that grows downwards, which no limit counts", .denied,
      worker: .done),
    Deed("takesAddresses", "takes 32 TiB of addresses", .denied, worker: .done),
    Deed(
      "advises", "tells the kernel of its memory what no allocator does", .denied, worker: .done),
    Deed("writesPastRecords", "writes behind the room for its answer", .refused("memory")),
    Deed("writesFarPast", "overwrites 64 GiB behind its room", .died("SIGSEGV")),
    Deed("writesExecutable", "asks for memory to write and execute", .denied, worker: .done),
    Deed("turnsDataIntoCode", "turns data into code", .denied, worker: .done),
    Deed("makesOwnCodeWritable", "makes its code writable", .denied, worker: .done),
  ]

  static let lies = [
    Deed("nanFrame", "answers with NaN", .refused("finite")),
    Deed("infiniteFrame", "answers with infinity", .refused("finite")),
    Deed("negativeSize", "answers with a negative size", .refused("size")),
    Deed("unknownItem", "answers with an item that is not there", .refused("path")),
    Deed("unknownKind", "answers with a kind that it did not declare", .refused("kind")),
    Deed("unknownFlags", "sets unknown flags", .refused("flags")),
    Deed("badAlpha", "answers with an opacity of 2", .refused("alpha")),
    Deed("duplicates", "answers with an item twice", .refused("duplicate")),
    Deed("missingTransform", "names a transform that it did not give", .refused("index")),
    Deed("missingPayload", "names fields that it did not give", .refused("index")),
    Deed("claimsMore", "claims one record more than it has room for", .refused("room")),
    Deed("claimsAll", "claims four billion records", .refused("room")),
    Deed("wantsMore", "wants more room each time", .refused("room")),
    Deed("wantsAll", "wants room for four billion records", .failed("answer-too-large")),
    Deed("unknownStatus", "answers with an unknown status", .refused("value")),
    Deed("nanContent", "says that its content is NaN high", .refused("finite"), at: "IN_SIZE"),
    Deed("hugeContent", "says that its content has no end", .refused("finite"), at: "IN_SIZE"),
    Deed(
      "nothing", "makes no instance", .refused("value"), at: "IN_CREATE", flags: ["-DNO_INSTANCE"]),
    Deed(
      "nothing", "has no table", .failed("abi-refused"), at: "IN_ENTRY", flags: ["-DNO_PLUGIN=1"]),
  ]

  static let reaches = [
    Deed("readsFile", "opens /etc/passwd", .denied, worker: .done),
    Deed("readsHome", "opens the home directory", .denied, worker: .done),
    Deed("writesFile", "makes a file in /tmp", .denied, worker: .done),
    Deed("listsDirectory", "lists /etc", .denied, worker: .done),
    Deed("removesFile", "deletes a file", .denied, worker: .done),
    Deed("readsEnvironment", "reads a secret from the environment", .denied, worker: .done),
    Deed("readsHostMemory", "opens the host's memory in /proc", .denied, worker: .done),
    Deed("looksIntoHost", "reads the host's memory directly", .died("SIGSYS"), worker: .harmless),
    Deed("opensSocket", "opens a socket", .died("SIGSYS"), worker: .done),
    Deed(
      "runsProgram", "runs a program in its place", .died("SIGSYS"), worker: .died("code 0")),
    Deed("traces", "asks to be traced", .died("SIGSYS"), worker: .done),
    Deed("signalsHost", "sends a signal to the host", .denied, worker: .done),
    Deed("outlivesHost", "wants to outlive the host", .denied, worker: .done),
    Deed("leavesGroup", "leaves its process group", .denied, worker: .done),
    Deed("raisesLimits", "sets its own limits", .denied, worker: .done),
    Deed("makesSharedFile", "makes an anonymous file", .denied, worker: .done),
    Deed("shortensShared", "shortens every open file", .denied),
    Deed("forks", "starts a process", .denied, worker: .done),
  ]

  static let oddities = [
    Deed("leavesThread", "leaves a thread running", .denied, worker: .done),
    Deed("closesEverything", "closes every descriptor", .done, here: "possible"),
    Deed("asksOutside", "counts on four billion sections", .denied),
    Deed("asksFromThread", "asks the host from a thread of its own", .denied),
    Deed("logsForEver", "writes 100,000 lines to the log", .harmless),
    Deed("logsFromNowhere", "logs a text that is not there", .died("SIGSEGV")),
    Deed("complainsForEver", "fails with a message of four gigabytes", .failed("layout-failed")),
    Deed(
      "complainsInColour", "fails with a message of commands to a terminal",
      .failed("layout-failed")
    ),
    Deed("mapsForEver", "maps memory until there is no further mapping", .harmless),
    Deed("blocksSignals", "blocks all signals, and handles them", .harmless),
    Deed(
      "staysAtExit", "never ends when its process should", .harmless,
      here: "the host hangs at its end"),
    Deed("printsForEver", "clears the terminal a thousand times", .harmless, worker: .notTried),
  ]
}
