// SPDX-License-Identifier: Apache-2.0
//
// One live instance, called without the checks of the host: every status and every bit unchanged.

import CConformance
import LayoutABI
import LayoutModel
import LayoutRuntime

/// An instance under test. `deinit` destroys it.
final class Trial {
  let subject: Subject
  /// The data for the next `prepare`.
  var world: World
  let context: HostContext
  let queries: QueryTable
  private let slots: InstanceSlots
  private let note = CallNote.current
  /// The byte with which the stack and fresh memory are filled before each call; nil leaves
  /// them as they are.
  var soil: UInt8?
  /// The host's clock, seconds.
  private(set) var time = 0.0
  /// Requested once, as hosts do.
  private lazy var dynamics = table(.dynamics, as: layout_dynamics.self)
  /// Grows with each change of the data.
  private(set) var epoch: UInt64 = 1

  /// Makes an instance.
  /// - Parameters:
  ///   - spoil: Changes the host's table before the layout sees it.
  ///   - settings: Properties to set, by index.
  ///   - findChild: Finds the child layouts in another way than the subject does.
  /// - Throws: The failure of `create`, with the layout's message.
  init(
    _ subject: Subject, _ world: World = .ordinary, settings: [Int: LayoutValue] = [:],
    spoil: (UnsafeMutablePointer<layout_host>) -> Void = { _ in },
    findChild: ChildFinder? = nil
  ) throws(Finding) {
    self.subject = subject
    self.world = world
    let plugin = subject.image.descriptor.id
    queries = QueryTable(subject.descriptor.queries, plugin: plugin)
    world.bind(to: queries)
    context = HostContext(
      plugin: plugin, descriptor: subject.descriptor, queries: queries,
      border: TrustBorder(plugin: plugin, descriptor: subject.descriptor), log: LayoutLog())
    if let find = findChild ?? subject.findChild { context.offerChildren(found: find) }
    spoil(context.table)
    let (status, made) = Self.create(subject, context)
    guard status == LAYOUT_OK, let made else {
      throw .broken("create gave \(Self.text(status, context)) and an instance is needed")
    }
    do throws(LayoutError) { slots = try InstanceSlots(made, plugin: plugin) } catch {
      throw Finding(error)
    }
    for index in settings.keys.sorted() {
      try ok(setProperty(index, settings[index] ?? .none), "set_property")
    }
  }

  deinit { within(.destroy) { slots.destroy(slots.context) } }

  /// Calls `create` without a judgement of the result.
  static func create(
    _ subject: Subject, _ context: HostContext
  ) -> (layout_status, UnsafePointer<layout_instance>?) {
    var made: UnsafePointer<layout_instance>?
    let note = CallNote.current
    context.enter(.create)
    note.begin(.create)
    defer {
      note.end()
      context.leave()
    }
    let create = subject.image.table.pointee.create
    return (create?(context.table, UInt32(subject.index), &made) ?? LAYOUT_ERROR_FAILED, made)
  }

  /// Makes one call, during which the layout may use its host.
  @discardableResult
  func within<Result>(_ call: Slot, _ body: () -> Result) -> Result {
    context.enter(call)
    note.begin(call)
    defer {
      note.end()
      context.leave()
    }
    // Last, so that no later code of this function overwrites the stack again.
    if let soil { layout_conformance_soil(soil) }
    return body()
  }

  /// Throws the failure of a call, with the layout's message.
  func ok(_ status: layout_status, _ call: String) throws(Finding) {
    guard status != LAYOUT_OK else { return }
    throw .broken("\(call) gave \(Self.text(status, context))")
  }

  /// A status and the layout's message.
  static func text(_ status: layout_status, _ context: HostContext) -> String {
    context.errorText.map { "status \(status) (\"\($0)\")" } ?? "status \(status)"
  }
}

// MARK: The slots, as they are

extension Trial {
  func setProperty(_ index: Int, _ value: LayoutValue) -> layout_status {
    let lent = LentValues([value])
    return within(.setProperty) { slots.setProperty(slots.context, UInt32(index), lent.base) }
  }

  func property(_ index: Int) -> (status: layout_status, value: LayoutValue?) {
    var value = layout_value()
    let status = within(.getProperty) {
      slots.getProperty(slots.context, UInt32(index), &value)
    }
    return (status, try? LayoutValue(copying: value))
  }

  func shouldInvalidate(
    from old: Rect, to new: Rect, touch: Point? = nil
  ) -> (status: layout_status, marks: UInt32) {
    var marks = LAYOUT_MARK_NOTHING
    var change = layout_bounds_change.sized()
    change.flags = touch == nil ? 0 : LAYOUT_BOUNDS_TOUCH
    (change.old_bounds, change.new_bounds) = (old, new)
    change.touch = touch ?? .zero
    change.time = time
    let status = within(.shouldInvalidate) {
      slots.shouldInvalidate(slots.context, &change, &marks)
    }
    return (status, marks)
  }

  /// Calls `prepare` for ``world``.
  func prepare(
    _ marks: UInt32 = LAYOUT_MARK_EVERYTHING, elements: [layout_element] = [],
    updates: [layout_update] = []
  ) -> layout_status {
    // A batch makes other data, even when it leaves the counts as they were.
    if !updates.isEmpty { epoch += 1 } else { noteData() }
    return world.counts.withUnsafeBufferPointer { counts in
      var snapshot = makeSnapshot(counts)
      return elements.withUnsafeBufferPointer { elements in
        updates.withUnsafeBufferPointer { lent in
          var invalidation = makeReason(marks, elements, lent)
          context.updates = updates
          defer { context.updates = [] }
          return prepare(&snapshot, &invalidation)
        }
      }
    }
  }

  /// Calls `prepare` with records that the caller made.
  func prepare(
    _ snapshot: UnsafePointer<layout_snapshot>, _ invalidation: UnsafePointer<layout_invalidation>
  ) -> layout_status {
    // Copying many counts costs more than a frame; that cost is not the layout's.
    let counts = SectionCounts(world.counts)
    if context.itemCounts != counts { context.itemCounts = counts }
    note.data(world)
    return within(.prepare) { slots.prepare(slots.context, snapshot, invalidation) }
  }

  /// Increments the epoch when the counts differ from those of the last `prepare`.
  private func noteData() {
    if context.itemCounts != SectionCounts(world.counts) { epoch += 1 }
  }

  /// The records that ``prepare(_:elements:updates:)`` lends.
  func makeSnapshot(_ counts: UnsafeBufferPointer<UInt32>) -> layout_snapshot {
    var snapshot = layout_snapshot.sized()
    snapshot.section_count = UInt32(counts.count)
    snapshot.epoch = epoch
    snapshot.item_counts = counts.isEmpty ? nil : counts.baseAddress
    snapshot.bounds = world.bounds
    snapshot.content_inset = world.contentInset
    snapshot.scale = world.scale
    snapshot.direction = world.isRightToLeft ? LAYOUT_RIGHT_TO_LEFT : LAYOUT_LEFT_TO_RIGHT
    return snapshot
  }

  func makeReason(
    _ marks: UInt32, _ elements: UnsafeBufferPointer<layout_element>,
    _ updates: UnsafeBufferPointer<layout_update>
  ) -> layout_invalidation {
    var invalidation = layout_invalidation.sized()
    invalidation.marks = marks
    invalidation.elements = elements.isEmpty ? nil : elements.baseAddress
    invalidation.updates = updates.isEmpty ? nil : updates.baseAddress
    invalidation.element_count = UInt32(elements.count)
    invalidation.update_count = UInt32(updates.count)
    return invalidation
  }

  func contentSize() -> (status: layout_status, size: Size) {
    var size = Size(width: .nan, height: .nan)
    let status = within(.contentSize) { slots.contentSize(slots.context, &size) }
    return (status, size)
  }

  func attributes(in rect: Rect, into room: Room) -> layout_status {
    note.rect(rect)
    return within(.attributesInRect) {
      room.lend { slots.attributesInRect(slots.context, rect, $0) }
    }
  }

  func attributes(for element: layout_element, into room: Room) -> layout_status {
    note.element(element)
    return within(.attributesFor) { room.lend { slots.attributesFor(slots.context, element, $0) } }
  }

  /// Returns the raw table of an extension.
  func extensionTable(_ id: String) -> UnsafeRawPointer? {
    within(.extension_) { layout_text.withLent(id) { slots.extension(slots.context, $0) } }
  }

  /// Returns the table of an extension if it exists and is long enough.
  func table<Table>(
    _ one: KnownExtension, as type: Table.Type
  ) -> UnsafePointer<Table>? {
    guard let raw = extensionTable(one.rawValue), raw.load(as: UInt32.self) >= one.tableSize
    else { return nil }
    return raw.assumingMemoryBound(to: Table.self)
  }

  /// Calls `advance`; nil without dynamics.
  func advance(by seconds: Double) -> (status: layout_status, state: UInt32)? {
    guard let call = dynamics?.pointee.advance else { return nil }
    time += seconds
    var state = UInt32.max
    let status = within(.advance) { call(slots.context, time, &state) }
    return (status, state)
  }

  /// The instance's own pointer, for calls through extension tables.
  var own: UnsafeMutableRawPointer? { slots.context }
}
