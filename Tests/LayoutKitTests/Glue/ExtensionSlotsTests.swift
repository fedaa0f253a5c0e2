// SPDX-License-Identifier: Apache-2.0
//
// The C tables of the extensions: updates, transitions, self-sizing, reordering and state call the
// layout's own methods, and their errors reach the host.

import CLayoutKit
import LayoutABI
import LayoutABIDrafts
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

/// Overrides every method that an extension calls and records its arguments.
private final class Able: Layout {
  var told: [String] = []
  var kept = 7.5
  var spun: Transform?
  var failure: LayoutError?

  override var abilities: Abilities {
    [.updates, .transition, .selfSizing, .reordering, .state]
  }
  override var stateSchema: StateSchema? { StateSchema("org.example.able", version: 3) }

  private func note(_ text: String) throws(LayoutError) {
    if let failure { throw failure }
    told.append(text)
  }

  override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) {
    for index in 0..<invalidation.updates.count {
      let update = invalidation.updates[index]
      try note("\(update?.action.rawValue ?? 9) \(update?.after.item ?? 0)")
    }
    for index in 0..<invalidation.elementCount {
      try note("element \(invalidation.element(at: index)?.item ?? 0)")
    }
  }

  override func prepareForUpdates(_ updates: borrowing Updates) throws(LayoutError) {
    for index in 0..<updates.count {
      guard let update = updates[index] else { throw .failed("an unknown change") }
      let scope = update.isSection ? "section" : "item"
      try note(
        "\(update.action) \(scope) \(update.before.isNone) \(update.before.section) "
          + "\(update.after.section)")
    }
  }

  override func initialAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {
    try note("initial \(element.item)")
    attributes.frame.x += 100
    attributes.alpha = 0.25
    attributes.transform = spun
  }

  override func finalAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {
    try note("final \(element.item)")
    attributes.isHidden = true
    attributes.zIndex = -4
  }

  override func finalizeUpdates() throws(LayoutError) { try note("finalizeUpdates") }

  override func prepareTransition(from old: borrowing BorrowedText) throws(LayoutError) {
    try note("from flow: \(old.equals("flow"))")
  }
  override func prepareTransition(to new: borrowing BorrowedText) throws(LayoutError) {
    try note("to flow: \(new.equals("flow"))")
  }
  override func finalizeTransition() throws(LayoutError) { try note("finalize") }
  override func prepareForBoundsChange(from old: Rect) throws(LayoutError) {
    try note("bounds \(old.width)")
  }
  override func finalizeBoundsChange() throws(LayoutError) { try note("finalizeBounds") }

  override func setPreferredSize(
    _ preferred: Size, for element: ElementID, original: Size
  ) throws(LayoutError) -> Marks {
    try note("prefers \(preferred.width) to \(original.width)")
    return preferred == original ? [] : .items
  }

  override func attributes(for element: ElementID, into answer: inout Answer) {
    answer.cell(0, Int(element.item), Rect(x: 1, y: 2, width: 10, height: 20), alpha: 0.5)
  }
  override func targetPath(
    moving path: ItemPath, to position: Point
  ) throws(LayoutError) -> ItemPath {
    if let failure { throw failure }
    return ItemPath(0, Int(position.x) / 10)
  }

  override func saveState(to writer: inout StateWriter) throws(LayoutError) {
    if let failure { throw failure }
    writer.write(kept)
    writer.write(-2)
    writer.write(true)
  }
  override func loadState(from reader: inout StateReader, version: UInt32) throws(LayoutError) {
    guard version <= 3 else { throw .argument("a state of a newer version") }
    let number = try reader.readDouble()
    guard try reader.readInt() == -2, try reader.readBool(), reader.isAtEnd else {
      throw .argument("no state of this layout")
    }
    kept = number
  }
}

@Suite("The kit's extension tables")
struct ExtensionSlotsTests {
  private let able = Able()
  private let live: LiveLayout
  private var context: UnsafeMutableRawPointer? { live.context }

  init() { live = LiveLayout(able) }

  /// Returns the table that the layout offers under an id.
  private func table<Table>(_ id: StaticString, as: Table.Type) throws -> Table {
    let raw = try #require(live.instance.pointee.extension(context, id.text))
    #expect(raw.load(as: UInt32.self) == UInt32(MemoryLayout<Table>.size))
    return raw.load(as: Table.self)
  }

  /// Room with one record in it, as a host lends it.
  private func edit(
    transforms: [Transform], room: Int,
    _ call: (UnsafeMutablePointer<layout_answer>) -> layout_status
  ) -> (layout_status, layout_attributes, layout_answer, Transform) {
    var record = layout_attributes()
    record.frame = Rect(x: 1, y: 2, width: 3, height: 4)
    record.item = 6
    record.alpha = 1
    record.payload = 1
    record.transform = transforms.isEmpty ? 0 : 1
    var place = transforms.first ?? Transform()
    var answer = layout_answer()
    answer.struct_size = UInt32(MemoryLayout<layout_answer>.size)
    (answer.record_capacity, answer.record_count) = (1, 1)
    (answer.transform_capacity, answer.transform_count) = (UInt32(room), UInt32(transforms.count))
    let status = withUnsafeMutablePointer(to: &record) { record in
      withUnsafeMutablePointer(to: &place) { place in
        answer.records = record
        answer.transforms = place
        return call(&answer)
      }
    }
    return (status, record, answer, place)
  }

  @Test("a layout offers the tables of its abilities, and no other")
  func offers() throws {
    _ = try table("layout.updates/1", as: layout_updates.self)
    _ = try table("layout.transition/1", as: layout_transition.self)
    _ = try table("layout.self-sizing/1", as: layout_self_sizing.self)
    _ = try table("layout.reordering/1", as: layout_reordering.self)
    _ = try table("layout.state/1", as: layout_state.self)
    let plain = LiveLayout(Layout())
    for id: StaticString in [
      "layout.updates/1", "layout.transition/1", "layout.self-sizing/1", "layout.reordering/1",
      "layout.state/1",
    ] {
      #expect(plain.instance.pointee.extension(plain.context, id.text) == nil)
    }
  }

  @Test("M2, B6: the changes of a batch reach the layout one by one, with their old and new places")
  func updates() throws {
    let table = try table("layout.updates/1", as: layout_updates.self)
    let updates = [
      layout_update(action: 0, of_section: 0, before: .none, after: ItemPath(2, 5)),
      layout_update(action: 1, of_section: 1, before: ItemPath(4, -1), after: .none),
      layout_update(action: 2, of_section: 0, before: ItemPath(1, 2), after: ItemPath(3, 4)),
    ]
    #expect(table.prepare_for_updates(context, updates, 3) == LAYOUT_OK)
    let none = LAYOUT_PATH_NONE
    #expect(
      able.told == [
        "insert item true \(none) 2", "delete section true 4 \(none)", "move item false 1 3",
      ])
    #expect(table.finalize_updates(context) == LAYOUT_OK && able.told.last == "finalizeUpdates")
    let unknown = [layout_update(action: 8, of_section: 0, before: .none, after: .none)]
    #expect(table.prepare_for_updates(context, unknown, 1) == LAYOUT_ERROR_FAILED)
    #expect(live.host.error == "an unknown change")
  }

  @Test("prepare sees the batch and the elements that the marks name")
  func invalidation() throws {
    try live.prepare(
      Scene(itemCounts: [3]), marks: [.counts, .items],
      updates: [layout_update(action: 0, of_section: 0, before: .none, after: ItemPath(0, 2))],
      elements: [ElementID(category: 0, kind: 0, section: 0, item: 1)])
    #expect(able.told == ["0 2", "element 1"])
  }

  @Test("C27: the start and end of an element begin with the host's default")
  func ends() throws {
    let table = try table("layout.updates/1", as: layout_updates.self)
    let name = layout_element(category: 0, kind: 0, section: 0, item: 6)
    var (status, record, answer, _) = edit(transforms: [], room: 1) {
      table.initial(context, name, $0)
    }
    #expect(status == LAYOUT_OK && able.told == ["initial 6"])
    #expect(record.frame == Rect(x: 101, y: 2, width: 3, height: 4) && record.alpha == 0.25)
    #expect(record.payload == 1 && record.transform == 0 && answer.transform_count == 0)
    (status, record, answer, _) = edit(transforms: [], room: 1) { table.final(context, name, $0) }
    #expect(status == LAYOUT_OK && record.flags == LAYOUT_HIDDEN && record.z_index == -4)
    #expect(record.alpha == 1 && record.frame.x == 1)
  }

  @Test("C45: a transform may be given, kept or removed, and needs room if there was none")
  func endTransforms() throws {
    let table = try table("layout.updates/1", as: layout_updates.self)
    let name = layout_element(category: 0, kind: 0, section: 0, item: 6)
    var spin = Transform()
    spin.m.5 = 3
    var (status, record, answer, place) = edit(transforms: [spin], room: 1) {
      table.final(context, name, $0)
    }
    #expect(status == LAYOUT_OK && record.transform == 1 && answer.transform_count == 1)
    #expect(place.m.5 == 3)
    (status, record, answer, place) = edit(transforms: [spin], room: 1) {
      table.initial(context, name, $0)
    }
    #expect(status == LAYOUT_OK && record.transform == 0 && answer.transform_count == 0)
    able.spun = spin
    (status, record, answer, place) = edit(transforms: [], room: 0) {
      table.initial(context, name, $0)
    }
    #expect(status == LAYOUT_CAPACITY && answer.transform_count == 1 && answer.record_count == 1)
    #expect(record.frame.x == 1)
    (status, record, answer, place) = edit(transforms: [], room: 1) {
      table.initial(context, name, $0)
    }
    #expect(status == LAYOUT_OK && record.transform == 1 && place.m.5 == 3)
  }

  @Test("an answer without its one record is refused before it is read")
  func badAnswers() throws {
    let table = try table("layout.updates/1", as: layout_updates.self)
    var answer = layout_answer()
    #expect(table.initial(context, layout_element(), &answer) == LAYOUT_ERROR_ARGUMENT)
    answer.struct_size = UInt32(MemoryLayout<layout_answer>.size)
    #expect(table.final(context, layout_element(), &answer) == LAYOUT_ERROR_ARGUMENT)
    #expect(able.told.isEmpty)
  }

  @Test("C22, B8: transitions and animated bounds changes are called, with ids and bounds")
  func transitions() throws {
    let table = try table("layout.transition/1", as: layout_transition.self)
    let (flow, other): (StaticString, StaticString) = ("flow", "flows")
    #expect(table.prepare_from(context, flow.text) == LAYOUT_OK)
    #expect(table.prepare_to(context, other.text) == LAYOUT_OK)
    #expect(table.finalize(context) == LAYOUT_OK)
    let old = Rect(x: 0, y: 0, width: 320, height: 480)
    #expect(table.prepare_for_bounds_change(context, old) == LAYOUT_OK)
    #expect(table.finalize_bounds_change(context) == LAYOUT_OK)
    #expect(
      able.told == [
        "from flow: true", "to flow: false", "finalize", "bounds 320.0", "finalizeBounds",
      ]
    )
    able.failure = .failed("not now")
    #expect(table.finalize(context) == LAYOUT_ERROR_FAILED && live.host.error == "not now")
  }

  @Test("a preferred size reaches the layout, which returns the invalidation")
  func preferredSizes() throws {
    let table = try table("layout.self-sizing/1", as: layout_self_sizing.self)
    var marks: UInt32 = 99
    let (small, large) = (Size(width: 40, height: 1), Size(width: 60, height: 1))
    #expect(table.preferred_size(context, layout_element(), small, large, &marks) == LAYOUT_OK)
    #expect(marks == LAYOUT_MARK_ITEMS && able.told == ["prefers 60.0 to 40.0"])
    #expect(table.preferred_size(context, layout_element(), small, small, &marks) == LAYOUT_OK)
    #expect(marks == LAYOUT_MARK_NOTHING)
  }

  @Test("a held item is answered with its centre under the finger, unless the layout changes it")
  func reordering() throws {
    let table = try table("layout.reordering/1", as: layout_reordering.self)
    var path = layout_path()
    let finger = Point(x: 35, y: 50)
    #expect(table.target_path(context, ItemPath(0, 1), finger, &path) == LAYOUT_OK)
    #expect(path == ItemPath(0, 3))
    let (status, record, answer, _) = edit(transforms: [], room: 0) {
      table.attributes_for_moving(context, ItemPath(0, 1), finger, $0)
    }
    #expect(status == LAYOUT_OK && answer.record_count == 1 && record.item == 1)
    #expect(record.frame == Rect(x: 30, y: 40, width: 10, height: 20) && record.alpha == 0.5)
  }

  @Test("a state is written and read, and one that is cut or of another schema changes nothing")
  func state() throws {
    let table = try table("layout.state/1", as: layout_state.self)
    var count: UInt32 = 0
    #expect(table.save(context, nil, 0, &count) == LAYOUT_CAPACITY && count == 24)
    var bytes = [UInt8](repeating: 9, count: 24)
    #expect(table.save(context, &bytes, 23, &count) == LAYOUT_CAPACITY && bytes[23] == 9)
    #expect(table.save(context, &bytes, 24, &count) == LAYOUT_OK && count == 24)
    able.kept = 0
    #expect(table.load(context, 3, bytes, 23) == LAYOUT_ERROR_ARGUMENT && able.kept == 0)
    #expect(live.host.error == "the state ends too early")
    #expect(table.load(context, 4, bytes, 24) == LAYOUT_ERROR_ARGUMENT && able.kept == 0)
    #expect(table.load(context, 3, bytes + [0], 25) == LAYOUT_ERROR_ARGUMENT && able.kept == 0)
    #expect(table.load(context, 3, bytes, 24) == LAYOUT_OK && able.kept == 7.5)
    let descriptor = LayoutOffer.make(Able.self, id: "able", name: "Able", help: "").describe()
    #expect(descriptor.state_schema.equals("org.example.able") && descriptor.state_version == 3)
  }
}
