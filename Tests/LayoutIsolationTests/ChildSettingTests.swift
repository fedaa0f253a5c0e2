// SPDX-License-Identifier: Apache-2.0
//
// Properties of inner layouts, by path, in both tiers.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutHost
@testable import LayoutIsolation

@Suite("Properties of a child by path", .serialized, .alongside)
struct ChildSettingTests {
  static let shape = DataShape(epoch: 1, itemCounts: [20, 15, 10])

  /// A layout whose files are all trusted, in this process or in one worker.
  static func layout(
    _ id: String, isHere: Bool, with others: [String] = []
  ) throws -> CollectionLayout {
    let library = try ChildrenInWorkerTests.library(others)
    if isHere {
      return try CollectionLayout.make(
        id: id, library: library, running: LayoutPolicy(.inProcess, isTrustedOnce: true))
    }
    return CollectionLayout(
      try WorkerConnection(
        file: try library.file(forLayout: id), layout: id,
        options: .confined(children: library)))
  }

  static func frames(
    of layout: CollectionLayout, _ marks: UInt32 = LAYOUT_MARK_PROPERTIES
  ) throws -> [Rect] {
    let buffer = AnswerBuffer()
    let marks = layout.connection.hasPrepared ? marks : LAYOUT_MARK_EVERYTHING
    _ = try layout.connection.frame(.at(0, marks: marks), shape: shape, into: buffer)
    return buffer.records.map(\.frame)
  }

  /// Returns the columns of the cells of a section.
  static func columns(of layout: CollectionLayout, section: UInt32 = 0) throws -> Int {
    let buffer = AnswerBuffer()
    let marks =
      layout.connection.hasPrepared ? LAYOUT_MARK_PROPERTIES : LAYOUT_MARK_EVERYTHING
    _ = try layout.connection.frame(.at(0, marks: marks), shape: shape, into: buffer)
    try layout.connection.attributes(
      in: Rect(x: -1000, y: -1000, width: 1e6, height: 1e6), into: buffer)
    return Set(
      buffer.records.filter { $0.section == section && $0.category == LAYOUT_CELL }.map(\.frame.x)
    ).count
  }

  @Test(
    "a wrapper's child is addressed by base, by a section and by its id", arguments: [true, false])
  func base(isHere: Bool) throws {
    for (name, columns) in [("base", 3), ("0", 4), ("2", 5), ("waterfall", 6)] {
      let spring = try Self.layout("spring", isHere: isHere)
      try spring.set("base", to: .text("waterfall"))
      #expect(try Self.columns(of: spring) == 2)
      try spring.set("\(name).columnCount", to: .integer(Int64(columns)))
      #expect(try spring.value(of: "\(name).columnCount") == .integer(Int64(columns)))
      #expect(try Self.columns(of: spring) == columns, "\(name)")
    }
  }

  @Test("each of several children is addressed by one of its sections", arguments: [true, false])
  func sections(isHere: Bool) throws {
    let sections = try Self.layout("sections", isHere: isHere)
    try sections.set("layouts", to: .text("waterfall,flow,waterfall"))
    // They have their sections before the first frame too.
    try sections.set("0.columnCount", to: .integer(3))
    try sections.set("2.columnCount", to: .integer(5))
    try sections.set("flow.itemSize", to: .size(Size(width: 150, height: 20)))
    #expect(try (0..<3).map { try Self.columns(of: sections, section: $0) } == [3, 2, 5])
    let error = #expect(throws: LayoutError.self) {
      try sections.set("waterfall.columnCount", to: .integer(4))
    }
    #expect(error?.message.contains("several layouts waterfall") == true)
    #expect(error?.message.contains("0, 2") == true)
  }

  @Test("a child of a child is addressed by both", arguments: [true, false])
  func nested(isHere: Bool) throws {
    let sections = try Self.layout("sections", isHere: isHere)
    try sections.set("layouts", to: .text("flow,spring"))
    try sections.set("1.base", to: .text("waterfall"))
    _ = try Self.frames(of: sections)
    try sections.set("spring.base.columnCount", to: .integer(4))
    #expect(try Self.columns(of: sections, section: 1) == 4)
    #expect(try sections.value(of: "1.waterfall.columnCount") == .integer(4))
  }

  @Test(
    "a child of more sections than there are numbers is named in an error",
    arguments: [true, false])
  func tooManySections(isHere: Bool) throws {
    let opening = "m->children->open(m->host->context, id, &child);"
    let mat = try CPlugin.build(
      example: "mat",
      changing: [
        (
          opening,
          opening
            + " if (!status) status = m->children->scope(m->host->context, child, UINT32_MAX, 2);"
        )
      ])
    let layout = try Self.layout("mat", isHere: isHere, with: [mat])
    try layout.set("of", to: .text("flow"))
    let error = #expect(throws: LayoutError.self) { try layout.value(of: "spring.itemSize") }
    #expect(error?.message.contains("flow (sections 4294967295 to 4294967295)") == true)
  }

  @Test("errors name the path and the existing layouts", arguments: [true, false])
  func errors(isHere: Bool) throws {
    let spring = try Self.layout("spring", isHere: isHere)
    func refusal(_ name: String, _ value: LayoutValue) -> LayoutError? {
      #expect(throws: LayoutError.self) { try spring.set(name, to: value) }
    }
    let early = refusal("base.columnCount", .integer(3))
    #expect(early?.code == .unknownProperty)
    #expect(early?.message.contains("flow has no property columnCount") == true)
    let late = try Self.layout("mat", isHere: isHere)
    let error = #expect(throws: LayoutError.self) { try late.value(of: "base.itemSize") }
    #expect(error?.code == .unknownProperty)
    #expect(error?.message.contains("base.itemSize: there is no layout base in mat") == true)
    try spring.set("base", to: .text("waterfall"))
    let nobody = refusal("flow.itemSize", .number(3))
    #expect(nobody?.code == .unknownProperty)
    #expect(nobody?.message.contains("made of waterfall (all sections)") == true)
    let unknown = refusal("base.columnCuont", .integer(3))
    #expect(unknown?.code == .unknownProperty)
    #expect(unknown?.message.contains("base.columnCuont of spring: waterfall has no") == true)
    #expect(unknown?.message.contains("columnCount") == true)
    let type = refusal("base.columnCount", .text("three"))
    #expect(type?.code == .propertyType)
    #expect(type?.message.contains("spring.base.columnCount takes") == true)
    #expect(refusal("base.columnCount", .integer(0))?.code == .outOfRange)
    #expect(try spring.value(of: "base.columnCount") == .integer(2))
  }

  @Test("a refusal by the child is reported with the child's name", arguments: [true, false])
  func refusal(isHere: Bool) throws {
    let sections = try Self.layout("sections", isHere: isHere)
    try sections.set("layouts", to: .text("sections"))
    let error = #expect(throws: LayoutError.self) {
      try sections.set("base.layouts", to: .text("nothing"))
    }
    #expect(
      error?.message.contains("child sections of sections") == true, "\(String(describing: error))")
    #expect(error?.message.contains("nothing") == true)
  }

  @Test(
    "a child's setting overrides its parent's value, before and after a restart",
    arguments: [true, false])
  func againstParent(isHere: Bool) throws {
    let sections = try Self.layout("sections", isHere: isHere)
    try sections.set("layouts", to: .text("waterfall,flow"))
    try sections.set("0.columnCount", to: .integer(5))
    #expect(try Self.columns(of: sections) == 5)
    try sections.set("columnCount", to: .integer(3))
    #expect(try Self.columns(of: sections) == 5)
    try sections.connection.restart()
    #expect(try Self.columns(of: sections) == 5)
  }

  @Test(
    "a child's setting survives a restart, and a removal and return of the child",
    arguments: [true, false])
  func kept(isHere: Bool) throws {
    let spring = try Self.layout("spring", isHere: isHere)
    try spring.set("base", to: .text("waterfall"))
    try spring.set("base.columnCount", to: .integer(5))
    #expect(try Self.columns(of: spring) == 5)
    try spring.connection.restart()
    #expect(try Self.columns(of: spring) == 5)
    try spring.set("base", to: .text("flow"))
    _ = try Self.frames(of: spring)
    try spring.set("base", to: .text("waterfall"))
    #expect(try Self.columns(of: spring) == 5)
    #expect(try spring.value(of: "base.columnCount") == .integer(5))
  }

  @Test("a child that is moved to other sections keeps its setting", arguments: [true, false])
  func moved(isHere: Bool) throws {
    let sections = try Self.layout("sections", isHere: isHere)
    try sections.set("layouts", to: .text("waterfall,flow"))
    try sections.set("0.columnCount", to: .integer(5))
    #expect(try Self.columns(of: sections, section: 0) == 5)
    try sections.set("layouts", to: .text("flow,waterfall"))
    #expect(try Self.columns(of: sections, section: 1) == 5)
    try sections.connection.restart()
    #expect(try Self.columns(of: sections, section: 1) == 5)
    // From then on the child at the new place has the setting, and a new child at the old place starts without it.
    try sections.set("1.columnCount", to: .integer(4))
    try sections.set("layouts", to: .text("waterfall,flow,waterfall"))
    _ = try Self.frames(of: sections)
    try sections.connection.restart()
    let columns = try [0, 2].map { try Self.columns(of: sections, section: $0) }
    #expect(columns.sorted() == [2, 4])
  }

  @Test("a child that its parent opens in prepare gets its setting after a restart")
  func lazy() throws {
    let mat = try Self.layout("mat", isHere: false)
    _ = try Self.frames(of: mat)
    try mat.set("base.itemSize", to: .size(Size(width: 90, height: 33)))
    let before = try Self.frames(of: mat)
    #expect(before.allSatisfy { $0.height == 33 })
    try mat.connection.restart()
    #expect(try Self.frames(of: mat) == before)
  }

  @Test("the inner layouts of a child in another process are reported at once")
  func members() throws {
    for isHere in [true, false] {
      let sections = try Self.layout("sections", isHere: isHere)
      #expect(sections.connection.members == [])
      try sections.set("layouts", to: .text("spring,flow"))
      #expect(sections.connection.members == ["spring", "flow", "flow"])
      try sections.set("0.base", to: .text("orbit"))
      #expect(sections.connection.members == ["spring", "orbit", "flow"])
    }
  }
}
