// SPDX-License-Identifier: Apache-2.0
//
// Changes of width, direction and display, with headers, decorations and views that size
// themselves: each frame equals that of a fresh view.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Resize, direction and pixels together")
struct ResizeTests {
  /// A layout, its data and its sections' headers.
  enum Subject: String, CaseIterable, Sendable {
    case flow, waterfall, fake

    func layout() throws -> CollectionLayout {
      switch self {
      case .flow: try TestLayout.bundled("FlowPlugin", "flow")
      case .waterfall: try TestLayout.bundled("WaterfallPlugin", "waterfall")
      case .fake: try TestLayout.fake()
      }
    }

    func gallery(_ size: Size, _ prepare: (CollectionView) -> Void = { _ in }) throws -> Gallery {
      let layout = try layout()
      try layout.bind("sizeForItem") { path -> Size? in
        Size(width: Double(30 + path.item * 37 % 60), height: Double(30 + path.item * 53 % 50))
      }
      if layout.hasQuery("headerSize") {
        try layout.bind("headerSize") { _ -> Size? in Size(width: 0, height: 21.5) }
      }
      let gallery = try Gallery([70, 0, 45], layout: layout, viewportSize: size, isShown: false)
      prepare(gallery.view)
      try gallery.view.layoutIfNeeded()
      return gallery
    }
  }

  private static let scales = [1.0, 1.5, 2, 3]

  private func attributes(_ view: CollectionView) -> [LayoutAttributes] {
    view.visibleElements.map(\.attributes)
  }

  @Test(
    "C14, M4: random resizes, directions and scales end with the frame of a fresh view",
    arguments: Subject.allCases)
  func random(_ subject: Subject) throws {
    for seed in 0..<6 {
      var dice = SeededGenerator(seed: UInt64(seed))
      let gallery = try subject.gallery(Size(width: 500, height: 300))
      let view = gallery.view!
      for round in 0..<10 {
        let size = Size(
          width: Double(Int.random(in: 90...700, using: &dice)),
          height: Double(Int.random(in: 0...500, using: &dice)))
        let scale = Self.scales[Int.random(in: 0..<4, using: &dice)]
        let isRightToLeft = Bool.random(using: &dice)
        if Int.random(in: 0..<3, using: &dice) == 0 { view.isRightToLeft = isRightToLeft }
        if Int.random(in: 0..<3, using: &dice) == 0 { view.scale = scale }
        try view.resize(to: size)
        let fresh = try subject.gallery(size) {
          $0.isRightToLeft = view.isRightToLeft
          $0.scale = view.scale
        }
        let label: Comment = "\(subject), seed \(seed), round \(round)"
        #expect(view.contentSize == fresh.view.contentSize, label)
        try fresh.view.setContentOffset(view.contentOffset)
        #expect(attributes(view) == attributes(fresh.view), label)
        #expect(
          view.visibleElements.map(\.pixels) == fresh.view.visibleElements.map(\.pixels), label)
        let edges = view.contentOffsetEdges
        #expect(edges.clamp(view.contentOffset) == view.contentOffset, label)
        let y = Double.random(in: edges.vertical, using: &dice)
        try view.setContentOffset(Point(x: view.contentOffset.x, y: y))
      }
    }
  }

  @Test("M10: headers and decorations are mirrored with the cells", arguments: Subject.allCases)
  func mirrored(_ subject: Subject) throws {
    let size = Size(width: 500, height: 400)
    let straight = try subject.gallery(size)
    let mirrored = try subject.gallery(size) { $0.isRightToLeft = true }
    let width = straight.view.contentSize.width
    let expected = attributes(straight.view).map { seen in
      Rect(
        x: width - seen.frame.x - seen.frame.width, y: seen.frame.y, width: seen.frame.width,
        height: seen.frame.height)
    }
    #expect(attributes(mirrored.view).map(\.frame) == expected)
    #expect(Set(attributes(straight.view).map(\.category)).count > 1)
    #expect(attributes(straight.view).map(\.frame) != expected)
  }

  @Test(
    "M11: every edge of every kind is on a whole pixel, and shared edges stay shared",
    arguments: Subject.allCases, scales)
  func pixels(_ subject: Subject, _ scale: Double) throws {
    let gallery = try subject.gallery(Size(width: 333, height: 400)) {
      $0.scale = scale
      $0.contentInset = Insets(top: 3.3, left: 1.7, bottom: 0, right: 2.1)
    }
    var edges: [Double: Double] = [:]
    for element in gallery.view.visibleElements {
      let (exact, snapped) = (element.attributes.frame, element.pixels)
      let pairs = [
        (exact.x, snapped.x), (exact.maxX, snapped.maxX), (exact.y, snapped.y),
        (exact.maxY, snapped.maxY),
      ]
      for (edge, pixel) in pairs {
        #expect(abs((pixel * scale).rounded() - pixel * scale) < 1e-9)
        #expect(abs(edge - pixel) <= 0.5 / scale + 1e-9)
        #expect(abs((edges[edge] ?? pixel) - pixel) < 1e-9)
        edges[edge] = pixel
      }
    }
    #expect(!edges.isEmpty)
  }

  @Test("M5, M10, M11: rows that size themselves do so mirrored and on another pixel grid")
  func sized() throws {
    let app = try RowsApp((0..<60).map { Double(40 + $0 % 7 * 13) }, layout: TestLayout.rows())
    app.view.isRightToLeft = true
    app.view.scale = 3
    try app.view.layoutIfNeeded()
    try app.view.setContentOffset(Point(x: 0, y: 300))
    try app.view.resize(to: Size(width: 210, height: 500))
    for _ in 0..<5 { try app.view.layoutIfNeeded() }
    #expect(app.view.visibleElements.count > 4)
    for element in app.view.visibleElements {
      #expect(element.attributes.size.height == app.heights[element.attributes.path.item])
      #expect(element.attributes.size.width == 210 && element.attributes.frame.x == 0)
      #expect(element.view.pixels == element.pixels)
    }
  }
}
