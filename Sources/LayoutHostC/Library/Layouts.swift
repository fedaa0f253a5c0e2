// SPDX-License-Identifier: Apache-2.0
//
// Functions of layouts.h: making layouts, and what they say of themselves.

import CLayoutHost
import LayoutHost
import LayoutModel

@c @implementation
public func lh_layout_new(
  _ name: UnsafePointer<CChar>?, _ options: UnsafePointer<lh_layout_options>?, _ error: ErrorPlace
) -> OpaquePointer? {
  make(error) { () throws(LayoutError) in
    try AppLayoutOptions(options).make(text(name, "name"))
  }
}

@c @implementation
public func lh_layout_free(_ layout: OpaquePointer?) { Handles.free(layout, LayoutBox.self) }

/// Text that a layout lends.
private func lent(
  _ layout: OpaquePointer?, _ text: (LayoutBox) -> CText
) -> UnsafePointer<CChar>? {
  ask(layout, else: nil) { (box: LayoutBox) in text(box).bytes }
}

@c @implementation
public func lh_layout_id(_ layout: OpaquePointer?) -> UnsafePointer<CChar>? {
  lent(layout) { $0.texts.id }
}

@c @implementation
public func lh_layout_name(_ layout: OpaquePointer?) -> UnsafePointer<CChar>? {
  lent(layout) { $0.texts.name }
}

@c @implementation
public func lh_layout_help(_ layout: OpaquePointer?) -> UnsafePointer<CChar>? {
  lent(layout) { $0.texts.help }
}

@c @implementation
public func lh_layout_file(_ layout: OpaquePointer?) -> UnsafePointer<CChar>? {
  lent(layout) { $0.file }
}

// MARK: What it declares

private func count(_ layout: OpaquePointer?, _ count: (LayoutTexts) -> Int) -> UInt32 {
  ask(layout, else: 0) { (box: LayoutBox) in UInt32(clamping: count(box.texts)) }
}

@c @implementation
public func lh_layout_property_count(_ layout: OpaquePointer?) -> UInt32 {
  count(layout) { $0.properties.count }
}

@c @implementation
public func lh_layout_query_count(_ layout: OpaquePointer?) -> UInt32 {
  count(layout) { $0.queries.count }
}

@c @implementation
public func lh_layout_action_count(_ layout: OpaquePointer?) -> UInt32 {
  count(layout) { $0.actions.count }
}

@c @implementation
public func lh_layout_event_count(_ layout: OpaquePointer?) -> UInt32 {
  count(layout) { $0.events.count }
}

@c @implementation
public func lh_layout_kind_count(_ layout: OpaquePointer?) -> UInt32 {
  count(layout) { $0.kinds.count }
}

private func describe<Record: SizedTable>(
  _ layout: OpaquePointer?, _ index: UInt32, _ out: UnsafeMutablePointer<Record>?,
  _ error: ErrorPlace, _ name: String, _ records: (LayoutTexts) -> [Record]
) -> Bool {
  call(layout, error) { (box: LayoutBox) throws(LayoutError) in
    let all = records(box.texts)
    guard Int(index) < all.count else {
      throw LayoutError(
        .invalidArgument, "\(box.layout.id) has \(all.count) \(name), so there is no \(index)")
    }
    try all[Int(index)].write(to: out)
  }
}

@c @implementation
public func lh_layout_get_property(
  _ layout: OpaquePointer?, _ index: UInt32, _ out: UnsafeMutablePointer<lh_property>?,
  _ error: ErrorPlace
) -> Bool { describe(layout, index, out, error, "properties") { $0.properties } }

@c @implementation
public func lh_layout_get_query(
  _ layout: OpaquePointer?, _ index: UInt32, _ out: UnsafeMutablePointer<lh_query>?,
  _ error: ErrorPlace
) -> Bool { describe(layout, index, out, error, "queries") { $0.queries } }

@c @implementation
public func lh_layout_get_action(
  _ layout: OpaquePointer?, _ index: UInt32, _ out: UnsafeMutablePointer<lh_signature>?,
  _ error: ErrorPlace
) -> Bool { describe(layout, index, out, error, "actions") { $0.actions } }

@c @implementation
public func lh_layout_get_event(
  _ layout: OpaquePointer?, _ index: UInt32, _ out: UnsafeMutablePointer<lh_signature>?,
  _ error: ErrorPlace
) -> Bool { describe(layout, index, out, error, "events") { $0.events } }

@c @implementation
public func lh_layout_get_kind(
  _ layout: OpaquePointer?, _ index: UInt32, _ out: UnsafeMutablePointer<lh_kind>?,
  _ error: ErrorPlace
) -> Bool { describe(layout, index, out, error, "kinds") { $0.kinds } }
