// SPDX-License-Identifier: Apache-2.0
//
// Checks that every public way to change a collection view is reported to the recorder of a
// session.

import Foundation
import Testing

@Suite("Inventory of a session")
struct InventoryTests {
  /// Members that do not change what frames show, or that only call others which are reported.
  private static let silent: Set<String> = [
    // Objects that the view queries; their answers are recorded.
    "delegate", "prefetchDataSource", "stage",
    // Read before each call.
    "cellsPreparedPerFrame", "customMenuActions", "scrollOptions", "animation", "idleViewLimit",
    // Drawn or read to users, and not part of a frame.
    "backgroundView", "accessibilityLabel", "cellReadingOrder",
    // Views and how they are made.
    "register", "dequeueReusableCell", "dequeueReusableSupplementaryView",
    "dequeueConfiguredReusableCell", "dequeueConfiguredReusableSupplementary",
    // Queries.
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
    // A new layout is read when it is shown, and its bindings before each call.
    "make", "begin", "bind", "unbind",
    // A swap by a followed directory is reported as a swap. The keyboard's place is in no frame.
    "follow", "unfollow", "moveFocus",
  ]

  @Test("a change of a view or of a layout is reported, or is known to have no effect on frames")
  func everyMember() throws {
    let members = try Self.members()
    // A parser that finds nothing must fail.
    #expect(members.count > 90)
    let untold = members.filter { !$0.isTold && !Self.silent.contains($0.name) }
    #expect(untold.map(\.name) == [], "report these to the journal, or list them as silent")
    let names = Set(members.map(\.name))
    #expect(Self.silent.subtracting(names) == [], "these members do not exist any more")
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

  /// Returns the members of a type's body, whose declarations are indented by two.
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
      // A read-only property.
      if match.1 == "var", line.contains("{"), !text.contains("set {"), !text.contains("didSet") {
        continue
      }
      let isTold = [
        "noted(", "journal?.note(", "journal.perform(", "viewportDidChange(",
        "dataSourceDidChange(",
      ].contains { text.contains($0) }
      // A member that calls another form of itself is reported by that.
      let callsItself = text.contains("try \(match.2)(") || text.contains("try set(name")
      members.append(Member(name: String(match.2), isTold: isTold || callsItself))
    }
    return members
  }
}
