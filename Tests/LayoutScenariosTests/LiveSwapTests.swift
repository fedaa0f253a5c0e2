// SPDX-License-Identifier: Apache-2.0
//
// A live session whose steps run while another version of its layout prepares, and its recording.

import Glibc
import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("A live session during a swap")
struct LiveSwapTests {
  private let root: TemporaryDirectory
  private let session: LiveSession
  private let maker = LayoutMaker(library: PluginLibrary([]), hasDeadlines: false)

  /// A version of the fake layout that prepares once a file of this name exists, and its name.
  private func version(waitingFor name: String) throws -> (name: String, gate: String) {
    let gate = "\(root.path)/\(name)"
    let wait = "while (access(\"\(gate)\", F_OK)) usleep(1000)"
    let path = try FakeLayout.path(flags: ["-include", "unistd.h", "-DIN_PREPARE=\(wait)"])
    return (path, gate)
  }

  init() throws {
    root = try TemporaryDirectory()
    let layout = try FakeLayout.path()
    session = try LiveSession(
      [
        "layout": .string(layout), "tier": "worker", "container": [400, 300],
        "sections": [["count": 300]],
      ], maker: maker)
  }

  private func perform(_ step: JSONValue) -> JSONValue {
    let (result, isComplete) = session.perform(step)
    #expect(isComplete, "\(result)")
    // A recording is text, and its numbers are read from it.
    return (try? JSONValue(parsing: JSONValue.object(result).serialised())) ?? .null
  }

  @Test("the recording has the start of the preparation, and gives the same results, bit for bit")
  func recording() throws {
    var results = [
      perform(["do": "scroll", "to": [0, 437.5]]),
      perform(["do": "set", "property": "title", "value": "kept"]),
    ]
    let (name, gate) = try version(waitingFor: "gate")
    session.beginSwap(to: name, stopwatch: { 0 })
    while session.swap?.preparationCount != 1 { #expect(session.stepSwap() == nil) }
    for _ in 0..<3 {
      results.append(perform(["do": "drag", "by": [0, -31.25], "at": [90, 90], "seconds": 0.02]))
      #expect(session.stepSwap() == nil && session.isSwapUnderWay)
    }
    results.append(perform(["do": "release", "velocity": [0, 700]]))
    _ = try root.write([], to: "gate")
    var answer: SwapAnswer?
    while answer == nil { answer = session.stepSwap() }
    guard case .accepted = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(!session.isSwapping && FileSystem.exists(gate))
    results.append(perform(["do": "visible"]))
    results.append(perform(["do": "advance", "seconds": 0.31, "frames": 4]))
    results.append(perform(["do": "visible"]))

    let swaps = session.recording["steps"]?.array?.compactMap(\.object) ?? []
    #expect(swaps.map { $0["commit"] == false }.firstIndex(of: true) == 2)
    #expect(swaps.count == results.count + 2)
    var told = try Probe.results(.object(session.recording)).map(JSONValue.object)
    // The swap itself: prepared before the drags, committed after the release.
    told.remove(at: 7)
    told.remove(at: 2)
    #expect(told.count == results.count)
    for (index, pair) in zip(told, results).enumerated() {
      #expect(pair.0 == pair.1, "result \(index)")
    }
  }

  @Test("an item that is held returns in a step of its own if a commit has to wait")
  func held() throws {
    _ = perform(["do": "move", "phase": "began", "from": [0, 2]])
    _ = perform(["do": "move", "phase": "moved", "at": [130, 190]])
    session.beginSwap(to: try FakeLayout.path(flags: ["-DLATER"]), stopwatch: { 0 })
    #expect(session.view.interactiveMovement?.target != session.view.interactiveMovement?.source)
    while session.view.interactiveMovement != nil { #expect(session.stepSwap() == nil) }
    #expect(session.isSwapping)
    let steps = session.recording["steps"]?.array?.compactMap(\.object) ?? []
    #expect(steps.last?["phase"] == "cancelled")
    let shown = perform(["do": "visible"])
    let told = try Probe.results(.object(session.recording)).map(JSONValue.object)
    #expect(told.last == shown)
  }

  @Test("a version that arrives while another one prepares replaces it")
  func superseded() throws {
    let (never, _) = try version(waitingFor: "never")
    session.beginSwap(to: never, stopwatch: { 0 })
    while session.swap?.preparationCount != 1 { session.stepSwap() }
    let before = perform(["do": "visible"])
    let given = session.cancelSwap()
    guard case .refused(let refusal) = given else {
      Issue.record("\(String(describing: given))")
      return
    }
    #expect(refusal.stage == .prepare && refusal.error.code == "cancelled")
    session.beginSwap(to: try FakeLayout.path(), stopwatch: { 0 })
    var answer: SwapAnswer?
    while answer == nil { answer = session.stepSwap() }
    guard case .accepted = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(perform(["do": "visible"]) == before)
  }

  @Test("a caught error names the step by its number in the recording, after a swap too")
  func numbers() throws {
    _ = perform(["do": "scroll", "to": [0, 40]])
    session.beginSwap(to: try FakeLayout.path(), stopwatch: { 0 })
    var answer: SwapAnswer?
    while answer == nil { answer = session.stepSwap() }
    guard case .accepted = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    let result = perform(["do": "jump", "catch": true])
    #expect(result.serialised().contains("step 2"), "\(result)")
    let told = try Probe.results(.object(session.recording)).map(JSONValue.object)
    #expect(told.last == result)
  }
}
