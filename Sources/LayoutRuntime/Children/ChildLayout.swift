// SPDX-License-Identifier: Apache-2.0
//
// A layout inside a layout: what its parent calls, and what stands between the two.

import LayoutABI
import LayoutLoading
import LayoutModel

/// A child: an instance with a host's context of its own, behind the same border as its parent.
///
/// The parent holds ``table``, whose functions end here. A call goes on to the instance in the child's
/// names, and its answer comes back, checked, in the parent's.
///
/// Memory safety: it owns its table, and the image that the instance holds has the description. `parent` is used inside
/// calls of the parent's; a child that outlives it forgets it first (``forgetParent()``).
@safe
final class ChildLayout {
  let id: String
  // Not counted: the parent's context owns its children.
  unowned(unsafe) let parent: HostContext
  let context: HostContext
  let instance: LayoutInstance
  /// The table that the parent holds; freed with the child.
  let table: UnsafeMutablePointer<layout_instance>
  /// The child's own description, in its image.
  let description: UnsafePointer<layout_descriptor>?
  let kinds: ChildKinds
  let queries: ChildQueries
  /// The room in which the child answers before that is checked.
  let buffer = AnswerBuffer()
  /// The attributes that the parent hands over for the child to change.
  let given = AnswerBuffer()
  /// The value that was lent last.
  var lent: LentValues?

  /// The sections that the next `prepare` gives it.
  var scope: (first: UInt32, count: UInt32) = (0, LAYOUT_PATH_NONE)
  /// The sections of the last one that succeeded; nil before it.
  var part: ChildPart?
  /// The sections before the batch under way.
  var partBefore: ChildPart?
  /// Their items.
  var countsBefore: SectionCounts?
  var shape: DataShape?
  /// The viewport that it was told of last.
  var bounds = Rect.zero
  /// Marks that no successful `prepare` has answered yet.
  var owedMarks = LAYOUT_MARK_NOTHING
  /// The batch under way, in the child's names.
  var updates: [layout_update] = []
  /// The parent's sections that scroll across, as the child was told.
  var crossOffsets = CrossOffsets()
  /// The settings by path that it took before it prepared.
  var taken: [ChildSetting] = []
  /// The breach after which nothing is called any more.
  private var quarantine: LayoutError?

  /// Makes an instance of the layout.
  /// - Throws: What making it gave.
  init(
    _ id: String, image: PluginImage, parent: HostContext, host: ChildHost
  ) throws(LayoutError) {
    unsafe (self.id, self.parent) = (id, parent)
    let plugin = image.descriptor
    let index = try plugin.index(ofLayout: id)
    let descriptor = plugin.layouts[index]
    unsafe description = unsafe image.table.pointee.layouts?[index]
    kinds = ChildKinds(of: descriptor, in: parent.descriptor)
    let queries = ChildQueries(of: descriptor, in: parent)
    let context = HostContext(
      plugin: plugin.id, descriptor: descriptor, queries: queries,
      border: TrustBorder(plugin: plugin.id, descriptor: descriptor, limits: parent.limits),
      log: parent.log)
    context.children = host
    context.onChildCall = { [unowned parent] in parent.onChildCall?($0, $1) }
    context.onCall = { [unowned parent] slot in
      if let slot { parent.onChildCall?(id, slot) } else { parent.onCall?(parent.call) }
    }
    (self.queries, self.context) = (queries, context)
    instance = try LayoutInstance(
      of: image, layout: index, context: context, onDamage: host.tree.onDamage)
    unsafe table = .allocate(capacity: 1)
    unsafe table.initialize(to: ChildTables.instance)
    unsafe table.pointee.context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let missing = kinds.missing(of: descriptor)
    if !missing.isEmpty {
      parent.log.write(
        LogEntry(
          level: .info,
          message: "its kinds \(missing.joined(separator: ", ")) are left out: "
            + "\(parent.descriptor.id), of which it is a child, declares none of them",
          plugin: plugin.id))
    }
    passOn()
  }

  deinit { unsafe table.deallocate() }

  /// Has the child tell nobody of its calls any more: the last one, `destroy`, may come after its parent's.
  func forgetParent() { (context.onCall, context.onChildCall) = (nil, nil) }

  func setScope(first: UInt32, count: UInt32) {
    let isOther = scope != (first, count)
    scope = (first, count)
    if isOther, let host = unsafe parent.childHost, host.hasSettings(self) { host.tree.noteMove() }
  }

  /// Runs one operation of the parent's on the child.
  func perform(_ body: () throws(LayoutError) -> layout_status) -> layout_status {
    guard unsafe parent.isInCall, !context.isInCall else { return LAYOUT_ERROR_CONTEXT }
    if let quarantine {
      unsafe parent.childFailure = quarantine
      return LAYOUT_ERROR_FAILED
    }
    followBatch()
    do throws(LayoutError) { return try run(body) } catch {
      unsafe parent.childFailure = error
      return error.status
    }
  }

  /// Runs one operation on the child: the parent's, or the app's own between two calls into the parent.
  ///
  /// - Throws: What the operation gave, with the names of both; what ended the child, once it has.
  func run<Answer>(
    _ body: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    if let quarantine { throw quarantine }
    context.begin()
    defer {
      context.end()
      passOn()
    }
    do throws(LayoutError) { return try body() } catch {
      let named = unsafe error.ofChild(id, in: parent)
      if error.endsInstance { quarantine = named }
      throw named
    }
  }

  /// `map_paths` answers the child while it answers the parent.
  private func followBatch() {
    if unsafe parent.updates.isEmpty {
      if !context.updates.isEmpty { context.updates = [] }
    } else if context.updates.isEmpty, !updates.isEmpty {
      context.updates = updates
    }
  }

  func preparedShape() throws(LayoutError) -> (ChildPart, DataShape) {
    if let part, let shape { return (part, shape) }
    throw LayoutError(
      .notPrepared, "it has not prepared yet; prepare it first", plugin: context.plugin)
  }

  /// Has the counts of a child that has all sections be those that its parent is told of.
  func followCounts() {
    guard let part, part.isWhole, unsafe context.itemCounts != parent.itemCounts else { return }
    context.itemCounts = unsafe parent.itemCounts
  }
}

extension LayoutError {
  /// The status with which a parent is told of it.
  fileprivate var status: layout_status {
    switch code {
    case .queryFailed: LAYOUT_ERROR_QUERY
    case .layoutArgument, .invalidArgument, .propertyType, .unknownCase, .outOfRange:
      LAYOUT_ERROR_ARGUMENT
    case .layoutOutOfMemory, .outOfMemory: LAYOUT_ERROR_MEMORY
    case .notPrepared: LAYOUT_ERROR_CONTEXT
    default: LAYOUT_ERROR_FAILED
    }
  }
}

// MARK: - Preparing
//
// A child prepares: its share of its parent's data, room and reason.

extension ChildLayout {
  /// `prepare`, with the parent's snapshot and reason.
  func prepare(
    _ snapshot: UnsafePointer<layout_snapshot>, _ reason: UnsafePointer<layout_invalidation>
  ) throws(LayoutError) {
    try takeKeptSettings()
    let counts = unsafe parent.itemCounts
    let new = ChildPart(first: scope.first, count: scope.count, of: counts)
    let share = unsafe ChildReason(
      marks: known(reason.pointee.marks), named: named(by: reason, in: new),
      updates: parent.updates, from: part, to: new)
    let wanted = unsafe DataShape(
      epoch: snapshot.pointee.epoch, itemCounts: new.counts(of: counts),
      contentInset: snapshot.pointee.content_inset, scale: snapshot.pointee.scale,
      isRightToLeft: snapshot.pointee.direction == LAYOUT_RIGHT_TO_LEFT
        && context.descriptor.hostMirrors)
    try wanted.check()
    unsafe owedMarks |= share.marks | changes(to: wanted, snapshot.pointee.bounds, by: share)
    (partBefore, countsBefore) =
      unsafe parent.updates.isEmpty ? (nil, nil) : (part, shape?.itemCounts)
    updates = share.updates
    guard owedMarks != LAYOUT_MARK_NOTHING else {
      shape?.epoch = wanted.epoch
      part = new
      return
    }
    unsafe try prepare(wanted, snapshot.pointee.bounds, share, new)
  }

  /// The marks for what changed without anybody naming it.
  private func changes(to wanted: DataShape, _ room: Rect, by share: ChildReason) -> UInt32 {
    guard let shape else { return LAYOUT_MARK_EVERYTHING }
    var marks = LAYOUT_MARK_NOTHING
    let naming = LAYOUT_MARK_EVERYTHING | LAYOUT_MARK_COUNTS
    if wanted.itemCounts != shape.itemCounts, share.marks & naming == 0 {
      marks |= LAYOUT_MARK_EVERYTHING
    }
    if room != bounds || wanted.contentInset != shape.contentInset || wanted.scale != shape.scale
      || wanted.isRightToLeft != shape.isRightToLeft
    {
      marks |= LAYOUT_MARK_BOUNDS
    }
    return marks
  }

  private func prepare(
    _ wanted: DataShape, _ room: Rect, _ share: ChildReason, _ new: ChildPart
  ) throws(LayoutError) {
    let marks = owedMarks
    // Should it fail, the lists of this reason are gone.
    owedMarks |= LAYOUT_MARK_EVERYTHING
    queries.firstSection = new.first
    if context.itemCounts != wanted.itemCounts { context.itemCounts = wanted.itemCounts }
    context.updates = share.updates
    var request = FrameRequest(time: 0, oldBounds: room, bounds: room)
    (request.elements, request.updates) = (share.elements, share.updates)
    do throws(LayoutError) {
      try request.withInvalidation(marks) { (invalidation) throws(LayoutError) in
        try wanted.withSnapshot(room) { (snapshot) throws(LayoutError) in
          try instance.prepare(snapshot, invalidation)
        }
      }
    } catch {
      // It is as it was before, and answers for those data.
      if let shape { context.itemCounts = shape.itemCounts }
      if let part { queries.firstSection = part.first }
      throw error
    }
    if let part, part.first != new.first { try moveOffsets(from: part, to: new) }
    unsafe crossOffsets.truncate(toSections: parent.itemCounts.count)
    (owedMarks, bounds) = (LAYOUT_MARK_NOTHING, room)
    (shape, part) = (wanted, new)
  }

  /// The child keeps the offset of a section by its own number, which is another in another scope.
  private func moveOffsets(from old: ChildPart, to new: ChildPart) throws(LayoutError) {
    for entry in crossOffsets.entries {
      guard let own = old.inner(UInt32(clamping: entry.section)), own < new.count else { continue }
      try instance.setCrossOffset(0, ofSection: Int(own))
    }
    for entry in crossOffsets.entries {
      guard let own = new.inner(UInt32(clamping: entry.section)) else { continue }
      try instance.setCrossOffset(entry.offset, ofSection: Int(own))
    }
  }

  /// The marks as a child of this host may be told them: one of a later revision means everything.
  private func known(_ marks: UInt32) -> UInt32 {
    marks & ~TrustBorder.knownMarks == 0 ? marks : LAYOUT_MARK_EVERYTHING
  }

  /// The elements that a reason names, in the child's names.
  private func named(
    by reason: UnsafePointer<layout_invalidation>, in new: ChildPart
  ) -> [(category: UInt16, element: layout_element?)] {
    unsafe UnsafeBufferPointer(
      start: reason.pointee.elements, count: Int(reason.pointee.element_count)
    )
    .map {
      ($0.category, inner($0, in: new))
    }
  }

  /// The child's name of an element of the parent's; nil when it is none of the child's.
  func inner(_ element: layout_element, in part: ChildPart) -> layout_element? {
    guard let kind = kinds.inner(element.kind), let path = part.inner(element) else { return nil }
    return layout_element(
      category: element.category, kind: kind, section: path.section, item: path.item)
  }

  /// A property was set: the next `prepare` knows.
  func noteSetting() { owedMarks |= LAYOUT_MARK_PROPERTIES }

  /// The child was given another state: all that it answered may be wrong.
  func noteState() { owedMarks |= LAYOUT_MARK_EVERYTHING }
}
