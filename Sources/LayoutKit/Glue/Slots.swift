// SPDX-License-Identifier: Apache-2.0
//
// The C functions of every layout: each finds the layout behind its context, calls it, and converts
// an error to a status and a text. Pointers stay inside this file.
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CLayoutKit
import LayoutABI

extension Layout {
  /// Connects the layout with its host and its table, and returns the table for the host. The
  /// layout stays alive until `layout_kit_destroy`.
  final func open(for host: UnsafePointer<layout_host>) -> UnsafePointer<layout_instance> {
    unsafe services = unsafe host
    boundProperties = properties
    boundQueries = queries
    boundEvents = events
    for index in 0..<boundEvents.count { boundEvents[index].index = UInt32(index) }
    unsafe registerReuse(with: host)
    let place = UnsafeMutablePointer<layout_instance>.allocate(capacity: 1)
    unsafe place.initialize(to: layout_kit_instance_slots().pointee)  // a table of our own
    unsafe place.pointee.context = unsafe Unmanaged.passRetained(self).toOpaque()
    unsafe table = unsafe place
    return unsafe UnsafePointer(place)
  }

  /// Returns the layout behind a context that the host passes back.
  static func behind(_ context: UnsafeMutableRawPointer?) -> Layout? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<Layout>.fromOpaque(context).takeUnretainedValue()
  }

  /// Reports to the host why the call fails.
  final func report(_ error: LayoutError) -> layout_status {
    if error.line > 0 {
      unsafe layout_kit_report_text(
        services, error.subject.text, Int64(error.line), Int64(error.column), error.message.text)
    } else {
      let place = layout_place(
        section: Int64(error.section), item: Int64(error.item), outer: error.outer.text,
        inner: error.inner.text)
      unsafe layout_kit_report(services, error.subject.text, place, error.message.text)
    }
    return error.status < 0 ? error.status : LAYOUT_ERROR_FAILED
  }

  /// Registers with the host the app's reuse identifier of each kind that has one.
  private final func registerReuse(with host: UnsafePointer<layout_host>) {
    let kinds = kinds
    for index in 0..<kinds.count where kinds[index].reuseIdentifier.utf8CodeUnitCount > 0 {
      let isDecoration = kinds[index].category == .decoration
      let register =
        unsafe isDecoration ? host.pointee.register_decoration : host.pointee.register_reuse
      // The host refuses only an identifier that is not UTF-8, and static text always is UTF-8.
      _ = unsafe register?(host.pointee.context, UInt32(index), kinds[index].reuseIdentifier.text)
    }
  }

  fileprivate final func set(_ index: Int, _ value: layout_value) throws(LayoutError) {
    guard index < boundProperties.count else { throw .argument("no property of that index") }
    let property = boundProperties[index]
    try property.set(value)
    do throws(LayoutError) {
      try didSet(property)
    } catch {
      settle(property, isRefused: true)
      throw error
    }
    settle(property, isRefused: false)
    hasNewValues = true
  }

  fileprivate final func bindQueries() {
    guard let services = unsafe services else { return }
    for index in 0..<boundQueries.count {
      let functions = unsafe services.pointee.query(services.pointee.context, UInt32(index))
      unsafe boundQueries[index].functions = unsafe functions
    }
  }
}

@c @implementation
public func layout_kit_create(
  _ host: UnsafePointer<layout_host>!, _ index: UInt32,
  _ out: UnsafeMutablePointer<UnsafePointer<layout_instance>?>!
) -> layout_status {
  guard let host = unsafe host, let out = unsafe out,
    let plugin = unsafe layout_kit_published_table(),
    unsafe host.pointee.struct_size >= UInt32(LAYOUT_1_0_SIZE_host),
    unsafe index < plugin.pointee.layout_count, let makers = unsafe layout_kit_published_makers()
  else { return LAYOUT_ERROR_ARGUMENT }
  let layout = unsafe makers.assumingMemoryBound(to: LayoutMaker.self)[Int(index)].make()
  let table = unsafe layout.open(for: host)
  do throws(LayoutError) { try layout.start() } catch {
    let status = layout.report(error)
    unsafe layout_kit_destroy(table.pointee.context)
    return status
  }
  unsafe out.pointee = unsafe table
  return LAYOUT_OK
}

@c @implementation
public func layout_kit_destroy(_ context: UnsafeMutableRawPointer!) {
  guard let context = unsafe context else { return }
  unsafe Unmanaged<Layout>.fromOpaque(context).release()
}

@c @implementation
public func layout_kit_set_property(
  _ context: UnsafeMutableRawPointer!, _ index: UInt32, _ value: UnsafePointer<layout_value>!
) -> layout_status {
  guard let layout = unsafe Layout.behind(context), let value = unsafe value else {
    return LAYOUT_ERROR_ARGUMENT
  }
  do throws(LayoutError) {
    unsafe try layout.set(Int(index), value.pointee)
    return LAYOUT_OK
  } catch {
    return layout.report(error)
  }
}

@c @implementation
public func layout_kit_get_property(
  _ context: UnsafeMutableRawPointer!, _ index: UInt32, _ out: UnsafeMutablePointer<layout_value>!
) -> layout_status {
  guard let layout = unsafe Layout.behind(context), let out = unsafe out,
    Int(index) < layout.boundProperties.count
  else { return LAYOUT_ERROR_ARGUMENT }
  unsafe out.pointee = layout.boundProperties[Int(index)].lend()
  return LAYOUT_OK
}

@c @implementation
public func layout_kit_should_invalidate(
  _ context: UnsafeMutableRawPointer!, _ change: UnsafePointer<layout_bounds_change>!,
  _ out: UnsafeMutablePointer<UInt32>!
) -> layout_status {
  guard let layout = unsafe Layout.behind(context), let change = unsafe change,
    let out = unsafe out,
    unsafe change.pointee.struct_size >= UInt32(LAYOUT_1_0_SIZE_bounds_change)
  else { return LAYOUT_ERROR_ARGUMENT }
  unsafe out.pointee = unsafe layout.shouldInvalidate(BoundsChange(change)).rawValue
  return LAYOUT_OK
}

@c @implementation
public func layout_kit_prepare(
  _ context: UnsafeMutableRawPointer!, _ snapshot: UnsafePointer<layout_snapshot>!,
  _ invalidation: UnsafePointer<layout_invalidation>!
) -> layout_status {
  guard let layout = unsafe Layout.behind(context), let snapshot = unsafe snapshot,
    let invalidation = unsafe invalidation,
    unsafe snapshot.pointee.struct_size >= UInt32(LAYOUT_1_0_SIZE_snapshot),
    unsafe invalidation.pointee.struct_size >= UInt32(LAYOUT_1_0_SIZE_invalidation)
  else { return LAYOUT_ERROR_ARGUMENT }
  layout.bindQueries()
  let adopts = layout.hasNewValues
  if adopts { layout.adoptProperties() }
  do throws(LayoutError) {
    unsafe try layout.prepare(Snapshot(snapshot), invalidation: Invalidation(invalidation))
    layout.hasNewValues = false
    layout.preparedSectionCount = unsafe Int(snapshot.pointee.section_count)
    return LAYOUT_OK
  } catch {
    if adopts { layout.restoreProperties() }
    return layout.report(error)
  }
}

@c @implementation
public func layout_kit_content_size(
  _ context: UnsafeMutableRawPointer!, _ out: UnsafeMutablePointer<layout_size>!
) -> layout_status {
  guard let layout = unsafe Layout.behind(context), let out = unsafe out else {
    return LAYOUT_ERROR_ARGUMENT
  }
  unsafe out.pointee = layout.contentSize
  return LAYOUT_OK
}

@c @implementation
public func layout_kit_attributes_in_rect(
  _ context: UnsafeMutableRawPointer!, _ rect: layout_rect,
  _ answer: UnsafeMutablePointer<layout_answer>!
) -> layout_status {
  guard let layout = unsafe Layout.behind(context), let answer = unsafe answer,
    unsafe answer.pointee.struct_size >= UInt32(LAYOUT_1_0_SIZE_answer)
  else { return LAYOUT_ERROR_ARGUMENT }
  var room = unsafe Answer(answer)
  do throws(LayoutError) {
    try layout.attributes(in: rect, into: &room)
    return room.finish()
  } catch {
    return layout.report(error)
  }
}

@c @implementation
public func layout_kit_attributes_for(
  _ context: UnsafeMutableRawPointer!, _ element: layout_element,
  _ answer: UnsafeMutablePointer<layout_answer>!
) -> layout_status {
  guard let layout = unsafe Layout.behind(context), let answer = unsafe answer,
    unsafe answer.pointee.struct_size >= UInt32(LAYOUT_1_0_SIZE_answer)
  else { return LAYOUT_ERROR_ARGUMENT }
  var room = unsafe Answer(answer)
  do throws(LayoutError) {
    try layout.attributes(for: element, into: &room)
    return room.finish()
  } catch {
    return layout.report(error)
  }
}
