// SPDX-License-Identifier: Apache-2.0
//
// A layout with an inner layout, through the host: the example in C around layouts of all
// languages.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("mat, the example of a layout with an inner layout")
struct ChildrenTests {
  static let margin = 20.0
  static let room = Size(width: 420, height: 600)

  static func mat(
    of child: String, _ items: [Int] = [40, 0, 25], in family: Family? = nil, varied: Bool = true
  ) throws -> LoadedLayout {
    try LoadedLayout(
      try CPlugin.build(example: "mat"), "mat", items: items, viewportSize: room,
      set: ["of": .text(child)], family: try family ?? Family.standard()
    ) { try bind($0, varied: varied) }
  }

  static func plain(_ path: String, _ id: String, _ items: [Int] = [40, 0, 25]) throws
    -> LoadedLayout
  {
    let size = Size(width: room.width - 2 * margin, height: room.height - 2 * margin)
    return try LoadedLayout(path, id, items: items, viewportSize: size) { layout in
      layout.bounds = Rect(origin: Point(x: -margin, y: -margin), size: size)
      try bind(layout)
    }
  }

  static func bind(_ layout: LoadedLayout, varied: Bool = true) throws {
    guard layout.connection.queries.descriptors.contains(where: { $0.name == "sizeForItem" }) else {
      return
    }
    try layout.connection.queries.bind("sizeForItem") { (path: ItemPath) -> Size? in
      varied
        ? Size(width: Double(40 + path.item % 7 * 9), height: Double(30 + path.section * 11))
        : Size(width: 44, height: 31)
    }
  }

  @Test(
    "its elements are those of the child, moved by the margin",
    arguments: ["flow", "waterfall", "orbit", "mosaic", "gallery"])
  func moved(_ child: String) throws {
    let family = try Family.standard()
    let parent = try Self.mat(of: child)
    let alone = try Self.plain(try #require(family.paths[child]), child)
    let names = try Self.kindNames(parent)
    let expected = try alone.elements().compactMap { element -> Line? in
      let kind = alone.connection.descriptor.kinds[Int(element.kind)]
      guard names.contains(kind.name) else { return nil }
      return Line(kind.name, element.path, element.frame, by: Self.margin)
    }
    let answered = try parent.elements().map {
      Line(names[Int($0.kind)], $0.path, $0.frame, by: 0)
    }
    #expect(answered.count > 60)
    #expect(answered == expected)
    let (inner, outer) = (try alone.frame().contentSize, try parent.frame().contentSize)
    #expect(outer == Size(width: inner.width + 40, height: inner.height + 40))
    try expectComplete(parent, try parent.elements(), rounds: 40)
  }

  /// An element by the name of its kind.
  struct Line: Equatable {
    let kind: String
    let path: ItemPath
    let frame: Rect

    init(_ kind: String, _ path: ItemPath, _ frame: Rect, by way: Double) {
      (self.kind, self.path) = (kind, path)
      self.frame = Rect(
        x: frame.x + way, y: frame.y + way, width: frame.width, height: frame.height)
    }
  }

  static func kindNames(_ layout: LoadedLayout) throws -> [String] {
    layout.connection.descriptor.kinds.map(\.name)
  }

  @Test("kinds that the parent does not declare are left out, and the log names them")
  func kinds() throws {
    let parent = try Self.mat(of: "orbit")
    #expect(try parent.elements().allSatisfy { $0.category != LAYOUT_DECORATION })
    let lines = parent.connection.log.take().entries.map(\.message)
    #expect(lines.contains { $0.contains("ring") && $0.contains("mat") }, "\(lines)")
  }

  @Test("batches reach the child: every step equals a new view of the same data")
  func batches() throws {
    for child in ["flow", "waterfall", "orbit"] {
      let parent = try Self.mat(of: child, [40, 0, 25], varied: false)
      try parent.update(
        [41, 0, 24], [.insert(0, 3), .delete(2, 9)])
      #expect(
        try parent.elements() == Self.mat(of: child, [41, 0, 24], varied: false).elements(),
        "\(child)")
      try parent.update([41, 1, 23], [.move(2, 0, 1, 0)])
      try parent.frame(marks: LAYOUT_MARK_EVERYTHING)
      #expect(
        try parent.elements() == Self.mat(of: child, [41, 1, 23], varied: false).elements(),
        "\(child)")
    }
  }

  @Test("another child replaces it while it runs")
  func changes() throws {
    let parent = try Self.mat(of: "flow")
    try parent.set("of", .text("orbit"))
    try parent.frame(marks: LAYOUT_MARK_PROPERTIES)
    #expect(try parent.elements() == Self.mat(of: "orbit").elements())
    try parent.set("of", .text("mat"))
    try parent.frame(marks: LAYOUT_MARK_PROPERTIES)
    #expect(try parent.elements().count == 65)
  }

  @Test("a missing child is an error that names it, and the old one stays")
  func missing() throws {
    let parent = try Self.mat(of: "flow")
    let before = try parent.elements()
    let error = try #require(throws: LayoutError.self) { try parent.set("of", .text("flaw")) }
    #expect(error.code == .unknownLayout)
    #expect(error.message.contains("child flaw of mat") && error.message.contains("flow"))
    #expect(error.plugin == "org.layouthost.examples.mat")
    try parent.frame(marks: LAYOUT_MARK_PROPERTIES)
    #expect(try parent.elements() == before)
    #expect(try parent.connection.property(at: 0) == .text("flow"))
  }

  @Test("a child that cannot prepare leaves the old one in its place, until it can")
  func notPrepared() throws {
    var family = try Family.standard()
    family.paths["orbit"] = try CPlugin.build(
      example: "orbit",
      changing: [
        (
          "(void)why;  // 300",
          "(void)why;\n  if (data->bounds.width < 400) return LAYOUT_ERROR_FAILED;\n  // 300"
        )
      ])
    let parent = try Self.mat(of: "flow", in: family)
    let before = try parent.elements()
    try parent.set("of", .text("orbit"))
    let error = try #require(throws: LayoutError.self) {
      try parent.frame(marks: LAYOUT_MARK_PROPERTIES)
    }
    #expect(error.message.contains("child orbit of mat"), "\(error)")
    #expect(try parent.elements() == before)
    parent.bounds.width = 600
    try parent.frame(marks: LAYOUT_MARK_EVERYTHING)
    #expect(try parent.elements().count == before.count + 3)
  }

  @Test("a failure to make a child is an error with the child's own words")
  func notMade() throws {
    var family = try Family.standard()
    family.paths["orbit"] = try CPlugin.build(
      example: "orbit",
      changing: [
        (
          "(void)host;\n  orbit *o",
          """
          host->set_error(host->context, (layout_text)LAYOUT_TEXT("no room for rings"));
            if (host->abi) return LAYOUT_ERROR_FAILED;
            orbit *o
          """
        )
      ])
    let parent = try Self.mat(of: "flow", in: family)
    let error = try #require(throws: LayoutError.self) { try parent.set("of", .text("orbit")) }
    #expect(error.code == .layoutFailed)
    #expect(error.message == "child orbit of mat: no room for rings")
    #expect(error.call == "create")
  }

  @Test("a child with an invalid answer is stopped, by name, and its parent too")
  func liar() throws {
    var family = try Family.standard()
    family.paths["orbit"] = try CPlugin.build(
      example: "orbit", changing: [(".alpha = 1", ".alpha = 2")])
    let parent = try Self.mat(of: "flow", in: family)
    try parent.set("of", .text("orbit"))
    let error = try #require(throws: LayoutError.self) {
      try parent.frame(marks: LAYOUT_MARK_PROPERTIES)
    }
    #expect(error.code == .breach && error.call == "attributes_in_rect")
    #expect(error.message.hasPrefix("child orbit of mat: ") && error.message.contains("alpha"))
    #expect(parent.connection.quarantine == error)
    try parent.connection.restart()
  }

  @Test("the app's own error is reported, from a query of any layout")
  func queryFails() throws {
    struct Gone: Error {}
    let parent = try Self.mat(of: "flow")
    try parent.connection.queries.bind("sizeForItem") { (path: ItemPath) throws -> Size? in
      throw Gone()
    }
    let error = try #require(throws: LayoutError.self) {
      try parent.frame(marks: LAYOUT_MARK_PROPERTIES)
    }
    #expect(error.code == .queryFailed && error.message.contains("sizeForItem"), "\(error)")
  }

  @Test("a tree has at most four levels")
  func levels() throws {
    var family = try Family.standard()
    family.paths["mat1"] = try Family.mat("mat1", of: "mat2")
    family.paths["mat2"] = try Family.mat("mat2", of: "orbit")
    family.paths["mat3"] = try Family.mat("mat3", of: "mat1")
    let deepest = try Self.mat(of: "mat1", in: family)
    #expect(try deepest.elements().count == 65 + 3)
    let error = try #require(throws: LayoutError.self) { try Self.mat(of: "mat3", in: family) }
    #expect(error.code == .childRefused)
    #expect(
      error.message.hasPrefix(
        "child mat3 of mat: child mat1 of mat3: child mat2 of mat1: child orbit"),
      "\(error)")
  }

  @Test("a child that its parent did not end is ended after it, with its own children")
  func forgotten() throws {
    var family = try Family.standard()
    let careless = try CPlugin.build(
      example: "mat",
      changing: [
        ("if (m->child) m->child->destroy(m->child->context);\n  free(m);", "free(m);"),
        ("org.layouthost.examples.mat", "org.example.careless"), ("[\"mat\"]", "[\"careless\"]"),
        (".id = LAYOUT_TEXT(\"mat\")", ".id = LAYOUT_TEXT(\"careless\")"),
      ])
    family.paths["careless"] = careless
    for _ in 0..<3 {
      let parent = try LoadedLayout(
        careless, "careless", items: [30], viewportSize: Self.room, set: ["of": .text("careless")],
        family: family)
      #expect(try parent.elements().count == 30)
      try parent.connection.restart()
      try parent.frame(marks: LAYOUT_MARK_EVERYTHING)
    }
  }

  @Test("a warm frame of a parent allocates nothing in the host")
  func allocations() throws {
    let parent = try Self.mat(of: "orbit", [4000])
    for step in 0..<20 {
      parent.scroll(y: step < 10 ? 30 : -30)
      try parent.frame()
    }
    parent.scroll(y: 30)
    let count = try countAllocations { () throws(LayoutError) in _ = try parent.frame() }
    #expect(count == 0)
  }
}

extension layout_update {
  fileprivate static let none = layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE)

  static func insert(_ section: UInt32, _ item: UInt32) -> layout_update {
    layout_update(
      action: LAYOUT_UPDATE_INSERT, of_section: 0, before: none,
      after: layout_path(section: section, item: item))
  }

  static func delete(_ section: UInt32, _ item: UInt32) -> layout_update {
    layout_update(
      action: LAYOUT_UPDATE_DELETE, of_section: 0,
      before: layout_path(section: section, item: item),
      after: none)
  }

  static func move(_ s: UInt32, _ i: UInt32, _ section: UInt32, _ item: UInt32) -> layout_update {
    layout_update(
      action: LAYOUT_UPDATE_MOVE, of_section: 0, before: layout_path(section: s, item: i),
      after: layout_path(section: section, item: item))
  }
}
