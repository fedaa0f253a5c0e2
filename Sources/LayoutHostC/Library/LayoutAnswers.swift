// SPDX-License-Identifier: Apache-2.0
//
// Functions of layouts.h: the app's answers to queries.

import CLayoutHost
import LayoutHost
import LayoutModel
import LayoutRuntime

/// An answer of a program, which a layout asks for.
private struct AppAnswer {
  let table: lh_answer
  let app: AppData

  /// Answers for a range, straight into the layout's memory.
  ///
  /// - Throws: What the program said.
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
  /// - Throws: What the program said; `invalid-argument` for what is no value.
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
      (section: Int, range: Range<Int>, out: UnsafeMutableBufferPointer<Value>) in
      try answer.many(section, range, out.baseAddress.map(UnsafeMutableRawPointer.init))
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

  /// A byte that a program wrote may be anything, and a Bool may not.
  private func bindBools(_ query: String, of layout: CollectionLayout) throws(LayoutError) {
    let answer = self
    try layout.bind(query) {
      (section: Int, range: Range<Int>, out: UnsafeMutableBufferPointer<Bool>) in
      let bytes = UnsafeMutableRawBufferPointer(out)
      let coverage = try answer.many(section, range, bytes.baseAddress)
      for index in bytes.indices where bytes[index] > 1 { bytes[index] = 1 }
      return coverage
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
