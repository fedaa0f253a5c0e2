// SPDX-License-Identifier: Apache-2.0
//
// The Python module and its gallery.

import Foundation
import LayoutTesting
import Testing

@Suite("The Python module")
struct PythonTests {
  @Test("shows a folder of pictures and animates a search in it")
  func gallery() throws {
    let workshop = try Workshop()
    let folder = workshop.path + "/pictures"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["red-1", "red-2", "blue-1", "blue-2", "blue-3"] {
      try FileManager.default.copyItem(
        atPath: CPlugin.sourceRoot + "/docs/pictures/flow.png", toPath: "\(folder)/\(name).png")
    }
    let output = workshop.path + "/gallery.png"
    let run = try workshop.python([
      CPlugin.sourceRoot + "/Examples/python-gallery/gallery.py", folder, output, "flow", "red",
    ])
    #expect(
      run.output == "5 pictures, 5 on screen\non the way: 3 leave\nwith red: 2 on screen\n",
      "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: output))
  }

  @Test("a layout with headers may follow one without")
  func headers() throws {
    let workshop = try Workshop()
    let run = try workshop.python(
      """
      import layouthost as lh
      view = lh.View("flow", (400, 300), items=["one"])
      view.advance(0)
      for name in ("waterfall", "flow"):
        layout = lh.Layout(name)
        layout["headerReferenceSize"] = (0, 40)
        view.set_layout(layout)
        view.settle()
        print(view.layout.id, [one.category for one in view.elements()])
      """)
    #expect(
      run.output == "waterfall ['cell', 'supplementary']\nflow ['cell', 'supplementary']\n",
      "\(run.output) \(run.errors)")
  }

  @Test("an exception in a callback is the cause of the error")
  func exceptions() throws {
    let workshop = try Workshop()
    let run = try workshop.python(
      """
      import layouthost as lh
      def bind(cell, item): raise ValueError("no cell for " + item)
      try:
        view = lh.View("flow", (300, 200), items=["one"], bind=bind)
        view.advance(0)
      except lh.LayoutError as error: print(error.code, type(error.__cause__).__name__, error.__cause__)
      """)
    #expect(
      run.output == "callback-failed ValueError no cell for one\n",
      "\(run.output) \(run.errors)")
  }

  @Test("an exception of a notice is printed, and is no cause of later errors")
  func notices() throws {
    let workshop = try Workshop()
    let run = try workshop.python(
      """
      import layouthost as lh
      def fail(): raise RuntimeError("in a notice")
      view = lh.View("flow", (320, 200), items=range(100), on_scroll=fail)
      view.settle()
      for y in (50, 100): view.set_offset(0, y); view.advance(view.time + 1)
      try: view.resize(float("nan"), 1)
      except lh.LayoutError as error: print(error.code, error.__cause__)
      view.layout.answer("sizeForItem", lambda section, item: 1 / 0)
      try: view.advance(view.time + 1)
      except lh.LayoutError as error: print(error.code, type(error.__cause__).__name__)
      """)
    #expect(
      run.output == "not-finite None\nquery-failed ZeroDivisionError\n",
      "\(run.output) \(run.errors)")
    #expect(run.errors.components(separatedBy: "RuntimeError: in a notice").count > 2)
  }

  @Test("an exception that ends the program passes through the library as it is")
  func interrupts() throws {
    let workshop = try Workshop()
    let run = try workshop.python(
      """
      import layouthost as lh
      def stop(*_): raise stop.exception
      def play(**functions):
        view = lh.View("flow", (320, 200), items=range(100), **functions)
        view.advance(0); view.set_offset(0, 50); view.advance(1)
      for stop.exception in (KeyboardInterrupt(), SystemExit(3)):
        for name in ("bind", "on_scroll"):
          try: play(**{name: stop})
          except (KeyboardInterrupt, SystemExit) as exception:
            print(name, exception is stop.exception)
      lh.View("flow", (320, 200), items=range(100)).advance(0)
      """)
    #expect(
      run.output == String(repeating: "bind True\non_scroll True\n", count: 2),
      "\(run.output) \(run.errors)")
  }

  @Test("cells are filled with the items that the view shows, before, in and after a change")
  func changes() throws {
    let workshop = try Workshop()
    let run = try workshop.python(
      """
      import layouthost as lh
      bound = []
      view = lh.View(
        "flow", (320, 200), items=[f"old {n}" for n in range(100)],
        bind=lambda cell, item: bound.append(item))
      view.layout["itemSize"] = (160, 100)
      view.settle()
      del bound[:]
      # The frame that is due fills cells of the old data.
      view.layout["itemSize"] = (40, 20)
      view.apply(["new 0", "new 1"], animated=False)
      print(sorted({item[:3] for item in bound}), sorted(item for item in bound if "new" in item))
      """)
    #expect(
      run.output == "['new', 'old'] ['new 0', 'new 1']\n", "\(run.output) \(run.errors)")
  }

  @Test("items that are current although their first frame failed fill the next one")
  func failedChange() throws {
    let workshop = try Workshop()
    let run = try workshop.python(
      """
      import contextlib, layouthost as lh, os, pathlib, signal
      bound = []
      view = lh.View(
        lh.Layout("flow", tier="worker"), (320, 200), items=["old"],
        bind=lambda cell, item: bound.append(item))
      view.settle()
      for thread in pathlib.Path("/proc/self/task").iterdir():
        # The library may have reaped it before, and a thread may have ended.
        with contextlib.suppress(ChildProcessError, FileNotFoundError):
          for worker in map(int, (thread / "children").read_text().split()):
            os.kill(worker, signal.SIGKILL)
            os.waitid(os.P_PID, worker, os.WEXITED | os.WNOWAIT)
      try: view.apply(["one", "two", "three"], animated=False)
      except lh.LayoutError as error: print(error.code)
      del bound[:]
      view.layout.restart()
      view.advance(view.time + 1)
      print(sorted(bound), len(view.elements()))
      """)
    #expect(
      run.output == "worker-died\n['one', 'three', 'two'] 3\n", "\(run.output) \(run.errors)")
  }

  @Test("a layout that was swapped in asks the answers of its predecessor, and is the view's")
  func answersOfSwapped() throws {
    let workshop = try Workshop()
    let run = try workshop.python(
      """
      import gc, layouthost as lh, pathlib
      view = lh.View(lh.Layout("flow", trust_once=True), (320, 200), items=range(100))
      view.layout["itemSize"] = (100, 50)
      view.layout.answer("sizeForItem", lambda section, item: (80, 30) if item == 1 else None)
      view.settle()
      copy = pathlib.Path("flow.so").resolve()
      copy.write_bytes(pathlib.Path(view.layout.file).read_bytes() + b"0")
      view.swap(copy, animated=False)
      gc.collect()
      # Functions that are made now take the place of ones that were freed.
      others = [lh.ffi.callback("int(void)", lambda: 0) for _ in range(100)]
      view.layout.invalidate(); view.advance(view.time + 1)
      print([one.frame[2:] for one in view.elements()[:2]])
      view.layout["itemSize"] = (60, 20); view.advance(view.time + 1)
      print([one.frame[2:] for one in view.elements()[:2]])
      """)
    #expect(
      run.output == """
        [(100.0, 50.0), (80.0, 30.0)]
        [(60.0, 20.0), (80.0, 30.0)]

        """, "\(run.output) \(run.errors)")
  }

  @Test("an answer lives as long as a layout asks it, and ends with the view that it knows")
  func lifeOfAnswers() throws {
    let workshop = try Workshop()
    let run = try workshop.python(
      """
      import gc, layouthost as lh, weakref
      class App:
        def __init__(self):
          self.view = lh.View("flow", (320, 200), items=range(9))
          self.view.layout.answer("sizeForItem", self.size)
        def size(self, section, item): return 70, 30
      app = App()
      def first(section, item): return 60, 20
      other = lh.Layout("flow"); other.answer("sizeForItem", first)
      app.view.set_layout(other, animated=False); del other
      app.view.settle()
      print(app.view.elements()[0].frame[2:])
      app.view.layout.answer("sizeForItem", app.size)
      app.view.advance(app.view.time + 1)
      print(app.view.elements()[0].frame[2:])
      gone = [weakref.ref(first), weakref.ref(app.view)]
      del first; gc.collect(); print([one() is None for one in gone])
      del app; gc.collect(); print([one() is None for one in gone])
      """)
    #expect(
      run.output == """
        (60.0, 20.0)
        (70.0, 30.0)
        [True, False]
        [True, True]

        """, "\(run.output) \(run.errors)")
  }

  @Test("no answer leaves items to the property, for integers all of them or none")
  func integerAnswers() throws {
    let workshop = try Workshop()
    let run = try workshop.python(
      """
      import layouthost as lh
      view = lh.View("flow", (320, 200), items=range(9))
      def play(answer):
        view.layout.answer("fillsLine", answer); view.advance(view.time + 1)
        print([one.frame[2] for one in view.elements()[:2]])
      view.layout["itemSize"] = (100, 50)
      play(lambda section, item: None)
      play(lambda section, item: 1 - item % 2)
      try: play(lambda section, item: item % 2 or None)
      except lh.LayoutError as error: print(error.code, error.__cause__)
      """)
    #expect(
      run.output == "[100.0, 100.0]\n[320.0, 100.0]\nquery-failed None\n",
      "\(run.output) \(run.errors)")
  }

  @Test("the arguments of a query follow its item, and answers have each type")
  func arguments() throws {
    let workshop = try Workshop()
    let path = CPlugin.sourceRoot + "/Tests/LayoutIsolationTests/Fixtures/Asker.c"
    let asker = try CPlugin.build(source: String(contentsOfFile: path, encoding: .utf8))
    let run = try workshop.python(
      """
      import layouthost as lh
      view = lh.View(lh.Layout("\(asker)", trust_once=True), (320, 200), items=["one"])
      def answer(query, value):
        def told(*path):
          print(query, path)
          return value
        view.layout.answer(query, told)
      answer("heightForItem", 5.0)
      answer("isSectionOpen", True)
      answer("lengthOfItem", None)
      answer("weightForItem", 3)
      view.advance(0)
      """)
    #expect(
      run.output.split(separator: "\n").sorted() == [
        "heightForItem (0, 0, 7.5, 0, False)", "isSectionOpen (0, 0)",
        "lengthOfItem (0, 0, '', [])", "weightForItem (0, 0)",
      ], "\(run.output) \(run.errors)")
  }

  @Test(
    "properties, queries, selection, scrolling and pictures are plain values",
    arguments: [false, true])
  func session(isPackaged: Bool) throws {
    let workshop = try Workshop()
    let run = try workshop.python(
      """
      import layouthost as lh
      told = []
      view = lh.View("flow", (320, 200), items=range(100), on_select=told.append, on_phase=told.append)
      view.layout["itemSize"] = (100, 50)
      view.layout.answer("sizeForItem", lambda section, item: (100, 40) if item % 2 else None)
      view.advance(0)
      sizes = [one.frame[2:] for one in view.elements()[:2]]
      view.touch("began", 5, 5); view.touch("ended", 5, 5)
      view.press("right")
      view.scroll_to(0, 99)
      view.settle()
      print(view.layout["itemSize"], sizes, told, view.selection, view.offset[1] > 0)
      told.clear(); view.drag(0, 9); print(view.phase, end=" "); view.release(0, -500); view.settle()
      print(told, view.phase)
      print(view.picture()[:4], view.picture("svg")[:5])
      view.set_layout("waterfall"); view.settle()
      print(view.layout.id, len(view.elements()) > 0)
      view.apply([item for item in range(100) if item % 3]); view.settle()
      try: view.resize(float("nan"), 1)
      except lh.LayoutError as error: print(error.code)
      flow = lh.Layout("flow")
      flow["lineAlignment"] = "justified"
      print(flow["lineAlignment"], [one.default for one in flow.properties() if one.name == "lineAlignment"])
      try: lh.Layout("flow")["itemSiz"] = 3
      except lh.LayoutError as error: print(error.code, "itemSize" in error.message)
      """, module: isPackaged ? try workshop.packagedModule() : nil)
    #expect(
      run.output == """
        (100.0, 50.0) [(100.0, 50.0), (100.0, 40.0)] [(0, 0), (0, 1)] [(0, 1)] True
        dragging ['dragging', 'moving', 'idle'] idle
        b'\\x89PNG' b'<?xml'
        waterfall True
        not-finite
        justified ['uikit']
        unknown-property True

        """, "\(run.output) \(run.errors)")
  }

  @Test("a package has the declarations of the library as cffi has read them")
  func declarations() throws {
    let workshop = try Workshop()
    let lines = "import sys, layouthost; print('pycparser' in sys.modules)"
    #expect(try workshop.python(lines).output == "True\n")
    #expect(try workshop.python(lines, module: workshop.packagedModule()).output == "False\n")
  }

  @Test(
    "a version that is saved in a followed directory is swapped in, and a broken one is reported")
  func follow() throws {
    let workshop = try Workshop()
    let run = try workshop.python(
      """
      import layouthost as lh, pathlib, select, sys, time
      folder = pathlib.Path("layouts"); folder.mkdir()
      told = []
      view = lh.View(
        lh.Layout("flow", trust_once=True), (320, 200), items=range(100),
        on_swap=lambda path: told.append("swapped"),
        on_layout_failed=lambda path, stage, error: told.append((stage, error.code)))
      view.advance(0)
      view.follow(folder)
      def wait(count):
        end = time.time() + 60
        while len(told) < count and time.time() < end:
          if not view.needs_frame: select.select([view], [], [], 1)
          view.process(); view.advance(view.time + 1 / 60)
      plugin = pathlib.Path(view.layout.file).read_bytes()
      (folder / "flow.so").write_bytes(plugin + b"0"); wait(1)
      (folder / "flow.so").write_bytes(b"no plugin"); wait(2)
      view.layout["itemSize"] = (100, 40); view.settle()
      print(told[0], told[1][0], view.elements()[0].frame[2:])
      """)
    #expect(run.output == "swapped judge (100.0, 40.0)\n", "\(run.output) \(run.errors)")
  }
}
