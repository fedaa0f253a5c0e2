// SPDX-License-Identifier: Apache-2.0
//
// A host with only the services that a layout may use: answers, a log of errors, marks.

import LayoutABI

@testable import LayoutKitHosted

/// The host's side of one layout in a test. Lives as long as the layout does.
final class TestHost {
  /// Answers a range in bulk: section, first, count, room.
  typealias Bulk = (Int, Int, Int, UnsafeMutableRawPointer) -> (layout_status, Coverage)

  private final class Binding {
    let bulk: Bulk
    var functions = layout_query_functions()
    init(_ bulk: @escaping Bulk) { self.bulk = bulk }
  }

  let table = UnsafeMutablePointer<layout_host>.allocate(capacity: 1)
  private(set) var callCount = 0
  private(set) var invalidated: [UInt32] = []
  var error = ""
  /// The elements that marks named.
  private(set) var named: [layout_element] = []
  /// The log, each line with its level.
  private(set) var lines: [String] = []
  /// The kinds and the reuse identifiers registered for them.
  private(set) var registered: [String] = []
  private(set) var posted: [(index: UInt32, values: [layout_value])] = []
  var refusesEvents = false
  /// Returns the path to which a batch moves a path.
  var mapping: (ItemPath) -> ItemPath = { $0 }
  private var bindings: [UInt32: (Binding, UnsafeMutablePointer<layout_query_functions>)] = [:]

  init() {
    var host = layout_host()
    host.struct_size = UInt32(MemoryLayout<layout_host>.size)
    host.abi = 1
    host.context = Unmanaged.passUnretained(self).toOpaque()
    host.query = { context, index in
      TestHost.behind(context).bindings[index].map { UnsafePointer($0.1) }
    }
    host.set_error = { context, text in
      let bytes = UnsafeRawBufferPointer(start: text.bytes, count: Int(text.count))
      TestHost.behind(context).error = String(decoding: bytes, as: UTF8.self)
    }
    host.invalidate = { context, what in
      guard let what = what?.pointee else { return }
      TestHost.behind(context).invalidated.append(what.marks)
      TestHost.behind(context).named += UnsafeBufferPointer(
        start: what.elements, count: Int(what.element_count))
    }
    host.log = { context, level, text in
      TestHost.behind(context).lines.append("\(level) \(TestHost.copy(text))")
    }
    Self.addServices(to: &host)
    table.initialize(to: host)
  }

  private static func addServices(to host: inout layout_host) {
    host.register_reuse = { context, kind, text in
      TestHost.behind(context).registered.append("\(kind) \(TestHost.copy(text))")
      return LAYOUT_OK
    }
    host.register_decoration = { context, kind, text in
      TestHost.behind(context).registered.append("decoration \(kind) \(TestHost.copy(text))")
      return LAYOUT_OK
    }
    host.post_event = { context, index, values, count in
      let host = TestHost.behind(context)
      if host.refusesEvents { return LAYOUT_ERROR_MEMORY }
      host.posted.append((index, Array(UnsafeBufferPointer(start: values, count: Int(count)))))
      return LAYOUT_OK
    }
    host.map_paths = { context, old, count, new in
      guard let old, let new else { return LAYOUT_ERROR_ARGUMENT }
      for index in 0..<Int(count) { new[index] = TestHost.behind(context).mapping(old[index]) }
      return LAYOUT_OK
    }
  }

  private static func copy(_ text: layout_text) -> String {
    String(
      decoding: UnsafeRawBufferPointer(start: text.bytes, count: Int(text.count)), as: UTF8.self)
  }

  deinit {
    for (_, functions) in bindings.values { functions.deallocate() }
    table.deallocate()
  }

  private static func behind(_ context: UnsafeMutableRawPointer?) -> TestHost {
    Unmanaged<TestHost>.fromOpaque(context!).takeUnretainedValue()
  }

  /// Answers the query at `index` in bulk.
  func bind(_ index: Int, _ bulk: @escaping Bulk) {
    let binding = Binding { [unowned self] in
      callCount += 1
      return bulk($0, $1, $2, $3)
    }
    let functions = UnsafeMutablePointer<layout_query_functions>.allocate(capacity: 1)
    var table = layout_query_functions()
    table.struct_size = UInt32(MemoryLayout<layout_query_functions>.size)
    table.context = Unmanaged.passUnretained(binding).toOpaque()
    table.many = { context, section, first, count, out, how in
      let binding = Unmanaged<Binding>.fromOpaque(context!).takeUnretainedValue()
      let (status, coverage) = binding.bulk(Int(section), Int(first), Int(count), out!)
      how!.pointee = coverage.rawValue
      return status
    }
    functions.initialize(to: table)
    bindings[UInt32(index)] = (binding, functions)
  }
}
