// SPDX-License-Identifier: Apache-2.0
//
// The mosaic: places by slot, pages by section, styles, patterns, whole pages as targets.

import LayoutABI
import LayoutModel
import LayoutTesting
import Testing

@Suite("mosaic")
struct MosaicTests {
  static func mosaic(
    _ items: [Int], viewportSize: Size = Size(width: 1024, height: 748), inset: Insets = .zero,
    set values: [String: LayoutValue] = [:]
  ) throws -> LoadedLayout {
    try LoadedLayout(
      try bundledPlugin("MosaicPlugin"), "mosaic", items: items, viewportSize: viewportSize,
      inset: inset, set: values)
  }

  static let constants: [String: LayoutValue] = [
    "columnWidth": .number(250), "rowHeight": .number(180),
  ]

  @Test("C128–C133: page, column, row and size follow from the slot")
  func slots() throws {
    let layout = try Self.mosaic([40], set: Self.constants)
    for element in try layout.elements() {
      let (page, slot) = element.path.item.quotientAndRemainder(dividingBy: 12)
      let column = [0: 0, 3: 0, 5: 0, 1: 1, 4: 1, 6: 1, 9: 1, 2: 2, 7: 2, 10: 2, 8: 3, 11: 3][slot]
      let row = [0: 0, 1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2, 7: 2, 8: 2, 9: 3, 10: 3, 11: 3][slot]
      let size = slot == 2 ? (508.0, 368.0) : slot == 5 ? (250, 368) : (250, 180)
      let x = Double(page) * 1024 + 258 * Double(try #require(column))
      let frame = Rect(x: x, y: 188 * Double(try #require(row)), width: size.0, height: size.1)
      #expect(element.frame == frame)
      #expect(element.fields == [.enumeration(slot == 2 ? 2 : slot == 5 ? 1 : 0)])
    }
    #expect(try layout.elements().count == 40)
  }

  @Test(
    "C127: there are as many pages as the items need, each of the container's size",
    arguments: zip([0, 1, 12, 13, 24, 25, 100], [0, 1, 1, 2, 2, 3, 9]))
  func contentSize(items: Int, pages: Int) throws {
    let layout = try Self.mosaic([items])
    let outcome = try layout.frame()
    #expect(outcome.contentSize == Size(width: Double(pages) * 1024, height: 748))
  }

  @Test("C135: without constants columns and rows fill the page, large and medium span theirs")
  func defaults() throws {
    let layout = try Self.mosaic([12], viewportSize: Size(width: 424, height: 344))
    let frames = try layout.elements().map(\.frame)
    #expect(frames[0] == Rect(x: 0, y: 0, width: 100, height: 80))
    #expect(frames[2] == Rect(x: 216, y: 0, width: 208, height: 168))
    #expect(frames[5] == Rect(x: 0, y: 176, width: 100, height: 168))
    #expect(frames[11] == Rect(x: 324, y: 264, width: 100, height: 80))
  }

  @Test("C132: sizes of large and medium cells can be set, and unset again")
  func sizesOfStyles() throws {
    let layout = try Self.mosaic(
      [12],
      set: ["largeSize": .size(Size(width: 300, height: 200)), "mediumHeight": .number(99)])
    #expect(try layout.element(0, 2)?.frame.size == Size(width: 300, height: 200))
    #expect(try layout.element(0, 5)?.frame.height == 99)
    try layout.set("largeSize", .none)
    try layout.set("mediumHeight", .none)
    try layout.frame(marks: LAYOUT_MARK_PROPERTIES)
    #expect(try layout.element(0, 2)?.frame.size == Size(width: 508, height: 370))
    #expect(try layout.element(0, 5)?.frame.height == 370)
  }

  @Test("C126: each section starts on a page of its own, and an empty one has none")
  func sections() throws {
    let layout = try Self.mosaic([13, 0, 1, 12], set: Self.constants)
    #expect(try layout.frame().contentSize.width == 4 * 1024)
    #expect(try layout.element(0, 12)?.frame.x == 1024)
    #expect(try layout.element(2, 0)?.frame.x == 2048)
    #expect(try layout.element(3, 11)?.frame.x == 3072 + 774)
    #expect(try layout.element(1, 0) == nil)
    #expect(try layout.element(9, 0) == nil)
  }

  @Test("pages have a margin, and a section's first page has room for its header")
  func margins() throws {
    let values: [String: LayoutValue] = [
      "pageInset": .insets(Insets(top: 10, left: 20, bottom: 30, right: 40)),
      "headerReferenceSize": .size(Size(width: 7, height: 50)),
    ]
    for direction in [0, 1] {
      let layout = try Self.mosaic(
        [13, 0, 5], viewportSize: Size(width: 484, height: 424),
        set: values.merging(["scrollDirection": .enumeration(direction)]) { $1 })
      let all = try layout.elements()
      let cells = all.filter { $0.category == 0 }
      #expect(cells.count == 18)
      #expect(cells[0].frame == Rect(x: 20, y: 50, width: 100, height: 80))
      #expect(cells[2].frame == Rect(x: 236, y: 50, width: 208, height: 168))
      // The second page has no header.
      let second = direction == 1 ? Point(x: 484, y: 0) : Point(x: 0, y: 424)
      #expect(
        cells[12].frame == Rect(x: second.x + 20, y: second.y + 10, width: 100, height: 90))
      let headers = all.filter { $0.category == 1 }
      let third = direction == 1 ? Point(x: 968, y: 0) : Point(x: 0, y: 848)
      #expect(
        headers.map(\.frame) == [
          Rect(x: 0, y: 0, width: 484, height: 50),
          Rect(x: third.x, y: third.y, width: 484, height: 50),
        ])
      #expect(headers.map(\.path.section) == [0, 2])
      try expectComplete(layout, all)
    }
  }

  @Test("C9, C10: a rectangle gives exactly the cells that intersect it, at any place")
  func complete() throws {
    let wide: [String: LayoutValue] = ["columnWidth": .number(400), "rowHeight": .number(300)]
    for values in [[:], Self.constants, wide] {
      let layout = try Self.mosaic([30, 0, 5, 100], set: values)
      try expectComplete(layout, try layout.elements())
    }
  }

  @Test("C127, C128: a page is as large as the frame, for any content inset")
  func inset() throws {
    let layout = try Self.mosaic(
      [13], viewportSize: Size(width: 444, height: 374),
      inset: Insets(top: 20, left: 10, bottom: 10, right: 10))
    #expect(try layout.frame().contentSize == Size(width: 888, height: 374))
    #expect(try layout.element(0, 12)?.frame == Rect(x: 444, y: 0, width: 105, height: 87.5))
    #expect(try target(layout, at: -10, proposed: 300, velocity: 0) == 434)
  }

  /// Returns the offset at which scrolling along x comes to rest.
  private func target(
    _ layout: LoadedLayout, at x: Double, proposed: Double, velocity: Double
  ) throws -> Double? {
    var bounds = layout.bounds
    bounds.x = x
    let target = try layout.connection.scrollTarget(
      proposed: Point(x: proposed, y: 3), velocity: Vector(dx: velocity, dy: 0), bounds: bounds,
      afterUpdate: false)
    #expect(target?.y == 3)
    return target?.x
  }

  /// A release and the page at which it ends.
  struct Release: Sendable, CustomTestStringConvertible {
    let from, proposed, velocity, page: Double
    var testDescription: String { "from \(from) to \(proposed) at \(velocity)" }
  }

  static let releases = [
    Release(from: 0, proposed: 400, velocity: 0, page: 0),
    Release(from: 0, proposed: 600, velocity: 0, page: 1),
    Release(from: 100, proposed: 150, velocity: 30, page: 1),
    Release(from: 1000, proposed: 950, velocity: -30, page: 0),
    Release(from: 1024, proposed: 1030, velocity: 5, page: 2),
    Release(from: 1024, proposed: 1020, velocity: -5, page: 0),
    Release(from: 100, proposed: 3100, velocity: 6000, page: 3),
    Release(from: 3072, proposed: 3072, velocity: 900, page: 3),
    Release(from: 0, proposed: -50, velocity: -900, page: 0),
  ]

  @Test(
    "C105–C108: scrolling rests on whole pages, at least the next one that way", arguments: releases
  )
  func targets(_ release: Release) throws {
    let layout = try Self.mosaic([48])
    let x = try target(
      layout, at: release.from, proposed: release.proposed, velocity: release.velocity)
    #expect(x == release.page * 1024)
  }

  @Test("a pattern of the app: grid, spans, styles")
  func pattern() throws {
    let layout = try Self.mosaic(
      [4], viewportSize: Size(width: 320, height: 210),
      set: [
        "padding": .number(10),
        "pattern": .array([3, 2, 0, 0, 2, 2, 2, 0, 1, 1, 2, 1, 1, 1]),
      ])
    let elements = try layout.elements()
    #expect(elements.map(\.fields) == [2, 0, 0, 2].map { [.enumeration($0)] })
    #expect(elements[0].frame == Rect(x: 0, y: 0, width: 210, height: 210))
    #expect(elements[2].frame == Rect(x: 220, y: 110, width: 100, height: 100))
    #expect(elements[3].frame.x == 320)
  }

  static let badPatterns: [[Double]] = [
    [], [4, 4], [4, 4, 0, 0, 1], [4, 4, 0, 0, 0, 1], [4, 4, 3, 0, 2, 1], [4, 4, 0, 3.5, 1, 1],
    [0, 4, 0, 0, 1, 1], [4, 4, 0, 0, 1, .nan],
  ]

  @Test(
    "an invalid pattern is refused with its fault, and the old one stays",
    arguments: badPatterns)
  func badPattern(_ numbers: [Double]) throws {
    let layout = try Self.mosaic([12])
    let before = try layout.elements()
    let error = #expect(throws: LayoutError.self) { try layout.set("pattern", .array(numbers)) }
    #expect(error?.plugin == "org.layouthost.mosaic" && error?.message.contains("pattern") == true)
    try layout.frame(marks: LAYOUT_MARK_PROPERTIES)
    #expect(try layout.elements() == before)
  }

  @Test("a container without extent gives cells without extent, and no crash")
  func noRoom() throws {
    let layout = try Self.mosaic([30], viewportSize: .zero)
    // Three pages of three gaps of 8 points each.
    #expect(try layout.frame().contentSize == Size(width: 72, height: 0))
    #expect(try layout.element(0, 29)?.frame.width == 0)
  }

  @Test(
    "a container without length stacks its pages one behind the other, so that few are in sight",
    arguments: [
      [:], ["columnWidth": .number(100), "rowHeight": .number(90)],
    ] as [[String: LayoutValue]])
  func noLength(_ values: [String: LayoutValue]) throws {
    let layout = try Self.mosaic(
      [50_000], viewportSize: Size(width: 0, height: 480), set: values)
    let length = values.isEmpty ? 24.0 : 424
    #expect(try layout.frame().contentSize == Size(width: 4167 * length, height: 480))
    for offset in [0, 2000 * length] {
      layout.bounds.x = offset
      try layout.frame()
      let seen = try layout.elements(in: layout.bounds)
      #expect(!seen.isEmpty && seen.count <= 48)
      for element in seen {
        #expect(try layout.element(0, Int(element.path.item)) == element)
      }
    }
    let target = try layout.connection.scrollTarget(
      proposed: Point(x: 3 * length + 1, y: 0), velocity: .zero, bounds: layout.bounds,
      afterUpdate: false)
    #expect(target == Point(x: 3 * length, y: 0))
  }

  @Test("a refused height of a header leaves the last answers as they were")
  func badHeader() throws {
    var height = 20.0
    let layout = try LoadedLayout(
      try bundledPlugin("MosaicPlugin"), "mosaic", items: [3],
      viewportSize: Size(width: 1024, height: 748)
    ) {
      try $0.connection.queries.bind("headerSize") { (_: ItemPath) in
        Size(width: 1, height: height)
      }
    }
    let before = try layout.elements()
    #expect(before.count == 4)
    height = -1
    layout.shape.epoch = 2
    #expect(throws: LayoutError.self) { try layout.frame(marks: LAYOUT_MARK_COUNTS) }
    #expect(try layout.elements() == before)
    #expect(try layout.element(0, 2) == before[2])
  }

  @Test(
    "C31, C134: cells are placed only in prepare: two calls a frame, four if the container changes")
  func calls() throws {
    let layout = try Self.mosaic([150_000])
    layout.scroll(x: 20)
    #expect(try layout.frame().callCount == 2)
    layout.bounds.width = 500
    #expect(try layout.frame().callCount == 4)
    #expect(try layout.frame().callCount == 1)
  }

  @Test("a warm frame allocates nothing")
  func allocations() throws {
    let layout = try Self.mosaic([150_000])
    let count = try countAllocations { () throws(LayoutError) in
      for _ in 0..<100 {
        layout.scroll(x: 40)
        try layout.frame()
      }
    }
    #expect(count <= 3, "the host's room may grow; a frame of the layout allocates nothing")
    #expect(layout.buffer.count > 10)
  }
}
