// SPDX-License-Identifier: Apache-2.0
//
// A layout's state as bytes.

import LayoutABI

/// The calls of `layout.state/1` on one instance.
struct States {
  let trial: Trial
  private let table: UnsafePointer<layout_state>

  /// - Throws: That the layout keeps none.
  init(_ trial: Trial) throws(Finding) {
    guard let table = trial.table(.state, as: layout_state.self) else {
      throw .skipped("the layout keeps no state")
    }
    (self.trial, self.table) = (trial, table)
  }

  /// The bytes.
  func save() throws(Finding) -> [UInt8] {
    var count: UInt32 = 0
    guard let save = table.pointee.save else { throw .skipped("the slot save is null") }
    var status = trial.within(.extension_) { save(trial.own, nil, 0, &count) }
    try require(
      status == LAYOUT_CAPACITY || (status == LAYOUT_OK && count == 0),
      "save without room gives the status \(status)")
    var bytes = [UInt8](repeating: trial.soil ?? 0xC9, count: Int(count))
    status = trial.within(.extension_) { save(trial.own, &bytes, count, &count) }
    try trial.ok(status, "save")
    try require(Int(count) == bytes.count, "save asked for \(bytes.count) bytes and wrote \(count)")
    return bytes
  }

  /// Calls `load` and returns its status.
  func load(_ bytes: [UInt8], version: UInt32) -> layout_status {
    guard let load = table.pointee.load else { return LAYOUT_ERROR_UNSUPPORTED }
    return trial.within(.extension_) { load(trial.own, version, bytes, UInt32(bytes.count)) }
  }
}
