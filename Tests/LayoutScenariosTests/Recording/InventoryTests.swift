// SPDX-License-Identifier: Apache-2.0
//
// Every public way to change a collection view is told to whoever writes a session down.

import Foundation
import Testing

@Suite("inventory of a session")
struct InventoryTests {
  /// Members that change nothing of what frames show, or that only call others which are told.
  private static let silent: Set<String> = [
    // Whom the view asks; what they answer is written down.
    "dataSource", "delegate", "prefetchDataSource", "stage",
    // Looked at before each call.
    "cellsPreparedPerFrame", "customMenuActions", "scrollOptions", "animation", "idleViewLimit",
    // Drawn or read to people, and no part of a frame.
    "backgroundView", "accessibilityLabel",
    // Views and how they are made.
    "register", "dequeueReusableCell", "dequeueReusableSupplementaryView",
    "dequeueConfiguredReusableCell", "dequeueConfiguredReusableSupplementary",
    // Questions.
    "elements", "visitElements", "layoutAttributesForItem",
    "layoutAttributesForSupplementaryElement",
    "layoutAttributesForDecorationView", "indexPathForItem", "numberOfItems", "hasItem",
    "indexPathsForVisibleSupplementaryElements", "cellForItem", "supplementaryView", "indexPath",
    "item", "isItemSelected", "crossOffset", "crossTarget", "dataPath", "shownPath",
    "reuseIdentifier", "value",
    "hasProperty", "hasQuery", "takeAccessibilityNotices",
    // These call others: a frame, a touch, a place, a batch.
    "crossTrack", "performAccessibilityAction", "insertItems", "deleteItems", "moveItem",
    "reloadItems", "insertSections", "deleteSections", "moveSection", "reloadSections",
    // A new layout is looked at when it is shown, and what is bound before each call.
    "make", "begin", "bind", "unbind",
    // A swap that a followed directory brings about is told as a swap. The keyboard's place is in no frame.
    "follow", "unfollow", "moveFocus",
  ]

  @Test("what changes a view, or a layout, is told, or is known to show nothing")
  func everyMember() throws {
    let members = try Self.members()
    // A parser that finds nothing would pass.
    #expect(members.count > 90)
    let untold = members.filter { !$0.isTold && !Self.silent.contains($0.name) }
    #expect(untold.map(\.name) == [], "tell the journal of these, or say why they show nothing")
    let names = Set(members.map(\.name))
    #expect(Self.silent.subtracting(names) == [], "there are no such members any more")
  }

  private struct Member {
    let name: String
    let isTold: Bool
  }

  /// The public methods and settable properties of a view and of a layout, from the sources.
  private static func members() throws -> [Member] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: "Sources/LayoutHost")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var members: [Member] = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for type in ["extension CollectionView {", "public final class CollectionView {"] + [
        "extension CollectionLayout {", "public final class CollectionLayout {",
      ] {
        for part in text.components(separatedBy: "\n" + type + "\n").dropFirst() {
          members += Self.members(of: part.components(separatedBy: "\n}")[0])
        }
      }
    }
    return members
  }

  /// The members of a type's body, whose declarations are indented by two.
  private static func members(of body: String) -> [Member] {
    var members: [Member] = []
    let lines = body.components(separatedBy: "\n")
    for (number, line) in lines.enumerated() {
      guard
        let match = line.firstMatch(of: /^  public (?:final |weak |static )*(func|var) (\w+)(.*)/)
      else { continue }
      let end = lines[number...].firstIndex { $0 == "  }" } ?? number
      let isOneLine = line.hasSuffix("}") || (match.1 == "var" && !line.hasSuffix("{"))
      let text = lines[number...(isOneLine ? number : end)].joined(separator: "\n")
      // A property that can only be read.
      if match.1 == "var", line.contains("{"), !text.contains("set {"), !text.contains("didSet") {
        continue
      }
      let isTold = ["noted(", "journal?.note(", "journal.perform(", "viewportDidChange("]
        .contains { text.contains($0) }
      // One that calls the other form of itself is told by that.
      let callsItself = text.contains("try \(match.2)(") || text.contains("try set(name")
      members.append(Member(name: String(match.2), isTold: isTold || callsItself))
    }
    return members
  }
}
