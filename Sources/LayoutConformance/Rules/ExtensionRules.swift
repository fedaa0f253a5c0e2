// SPDX-License-Identifier: Apache-2.0
//
// Rules about the tables of extensions.

import LayoutABI
import LayoutABIDrafts
import LayoutModel
import LayoutRuntime

/// An id is matched as a whole: revision 10 is not revision 1.
struct ExtensionUnknown: LayoutRule {
  let id = "extension-unknown"
  let sentence = "A layout returns null for an unknown extension."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    let known = KnownExtension.allCases.map(\.rawValue)
    let strangers =
      ["", "layout", "org.example.unknown/1"] + known.map { $0 + "0" } + known.map { $0 + " " }
      + known.map { String($0.dropLast()) }
    for id in strangers {
      try require(
        trial.extensionTable(id) == nil, "extension returns a table for the unknown id '\(id)'")
    }
  }
}

/// A null slot in a table is a call to address zero.
struct ExtensionTables: LayoutRule {
  let id = "extension-tables"
  let sentence = "The tables of extensions are long enough and have no null slot."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    var count = 0
    for one in KnownExtension.allCases {
      guard let table = trial.extensionTable(one.rawValue) else { continue }
      count += 1
      // Every table starts with its size and a reserved word; the rest are pointers.
      let size = Int(table.load(as: UInt32.self))
      try require(
        size >= one.tableSize, "the table of \(one.rawValue) has \(size) of \(one.tableSize) bytes")
      try require(
        table.load(fromByteOffset: 4, as: UInt32.self) == 0,
        "`reserved` of the table of \(one.rawValue) is not 0")
      for place in stride(from: 8, to: one.tableSize, by: 8) {
        try require(
          table.load(fromByteOffset: place, as: UInt.self) != 0,
          "slot \(place / 8 - 1) of \(one.rawValue) is null")
      }
    }
    try skip(count == 0, "the layout offers no extension")
  }
}

/// A host requests a table once and keeps it: it calls a withdrawn table too.
struct ExtensionsKept: LayoutRule {
  let id = "extensions-kept"
  let sentence = "An extension stays available, with the same table."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    var tables: [KnownExtension: UnsafeRawPointer] = [:]
    func compare(_ when: String) throws(Finding) {
      for one in KnownExtension.allCases {
        let table = trial.extensionTable(one.rawValue)
        let known = tables[one]
        try require(
          known == nil || known == table,
          "\(one.rawValue) has \(table == nil ? "no" : "another") table \(when)")
        tables[one] = table
      }
    }
    try compare("")
    for world in [World([3, 0, 20]), World([]), World([7])] {
      trial.world = world
      try trial.prepareFrame()
      try compare("after a prepare for \(world.counts.count) sections")
    }
    try skip(tables.isEmpty, "the layout offers no extension")
  }
}

/// An extension of the contract, by its id.
enum KnownExtension: String, CaseIterable {
  case crossScroll = "layout.cross-scroll/1"
  case dynamics = "layout.dynamics/1"
  case reordering = "layout.reordering/1"
  case scrollTarget = "layout.scroll-target/1"
  case selfSizing = "layout.self-sizing/1"
  case state = "layout.state/1"
  case transition = "layout.transition/1"
  case updates = "layout.updates/1"

  /// Bytes of the table in ABI 1.0, or of the draft; later ones may be longer.
  var tableSize: Int {
    switch self {
    case .crossScroll: LAYOUT_1_0_SIZE_cross_scroll
    case .dynamics: LAYOUT_1_0_SIZE_dynamics
    case .reordering: LAYOUT_DRAFT_SIZE_reordering
    case .scrollTarget: LAYOUT_1_0_SIZE_scroll_target
    case .selfSizing: LAYOUT_1_0_SIZE_self_sizing
    case .state: LAYOUT_1_0_SIZE_state
    case .transition: LAYOUT_DRAFT_SIZE_transition
    case .updates: LAYOUT_1_0_SIZE_updates
    }
  }
}

// MARK: - Children refused
//
// A child layout may be missing or not allowed.

struct ChildrenRefused: LayoutRule {
  let id = "children-refused"
  let sentence =
    "A layout whose children cannot be opened fails with a status, or works without them."

  func check(_ subject: Subject) throws(Finding) {
    try skip(subject.findChild == nil, "its note says nothing of layout.children/1")
    let refuse: ChildFinder = { id throws(LayoutError) in
      throw LayoutError(.unknownLayout, "there is no layout \(id)")
    }
    // A layout may also refuse in `create`.
    guard let trial = try? Trial(subject, findChild: refuse) else { return }
    for (index, property) in subject.descriptor.properties.enumerated() {
      guard property.type == .text else { continue }
      let status = trial.setProperty(index, .text("nothing"))
      try require(status <= 0, "\(property.name) for no layout gives the status \(status)")
    }
    let status = trial.prepare()
    try require(status <= 0, "without children prepare gives the status \(status)")
    guard status == LAYOUT_OK else { return }
    try trial.ok(trial.contentSize().status, "content_size without children")
    _ = try trial.answer(in: trial.world.bounds)
  }
}
