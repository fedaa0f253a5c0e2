// SPDX-License-Identifier: Apache-2.0
//
// What a scenario says of a section's items and of its header and footer: sizes, as values.

import LayoutJSON
import LayoutLoading
import LayoutModel

/// The items of a section: their number and what the size query answers.
enum Items {
  /// A size for each item; nil leaves the query unanswered.
  case each([Size?])
  /// Equal ones; without a size the query is unanswered.
  case equal(count: Int, size: Size?)

  init(from reader: inout ObjectReader) throws(LayoutError) {
    let each = try reader.take("items", Read.each(Read.optionalSize))
    let count = try reader.take("count", Read.count)
    let size = try reader.take("size", Read.size)
    switch (each, count) {
    case (let each?, nil) where size == nil: self = .each(each)
    case (nil, _): self = .equal(count: count ?? 0, size: size)
    default:
      throw LayoutError(
        .badValue, "\(reader.place): give either 'items' or 'count' with 'size', not both")
    }
  }

  /// The sizes that cells prefer: a size or null for each of `count` items, or one size for
  /// all of them.
  init(preferred value: JSONValue, count: Int, place: String) throws(LayoutError) {
    if let first = value.array?.first, first.double != nil {
      self = .equal(count: count, size: try Read.size(value, place))
      return
    }
    let sizes = try Read.each(Read.optionalSize)(value, place)
    guard sizes.count == count else {
      throw LayoutError(.badValue, "\(place): \(sizes.count) sizes for \(count) items")
    }
    self = .each(sizes)
  }

  var count: Int {
    switch self {
    case .each(let sizes): sizes.count
    case .equal(let count, _): count
    }
  }

  /// Returns the size query's answer for an item.
  func size(at item: Int) -> Size? {
    switch self {
    case .each(let sizes): sizes[item]
    case .equal(_, let size): size
    }
  }

  /// True when the size query has an answer for any item.
  var hasSizes: Bool {
    switch self {
    case .each(let sizes): sizes.contains { $0 != nil }
    case .equal(_, let size): size != nil
    }
  }
}

/// The extent of a header or footer.
enum Length {
  /// Along the scroll axis; across it, the container's.
  case along(Double)
  case size(Size)

  init(_ value: JSONValue, place: String) throws(LayoutError) {
    if value.double != nil {
      self = .along(try Read.length(value, place))
    } else {
      self = .size(try Read.size(value, place))
    }
  }

  /// The size in this container.
  func size(in container: Size, isHorizontal: Bool) -> Size {
    switch self {
    case .size(let size): size
    case .along(let length):
      isHorizontal
        ? Size(width: length, height: container.height)
        : Size(width: container.width, height: length)
    }
  }
}

extension Read {
  /// A size, or null for none.
  static func optionalSize(_ value: JSONValue, _ place: String) throws(LayoutError) -> Size? {
    value == .null ? nil : try size(value, place)
  }
}
