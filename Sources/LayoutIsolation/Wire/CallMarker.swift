// SPDX-License-Identifier: Apache-2.0
//
// The calls into a plugin by number, so that a worker can report the current one.

import LayoutRuntime

/// The word in shared memory that names the current call of a worker. After a crash it names the
/// call that crashed.
enum CallMarker {
  /// The word between calls.
  static let none: UInt32 = 0
  /// The word while the image is loaded, which runs its constructors and its entry.
  static let loading: UInt32 = 1
  /// The name of the loading in errors.
  static let loadingName = "layout_plugin_entry"

  /// Returns the word for a call. A switch, because it is written twice for each call of a frame.
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

  /// Returns the word for a call into the child of this number, counted from 1.
  static func inChild(_ number: Int, _ call: UInt32) -> UInt32 {
    call | UInt32(truncatingIfNeeded: number & 0xFFFF) << 16
  }

  /// Returns the number of the child that the call is in; 0 for the layout itself.
  static func child(_ word: UInt32) -> Int { Int(word >> 16) }

  /// Returns true if a call has that name.
  static func isName(_ text: String) -> Bool {
    text == loadingName || Slot(rawValue: text) != nil
  }

  /// Returns the name of the call; nil for none and for an unknown value that a broken worker
  /// wrote.
  static func name(_ word: UInt32) -> String? {
    let number = word & 0xFFFF
    if number == loading { return loadingName }
    return Slot.allCases.first { self.number($0) == number }?.rawValue
  }
}
