// SPDX-License-Identifier: Apache-2.0
//
// The hooks of hanging items, and the falling items.

import CPortableMath
import LayoutABI
import LayoutKit

/// An item that hangs or falls.
struct Hung {
  var path: ItemPath
  /// The number of its hook in the row.
  var hook: Int
  /// True when it was released.
  var isFalling = false
  /// The time at which the app is told, seconds; nil before the first frame after the release.
  var end: Double?
  /// True when the app was told.
  var isTold = false
}

/// The hanging items and their data. An item keeps its hook through batches; a new item takes the
/// first free hook.
struct Hooks {
  private(set) var hung: [Hung] = []
  private var counts: [Int] = []

  /// True when the app has not been told of a falling item yet.
  var isWaiting: Bool { hung.contains { $0.isFalling && !$0.isTold } }

  /// The hook of the next item.
  var nextHook: Int {
    var hook = 0
    while hung.contains(where: { $0.hook == hook && !$0.isFalling }) { hook += 1 }
    return hook
  }

  mutating func read(_ snapshot: borrowing Snapshot) {
    counts.removeAll(keepingCapacity: true)
    for section in 0..<snapshot.sectionCount { counts.append(snapshot.itemCount(in: section)) }
  }

  /// Returns the first items of the data that do not hang, after this many, up to the limit.
  /// - Complexity: O(limit² + sections).
  func missing(after skipped: Int, upTo limit: Int) -> [ItemPath] {
    var found: [ItemPath] = []
    var left = skipped
    for section in 0..<counts.count {
      let first = min(left, counts[section])
      left -= first
      for item in first..<counts[section] {
        guard hung.count + found.count < limit else { return found }
        let path = ItemPath(section, item)
        if !hung.contains(where: { $0.path == path }) { found.append(path) }
      }
    }
    return found
  }

  /// Removes items that are no longer in the data or beyond the limit.
  mutating func removeMissing(keeping limit: Int) -> [ItemPath] {
    var gone: [ItemPath] = []
    for index in stride(from: hung.count - 1, through: 0, by: -1) {
      let path = hung[index].path
      let isThere = path.section < counts.count && path.item < counts[Int(path.section)]
      if !isThere { gone.append(hung.remove(at: index).path) }
    }
    while hung.count > limit { gone.append(hung.removeLast().path) }
    return gone
  }

  /// Takes the items through a batch.
  mutating func follow(_ layout: Layout, _ updates: borrowing Updates) throws(LayoutError) {
    var paths: [ItemPath] = []
    for item in hung { paths.append(item.path) }
    try layout.mapPaths(&paths, keepingReloads: updates)
    for index in stride(from: hung.count - 1, through: 0, by: -1) {
      hung[index].path = paths[index]
      if paths[index].isNone { hung.remove(at: index) }
    }
  }

  /// Hangs an item.
  /// - Returns: Its hook.
  mutating func hang(_ path: ItemPath) -> Int {
    let hook = nextHook
    hung.append(Hung(path: path, hook: hook))
    return hook
  }

  /// Hangs an item where it hung before.
  mutating func hang(_ kept: KeptItem) {
    hung.append(Hung(path: kept.path, hook: kept.hook, isFalling: kept.isFalling))
  }

  /// Returns the items for a saved state, with their motion. An item that fell too far is left out,
  /// because no state that holds it can be loaded.
  func kept(_ motion: (ItemPath) -> ItemMotion?) -> [KeptItem] {
    hung.compactMap { hung in motion(hung.path).map { KeptItem(hung, $0) } }
      .filter { $0.canHang }
  }

  /// Forgets all items.
  mutating func removeAll() { hung.removeAll() }

  /// Releases an item.
  mutating func release(_ path: ItemPath) throws(LayoutError) {
    for index in 0..<hung.count where hung[index].path == path {
      if hung[index].isFalling {
        throw .failed(
          "it is falling already", about: "detach", section: Int(path.section),
          item: Int(path.item))
      }
      hung[index].isFalling = true
      return
    }
    throw .failed(
      "no such item hangs here", about: "detach", section: Int(path.section), item: Int(path.item))
  }

  /// Returns the items that have fallen long enough by `time`, each once.
  mutating func fallen(at time: Double, delay: Double) -> [ItemPath] {
    var found: [ItemPath] = []
    for index in 0..<hung.count where hung[index].isFalling && !hung[index].isTold {
      let end = hung[index].end ?? time + delay
      hung[index].end = end
      // A frame at exactly that time counts, even if its time was rounded.
      if time < end - 1e-9 { continue }
      hung[index].isTold = true
      found.append(hung[index].path)
    }
    return found
  }
}

/// An angle, measured from straight down to the right.
struct Turn {
  var angle: Double

  /// Returns the place at that angle and distance below a point.
  func below(_ point: Point, by distance: Double) -> Point {
    Point(x: point.x + distance * portable_sin(angle), y: point.y + distance * portable_cos(angle))
  }
}

// MARK: - Kept items
//
// An item of a saved state: its path, its hook, and its motion.

/// An item in a saved state.
struct KeptItem {
  /// The maximal number of items in a saved state.
  static var limit: Int { 1000 }
  /// The limit of every number of a motion: beyond all real values, and within it single precision
  /// still distinguishes points. Mechanics takes no more.
  private static var farthest: Double { 1e7 }
  /// The limit of a centre: the frame of the largest item around it remains within ``farthest``.
  private static var farthestCenter: Double { farthest - 10_000 }

  let path: ItemPath
  let hook: Int
  let isFalling: Bool
  let motion: ItemMotion

  init(_ hung: Hung, _ motion: ItemMotion) {
    (path, hook, isFalling) = (hung.path, hung.hook, hung.isFalling)
    self.motion = motion
  }

  /// Reads an item.
  /// - Throws: An error for bytes that no pendulum wrote.
  init(from reader: inout StateReader) throws(LayoutError) {
    let (section, item) = (try reader.readInt(), try reader.readInt())
    (hook, isFalling) = (try reader.readInt(), try reader.readBool())
    let center = Point(x: try reader.readDouble(), y: try reader.readDouble())
    let angle = try reader.readDouble()
    let velocity = Vector(dx: try reader.readDouble(), dy: try reader.readDouble())
    motion = ItemMotion(
      center: center, angle: angle, velocity: velocity, spin: try reader.readDouble())
    path = ItemPath(section, item)
    guard canHang, (0..<0xFFFF_FFFF).contains(section), (0..<0xFFFF_FFFF).contains(item) else {
      throw .argument("the state holds an item that cannot be")
    }
  }

  /// True when an item with this motion can hang in another instance.
  var canHang: Bool {
    let center = [motion.center.x, motion.center.y]
    let rest = [motion.angle, motion.velocity.dx, motion.velocity.dy, motion.spin]
    return center.allSatisfy { $0.magnitude < Self.farthestCenter }
      && rest.allSatisfy { $0.magnitude < Self.farthest } && (0...Self.limit).contains(hook)
  }

  /// Returns true when the item falls, or when mechanics can hold it at the point of its hook.
  func canHang(from anchor: Point) -> Bool {
    isFalling || max(anchor.x.magnitude, anchor.y.magnitude) <= Self.farthest
  }

  /// - Throws: An error if the item cannot hang from the point of its hook.
  func check(hangingFrom anchor: Point) throws(LayoutError) {
    if !canHang(from: anchor) {
      throw .argument("the state holds an item that hangs out of reach")
    }
  }

  func write(to writer: inout StateWriter) {
    writer.write(Int(path.section))
    writer.write(Int(path.item))
    writer.write(hook)
    writer.write(isFalling)
    writer.write(motion.center.x)
    writer.write(motion.center.y)
    writer.write(motion.angle)
    writer.write(motion.velocity.dx)
    writer.write(motion.velocity.dy)
    writer.write(motion.spin)
  }
}
