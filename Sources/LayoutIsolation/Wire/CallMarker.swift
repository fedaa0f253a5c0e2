// SPDX-License-Identifier: Apache-2.0
//
// The calls into a plugin by number, so that a worker can leave word of the one it is in.

import LayoutRuntime

/// The word in shared memory that says which call a worker is in: what it died of.
enum CallMarker {
  /// Between calls.
  static let none: UInt32 = 0
  /// Loading the image, which runs its constructors and its entry.
  static let loading: UInt32 = 1
  /// The name of loading in errors.
  static let loadingName = "layout_plugin_entry"

  /// The word for a call. A switch: it is written twice a call, on the frame path.
  static func number(_ slot: Slot?) -> UInt32 {
    switch slot {
    case nil: none
    case .create: 2
    case .destroy: 3
    case .setProperty: 4
    case .getProperty: 5
    case .shouldInvalidate: 6
    case .prepare: 7
    case .contentSize: 8
    case .attributesInRect: 9
    case .attributesFor: 10
    case .extension_: 11
    case .advance: 12
    case .target: 13
    case .action: 14
    case .prepareForUpdates: 15
    case .initial: 16
    case .final: 17
    case .finalizeUpdates: 18
    case .preferredSize: 19
    case .prepareFrom: 20
    case .prepareTo: 21
    case .finalize: 22
    case .prepareForBoundsChange: 23
    case .finalizeBoundsChange: 24
    case .targetPath: 25
    case .attributesForMoving: 26
    case .save: 27
    case .load: 28
    case .trackAt: 29
    case .setOffset: 30
    case .crossTarget: 31
    }
  }

  /// The word for a call into the child of this number, counted from 1.
  static func inChild(_ number: Int, _ call: UInt32) -> UInt32 {
    call | UInt32(truncatingIfNeeded: number & 0xFFFF) << 16
  }

  /// The number of the child that the call is in; 0 for the layout itself.
  static func child(_ word: UInt32) -> Int { Int(word >> 16) }

  /// Returns true when a call has that name.
  static func isName(_ text: String) -> Bool {
    text == loadingName || Slot(rawValue: text) != nil
  }

  /// The name of the call; nil for none and for whatever else a broken worker left there.
  static func name(_ word: UInt32) -> String? {
    let number = word & 0xFFFF
    if number == loading { return loadingName }
    return Slot.allCases.first { self.number($0) == number }?.rawValue
  }
}
