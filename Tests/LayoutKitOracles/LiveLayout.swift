// SPDX-License-Identifier: Apache-2.0
//
// A layout behind its C table, with the calls that a host makes.

import LayoutABI
import LayoutABIDrafts

@testable import LayoutKitHosted

/// An element in the form that tests compare.
struct Element: Equatable, CustomStringConvertible {
  var category: UInt16
  var kind: UInt16
  var section: Int
  var item: Int
  var frame: Rect
  var zIndex: Int32 = 0
  /// The values of its kind's fields by name, each in one word.
  var fields: [String: UInt64] = [:]
  /// The first number of its transform.
  var scale: Double?

  var description: String {
    let name = ["cell", "header", "footer", "background", "separator"][Int(kind)]
    return "\(name) \(section).\(item) [\(frame.x), \(frame.y), \(frame.width), \(frame.height)]"
  }
}

/// The error of a slot that does not answer LAYOUT_OK.
struct SlotFailure: Error, Equatable {
  var status: layout_status
  var message: String
}

/// The data and the viewport for a layout under test.
struct Scene {
  var itemCounts: [UInt32] = []
  /// One count for a number of sections, instead of `itemCounts`.
  var uniform: (sections: UInt32, items: UInt32)?
  var bounds = Rect(x: 0, y: 0, width: 320, height: 480)
  var contentInset = Insets.zero
  var epoch: UInt64 = 1
}

/// A layout under test.
final class LiveLayout {
  let host = TestHost()
  let instance: UnsafePointer<layout_instance>
  private let propertyNames: [String]
  private let queryNames: [String]
  /// The names of fields, by kind.
  private let fieldNames: [[String]]
  var context: UnsafeMutableRawPointer? { instance.pointee.context }

  init(_ layout: Layout) {
    propertyNames = layout.properties.map { "\($0.name)" }
    queryNames = layout.queries.map { "\($0.name)" }
    fieldNames = layout.kinds.map { $0.fields.map { "\($0.name)" } }
    instance = layout.open(for: UnsafePointer(host.table))
  }

  deinit { instance.pointee.destroy(instance.pointee.context) }

  func set(_ name: String, _ value: some PropertyValue) throws {
    var room = StaticNumbers()
    var encoded = value.encoded(in: &room)
    let index = try index(of: name, in: propertyNames)
    try check(instance.pointee.set_property(context, UInt32(index), &encoded))
  }

  func get<Value: PropertyValue>(_ name: String, as: Value.Type) throws -> Value? {
    var value = layout_value()
    let index = try index(of: name, in: propertyNames)
    try check(instance.pointee.get_property(context, UInt32(index), &value))
    return Value(decoding: value)
  }

  /// Answers a query with a closure for each item or section; nil is no answer.
  func bind<Value>(_ name: String, _ answer: @escaping (Int, Int) -> Value?, nothing: Value) throws
  {
    let isItems = [
      "sizeForItem", "columnSpan", "columnStart", "aspectRatioForItem", "widthForColumn",
      "fillsLine",
    ].contains(name)
    host.bind(try index(of: name, in: queryNames)) { section, first, count, room in
      let values = room.bindMemory(to: Value.self, capacity: count)
      for offset in 0..<count {
        let index = first + offset
        values[offset] = (isItems ? answer(section, index) : answer(index, 0)) ?? nothing
      }
      return (0, .all)
    }
  }

  func bindSizes(_ sizes: [[Size?]]) throws {
    try bind("sizeForItem", { sizes[$0][$1] }, nothing: Size(width: .nan, height: .nan))
  }

  func bindBulk(_ name: String, _ bulk: @escaping TestHost.Bulk) throws {
    host.bind(try index(of: name, in: queryNames), bulk)
  }

  /// Calls `prepare` and `content_size`.
  @discardableResult
  func prepare(
    _ scene: Scene, marks: Marks = .everything, updates: [layout_update] = [],
    elements: [layout_element] = []
  ) throws -> Size {
    try updates.withUnsafeBufferPointer { updates in
      try elements.withUnsafeBufferPointer { elements in
        var invalidation = layout_invalidation()
        invalidation.struct_size = UInt32(MemoryLayout<layout_invalidation>.size)
        invalidation.marks = marks.rawValue
        (invalidation.updates, invalidation.update_count) = (
          updates.baseAddress, UInt32(updates.count)
        )
        (invalidation.elements, invalidation.element_count) = (
          elements.baseAddress, UInt32(elements.count)
        )
        try prepare(scene, &invalidation)
      }
    }
    var size = layout_size()
    try check(instance.pointee.content_size(context, &size))
    return size
  }

  private func prepare(_ scene: Scene, _ invalidation: inout layout_invalidation) throws {
    try scene.itemCounts.withUnsafeBufferPointer { counts in
      var snapshot = layout_snapshot()
      snapshot.struct_size = UInt32(MemoryLayout<layout_snapshot>.size)
      snapshot.section_count = UInt32(counts.count)
      snapshot.epoch = scene.epoch
      snapshot.item_counts = counts.baseAddress
      if let uniform = scene.uniform {
        (snapshot.section_count, snapshot.item_counts) = (uniform.sections, nil)
        snapshot.uniform_count = uniform.items
      }
      snapshot.bounds = scene.bounds
      snapshot.content_inset = scene.contentInset
      snapshot.scale = 1
      try check(instance.pointee.prepare(context, &snapshot, &invalidation))
    }
  }

  func shouldInvalidate(from old: Rect, to new: Rect) throws -> Marks {
    var change = layout_bounds_change()
    change.struct_size = UInt32(MemoryLayout<layout_bounds_change>.size)
    change.old_bounds = old
    change.new_bounds = new
    var marks: UInt32 = 0
    try check(instance.pointee.should_invalidate(context, &change, &marks))
    return Marks(rawValue: marks)
  }

  /// The same for a touch on the content.
  func drag(
    from old: Rect, to new: Rect, touch: Point, at time: Double = 0
  ) throws -> Marks {
    var change = layout_bounds_change()
    change.struct_size = UInt32(MemoryLayout<layout_bounds_change>.size)
    (change.old_bounds, change.new_bounds) = (old, new)
    (change.touch, change.flags, change.time) = (touch, 1, time)
    var marks: UInt32 = 0
    try check(instance.pointee.should_invalidate(context, &change, &marks))
    return Marks(rawValue: marks)
  }

  func elements(in rect: Rect) throws -> [Element] {
    try elements { instance.pointee.attributes_in_rect(context, rect, $0) }
  }

  /// Returns every element of the content.
  func elements() throws -> [Element] {
    try elements(in: Rect(x: -1e6, y: -1e6, width: 1e12, height: 1e12))
  }

  func element(_ category: UInt16, _ kind: UInt16, _ section: Int, _ item: Int) throws -> Element? {
    let name = layout_element(
      category: category, kind: kind, section: UInt32(section), item: UInt32(item))
    return try elements { instance.pointee.attributes_for(context, name, $0) }.first
  }

  /// Returns an item while it is held at a point.
  func held(_ path: ItemPath, at position: Point) throws -> Element? {
    let id: StaticString = "layout.reordering/1"
    guard let raw = instance.pointee.extension(context, id.text) else { return nil }
    let table = raw.load(as: layout_reordering.self)
    return try elements { table.attributes_for_moving(context, path, position, $0) }.first
  }

  /// Queries with no room first, then with exactly the needed room.
  private func elements(
    _ ask: (UnsafeMutablePointer<layout_answer>) -> layout_status
  ) throws -> [Element] {
    var answer = layout_answer()
    answer.struct_size = UInt32(MemoryLayout<layout_answer>.size)
    if ask(&answer) == LAYOUT_OK { return [] }
    var records = [layout_attributes](repeating: .init(), count: Int(answer.record_count))
    var payload = [UInt64](repeating: 0, count: Int(answer.payload_count))
    var transforms = [Transform](repeating: .identity, count: Int(answer.transform_count))
    try records.withUnsafeMutableBufferPointer { room in
      try payload.withUnsafeMutableBufferPointer { words in
        try transforms.withUnsafeMutableBufferPointer { transforms in
          (answer.records, answer.record_capacity) = (room.baseAddress, UInt32(room.count))
          (answer.payload, answer.payload_capacity) = (words.baseAddress, UInt32(words.count))
          (answer.transforms, answer.transform_capacity) = (
            transforms.baseAddress, UInt32(transforms.count)
          )
          try check(ask(&answer))
        }
      }
    }
    return records.prefix(Int(answer.record_count)).map { element($0, payload, transforms) }
  }

  private func element(
    _ record: layout_attributes, _ payload: [UInt64], _ transforms: [Transform]
  ) -> Element {
    var fields: [String: UInt64] = [:]
    if record.payload > 0 {
      for (name, word) in zip(fieldNames[Int(record.kind)], payload[(Int(record.payload) - 1)...]) {
        fields[name] = word
      }
    }
    return Element(
      category: record.category, kind: record.kind, section: Int(record.section),
      item: Int(record.item), frame: record.frame, zIndex: record.z_index, fields: fields,
      scale: record.transform == 0 ? nil : transforms[Int(record.transform) - 1].m.0)
  }

  func check(_ status: layout_status) throws {
    if status != LAYOUT_OK { throw SlotFailure(status: status, message: host.error) }
  }

  private func index(of name: String, in names: [String]) throws -> Int {
    guard let index = names.firstIndex(of: name) else {
      throw SlotFailure(status: LAYOUT_ERROR_ARGUMENT, message: "no \(name) in \(names)")
    }
    return index
  }
}
