// SPDX-License-Identifier: Apache-2.0
//
// The state of a child inside that of its parent.

import LayoutABI
import LayoutABIDrafts

/// A child's state in the state of its parent: the schema with its version, and the bytes.
struct ChildState {
  /// The version of the format below.
  static let form: UInt32 = 1
  let schema: [UInt8]
  let version: UInt32
  let bytes: [UInt8]

  func write(to writer: inout StateWriter) {
    writer.write(bytes: schema)
    writer.write(UInt64(version))
    writer.write(bytes: bytes)
  }

  init(schema: [UInt8], version: UInt32, bytes: [UInt8]) {
    (self.schema, self.version, self.bytes) = (schema, version, bytes)
  }

  init(from reader: inout StateReader) throws(LayoutError) {
    schema = try reader.readBytes()
    guard let version = UInt32(exactly: try reader.readBits()) else {
      throw .argument("the state of a layout inside has no such version")
    }
    self.version = version
    bytes = try reader.readBytes()
  }
}

extension ChildLayout {
  private var stateTable: UnsafePointer<layout_state>? {
    unsafe (next ?? child).flatMap { unsafe ChildOffers.find($0, "layout.state/1") }
  }

  /// The schema of the bytes of ``keptState()``; nil if the open layout keeps no state.
  var keptSchema: StateSchema? {
    unsafe stateTable == nil ? nil : StateSchema("org.layouthost.child", version: ChildState.form)
  }

  /// Returns the state of the open layout; nil if it keeps none.
  func keptState() throws(LayoutError) -> ChildState? {
    guard let slots = unsafe stateTable, let table = unsafe next ?? child,
      let own = unsafe description
    else {
      return nil
    }
    var bytes: [UInt8] = []
    var count: UInt32 = 0
    var status = unsafe slots.pointee.save(table.pointee.context, nil, 0, &count)
    if status == LAYOUT_CAPACITY {
      bytes = Array(repeating: 0, count: Int(count))
      status = unsafe bytes.withUnsafeMutableBufferPointer {
        unsafe slots.pointee.save(table.pointee.context, $0.baseAddress, UInt32($0.count), &count)
      }
    }
    try check(status)
    return unsafe ChildState(
      schema: own.pointee.state_schema.copied, version: own.pointee.state_version, bytes: bytes)
  }

  /// Loads a state of the same schema and of no later version.
  func take(_ state: ChildState) throws(LayoutError) {
    guard let slots = unsafe stateTable, let table = unsafe next ?? child,
      let own = unsafe description,
      unsafe own.pointee.state_schema.copied == state.schema,
      unsafe own.pointee.state_version >= state.version
    else { throw .argument("the state is of another layout inside") }
    unsafe try check(
      state.bytes.withUnsafeBufferPointer {
        unsafe slots.pointee.load(
          table.pointee.context, state.version, $0.baseAddress, UInt32($0.count))
      })
  }

  /// Writes the states of several children, for ``loadStates(of:from:)``; a zero if no child keeps one.
  /// - Throws: The error of a child that cannot save its state.
  public static func saveStates(
    of children: [ChildLayout], to writer: inout StateWriter
  ) throws(LayoutError) {
    var states: [ChildState?] = []
    for child in children { states.append(try child.keptState()) }
    guard states.contains(where: { $0 != nil }) else { return writer.write(0) }
    writer.write(states.count)
    for state in states {
      writer.write(state != nil)
      state?.write(to: &writer)
    }
  }

  /// Gives several children the states that ``saveStates(of:to:)`` wrote, which must be the last bytes: either all
  /// children get theirs, or none if one child refuses. A child without an earlier state, such as before its first
  /// `prepare`, keeps the new state after a refusal.
  /// - Throws: The fault in the bytes, or the error of a child that refuses its state.
  public static func loadStates(
    of children: [ChildLayout], from reader: inout StateReader
  ) throws(LayoutError) {
    let count = try reader.readInt()
    guard count == 0 || count == children.count else {
      throw .argument("the state is of another number of layouts inside")
    }
    var states: [(child: ChildLayout, state: ChildState)] = []
    for child in children.prefix(count) where try reader.readBool() {
      guard child.keptSchema != nil else {
        throw .argument("the state is of another layout inside")
      }
      // A child that had no state when it was saved, and has one now, gets none.
      states.append((child, try ChildState(from: &reader)))
    }
    guard reader.isAtEnd else { throw .argument("the state goes on behind its end") }
    var taken: [(child: ChildLayout, before: ChildState)] = []
    for index in 0..<states.count {
      let (child, state) = states[index]
      let before = child.presentState
      do throws(LayoutError) {
        try child.take(state)
      } catch {
        // The child had this state a moment ago. If it refuses it now, nothing more can be done.
        for (child, before) in taken { do throws(LayoutError) { try child.take(before) } catch {} }
        throw error
      }
      if let before { taken.append((child, before)) }
    }
  }

  /// The state of the open layout; nil if there is none to return to, such as before its first
  /// `prepare`.
  private var presentState: ChildState? {
    do throws(LayoutError) { return try keptState() } catch { return nil }
  }

  /// Returns the point in the child's own coordinates.
  func seen(_ point: Point) -> Point { Point(x: point.x - origin.x, y: point.y - origin.y) }
}

extension layout_text {
  /// The bytes of the text.
  fileprivate var copied: [UInt8] {
    guard let bytes = unsafe bytes else { return [] }
    return (0..<Int(count)).map { unsafe UInt8(bitPattern: bytes[$0]) }
  }
}
