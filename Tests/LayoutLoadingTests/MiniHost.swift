// SPDX-License-Identifier: Apache-2.0
//
// A minimal host for a layout, on the raw tables: for tests that load and unload plugins without
// the rest of the project.

import LayoutABI
import LayoutLoading
import LayoutModel
import Testing

/// One section of items of different sizes, shown in a viewport; no other query is answered.
enum MiniHost {
  static let itemCount: UInt32 = 100

  /// Makes an instance of a plugin's first layout, prepares it, queries the elements in a viewport
  /// and destroys it.
  ///
  /// - Returns: The number of elements.
  static func use(_ image: PluginImage) throws -> Int {
    let descriptor = try #require(image.descriptor.layouts.first)
    let context = QueryContext(descriptor)
    defer { withExtendedLifetime(context) {} }
    var host = table(Unmanaged.passUnretained(context).toOpaque())
    var made: UnsafePointer<layout_instance>?
    try #require(image.table.pointee.create(&host, 0, &made) == LAYOUT_OK)
    let instance = try #require(made)
    defer { instance.pointee.destroy(instance.pointee.context) }
    try prepare(instance)
    return try ask(instance)
  }

  private static func prepare(_ instance: UnsafePointer<layout_instance>) throws {
    var count = itemCount
    var why = layout_invalidation()
    why.struct_size = UInt32(MemoryLayout<layout_invalidation>.size)
    why.marks = LAYOUT_MARK_EVERYTHING
    var size = Size.zero
    try withUnsafePointer(to: &count) { counts in
      var snapshot = layout_snapshot()
      snapshot.struct_size = UInt32(MemoryLayout<layout_snapshot>.size)
      snapshot.section_count = 1
      snapshot.item_counts = counts
      snapshot.bounds = Rect(x: 0, y: 0, width: 320, height: 480)
      snapshot.scale = 1
      try #require(
        instance.pointee.prepare(instance.pointee.context, &snapshot, &why) == LAYOUT_OK)
    }
    try #require(instance.pointee.content_size(instance.pointee.context, &size) == LAYOUT_OK)
    #expect(size.width > 0 && size.height > 0)
  }

  private static func ask(_ instance: UnsafePointer<layout_instance>) throws -> Int {
    let room = 4096
    let records = UnsafeMutablePointer<layout_attributes>.allocate(capacity: room)
    let transforms = UnsafeMutablePointer<layout_transform>.allocate(capacity: room)
    let payload = UnsafeMutablePointer<UInt64>.allocate(capacity: room)
    defer {
      records.deallocate()
      transforms.deallocate()
      payload.deallocate()
    }
    var answer = layout_answer()
    answer.struct_size = UInt32(MemoryLayout<layout_answer>.size)
    (answer.records, answer.record_capacity) = (records, UInt32(room))
    (answer.transforms, answer.transform_capacity) = (transforms, UInt32(room))
    (answer.payload, answer.payload_capacity) = (payload, UInt32(room))
    let rect = Rect(x: 0, y: 0, width: 320, height: 480)
    try #require(
      instance.pointee.attributes_in_rect(instance.pointee.context, rect, &answer) == LAYOUT_OK)
    return Int(answer.record_count)
  }

  private static func table(_ context: UnsafeMutableRawPointer) -> layout_host {
    var table = layout_host()
    table.struct_size = UInt32(MemoryLayout<layout_host>.size)
    table.abi = LAYOUT_ABI
    table.context = context
    table.query = { context, index in
      let queries = Unmanaged<QueryContext>.fromOpaque(context!).takeUnretainedValue()
      return queries.sizeQuery == index ? UnsafePointer(queries.functions) : nil
    }
    table.section_count = { _ in 1 }
    table.item_count = { _, section in section == 0 ? MiniHost.itemCount : 0 }
    table.register_decoration = { _, _, _ in LAYOUT_OK }
    table.register_reuse = { _, _, _ in LAYOUT_OK }
    table.map_paths = { _, old, count, new in
      for index in 0..<Int(count) { new?[index] = old?[index] ?? layout_path() }
      return LAYOUT_OK
    }
    table.invalidate = { _, _ in }
    table.log = { _, _, _ in }
    table.set_error = { _, _ in }
    table.post_event = { _, _, _, _ in LAYOUT_OK }
    table.extension = { _, _ in nil }
    return table
  }
}

/// The context that answers `sizeForItem` if the layout queries it.
private final class QueryContext {
  let sizeQuery: UInt32?
  let functions: UnsafeMutablePointer<layout_query_functions>

  init(_ descriptor: LayoutDescriptor) {
    sizeQuery = descriptor.queries.firstIndex { $0.name == "sizeForItem" }.map(UInt32.init)
    functions = .allocate(capacity: 1)
    let many: layout_query_many = { _, _, first, count, out, how in
      let sizes = out?.assumingMemoryBound(to: Size.self)
      for item in first..<first + count {
        sizes?[Int(item - first)] = QueryContext.size(of: item)
      }
      how?.pointee = LAYOUT_ANSWERED_ALL
      return LAYOUT_OK
    }
    let one:
      @convention(c) (
        UnsafeMutableRawPointer?, UInt32, UInt32, UnsafeMutablePointer<Size>
      ) -> layout_status = {
        $3.pointee = QueryContext.size(of: $2)
        return LAYOUT_OK
      }
    functions.initialize(to: layout_query_functions())
    functions.pointee.struct_size = UInt32(MemoryLayout<layout_query_functions>.size)
    functions.pointee.one = unsafeBitCast(one, to: (@convention(c) () -> Void).self)
    functions.pointee.many = many
  }

  deinit { functions.deallocate() }

  /// Returns sizes that differ, and fit into any column.
  static func size(of item: UInt32) -> Size {
    Size(width: Double(30 + item % 17), height: Double(20 + item % 13))
  }
}
