// SPDX-License-Identifier: Apache-2.0
//
// The state of a child inside that of its parent.

import LayoutABI
import LayoutABIDrafts

/// A child's state as its parent keeps it: which bytes these are, and the bytes.
struct ChildState {
  /// The version of the form below.
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

  /// The schema of the bytes of ``keptState()``, where the layout that is open keeps a state; nil else.
  var keptSchema: StateSchema? {
    unsafe stateTable == nil ? nil : StateSchema("org.layouthost.child", version: ChildState.form)
  }

  /// Returns the state of the layout that is open; nil where it keeps none.
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

  /// Gives it a state that a layout of the same schema, and of no later version, wrote.
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

  /// Writes the states of several children, for ``loadStates(of:from:)``; where none keeps one, a zero.
  /// - Throws: What a child has against it.
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

  /// Gives several children the states that ``saveStates(of:to:)`` wrote, which are the last of the bytes: all of
  /// them, or none where one refuses its own. A child that had no state yet, as before it prepared, has nothing to
  /// go back to.
  /// - Throws: What is wrong with the bytes, or what a child has against its state.
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
      // One that kept none when it was saved, and does now, has nothing to take over.
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
        // It was its own a moment ago; a layout that refuses that is as it is.
        for (child, before) in taken { do throws(LayoutError) { try child.take(before) } catch {} }
        throw error
      }
      if let before { taken.append((child, before)) }
    }
  }

  /// The state of the layout that is open; nil where there is none to go back to, as before it prepared.
  private var presentState: ChildState? {
    do throws(LayoutError) { return try keptState() } catch { return nil }
  }

  /// The same point from its own origin.
  func seen(_ point: Point) -> Point { Point(x: point.x - origin.x, y: point.y - origin.y) }
}

extension layout_text {
  /// The bytes of the text.
  fileprivate var copied: [UInt8] {
    guard let bytes = unsafe bytes else { return [] }
    return (0..<Int(count)).map { unsafe UInt8(bitPattern: bytes[$0]) }
  }
}
