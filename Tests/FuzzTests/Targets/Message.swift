// SPDX-License-Identifier: Apache-2.0
//
// Makes a message in shared memory from any bytes. The header is left unchanged or repaired.

import CLayoutSystem
import LayoutModel

@testable import LayoutIsolation

/// A pair of areas in this process alone. A fuzzer writes into one of them.
struct Message {
  /// The size of an area, which is small, so that lengths reach its end.
  static let areaBytes = 1 << 17
  /// The meaning of the first byte of an input.
  static let repairsIdentity: UInt8 = 1
  static let repairsLengths: UInt8 = 2

  /// Returns an input for a valid message, with flags that keep it valid.
  static func seed(
    _ kind: WireKind, prefix: [UInt8] = [], sequence: UInt64 = 1, epoch: UInt64 = 0,
    bulk: [UInt8] = [], write: (inout WireWriter) -> Void = { _ in }
  ) -> [UInt8] {
    var room = [UInt8](repeating: 0, count: 1 << 14)
    let count = room.withUnsafeMutableBytes { room in
      var writer = WireWriter(UnsafeMutableRawBufferPointer(rebasing: room[64...]))
      write(&writer)
      let header = WireHeader(
        kind, sequence: sequence, epoch: epoch, headLength: writer.count, bulkLength: bulk.count)
      room.storeBytes(of: header, as: WireHeader.self)
      return writer.count
    }
    var bytes = Array(room[..<WireFormat.aligned(WireFormat.headOffset + count)])
    bytes += bulk
    return [0] + prefix + bytes
  }

  /// Writes a message into `area` and publishes it, as message number 1.
  ///
  /// - Parameters:
  ///   - flags: With ``repairsIdentity`` mark, version, sequence and epoch are the expected ones. With
  ///     ``repairsLengths`` the lengths are at most the available ones. Otherwise few inputs would pass the header.
  static func publish(
    _ bytes: ArraySlice<UInt8>, in area: SharedArea, flags: UInt8, epoch: UInt64 = 0
  ) {
    let room = area.message
    // Bytes of an earlier input must not have an effect.
    let used = min(bytes.count, room.count)
    room.copyBytes(from: bytes.prefix(used))
    let rest = UnsafeMutableRawBufferPointer(rebasing: room[used..<min(used + 4096, room.count)])
    rest.initializeMemory(as: UInt8.self, repeating: 0)
    var header = room.load(as: WireHeader.self)
    if flags & repairsIdentity != 0 {
      (header.magic, header.version) = (WireFormat.magic, WireFormat.version)
      (header.reserved, header.sequence, header.epoch) = (0, 1, epoch)
    }
    if flags & repairsLengths != 0 {
      let payload = max(0, used - WireFormat.headOffset)
      header.headLength = min(header.headLength, UInt32(payload))
      let start = WireFormat.aligned(WireFormat.headOffset + Int(header.headLength))
      header.bulkLength = min(header.bulkLength, UInt64(max(0, used - start)))
    }
    room.storeBytes(of: header, as: WireHeader.self)
    layout_sys_store_release_u32(area.turn, 1)
  }
}
