// SPDX-License-Identifier: Apache-2.0
//
// Functions of layouts.h: properties, actions, what is stale.

import CLayoutHost
import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

extension LayoutBox {
  /// Sets a property; an integer does for a number and text for the name of a case.
  func set(_ name: String, to value: LayoutValue) throws(LayoutError) {
    let type = layout.descriptor.properties.first { $0.name == name }?.type
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
    // A text of JSON is an object or an array; what stands for itself goes into one.
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
