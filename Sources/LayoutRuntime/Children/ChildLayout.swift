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
  /// The breach after which nothing is called any more.
  private var quarantine: LayoutError?

  /// Makes an instance of the layout.
  /// - Throws: What making it gave.
  init(
    _ id: String, image: PluginImage, parent: HostContext, host: ChildHost
  ) throws(LayoutError) {
    (self.id, self.parent) = (id, parent)
    let plugin = image.descriptor
    let index = try plugin.index(ofLayout: id)
    let descriptor = plugin.layouts[index]
    description = image.table.pointee.layouts?[index]
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
    table = .allocate(capacity: 1)
    table.initialize(to: ChildTables.instance)
    table.pointee.context = Unmanaged.passUnretained(self).toOpaque()
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

  deinit { table.deallocate() }

  /// Has the child tell nobody of its calls any more: the last one, `destroy`, may come after its parent's.
  func forgetParent() { (context.onCall, context.onChildCall) = (nil, nil) }

  func setScope(first: UInt32, count: UInt32) { scope = (first, count) }

  /// Runs one operation of the parent's on the child.
  func perform(_ body: () throws(LayoutError) -> layout_status) -> layout_status {
    guard parent.isInCall, !context.isInCall else { return LAYOUT_ERROR_CONTEXT }
    if let quarantine {
      parent.childFailure = quarantine
      return LAYOUT_ERROR_FAILED
    }
    followBatch()
    context.begin()
    defer {
      context.end()
      passOn()
    }
    do throws(LayoutError) { return try body() } catch {
      let named = error.ofChild(id, in: parent)
      if error.endsInstance { quarantine = named }
      parent.childFailure = named
      return error.status
    }
  }

  /// `map_paths` answers the child while it answers the parent.
  private func followBatch() {
    if parent.updates.isEmpty {
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
    guard let part, part.isWhole, context.itemCounts != parent.itemCounts else { return }
    context.itemCounts = parent.itemCounts
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
