// SPDX-License-Identifier: Apache-2.0
//
// Views that are filled and wait for their items to come into sight.

import LayoutModel
import LayoutRuntime

/// The view that was filled for an item.
struct PreparedView: BitwiseCopyable {
  let key: ElementKey
  let serial: Int32
}

extension ReuseStore {
  var preparedCount: Int { prepared.count }

  func isPrepared(_ key: ElementKey) -> Bool { prepared.contains { $0.key == key } }

  /// Takes back the view of an item that came into sight; `ViewSlot.none` when none was prepared.
  func takePrepared(for key: ElementKey) -> Int32 {
    guard let place = prepared.indices.first(where: { prepared[$0].key == key }) else {
      return ViewSlot.none
    }
    let serial = prepared[place].serial
    prepared.remove(at: place)
    reclaim(serial)
    return serial
  }

  /// Puts the prepared views of some items back into their pools.
  func releasePrepared(telling stage: (any Stage)?, where isStale: (ItemPath) -> Bool) {
    for place in prepared.indices.reversed() where isStale(prepared[place].key.path) {
      let serial = prepared[place].serial
      prepared.remove(at: place)
      put(back: serial)
      stage?.recycle(self[serial])
    }
  }
}

extension ElementKey {
  /// The index path in it.
  fileprivate var path: ItemPath {
    ItemPath(Int(high & 0xFFFF_FFFF), Int(low >> 16))
  }
}
