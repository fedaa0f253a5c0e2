// SPDX-License-Identifier: Apache-2.0
//
// What travels behind the head of a request: long arrays, copied once.

import CLayoutSystem
import LayoutABI
import LayoutModel
import LayoutRuntime

/// The bulk data of a request.
enum BulkLoad {
  case none
  /// The items of each section, where they are listed.
  case counts([UInt32])
  /// Elements: records, transforms and payload, end to end.
  case elements(AnswerBuffer)
  /// The state of a layout.
  case bytes([UInt8])

  var byteCount: Int {
    switch self {
    case .none: 0
    case .counts(let counts): counts.count * MemoryLayout<UInt32>.stride
    case .elements(let buffer): buffer.counts.byteCount
    case .bytes(let bytes): bytes.count
    }
  }

  /// Writes the data to the start of `room`, which is long enough.
  func copy(to room: UnsafeMutableRawBufferPointer) {
    switch self {
    case .none: break
    case .counts(let counts): counts.withUnsafeBytes { room.copyMemory(from: $0) }
    case .elements(let buffer): buffer.copyElements(to: room)
    case .bytes(let bytes): bytes.withUnsafeBytes { room.copyMemory(from: $0) }
    }
  }
}

extension AnswerBuffer {
  /// Copies the three arrays end to end.
  func copyElements(to room: UnsafeMutableRawBufferPointer) {
    var rest = room
    rest.append(UnsafeRawBufferPointer(records))
    rest.append(UnsafeRawBufferPointer(transforms))
    rest.append(UnsafeRawBufferPointer(payload))
  }

  /// Takes over elements that lie end to end in `bulk`, which the counts were held against. They are
  /// unchecked.
  func take(_ counts: AnswerCounts, from bulk: UnsafeRawBufferPointer) throws(LayoutError) {
    try reserve(counts)
    bulk.copy(counts, into: makeAnswer())
    commit(counts)
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Copies `bytes` to the front and goes on behind them.
  fileprivate mutating func append(_ bytes: UnsafeRawBufferPointer) {
    copyMemory(from: bytes)
    self = UnsafeMutableRawBufferPointer(rebasing: self[bytes.count...])
  }
}

extension UnsafeRawBufferPointer {
  /// Copies the three arrays, end to end here, into the room of an answer, and fences the copy off:
  /// what is checked afterwards is what was copied.
  fileprivate func copy(_ counts: AnswerCounts, into answer: layout_answer) {
    var rest = self
    rest.move(counts.records, to: answer.records)
    rest.move(counts.transforms, to: answer.transforms)
    rest.move(counts.payload, to: answer.payload)
    layout_sys_fence()
  }

  /// Copies the first `count` elements and goes on behind them.
  private mutating func move<Element>(_ count: Int, to target: UnsafeMutablePointer<Element>?) {
    let length = count * MemoryLayout<Element>.stride
    UnsafeMutableRawBufferPointer(start: target, count: length)
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: self[..<length]))
    self = UnsafeRawBufferPointer(rebasing: self[length...])
  }
}
