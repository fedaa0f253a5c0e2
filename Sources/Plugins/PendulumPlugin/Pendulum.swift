// SPDX-License-Identifier: Apache-2.0
//
// Items that hang, swing, collide and fall: a layout whose frames follow from mechanics.

import CRigidBodies
import LayoutABI
import LayoutKit

/// Items on springs or rods under gravity. Batches bring them in from the right; `detach` lets an
/// item fall, and `removed` tells the app when to delete it. The content does not scroll.
///
/// With `anchorSpacing` of an item's width, `frequency` 0 and `restitution` 1 it is Newton's cradle.
final class Pendulum: Layout {
  let itemSize = Property(
    "itemSize", Size(width: 50, height: 50), minimum: 3, maximum: 10_000, unit: "pt",
    help: "Size of every item.")
  let attachmentPoint = Property(
    "attachmentPoint", Point?.none, minimum: -100_000, maximum: 100_000, unit: "pt",
    help: "Where the first item hangs from, instead of the middle of the upper edge.")
  let anchorSpacing = Property(
    "anchorSpacing", 0.0, minimum: 0, maximum: 10_000, unit: "pt",
    help: "How far to the right of its neighbour's point each next item hangs.")
  let length = Property(
    "length", 300.0, minimum: 0, maximum: 100_000, unit: "pt",
    help: "How long springs and rods are.")
  let damping = Property(
    "damping", 0.4, minimum: 0, maximum: 100, unit: "1",
    help: "Damping ratio of the springs: below 1 they swing past their length.")
  let frequency = Property(
    "frequency", 1.0, minimum: 0, maximum: 100, unit: "1/s",
    help: "Swings a second of the springs without damping; 0 is a rigid rod.")
  let gravity = Property(
    "gravity", 1.0, minimum: -100, maximum: 100, unit: "1",
    help: "Pull downwards; 1 makes 1000 points a second, each second.")
  let resistance = Property(
    "resistance", 0.0, minimum: 0, maximum: 1000, unit: "1/s",
    help: "How fast the air takes speed away; at 0 items swing to the side for ever.")
  let restitution = Property(
    "restitution", 0.2, minimum: 0, maximum: 1, unit: "1",
    help: "How much of their speed items keep when they collide.")
  let removalDelay = Property(
    "removalDelay", 2.0, minimum: 0, maximum: 3600, unit: "s",
    help: "How long after detach an item falls before the app is told to delete it.")
  let maximumItems = Property(
    "maximumItems", 10, minimum: 0, maximum: 1000, unit: "1",
    help: "How many items hang at most; those beyond are not shown.")
  let firstItem = Property(
    "firstItem", 0, minimum: 0, maximum: 2_000_000_000, unit: "1",
    help: "How many items of the data come before the first that hangs.")
  private let removed = Event(
    "removed", [Parameter("section", .index), Parameter("item", .index)],
    help: "A detached item has fallen; delete it.")

  private static var farthest: Double { 1_000_000 }

  private var hooks = Hooks()
  /// The value of ``firstItem`` for the hanging items.
  private var hungFrom = 0
  private var animator: DynamicAnimator?
  private var size = Size.zero
  /// Items of a saved state, until they hang again.
  private var kept: [KeptItem] = []
  /// Items that the present batch inserted.
  private var fresh: [ItemPath] = []

  override var properties: [AnyProperty] {
    [
      itemSize, attachmentPoint, anchorSpacing, length, damping, frequency, gravity, resistance,
      restitution, removalDelay, maximumItems, firstItem,
    ]
  }
  override var events: [Event] { [removed] }
  override var abilities: Abilities { [.dynamics, .updates, .state] }
  override var stateSchema: StateSchema? { StateSchema("org.layouthost.pendulum", version: 1) }
  override var actions: [Action] {
    [
      .ofItem("detach", help: "Lets an item fall.") { context, section, item in
        unsafe Layout.perform(Pendulum.self, on: context) { (layout) throws(LayoutError) in
          try layout.detach(ItemPath(section: section, item: item))
        }
      }
    ]
  }

  override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) {
    let animator = try ready()
    size = Size(
      width: snapshot.viewportSize.width,
      height: max(0, snapshot.viewportSize.height - snapshot.contentInset.top))
    hooks.read(snapshot)
    let marks = invalidation.marks
    if !marks.isDisjoint(with: [.everything, .properties, .bounds]) { try tune(animator) }
    if hungFrom != firstItem.value {
      for hung in hooks.hung { animator.remove(name(hung.path)) }
      hooks.removeAll()
      hungFrom = firstItem.value
    }
    // `prepareForUpdates` handles a batch; after any other change new items hang at rest.
    if !invalidation.updates.isEmpty { return }
    try hangMissing(animator)
    kept.removeAll()
  }

  override func prepareForUpdates(_ updates: borrowing Updates) throws(LayoutError) {
    guard let animator else { return }
    try animator.follow(self, updates)
    try hooks.follow(self, updates)
    fresh = hooks.missing(after: hungFrom, upTo: maximumItems.value)
    for rank in 0..<fresh.count {
      try hang(fresh[rank], at: entrance(rank).center, animator)
    }
  }

  override func initialAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {
    let path = ItemPath(section: element.section, item: element.item)
    guard let frame = animator?.frame(of: element), fresh.contains(path) else { return }
    attributes.frame = frame
    attributes.alpha = 1
  }

  override func finalizeUpdates() { fresh.removeAll() }

  override var contentSize: Size { size }

  override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    change.old.size == change.new.size ? [] : .bounds
  }

  override func attributes(in rect: Rect, into answer: inout Answer) {
    animator?.answer(in: rect, into: &answer)
  }

  override func attributes(for element: ElementID, into answer: inout Answer) {
    animator?.answer(element, into: &answer)
  }

  override func saveState(to writer: inout StateWriter) {
    let items = hooks.kept { animator?.motion(of: name($0)) }
    writer.write(items.count)
    for item in items { item.write(to: &writer) }
  }

  override func loadState(
    from reader: inout StateReader, version: UInt32
  ) throws(LayoutError) {
    let count = try reader.readInt()
    guard version == 1, (0...KeptItem.limit).contains(count) else {
      throw .argument("the state is none of this layout's")
    }
    var items: [KeptItem] = []
    for _ in 0..<count { items.append(try KeptItem(from: &reader)) }
    guard reader.isAtEnd else { throw .argument("the state is longer than what it says") }
    // Before the first `prepare` there is nothing to hang items on.
    guard let animator else { return kept = items }
    for item in items { try item.check(hangingFrom: anchor(item.hook)) }
    kept = items
    for hung in hooks.hung { animator.remove(name(hung.path)) }
    hooks.removeAll()
    try hangMissing(animator)
    kept.removeAll()
  }

  override func advance(to time: Double) -> Bool {
    guard let animator else { return false }
    for path in hooks.fallen(at: time, delay: removalDelay.value) {
      // It takes no part in collisions until the app deletes it.
      do throws(LayoutError) {
        try animator.setHeavy(name(path), false)
        try animator.collide(name(path), [])
        try animator.stop(name(path))
      } catch {}
      post(removed, [.index(Int(path.section)), .index(Int(path.item))])
    }
    let isMoving = animator.advance(to: time)
    return isMoving || hooks.isWaiting
  }
}

extension Pendulum {
  /// Returns the animator, which is made when it is needed first.
  private func ready() throws(LayoutError) -> DynamicAnimator {
    if let animator { return animator }
    let animator = unsafe try DynamicAnimator(rigid_bodies_box2d())
    self.animator = animator
    return animator
  }

  private func name(_ path: ItemPath) -> ElementID {
    ElementID(category: 0, kind: 0, section: path.section, item: path.item)
  }

  private func anchor(_ hook: Int) -> Point {
    // Limited, because mechanics has a maximal coordinate and the container may be wider.
    let first = attachmentPoint.value ?? Point(x: min(size.width / 2, Self.farthest), y: 0)
    return Point(x: first.x + Double(hook) * anchorSpacing.value, y: first.y)
  }

  private var attachment: Attachment {
    var attachment = Attachment()
    attachment.length = length.value
    attachment.damping = damping.value
    attachment.frequency = frequency.value
    return attachment
  }

  private var made: ItemProperties {
    var properties = ItemProperties()
    properties.elasticity = restitution.value
    properties.resistance = resistance.value
    // A rod keeps its item upright: turned rectangles meet with their corners, and a row of them
    // does not transmit an impulse.
    properties.allowsRotation = frequency.value > 0
    return properties
  }

  /// Returns the place where a new item enters: beyond the right edge.
  private func entrance(_ rank: Int) -> Rect {
    let (width, height) = (itemSize.value.width, itemSize.value.height)
    return Rect(
      x: min(size.width, Self.farthest) + width + Double(rank) * (width + 1), y: 300, width: width,
      height: height)
  }

  /// Returns the place of an item that exists from the start: straight down, or side by side along
  /// the arc if the points are closer than the items are wide. Squares on an arc meet with their
  /// corners where it is steep, so they need their diagonal, within the room of half a circle.
  private func restPlace(_ rank: Int, of count: Int) -> Point {
    let anchor = anchor(hooks.nextHook)
    let (width, height) = (itemSize.value.width, itemSize.value.height)
    guard anchorSpacing.value < width, length.value > 0 else {
      return Point(x: anchor.x, y: anchor.y + length.value)
    }
    let diagonal = (width * width + height * height).squareRoot()
    let apart = min(diagonal / length.value, .pi / Double(count))
    return Turn(angle: (Double(rank) - Double(count - 1) / 2) * apart)
      .below(anchor, by: length.value)
  }

  /// Removes items that are gone, and hangs new items: as in a saved state, otherwise at rest.
  private func hangMissing(_ animator: DynamicAnimator) throws(LayoutError) {
    for path in hooks.removeMissing(keeping: maximumItems.value) { animator.remove(name(path)) }
    let missing = hooks.missing(after: hungFrom, upTo: maximumItems.value)
    for rank in 0..<missing.count {
      let item = kept.first { $0.path == missing[rank] }
      if let item, item.canHang(from: anchor(item.hook)) {
        try hang(item, animator)
      } else {
        try hang(missing[rank], at: restPlace(rank, of: missing.count), animator)
      }
    }
  }

  private func hang(_ item: KeptItem, _ animator: DynamicAnimator) throws(LayoutError) {
    let name = name(item.path)
    var frame = Rect(origin: .zero, size: itemSize.value)
    frame.center = item.motion.center
    // A hook without a body would make every later `prepare` fail.
    try animator.add(name, frame: frame, properties: made)
    hooks.hang(item)
    if !item.isFalling { try animator.attach(name, to: anchor(item.hook), attachment) }
    try animator.setMotion(item.motion, of: name)
    try animator.setHeavy(name)
    try animator.collide(name, .items)
  }

  private func hang(
    _ path: ItemPath, at center: Point, _ animator: DynamicAnimator
  ) throws(LayoutError) {
    let name = name(path)
    var frame = Rect(origin: .zero, size: itemSize.value)
    frame.center = center
    try animator.add(name, frame: frame, properties: made)
    try animator.attach(name, to: anchor(hooks.hang(path)), attachment)
    try animator.setHeavy(name)
    try animator.collide(name, .items)
  }

  /// Gives the hanging items the present settings.
  private func tune(_ animator: DynamicAnimator) throws(LayoutError) {
    var pull = Gravity()
    pull.magnitude = gravity.value
    animator.setGravity(pull)
    for hung in hooks.hung {
      let name = name(hung.path)
      try animator.setProperties(made, of: name)
      if var frame = animator.frame(of: name), frame.size != itemSize.value {
        let center = frame.center
        frame.size = itemSize.value
        frame.center = center
        try animator.move(name, to: frame)
      }
      if hung.isFalling { continue }
      if animator.isAttached(name) {
        try animator.reattach(name, to: anchor(hung.hook), attachment)
      } else {
        // With the earlier settings it could not be attached.
        try animator.attach(name, to: anchor(hung.hook), attachment)
      }
    }
  }

  /// Runs the action.
  private func detach(_ path: ItemPath) throws(LayoutError) {
    try hooks.release(path)
    try animator?.detach(name(path))
  }
}

@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.pendulum", name: "Pendulum", version: "1.0.0",
    layouts: [
      .make(
        Pendulum.self, id: "pendulum", name: "Pendulum",
        help: "Items that hang on springs or rods, swing, collide and fall.", mirrorsItself: true)
    ]
  ).table(for: abi)
}
