// SPDX-License-Identifier: Apache-2.0
//
// A layout inside a layout: the calls of its parent, and the host's code between the two.

import LayoutABI
import LayoutLoading
import LayoutModel

/// A child: an instance with its own host context, behind the same border as its parent.
///
/// The parent holds ``table``, whose functions call this object. A call is passed on to the instance with the
/// child's names. Its answer is checked and comes back with the parent's names.
///
/// Memory safety: it owns its table; the description is in the image, which the instance holds. `parent` is
/// used only inside calls of the parent; a child that outlives the parent forgets it first
/// (``forgetParent()``).
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
  /// The room for the child's answer before it is checked.
  let buffer = AnswerBuffer()
  /// The attributes that the parent hands over for the child to change.
  let given = AnswerBuffer()
  /// The value that was lent last.
  var lent: LentValues?

  /// The sections that the next `prepare` gives the child.
  var scope: (first: UInt32, count: UInt32) = (0, LAYOUT_PATH_NONE)
  /// The sections of the last successful `prepare`; nil before it.
  var part: ChildPart?
  /// The sections before the current batch.
  var partBefore: ChildPart?
  /// The item counts of these sections.
  var countsBefore: SectionCounts?
  var shape: DataShape?
  /// The viewport that the child was last told.
  var bounds = Rect.zero
  /// Marks that no successful `prepare` has handled yet.
  var owedMarks = LAYOUT_MARK_NOTHING
  /// The current batch, in the child's names.
  var updates: [layout_update] = []
  /// The offsets of the parent's sections that scroll across, as the child was told.
  var crossOffsets = CrossOffsets()
  /// The settings by path that the child took before it prepared.
  var taken: [ChildSetting] = []
  /// The breach after which the child gets no further call.
  private var quarantine: LayoutError?

  /// Makes an instance of the layout.
  /// - Throws: An error of making it.
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

  /// Stops reports of the child's calls: its last call, `destroy`, may come after the parent's last one.
  func forgetParent() { (context.onCall, context.onChildCall) = (nil, nil) }

  func setScope(first: UInt32, count: UInt32) {
    let isOther = scope != (first, count)
    scope = (first, count)
    if isOther, let host = unsafe parent.childHost, host.hasSettings(self) { host.tree.noteMove() }
  }

  /// Runs one operation of the parent on the child.
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

  /// Runs one operation on the child: an operation of the parent, or of the app between two calls into the
  /// parent.
  ///
  /// - Throws: The error of the operation, with the names of both; or the error that ended the child.
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

  /// Sets the batch in which `map_paths` answers the child: the one for which it answers the parent.
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

  /// Sets the counts of a child that has all sections to the counts that its parent was told.
  func followCounts() {
    guard let part, part.isWhole, unsafe context.itemCounts != parent.itemCounts else { return }
    context.itemCounts = unsafe parent.itemCounts
  }
}

extension LayoutError {
  /// The status that the parent gets for this error.
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
// Prepares a child with its share of its parent's data, room and reason.

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

  /// Returns the marks for changes that the parent's reason does not name.
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
    // If it fails, the lists of this reason are lost.
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
      // The child is as it was before, and answers for those data.
      if let shape { context.itemCounts = shape.itemCounts }
      if let part { queries.firstSection = part.first }
      throw error
    }
    if let part, part.first != new.first { try moveOffsets(from: part, to: new) }
    unsafe crossOffsets.truncate(toSections: parent.itemCounts.count)
    (owedMarks, bounds) = (LAYOUT_MARK_NOTHING, room)
    (shape, part) = (wanted, new)
  }

  /// Moves the offsets of sections: the child numbers its sections by its scope, which changed.
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

  /// Returns the marks that a child of this host may get: a mark of a later revision means everything.
  private func known(_ marks: UInt32) -> UInt32 {
    marks & ~TrustBorder.knownMarks == 0 ? marks : LAYOUT_MARK_EVERYTHING
  }

  /// Returns the elements that a reason names, in the child's names.
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

  /// Returns the child's name of a parent's element; nil if it is not the child's.
  func inner(_ element: layout_element, in part: ChildPart) -> layout_element? {
    guard let kind = kinds.inner(element.kind), let path = part.inner(element) else { return nil }
    return layout_element(
      category: element.category, kind: kind, section: path.section, item: path.item)
  }

  /// Notes that a property was set, for the next `prepare`.
  func noteSetting() { owedMarks |= LAYOUT_MARK_PROPERTIES }

  /// Notes that the child was given another state: all its answers may be wrong.
  func noteState() { owedMarks |= LAYOUT_MARK_EVERYTHING }
}
