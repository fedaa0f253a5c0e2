// SPDX-License-Identifier: Apache-2.0
//
// The values that a new version of a layout gets from the old one, and those that it cannot accept.

import Foundation
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

/// States of an old and a new version of the fake layout, as changes of their declarations.
struct StatePair: Sendable {
  let had: String
  let has: String?
  /// The refusal; nil if the state is carried over.
  let code: LayoutError.Code?

  private static let fake = "descriptor.state_schema = (layout_text)LAYOUT_TEXT(\"fake\"); "
  private static let version = "descriptor.state_version = "

  static let all = [
    StatePair(had: fake + version + "1", has: fake + version + "2", code: nil),
    StatePair(had: fake + version + "2", has: fake + version + "1", code: "state-schema"),
    StatePair(
      had: fake + version + "1",
      has: "descriptor.state_schema = (layout_text)LAYOUT_TEXT(\"other\"); " + version + "1",
      code: "state-schema"),
    StatePair(had: fake + version + "1", has: nil, code: "state-schema"),
    // The fake layout reads version 1. It declares this only when it gets another version.
    StatePair(had: fake + version + "3", has: fake + version + "3", code: "layout-argument"),
  ]
}

@Suite("Hot swap: carried state")
struct CarryTests {
  private func session(
    _ mutation: String? = nil, flags: [String] = []
  ) throws -> (Versions, Gallery) {
    let versions = try Versions(of: try FakeLayout.path(mutation: mutation, flags: flags))
    let gallery = try Gallery(
      [300], layout: try versions.layout("fake"), viewportSize: Size(width: 500, height: 300))
    return (versions, gallery)
  }

  @Test(
    "properties by name, answers, selection and place are carried, and the answer lists the rest")
  func settings() throws {
    let (versions, gallery) = try session()
    let (view, old) = (gallery.view!, gallery.view.collectionViewLayout)
    try old.set("spacing", to: .number(120))
    try old.set("title", to: .text("kept"))
    var asked = 0
    try old.bind("insetForSection") { (_: ItemPath) -> Insets? in
      asked += 1
      return Insets(top: 10, left: 0, bottom: 0, right: 0)
    }
    try view.setContentOffset(Point(x: 0, y: 333))
    view.selectionMode = .multiple
    try view.selectItem(at: ItemPath(0, 70))
    let anchor = try #require(view.indexPathsForVisibleItems.first)
    let before = try #require(try view.layoutAttributesForItem(at: anchor)).frame.y - 333
    // The new version accepts no spacing above 100.
    let request = SwapRequest(
      file: try versions.replace(
        by: try FakeLayout.path(mutation: "property_spacing.maximum = 100")),
      layoutID: "fake")
    var reading = 10.0
    let swapper = LayoutSwapper(request, on: view) {
      reading += 1
      return reading
    }
    let receipt = try #require(swapper.run().receipt)
    #expect(receipt.notCarriedOver == ["property spacing"])
    #expect(receipt.hash == versions.file.hash)
    #expect(receipt.duration == 1, "the clock was read at the start and at the end")
    #expect(receipt.anchor?.path == anchor)
    let new = view.collectionViewLayout
    #expect(new !== old)
    #expect(try new.value(of: "title") == .text("kept"))
    #expect(try new.value(of: "spacing") == .number(0))
    asked = 0
    new.invalidate()
    try view.layoutIfNeeded()
    #expect(asked == 1, "the old answer is bound to the new query")
    #expect(view.indexPathsForSelectedItems == [ItemPath(0, 70)])
    let after = try #require(try view.layoutAttributesForItem(at: anchor)).frame.y
    #expect(after - view.contentOffset.y == before)
  }

  @Test("a missing query is reported, and its answer is dropped")
  func goneQuery() throws {
    let (versions, gallery) = try session()
    try gallery.view.collectionViewLayout.bind("sizeForItem") { (_: ItemPath) -> Size? in nil }
    let renamed = try FakeLayout.path(
      mutation: "query_size.name = (layout_text)LAYOUT_TEXT(\"extentOfItem\")")
    let request = SwapRequest(file: try versions.replace(by: renamed), layoutID: "fake")
    let receipt = LayoutSwapper(request, on: gallery.view).run().receipt
    #expect(receipt?.notCarriedOver == ["query sizeForItem"])
  }

  @Test(
    "a state is carried to a version that reads it, or refused unless a cold start is allowed",
    arguments: StatePair.all)
  func state(_ states: StatePair) throws {
    let (versions, gallery) = try session(states.had, flags: [FakeLayout.allExtensions])
    let (view, old) = (gallery.view!, gallery.view.collectionViewLayout)
    try old.set("spacing", to: .number(64))
    try view.layoutIfNeeded()
    let flags = states.has == nil ? [] : [FakeLayout.allExtensions]
    let next = try versions.replace(by: try FakeLayout.path(mutation: states.has, flags: flags))
    var request = SwapRequest(file: next, layoutID: "fake")
    let answer = LayoutSwapper(request, on: view).run()
    guard let code = states.code else {
      #expect(answer.receipt?.notCarriedOver == [], "\(answer)")
      #expect(try view.collectionViewLayout.value(of: "spacing") == .number(64))
      return
    }
    #expect(answer.refusal?.error.code == code, "\(answer)")
    #expect(view.collectionViewLayout === old)
    request.isCold = true
    let cold = LayoutSwapper(request, on: view).run()
    #expect(cold.receipt?.notCarriedOver == ["state"], "\(cold)")
    #expect(view.collectionViewLayout !== old)
  }
}
