// SPDX-License-Identifier: Apache-2.0
//
// The C library in the hands of programs: built with its header, run with it, and called with wrong arguments.

import Foundation
import LayoutTesting
import Testing

@Suite("The C library")
struct LibraryTests {
  @Test("exports its own functions, each of the header, and no other symbol")
  func exports() throws {
    let symbols = try Command.run(["nm", "-D", "--defined-only", "--extern-only", Workshop.library])
    let names = Set(
      symbols.output.split(separator: "\n").compactMap { $0.split(separator: " ").last })
    let listing = try String(
      contentsOfFile: CPlugin.sourceRoot + "/docs/library-listing.txt", encoding: .utf8)
    let declared = Set(
      listing.split(separator: "\n").filter { $0.contains("(") && $0.hasPrefix("stable type lh_") }
        .compactMap { $0.split(separator: " ")[2].dropLast() })
    #expect(declared.count > 150)
    #expect(names == declared)
  }

  @Test("needs no Swift runtime and no compiler library, and has its name")
  func needsLittle() throws {
    let dynamic = try Command.run(["readelf", "--wide", "-d", Workshop.library]).output
    #expect(dynamic.contains("[liblayouthost.so.1]"))
    #expect(!dynamic.contains("libswift"))
    #expect(!dynamic.contains("RUNPATH") && !dynamic.contains("RPATH"))
  }

  @Test("shows a view in thirty lines of C")
  func cApp() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(CPlugin.sourceRoot + "/Examples/c-app/app.c")
    // A file beside a foreign program is not LayoutHost's own.
    try "no plugin".write(
      toFile: workshop.path + "/libFlowPlugin.so", atomically: true, encoding: .utf8)
    let run = try workshop.run([app, workshop.path + "/view.png"])
    #expect(run.status == 0, "\(run.errors)")
    // Three in a line of 400: item 50 is in line 16, which moves to the top of the view.
    #expect(run.output == "15 elements; 0.48 at 0, 1120\n")
    let picture = try Data(contentsOf: URL(filePath: workshop.path + "/view.png"))
    #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test("says how to get a missing layout")
  func unknownLayout() throws {
    let workshop = try Workshop()
    let run = try workshop.python(
      """
      import layouthost as lh
      try: lh.Layout("flwo")
      except lh.LayoutError as error: print(error.code, "|", error.message, "|", error.remedy)
      """)
    #expect(run.output.hasPrefix("unknown-layout | there is no layout \"flwo\""), "\(run.errors)")
    #expect(run.output.contains("flow") && run.output.contains("search path"))
  }

  @Test("eight threads can have a view each, one view has one thread, and may end beside another")
  func threads() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/threads.c")
    let run = try workshop.run([app])
    #expect(run.output == "0 0 wrong-thread 1 1\n1\n", "\(run.status) \(run.errors)")
  }

  @Test("a cell answers while it is dropped with its view, and is no object afterwards")
  func drop() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/drop.c")
    let run = try workshop.run([app])
    #expect(
      run.output == "3 made, in the view: 1\n3 dropped, 3 known, 0 after\n",
      "\(run.status) \(run.errors)")
  }

  @Test("posted work runs once or is refused, and a view ends on the thread that frees it")
  func post() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/post.c")
    let run = try workshop.run([app])
    #expect(run.output == "each once, 0 elsewhere\n", "\(run.status) \(run.errors)")
  }

  @Test("the end of a transition is told once, to the function that its program named")
  func ends() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/ends.c")
    let run = try workshop.run([app])
    #expect(
      run.output == "1 in the middle: 0\n1 at rest: 101, 1\n", "\(run.status) \(run.errors)")
  }

  @Test("a snapshot follows the course of its animation, and is told its end, as a swap is")
  func courses() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/courses.c")
    let run = try workshop.run([app, try FakeLayout.path()])
    #expect(
      run.output == """
        1 moving: 0
        1 at rest: 101, 0.250, 0.500
        1 late: 1, 0
        1 at once: 101, 101
        1 swapped: 101, 1 refused: 0

        """, "\(run.status) \(run.errors)")
  }

  @Test("a change that was made before shows the right items, and a cell may hold a view")
  func told() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/told.c")
    let run = try workshop.run([app])
    #expect(
      run.output == "1: 1 2 3 4, ends: 1\n1 inside: 1\n1 again: 1\n", "\(run.status) \(run.errors)")
  }

  @Test("the phases of scrolling are told, and are those of the view")
  func phases() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/phases.c")
    let run = try workshop.run([app])
    #expect(
      run.output == "dragging 1\nmoving 1\nidle 1\ndone 1\n", "\(run.status) \(run.errors)")
  }

  @Test("what is not there leaves a null error, and a failure does not")
  func absent() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/absent.c")
    let run = try workshop.run([app])
    #expect(
      run.output == """
        no field: 0, no error
        no name: 0, null-argument
        no item: 0, no error
        no frame: 0, null-argument
        an item: 1, no error

        """, "\(run.status) \(run.errors)")
  }

  @Test("the error of a cell that tells no size is that of the frame, which the others keep")
  func sizes() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/sizes.c")
    let run = try workshop.run([app])
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2, "\(run.status) \(run.errors)")
    #expect(lines.first?.hasPrefix("0 no-picture, cell ") == true, "\(run.output)")
    #expect(lines.first?.hasSuffix(": the picture is gone: 90 60 60") == true, "\(run.output)")
    #expect(lines.last == "1 no error, : 90 60 60", "\(run.output)")
  }

  @Test("a frame that fails fills again the cells that it had emptied")
  func refill() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/refill.c")
    let run = try workshop.run([app])
    #expect(
      run.output == """
        1 no error: 20 of 20 from 0
        0 no-picture: 20 of 20 from 0
        1 no error: 20 of 20 from 0

        """, "\(run.status) \(run.errors)")
  }

  @Test("a deadline replaces the limits of each kind of call, and ends supervision unless asked")
  func deadline() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/deadline.c")
    let gate = workshop.path + "/gate"
    // Slow only once: a restarted layout is not.
    let slow = try FakeLayout.path(flags: [
      "-include", "fcntl.h", "-include", "unistd.h",
      "-DIN_PREPARE=if (close(open(\"\(gate)\", O_CREAT | O_EXCL, 0600)) == 0) usleep(900000)",
    ])
    let cases = [
      (["0"], "worker-late shown"), (["0", "supervised"], "worker-late shown"),
      (["30"], "shown shown"), (["30", "supervised"], "shown shown"),
      (["inf"], "shown shown"), (["inf", "supervised"], "shown shown"),
      (["0.4"], "worker-hung worker-hung"), (["0.4", "supervised"], "worker-hung shown"),
    ]
    for (words, outcome) in cases {
      let state = try TemporaryDirectory()
      let run = try workshop.run(["XDG_STATE_HOME=\(state.path)", app, slow] + words)
      #expect(run.output == outcome + " ", "\(words): \(run.status) \(run.errors)")
      try FileManager.default.removeItem(atPath: gate)
    }
  }

  @Test("frames run while a layout starts, it is returned once, and releasing it ends it")
  func begin() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/begin.c")
    let gate = workshop.path + "/gate"
    let slow = try FakeLayout.path(flags: [
      "-include", "unistd.h", "-DINSTANCE_MUTATION=while (access(\"\(gate)\", 0)) usleep(1000)",
    ])
    let run = try workshop.run([app, slow, gate, try FakeLayout.path(flags: ["-DCREATE_FAILS"])])
    #expect(
      run.output == """
        100 frames
        1 released
        fake is there, once: invalid-argument
        1 shown, 1 released, 2 with it
        layout-failed, again layout-failed

        """, "\(run.status) \(run.errors)")
  }

  @Test("a session is recorded as text that the command plays")
  func record() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/record.c")
    let run = try workshop.run([app])
    #expect(run.status == 0 && run.errors == "not-recording\nnot-recording\n", "\(run.errors)")
    let scenario = workshop.path + "/session.scenario"
    try run.output.write(toFile: scenario, atomically: true, encoding: .utf8)
    let command = CPlugin.sourceRoot + "/.build/debug/layouthost"
    let played = try Command.run([command, "probe", "--json", scenario])
    #expect(played.status == 0, "\(played.errors)")
    #expect(played.output.contains("\"contentOffset\":[0,120]"), "\(played.output.suffix(400))")
  }

  @Test("an app lowers and raises limits, and hears of a layout that crashes")
  func limits() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/limits.c")
    let crashing = try FakeLayout.path(flags: ["-DIN_PREPARE=__builtin_trap()"])
    let run = try workshop.run(["XDG_STATE_HOME=\(workshop.path)/state", app, crashing])
    #expect(
      run.output == """
        too-large
        shown
        heard of worker-died, with a record
        worker-died

        """, "\(run.status) \(run.errors)")
  }

  @Test("what a thread loads for a cell is shown only while the cell shows that item")
  func pictures() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(Workshop.programs + "/pictures.c")
    let run = try workshop.run([app])
    #expect(
      run.output == "each is told: 1, those on screen are shown: 1, wrong: 0\n",
      "\(run.status) \(run.output) \(run.errors)")
  }

  @Test("every function refuses null, freed objects, and NaN")
  func badArguments() throws {
    let workshop = try Workshop()
    let run = try workshop.python([Workshop.programs + "/calls.py", "bad"])
    #expect(run.status == 0, "\(run.status) \(run.output) \(run.errors)")
    #expect(run.output.contains("functions refuse what is wrong"))
  }

  @Test("random calls end no program")
  func randomCalls() throws {
    let workshop = try Workshop()
    let count = Soak.count(short: 4_000, long: 1_000_000)
    let run = try workshop.python([
      Workshop.programs + "/calls.py", "random", "\(count)", "\(Soak.onlySeed ?? 1)",
    ])
    #expect(run.status == 0, "\(run.status) \(run.output.suffix(300)) \(run.errors.suffix(2000))")
  }

  @Test("a program with a Swift runtime of its own can load it too")
  func secondRuntime() throws {
    let handle = try #require(dlopen(Workshop.library, RTLD_NOW | RTLD_LOCAL))
    let version = try #require(dlsym(handle, "lh_version"))
    typealias Version = @convention(c) () -> UInt32
    #expect(unsafeBitCast(version, to: Version.self)() == 1)
    typealias Make =
      @convention(c) (UnsafePointer<CChar>?, OpaquePointer?, OpaquePointer?) -> OpaquePointer?
    let make = unsafeBitCast(try #require(dlsym(handle, "lh_layout_new")), to: Make.self)
    let layout = try #require(make("flow", nil, nil))
    typealias View =
      @convention(c) (OpaquePointer?, Double, Double, OpaquePointer?) -> OpaquePointer?
    let newView = unsafeBitCast(try #require(dlsym(handle, "lh_view_new")), to: View.self)
    let view = try #require(newView(layout, 400, 300, nil))
    typealias Advance = @convention(c) (OpaquePointer?, Double, OpaquePointer?) -> Bool
    let advance = unsafeBitCast(try #require(dlsym(handle, "lh_view_advance")), to: Advance.self)
    #expect(advance(view, 0, nil) && advance(view, 1, nil))
  }

  @Test("valgrind finds no fault in the example, and no leak", .soak)
  func valgrind() throws {
    let workshop = try Workshop()
    let app = try workshop.compile(CPlugin.sourceRoot + "/Examples/c-app/app.c")
    // Valgrind does not read the debugging information of this compiler.
    let stripped = workshop.path + "/stripped"
    try FileManager.default.createDirectory(atPath: stripped, withIntermediateDirectories: true)
    let strip = try Command.run([
      "strip", "--strip-debug", "-o", stripped + "/liblayouthost.so.1", Workshop.library,
    ])
    #expect(strip.status == 0)
    let run = try Command.run(
      [
        "LD_LIBRARY_PATH=\(stripped)",
        "LAYOUTHOST_LIBEXEC=\(CPlugin.sourceRoot)/.build/debug", "valgrind", "--error-exitcode=9",
        "--suppressions=\(Workshop.programs)/valgrind.supp", "--leak-check=full",
        "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite", app,
      ], in: workshop.path)
    #expect(run.status == 0, "\(run.errors.suffix(3000))")
  }
}
