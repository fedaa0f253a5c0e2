// SPDX-License-Identifier: Apache-2.0
//
// A host with nothing but what a layout may ask of it: answers, a log of errors, marks.

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
      TestHost.behind(context).invalidated.append(what?.pointee.marks ?? 0)
    }
    host.log = { _, _, _ in }
    table.initialize(to: host)
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
    table.many_context = Unmanaged.passUnretained(binding).toOpaque()
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
