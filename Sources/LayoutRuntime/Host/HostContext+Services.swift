// SPDX-License-Identifier: Apache-2.0
//
// The functions behind the host table: they find the context, check that the call is legal, and
// serve it.

import LayoutABI
import LayoutABIDrafts
import LayoutLoading
import LayoutModel
import LayoutUpdates

// MARK: - The table

/// Returns the table of a context's services.
func makeHostTable(_ context: UnsafeMutableRawPointer) -> layout_host {
  var table = layout_host.sized()
  table.abi = LAYOUT_ABI
  unsafe table.context = unsafe context
  unsafe table.query = { unsafe HostContext.inCall($0)?.functions(of: $1) }
  unsafe table.section_count = {
    unsafe UInt32(clamping: HostContext.inCall($0)?.counts.sectionCount ?? 0)
  }
  unsafe table.item_count = { unsafe HostContext.inCall($0)?.counts[$1] ?? 0 }
  unsafe table.register_decoration = {
    unsafe HostContext.inCall($0)?.registerDecoration($1, $2) ?? notInCall
  }
  unsafe table.register_reuse = {
    unsafe HostContext.inCall($0)?.registerReuse($1, $2) ?? notInCall
  }
  unsafe table.map_paths = { unsafe HostContext.inCall($0)?.mapPaths($1, $2, $3) ?? notInCall }
  unsafe table.invalidate = { unsafe HostContext.inCall($0)?.invalidate($1) }
  unsafe table.log = { unsafe HostContext.anywhere($0)?.writeLog($1, $2) }
  unsafe table.set_error = { raw, text in
    guard let host = unsafe HostContext.inCall(raw) else { return }
    host.errorText = String(repairing: text, toBytes: host.limits.textBytes)
  }
  unsafe table.post_event = { unsafe HostContext.inCall($0)?.postEvent($1, $2, $3) ?? notInCall }
  unsafe table.extension = { unsafe HostContext.inCall($0)?.offer($1) }
  return table
}

private let notInCall: layout_status = LAYOUT_ERROR_CONTEXT

extension HostContext {
  /// Returns the context behind the first argument of a slot. The host outlives the instance, so
  /// the pointer is valid as long as the plugin passes back the one that it was given.
  static func anywhere(_ raw: UnsafeMutableRawPointer?) -> HostContext? {
    unsafe raw.map { unsafe Unmanaged<HostContext>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns the context for a slot that is legal only while the host is inside a call on this
  /// thread.
  static func inCall(_ raw: UnsafeMutableRawPointer?) -> HostContext? {
    guard let context = unsafe anywhere(raw), context.isInCall else { return nil }
    return context
  }
}

// MARK: - Services
//
// The work of the slots of the host table.

extension HostContext {
  /// `query`
  package func functions(of index: UInt32) -> UnsafePointer<layout_query_functions>? {
    let index = Int(index)
    guard endpoints.indices.contains(index), queries.isBound(index) else { return nil }
    if let endpoint = endpoints[index] { return unsafe endpoint.functions }
    do throws(LayoutError) {
      let endpoint = try QueryEndpoint(index, of: self)
      endpoints[index] = endpoint
      return unsafe endpoint.functions
    } catch {
      fail(error)
      return nil
    }
  }

  /// `register_decoration`
  func registerDecoration(_ kind: UInt32, _ identifier: layout_text) -> layout_status {
    register(kind, identifier) { $0 == .decoration }
  }

  /// `register_reuse`
  func registerReuse(_ kind: UInt32, _ identifier: layout_text) -> layout_status {
    register(kind, identifier) { $0 != .decoration }
  }

  private func register(
    _ kind: UInt32, _ identifier: layout_text, _ isRight: (ElementCategory) -> Bool
  ) -> layout_status {
    guard call == .create || call == .prepare else { return LAYOUT_ERROR_CONTEXT }
    guard kind < descriptor.kinds.count, isRight(descriptor.kinds[Int(kind)].category),
      identifier.count <= limits.nameBytes, let name = try? String(copying: identifier),
      !name.isEmpty
    else { return LAYOUT_ERROR_ARGUMENT }
    reuseIdentifiers[Int(kind)] = name
    return LAYOUT_OK
  }

  /// `map_paths`
  package func mapPaths(
    _ old: UnsafePointer<layout_path>?, _ count: UInt32, _ new: UnsafeMutablePointer<layout_path>?
  ) -> layout_status {
    guard count > 0 else { return LAYOUT_OK }
    guard let old = unsafe old, let new = unsafe new else { return LAYOUT_ERROR_ARGUMENT }
    let isMoved = !updates.isEmpty
    let map = currentChangeMap
    for index in 0..<Int(count) {
      unsafe new[index] = unsafe isMoved ? moved(old[index], by: map) : old[index]
    }
    return LAYOUT_OK
  }

  /// Returns the path after the update of an item, or of a section if the path has no item. Returns
  /// no path for an item that was deleted or that the data before the update did not have.
  private func moved(_ path: layout_path, by map: ChangeMap) -> layout_path {
    let none = layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE)
    guard path.section != LAYOUT_PATH_NONE else { return none }
    // Items that no change names keep their order, so an old path that never existed maps to one
    // past the end.
    if path.item == LAYOUT_PATH_NONE {
      guard let section = map.newSection(of: path.section), section < counts.sectionCount else {
        return none
      }
      return layout_path(section: section, item: LAYOUT_PATH_NONE)
    }
    guard let new = map.newPath(of: path), counts.contains(new.section, new.item) else {
      return none
    }
    return new
  }

  /// `invalidate`
  func invalidate(_ what: UnsafePointer<layout_invalidation>?) {
    guard let what = unsafe what else { return }
    do throws(LayoutError) {
      guard unsafe Int(what.pointee.struct_size) >= LAYOUT_1_0_SIZE_invalidation else {
        throw border.breach(
          .value,
          unsafe "the invalidation's struct_size is \(what.pointee.struct_size), ABI 1.0 needs "
            + "\(LAYOUT_1_0_SIZE_invalidation)", call: "invalidate")
      }
      guard unsafe what.pointee.updates == nil, unsafe what.pointee.update_count == 0 else {
        throw border.breach(
          .value,
          unsafe "the invalidation has \(what.pointee.update_count) updates, which a host alone tells; "
            + "leave updates null and update_count 0", call: "invalidate")
      }
      unsafe try border.marks(what.pointee.marks, call: "invalidate")
      unsafe marks |= what.pointee.marks
      let count = unsafe Int(what.pointee.element_count)
      guard count > 0 else { return }
      guard let elements = unsafe what.pointee.elements,
        markedElements.count + count <= limits.markedElements
      else {
        // Too many elements to name: marking everything is correct too.
        marks |= LAYOUT_MARK_EVERYTHING
        return
      }
      for index in 0..<count {
        let element = unsafe elements[index]
        try border.element(element, itemCounts: itemCounts, call: "invalidate")
        markedElements.append(element)
      }
    } catch {
      fail(error)
    }
  }

  /// `log`
  func writeLog(_ level: UInt32, _ message: layout_text) {
    let text = String(repairing: message, toBytes: limits.textBytes)
    log.write(
      fromPlugin: LogEntry(
        level: LogEntry.Level(rawValue: level) ?? .error, message: text, plugin: plugin),
      within: limits)
  }

  /// `post_event`
  func postEvent(
    _ index: UInt32, _ arguments: UnsafePointer<layout_value>?, _ count: UInt32
  ) -> layout_status {
    guard index < descriptor.events.count else { return LAYOUT_ERROR_ARGUMENT }
    let event = descriptor.events[Int(index)]
    guard Int(count) == event.arguments.count, unsafe count == 0 || arguments != nil else {
      return LAYOUT_ERROR_ARGUMENT
    }
    var values: [LayoutValue] = []
    for (place, argument) in event.arguments.enumerated() {
      guard let record = unsafe arguments?[place], let value = try? LayoutValue(copying: record),
        value.type == argument.type, value.isSound
      else { return LAYOUT_ERROR_ARGUMENT }
      values.append(value)
    }
    return post(LayoutEvent(name: event.name, arguments: values)) ? LAYOUT_OK : LAYOUT_ERROR_MEMORY
  }
}

extension HostContext {
  /// `extension`: returns the table of `layout.children/1`, or of an addition to the core.
  func offer(_ id: layout_text) -> UnsafeRawPointer? {
    guard let name = try? String(copying: id) else { return nil }
    if name == LAYOUT_EXT_CHILDREN { return unsafe children?.extensionTable }
    return unsafe Judge.additions.contains(name) ? Addition.table : nil
  }
}

/// The one table of all additions to the core. Its only member is its size.
private enum Addition {
  /// The table, which lives as long as the process.
  nonisolated(unsafe) static let table: UnsafeRawPointer = {
    let table = UnsafeMutablePointer<layout_addition>.allocate(capacity: 1)
    unsafe table.initialize(to: .sized())
    return UnsafeRawPointer(table)
  }()
}
