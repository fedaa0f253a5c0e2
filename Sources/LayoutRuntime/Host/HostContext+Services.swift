// SPDX-License-Identifier: Apache-2.0
//
// What the slots of the host table do.

import LayoutABI
import LayoutModel

extension HostContext {
  /// The most marked elements that wait for the host.
  private static let queueLimit = 65_536

  /// `query`
  package func functions(of index: UInt32) -> UnsafePointer<layout_query_functions>? {
    let index = Int(index)
    guard endpoints.indices.contains(index), queries.isBound(index) else { return nil }
    if let endpoint = endpoints[index] { return endpoint.functions }
    do throws(LayoutError) {
      let endpoint = try QueryEndpoint(index, of: self)
      endpoints[index] = endpoint
      return endpoint.functions
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
      let name = try? String(copying: identifier), !name.isEmpty
    else { return LAYOUT_ERROR_ARGUMENT }
    reuseIdentifiers[Int(kind)] = name
    return LAYOUT_OK
  }

  /// `map_paths`
  package func mapPaths(
    _ old: UnsafePointer<layout_path>?, _ count: UInt32, _ new: UnsafeMutablePointer<layout_path>?
  ) -> layout_status {
    guard count > 0 else { return LAYOUT_OK }
    guard let old, let new else { return LAYOUT_ERROR_ARGUMENT }
    let isMoved = !updates.isEmpty
    let map = currentPathMap
    for index in 0..<Int(count) {
      let path = old[index]
      new[index] =
        isMoved
        ? map(path) ?? layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE) : path
    }
    return LAYOUT_OK
  }

  /// `invalidate`
  func invalidate(_ what: UnsafePointer<layout_invalidation>?) {
    guard let what = what?.pointee else { return }
    do throws(LayoutError) {
      try border.marks(what.marks, call: "invalidate")
      marks |= what.marks
      guard what.element_count > 0 else { return }
      guard let elements = what.elements,
        markedElements.count + Int(what.element_count) <= Self.queueLimit
      else {
        // Too many to name: making everything anew is right too.
        marks |= LAYOUT_MARK_EVERYTHING
        return
      }
      for element in UnsafeBufferPointer(start: elements, count: Int(what.element_count)) {
        try border.element(element, itemCounts: itemCounts, call: "invalidate")
        markedElements.append(element)
      }
    } catch {
      fail(error)
    }
  }

  /// `log`
  func writeLog(_ level: UInt32, _ message: layout_text) {
    log.write(
      LogEntry(
        level: LogEntry.Level(rawValue: level) ?? .error, message: String(repairing: message),
        plugin: plugin))
  }

  /// `post_event`
  func postEvent(
    _ index: UInt32, _ arguments: UnsafePointer<layout_value>?, _ count: UInt32
  ) -> layout_status {
    guard index < descriptor.events.count else { return LAYOUT_ERROR_ARGUMENT }
    let event = descriptor.events[Int(index)]
    guard Int(count) == event.arguments.count, count == 0 || arguments != nil else {
      return LAYOUT_ERROR_ARGUMENT
    }
    var values: [LayoutValue] = []
    for (place, argument) in event.arguments.enumerated() {
      guard let record = arguments?[place], let value = try? LayoutValue(copying: record),
        value.type == argument.type, value.isSound
      else { return LAYOUT_ERROR_ARGUMENT }
      values.append(value)
    }
    return post(LayoutEvent(name: event.name, arguments: values)) ? LAYOUT_OK : LAYOUT_ERROR_MEMORY
  }
}
