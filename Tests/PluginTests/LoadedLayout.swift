// SPDX-License-Identifier: Apache-2.0
//
// A plugin's layout as a host uses it: loaded by path, called through its table, checked at the border.

import LayoutABI
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

/// A live layout with data and a viewport.
final class LoadedLayout {
  let connection: InProcessConnection
  let buffer = AnswerBuffer()
  var shape: DataShape
  var bounds: Rect
  /// The finger, content coordinates; nil without a touch.
  var touch: Point?
  var time = 0.0
  private var lastBounds: Rect

  /// Loads the layout of the file at `path` and runs its first frame. `body` may change it before that.
  ///
  /// - Parameter family: The layouts of which it may be made; by default the bundled ones.
  init(
    _ path: String, _ id: String, items: [Int], viewportSize: Size, inset: Insets = .zero,
    set values: [String: LayoutValue] = [:], family: Family? = nil,
    beforeFirstFrame body: (LoadedLayout) throws -> Void = { _ in }
  ) throws {
    let image = try PluginImage.open(PluginFile(judging: path, trust: .bundled))
    connection = try InProcessConnection(
      image: image, layout: id, children: family?.finder ?? bundledChild)
    shape = DataShape(
      epoch: 1, itemCounts: SectionCounts(items.map(UInt32.init)), contentInset: inset)
    bounds = Rect(origin: Point(x: -inset.left, y: -inset.top), size: viewportSize)
    lastBounds = bounds
    for isInside in [false, true] {
      for (name, value) in values where !has(name) == isInside { try set(name, value) }
    }
    try body(self)
    lastBounds = bounds
    try frame()
  }

  /// Sets a property by name; the next frame has to mark `LAYOUT_MARK_PROPERTIES`.
  func set(_ name: String, _ value: LayoutValue) throws {
    if let path = ChildPath(name, in: connection) {
      return try connection.setProperty(try path.setting(value))
    }
    let index = try #require(connection.descriptor.properties.firstIndex { $0.name == name })
    try connection.setProperty(at: index, to: value)
  }

  private func has(_ name: String) -> Bool {
    connection.descriptor.properties.contains { $0.name == name }
  }

  /// Runs a frame at the current bounds, after `seconds`.
  @discardableResult
  func frame(after seconds: Double = 0, marks: UInt32 = 0) throws(LayoutError) -> FrameOutcome {
    time += seconds
    var request = FrameRequest(time: time, oldBounds: lastBounds, bounds: bounds, marks: marks)
    request.touch = touch
    lastBounds = bounds
    return try connection.frame(request, shape: shape, into: buffer)
  }

  /// Changes the data by a batch and runs its frame.
  @discardableResult
  func update(
    _ itemCounts: [Int], _ updates: [layout_update]
  ) throws(LayoutError) -> FrameOutcome {
    shape.epoch += 1
    shape.itemCounts = SectionCounts(itemCounts.map { UInt32($0) })
    var request = FrameRequest(
      time: time, oldBounds: lastBounds, bounds: bounds, marks: LAYOUT_MARK_COUNTS)
    request.updates = updates
    lastBounds = bounds
    return try connection.frame(request, shape: shape, into: buffer)
  }

  /// Moves the viewport.
  func scroll(x: Double = 0, y: Double = 0) {
    bounds.x += x
    bounds.y += y
  }

  /// Returns every element in a rectangle, or in the whole plane.
  func elements(in rect: Rect = Rect(x: -1e6, y: -1e6, width: 1e9, height: 1e9)) throws -> [Element]
  {
    try connection.attributes(in: rect, into: buffer)
    return listed()
  }

  /// The answer of the last call.
  func listed() -> [Element] {
    buffer.records.indices.map {
      Element(record: buffer.records[$0], fields: buffer.fields(of: $0, in: connection.descriptor))
    }
  }

  /// Returns the named element.
  func element(
    _ section: Int, _ item: Int, category: UInt16 = 0, kind: UInt16 = 0
  ) throws
    -> Element?
  {
    let name = layout_element(
      category: category, kind: kind, section: UInt32(section), item: UInt32(item))
    try connection.attributes(for: name, into: buffer)
    return listed().first
  }
}

/// One element of an answer, with the members that tests compare.
struct Element: Equatable, CustomStringConvertible {
  let category: UInt16
  let kind: UInt16
  let path: ItemPath
  let frame: Rect
  let fields: [LayoutValue]

  init(record: layout_attributes, fields: [LayoutValue]) {
    (category, kind) = (record.category, record.kind)
    path = ItemPath(Int(record.section), Int(record.item))
    (frame, self.fields) = (record.frame, fields)
  }

  var description: String {
    "\(category):\(kind) \(path) [\(frame.x), \(frame.y), \(frame.width), \(frame.height)]"
      + (fields.isEmpty ? "" : " \(fields)")
  }
}

/// Expects that a layout's answers for rectangles equal its answers one by one.
///
/// - Parameter all: Every element of the layout.
func expectComplete(_ layout: LoadedLayout, _ all: [Element], rounds: Int = 200) throws {
  var numbers = SeededGenerator(seed: 7)
  let (width, height) = (all.map(\.frame.maxX).max() ?? 0, all.map(\.frame.maxY).max() ?? 0)
  for _ in 0..<rounds {
    let rect = Rect(
      x: .random(in: -100...(width + 100), using: &numbers),
      y: .random(in: -100...(height + 100), using: &numbers),
      width: .random(in: 0...500, using: &numbers), height: .random(in: 0...500, using: &numbers))
    let got = try layout.elements(in: rect)
    #expect(got == all.filter { $0.frame.intersects(rect) }, "\(rect)")
  }
  for element in all {
    let path = element.path
    let alone = try layout.element(
      path.section, path.item, category: element.category, kind: element.kind)
    #expect(alone == element)
  }
}
