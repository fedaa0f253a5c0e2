// SPDX-License-Identifier: Apache-2.0
//
// Functions of layouts.h: properties, actions, invalidation, and the app's answers to queries.

import CLayoutHost
import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutScenarios

// MARK: - Settings

extension LayoutBox {
  /// Sets a property; accepts an integer for a number, and text for the name of a case.
  func set(_ name: String, to value: LayoutValue) throws(LayoutError) {
    let type = (try? layout.property(named: name))?.type
    switch (type, value) {
    case (.enumeration?, .text(let text)): try layout.set(name, toCase: text)
    case (.enumeration?, .integer(let number)):
      guard let index = UInt32(exactly: number) else {
        throw LayoutError(.unknownCase, "\(layout.id).\(name) has no case \(number)")
      }
      try layout.set(name, to: .enumeration(Int(index)))
    case (.number?, .integer(let number)): try layout.set(name, to: .number(Double(number)))
    default: try layout.set(name, to: value)
    }
  }
}

private func set(
  _ layout: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ error: ErrorPlace,
  _ value: () throws(LayoutError) -> LayoutValue
) -> Bool {
  callBetweenFrames(layout, error) { (box: LayoutBox) throws(LayoutError) in
    try box.set(try text(name, "name"), to: try value())
  }
}

@c @implementation
public func lh_layout_set(
  _ layout: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<lh_value>?,
  _ error: ErrorPlace
) -> Bool {
  set(layout, name, error) { () throws(LayoutError) in
    guard let value else { throw isNull("value") }
    return try LayoutValue(value.pointee, "value")
  }
}

@c @implementation
public func lh_layout_set_bool(
  _ layout: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: Bool, _ error: ErrorPlace
) -> Bool { set(layout, name, error) { () throws(LayoutError) in .bool(value) } }

@c @implementation
public func lh_layout_set_integer(
  _ layout: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: Int64, _ error: ErrorPlace
) -> Bool { set(layout, name, error) { () throws(LayoutError) in .integer(value) } }

@c @implementation
public func lh_layout_set_number(
  _ layout: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: Double, _ error: ErrorPlace
) -> Bool { set(layout, name, error) { () throws(LayoutError) in .number(value) } }

@c @implementation
public func lh_layout_set_size(
  _ layout: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ width: Double, _ height: Double,
  _ error: ErrorPlace
) -> Bool {
  set(layout, name, error) { () throws(LayoutError) in
    .size(Size(width: width, height: height))
  }
}

@c @implementation
public func lh_layout_set_text(
  _ layout: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?,
  _ error: ErrorPlace
) -> Bool {
  set(layout, name, error) { () throws(LayoutError) in .text(try text(value, "value")) }
}

@c @implementation
public func lh_layout_set_json(
  _ layout: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ json: UnsafePointer<CChar>?,
  _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(layout, error) { (box: LayoutBox) throws(LayoutError) in
    let (name, json) = (try text(name, "name"), try text(json, "json"))
    // The parser accepts only an object or an array, so a plain value is put into an array.
    guard let value = try JSONValue(parsing: "[\(json)]").array?.first else {
      throw LayoutError(.badJson, "json holds no value; write one, such as [120, 80]")
    }
    try box.layout.set(name, toJSON: value)
  }
}

@c @implementation
public func lh_layout_get(
  _ layout: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ out: UnsafeMutablePointer<lh_value>?,
  _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(layout, error) { (box: LayoutBox) throws(LayoutError) in
    guard let out else { throw isNull("out") }
    let value = try box.layout.value(of: try text(name, "name"))
    box.propertyStore.clear()
    out.pointee = box.propertyStore.lend(value)
  }
}

@c @implementation
public func lh_layout_call(
  _ layout: OpaquePointer?, _ action: UnsafePointer<CChar>?, _ arguments: UnsafePointer<lh_value>?,
  _ argument_count: UInt32, _ result: UnsafeMutablePointer<lh_value>?, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(layout, error) { (box: LayoutBox) throws(LayoutError) in
    let value = try box.layout.call(
      try text(action, "action"), try values(arguments, argument_count))
    box.resultStore.clear()
    result?.pointee = box.resultStore.lend(value)
  }
}

@c @implementation
public func lh_layout_invalidate(_ layout: OpaquePointer?, _ error: ErrorPlace) -> Bool {
  call(layout, error) { (box: LayoutBox) in box.layout.invalidate() }
}

@c @implementation
public func lh_layout_invalidate_items(
  _ layout: OpaquePointer?, _ paths: UnsafePointer<lh_path>?, _ count: Int, _ error: ErrorPlace
) -> Bool {
  call(layout, error) { (box: LayoutBox) throws(LayoutError) in
    var context = InvalidationContext()
    context.items = try list(paths, count, "paths").map(ItemPath.init)
    try box.layout.invalidate(context)
  }
}

@c @implementation
public func lh_layout_restart(_ layout: OpaquePointer?, _ error: ErrorPlace) -> Bool {
  callBetweenFrames(layout, error) { (box: LayoutBox) throws(LayoutError) in
    try box.layout.restart()
  }
}

// MARK: - Answers to queries

/// A program's answer to a query of a layout.
private struct AppAnswer {
  let table: lh_answer
  let app: AppData

  /// Answers for a range, directly into the layout's memory.
  ///
  /// - Throws: The program's error.
  func many(
    _ section: Int, _ range: Range<Int>, _ out: UnsafeMutableRawPointer?
  ) throws(LayoutError) -> QueryCoverage {
    guard let many = table.many else { return .none }
    var outcome = LH_ANSWER_FAILED
    try askApp("many") { error in
      outcome = many(
        app.data, UInt32(clamping: section), UInt32(clamping: range.lowerBound),
        UInt32(clamping: range.count), out, error)
      return outcome >= 0
    }
    switch outcome {
    case LH_ANSWER_ALL: return .all
    case LH_ANSWER_UNIFORM: return .uniform
    default: return .none
    }
  }

  /// Answers for one path.
  ///
  /// - Throws: The program's error; `invalid-argument` for an invalid value.
  func one(
    _ path: ItemPath, _ arguments: [LayoutValue]
  ) throws(LayoutError) -> LayoutValue? {
    guard let one = table.one else { return nil }
    let store = ValueStore()
    let lent = store.lend(arguments)
    var outcome = LH_ANSWER_FAILED
    var answer = lh_value()
    try askApp("one") { error in
      outcome = one(app.data, lh_path(path), lent, UInt32(lent.count), &answer, error)
      return outcome >= 0
    }
    return outcome == LH_ANSWER_NONE ? nil : try LayoutValue(answer, "the answer")
  }

  /// Binds the bulk form for values of one type.
  func bind<Value: QueryType>(
    _ query: String, of layout: CollectionLayout, as _: Value.Type
  ) throws(LayoutError) {
    let answer = self
    try layout.bind(query) {
      (section: Int, range: Range<Int>, out: inout MutableSpan<Value>) in
      try out.withUnsafeMutableBufferPointer {
        try answer.many(section, range, $0.baseAddress.map(UnsafeMutableRawPointer.init))
      }
    }
  }

  func bindMany(_ query: QueryDescriptor, of layout: CollectionLayout) throws(LayoutError) {
    switch query.result {
    case .bool: try bindBools(query.name, of: layout)
    case .integer, .enumeration: try bind(query.name, of: layout, as: Int64.self)
    case .number: try bind(query.name, of: layout, as: Double.self)
    case .point: try bind(query.name, of: layout, as: Point.self)
    case .size: try bind(query.name, of: layout, as: Size.self)
    case .insets: try bind(query.name, of: layout, as: Insets.self)
    case .index: try bind(query.name, of: layout, as: UInt32.self)
    case .none, .text, .array:
      throw LayoutError(
        .querySignature, "\(query.name) has no bulk form; answer it with `one`")
    }
  }

  /// A byte from a program may have any value, but a Bool may not. The bytes that the program did not
  /// answer stay as they are.
  private func bindBools(_ query: String, of layout: CollectionLayout) throws(LayoutError) {
    let answer = self
    try layout.bind(query) {
      (section: Int, range: Range<Int>, out: inout MutableSpan<Bool>) in
      try out.withUnsafeMutableBytes { bytes in
        let coverage = try answer.many(section, range, bytes.baseAddress)
        let answered =
          switch coverage {
          case .all: bytes.count
          case .uniform: min(bytes.count, 1)
          case .none: 0
          }
        for index in 0..<answered where bytes[index] > 1 { bytes[index] = 1 }
        return coverage
      }
    }
  }
}

@c @implementation
public func lh_layout_answer(
  _ layout: OpaquePointer?, _ query: UnsafePointer<CChar>?, _ answer: UnsafePointer<lh_answer>?,
  _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(layout, error) { (box: LayoutBox) throws(LayoutError) in
    let name = try text(query, "query")
    let table = try LayoutHostC.table(answer, "answer")
    guard table.many != nil || table.one != nil else {
      throw LayoutError(
        .nullArgument, "the answer to \(name) has neither `many` nor `one`; set one")
    }
    let app = AppData(table.data, table.release)
    let bound = AppAnswer(table: table, app: app)
    let descriptor = box.layout.descriptor.queries.first { $0.name == name }
    if let descriptor, table.many != nil {
      try bound.bindMany(descriptor, of: box.layout)
    } else {
      try box.layout.bind(name, dynamic: { path, arguments in try bound.one(path, arguments) })
    }
    app.isTaken = true
  }
}

@c @implementation
public func lh_layout_unanswer(
  _ layout: OpaquePointer?, _ query: UnsafePointer<CChar>?, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(layout, error) { (box: LayoutBox) throws(LayoutError) in
    try box.layout.unbind(try text(query, "query"))
  }
}
