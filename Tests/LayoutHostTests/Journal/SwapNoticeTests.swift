// SPDX-License-Identifier: Apache-2.0
//
// Calls that an app makes when it is notified of a hot swap count as the app's, and are recorded.

import LayoutLoading
import LayoutModel
import LayoutTesting
import LayoutUpdates
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("Calls of an app that is notified of a swap")
struct SwapNoticeTests {
  /// Receives calls, by name.
  private final class Ears: SessionObserver {
    var calls: [String] = []
    func willPerform(_ call: ViewCall) {
      calls.append(String("\(call)".prefix { $0.isLetter }))
    }
    func didPerform(_ call: ViewCall, _ error: LayoutError?) {}
    func didState(_ batch: BatchUpdate, _ plan: UpdatePlan, counts: [Int]) {}
    func didReadCounts(_ counts: [Int]) {}
    func didDrop(_ source: ItemPath, at target: ItemPath, isTaken: Bool) {}
    func didAnswer(_ question: AppQuestion, _ path: ItemPath, _ answer: Bool) {}
    func didAnswer(_ action: MenuAction, _ path: ItemPath, _ answer: Bool) {}
    func didTarget(_ source: ItemPath, proposed: ItemPath, _ target: ItemPath) {}
    func didAsk(forViewOf kind: String, at path: ItemPath, isGiven: Bool) {}
    func didPrefer(_ size: Size, to attributes: LayoutAttributes) {}
    func willPrepare(_ layout: CollectionLayout, for swap: any ObservedSwap) {}
  }

  @Test("calls from onStage and onEnd are recorded as the app's")
  func heard() throws {
    let versions = try Versions(of: try FakeLayout.path())
    let gallery = try Gallery(
      [900], layout: try versions.layout("fake"), viewportSize: Size(width: 500, height: 300))
    let (view, ears) = (gallery.view!, Ears())
    view.journal = SessionJournal(observer: ears)
    var request = SwapRequest(
      file: try versions.replace(by: try FakeLayout.path()), layoutID: "fake")
    request.onEnd = { _ in view.setNeedsFrame() }
    let swapper = LayoutSwapper(request, on: view)
    swapper.onStage = { stage in
      guard stage == .commit else { return }
      do { try view.scrollToItem(at: ItemPath(0, 500)) } catch { Issue.record(error) }
    }
    #expect(swapper.run().receipt != nil)
    #expect(ears.calls == ["commitSwap", "scrollToItem"])
    ears.calls = []
    try view.setLayout(try TestLayout.fake())
    #expect(ears.calls == ["setLayout", "setNeedsFrame"])
  }
}
