// SPDX-License-Identifier: Apache-2.0
//
// A second, simple implementation of the flow rules F1 to F13: arrays of all items, no index, no
// axis arithmetic. The layout's answers are compared with it.

@testable import LayoutKitHosted

/// One section as the app describes it.
struct FlowSection {
  var sizes: [Size] = []
  var insets = Insets.zero
  var lineSpacing = 10.0
  var itemSpacing = 10.0
  var header = 0.0
  var footer = 0.0
}

/// All frames of a flow layout.
struct FlowOracle {
  var isHorizontal = false
  var line = LineAlignment.uikit
  var item = ItemAlignment.center
  var viewportSize = Size(width: 320, height: 480)
  var contentInset = Insets.zero
  var pinsHeaders = false
  var pinsFooters = false
  var offset = Point.zero
  var sections: [FlowSection] = []
  var decorations = DecorationOracle()
  /// The sizes of items that fill their lines, one in so many, so that the answer goes along with the item through
  /// batches; 0 where the app does not answer.
  var filling = 0

  /// Returns true if an item of this size fills its line.
  func fills(_ size: Size) -> Bool {
    filling > 0 && Int(size.width * 2 + size.height * 2) % filling == 0
  }

  /// Computes the vertical case; the horizontal one is that with exchanged axes.
  func answer() -> (size: Size, elements: [Element]) {
    if !isHorizontal { return vertical() }
    var turned = self
    turned.isHorizontal = false
    turned.viewportSize = viewportSize.turned
    turned.contentInset = contentInset.turned
    turned.offset = Point(x: offset.y, y: offset.x)
    turned.sections = sections.map {
      var section = $0
      section.sizes = $0.sizes.map(\.turned)
      section.insets = $0.insets.turned
      return section
    }
    turned.decorations = decorations.turned
    let (size, elements) = turned.vertical()
    return (
      size.turned,
      elements.map {
        var element = $0
        element.frame = Rect(
          x: $0.frame.y, y: $0.frame.x, width: $0.frame.height, height: $0.frame.width)
        return element
      }
    )
  }

  private func vertical() -> (Size, [Element]) {
    let width = viewportSize.width - contentInset.left - contentInset.right
    var cells: [Element] = []
    var others: [Element] = []
    var drawn: [Element] = []
    var y = 0.0
    for (index, section) in sections.enumerated() {
      let top = y
      var gaps: [(item: Int, middle: Double)] = []
      y += section.header + section.insets.top
      for line in lines(of: section, width) {
        y = place(line, index, section, width, y, &cells)
        if line.upperBound == section.sizes.count { continue }
        gaps.append((line.upperBound, y + section.lineSpacing / 2))
        y += section.lineSpacing
      }
      y += section.insets.bottom + section.footer
      others += supplementaries(index, section, top, y, width)
      drawn += decorations.background(index, section, top, y, width)
      drawn += decorations.separators(index, section, gaps, width)
    }
    return (Size(width: width, height: y), cells + others + drawn)
  }

  private func lines(of section: FlowSection, _ width: Double) -> [Range<Int>] {
    let room = width - section.insets.left - section.insets.right
    var lines: [Range<Int>] = []
    var first = 0
    var used = 0.0
    for (item, size) in section.sizes.enumerated() {
      let cost = item == first ? size.width : size.width + section.itemSpacing
      let isAlone = item > first && (fills(size) || fills(section.sizes[item - 1]))
      if isAlone || (item > first && used + cost > room + 1e-9) {
        lines.append(first..<item)
        first = item
        used = size.width
      } else {
        used += cost
      }
    }
    if !section.sizes.isEmpty { lines.append(first..<section.sizes.count) }
    return lines
  }

  private func place(
    _ line: Range<Int>, _ index: Int, _ section: FlowSection, _ width: Double, _ y: Double,
    _ cells: inout [Element]
  ) -> Double {
    let sizes = section.sizes[line]
    let thickness = sizes.map(\.height).max() ?? 0
    let (start, gap) = spread(line, section, width)
    let room = width - section.insets.left - section.insets.right
    var x = section.insets.left + start
    for item in line {
      var frame = Rect(origin: Point(x: x, y: y), size: section.sizes[item])
      switch self.item {
      case .center: frame.y += (thickness - frame.height) / 2
      case .start: break
      case .end: frame.y += thickness - frame.height
      case .stretch: frame.height = thickness
      }
      if fills(section.sizes[item]) {
        (x, frame.width) = (section.insets.left, max(0, room))
        frame.x = x
      }
      cells.append(Element(category: 0, kind: 0, section: index, item: item, frame: frame))
      x += frame.width + gap
    }
    return y + thickness
  }

  private func spread(
    _ line: Range<Int>, _ section: FlowSection, _ width: Double
  ) -> (Double, Double) {
    let room = max(0, width - section.insets.left - section.insets.right)
    let sum = section.sizes[line].reduce(0) { $0 + $1.width }
    let packed = sum + Double(line.count - 1) * section.itemSpacing
    func edges(_ count: Int, _ sum: Double) -> (Double, Double) {
      count > 1 ? (0, (room - sum) / Double(count - 1)) : (max(0, (room - sum) / 2), 0)
    }
    switch self.line {
    case .justified: return edges(line.count, sum)
    case .leading: return (0, section.itemSpacing)
    case .center: return (max(0, (room - packed) / 2), section.itemSpacing)
    case .trailing: return (max(0, room - packed), section.itemSpacing)
    case .uikit: break
    }
    if line.upperBound < section.sizes.count { return edges(line.count, sum) }
    guard section.sizes.allSatisfy({ $0 == section.sizes[0] }) else {
      return (0, section.itemSpacing)
    }
    let extent = section.sizes[0].width
    if fills(section.sizes[0]) { return (0, 0) }
    var fitting = 1
    while Double(fitting + 1) * extent + Double(fitting) * section.itemSpacing <= room + 1e-9 {
      fitting += 1
    }
    return edges(fitting, Double(fitting) * extent)
  }

  private func supplementaries(
    _ index: Int, _ section: FlowSection, _ top: Double, _ bottom: Double, _ width: Double
  ) -> [Element] {
    let visibleStart = offset.y + contentInset.top
    let visibleEnd = offset.y + viewportSize.height - contentInset.bottom
    var header = top
    var footer = bottom - section.footer
    if pinsHeaders {
      header = min(max(header, visibleStart), bottom - section.footer - section.header)
    }
    if pinsFooters { footer = max(min(footer, visibleEnd - section.footer), top + section.header) }
    var elements: [Element] = []
    if section.header > 0 {
      elements.append(
        Element(
          category: 1, kind: 1, section: index, item: 0,
          frame: Rect(x: 0, y: header, width: width, height: section.header),
          zIndex: pinsHeaders ? 1024 : 0))
    }
    if section.footer > 0 {
      elements.append(
        Element(
          category: 1, kind: 2, section: index, item: 0,
          frame: Rect(x: 0, y: footer, width: width, height: section.footer),
          zIndex: pinsFooters ? 1024 : 0))
    }
    return elements
  }
}

extension Size {
  /// The size with width and height exchanged.
  var turned: Size { Size(width: height, height: width) }
}

extension Insets {
  /// The insets with both axes exchanged.
  var turned: Insets { Insets(top: left, left: top, bottom: right, right: bottom) }
}
