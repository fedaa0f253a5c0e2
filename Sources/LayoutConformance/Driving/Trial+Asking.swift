// SPDX-License-Identifier: Apache-2.0
//
// Calls into an instance as a host makes them: in order, again with more room, until it is at rest.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension Trial {
  /// The part of the plane that holds every element of any content.
  static let plane = Rect(x: -1e12, y: -1e12, width: 2e12, height: 2e12)

  /// Makes an instance that is prepared for a world and at rest.
  static func ready(
    _ subject: Subject, _ world: World = .ordinary, settings: [Int: LayoutValue] = [:]
  ) throws(Finding) -> Trial {
    let trial = try Trial(subject, world, settings: settings)
    try trial.makeReady()
    return trial
  }

  /// Calls `prepare` and `content_size`, then `advance` until nothing moves.
  @discardableResult
  func makeReady(
    _ marks: UInt32 = LAYOUT_MARK_EVERYTHING, elements: [layout_element] = []
  ) throws(Finding) -> Size {
    let size = try prepareFrame(marks, elements: elements)
    try settle()
    return size
  }

  /// Calls `prepare` and `content_size`, then `advance` once if the layout moves.
  @discardableResult
  func prepareFrame(
    _ marks: UInt32 = LAYOUT_MARK_EVERYTHING, elements: [layout_element] = []
  ) throws(Finding) -> Size {
    try ok(prepare(marks, elements: elements), "prepare")
    let (status, size) = contentSize()
    try ok(status, "content_size")
    if let (status, _) = advance(by: 1.0 / 60) { try ok(status, "advance") }
    return size
  }

  /// Switches to another world and binds its answers.
  func turn(to world: World) {
    self.world = world
    for query in queries.descriptors { try? queries.unbind(query.name) }
    world.bind(to: queries)
  }

  /// Advances until nothing moves, for at most this many seconds of the layout's time.
  /// - Returns: True when all is at rest.
  @discardableResult
  func settle(seconds: Int = 10) throws(Finding) -> Bool {
    for _ in 0..<30 * seconds {
      guard let (status, state) = advance(by: 1.0 / 30) else { return true }
      try ok(status, "advance")
      if state != LAYOUT_MOVING { return true }
    }
    return false
  }

  /// Moves the viewport as a frame does, and waits until nothing moves.
  func move(to offset: Point) throws(Finding) {
    try step(to: offset)
    try settle()
  }

  /// Moves the viewport as a frame does.
  func step(to offset: Point) throws(Finding) {
    let old = world.bounds
    world.offset = offset
    let (status, marks) = shouldInvalidate(from: old, to: world.bounds)
    try ok(status, "should_invalidate")
    if marks != LAYOUT_MARK_NOTHING { try prepareFrame(marks) }
  }

  /// Returns everything in `rect`.
  func answer(in rect: Rect) throws(Finding) -> RawAnswer {
    let room = AnswerCounts(records: 256, transforms: 64, payload: 1024)
    return try fill("attributes_in_rect", room) { attributes(in: rect, into: $0) }
  }

  /// Returns all elements.
  func everything() throws(Finding) -> RawAnswer { try answer(in: Self.plane) }

  /// Returns all elements, in a form that compares.
  func elements() throws(Finding) -> [Element] {
    try everything().elements(subject.descriptor)
  }

  /// Returns everything in `rect`, in a form that compares.
  func elements(in rect: Rect) throws(Finding) -> [Element] {
    try answer(in: rect).elements(subject.descriptor)
  }

  /// Returns the named element, or an empty answer.
  func single(_ name: layout_element) throws(Finding) -> RawAnswer {
    let room = AnswerCounts(records: 2, transforms: 2, payload: 16)
    return try fill("attributes_for", room) { attributes(for: name, into: $0) }
  }

  /// Returns every cell, and every supplementary at every path of the data, each by a query of its
  /// own.
  ///
  /// - Complexity: A call for each kind and path.
  func singles() throws(Finding) -> [Element] {
    var found: [Element] = []
    for name in names() { found += try single(name).elements(subject.descriptor) }
    return found.sorted { $0.key < $1.key }
  }

  /// Returns the names of all cells and supplementaries at paths of the data.
  func names() -> [layout_element] {
    var names: [layout_element] = []
    for (index, kind) in subject.descriptor.kinds.enumerated() where kind.category != .decoration {
      for (section, count) in world.counts.enumerated() {
        let items = kind.category == .cell ? count : max(count, 1)
        for item in 0..<items {
          names.append(
            layout_element(
              category: kind.category.rawValue, kind: UInt16(index), section: UInt32(section),
              item: item))
        }
      }
    }
    return names
  }

  private func fill(
    _ call: String, _ firstRoom: AnswerCounts, _ body: (Room) -> layout_status
  ) throws(Finding) -> RawAnswer {
    var capacity = firstRoom
    for _ in 0..<4 {
      let room = Room(capacity)
      let status = body(room)
      if status == LAYOUT_OK { return room.content }
      guard status == LAYOUT_CAPACITY else { break }
      // A garbage count must not use up all memory; the rules about capacity judge the counts.
      guard room.counts.records < 50_000_000, room.counts.payload < 200_000_000,
        room.counts.transforms < 50_000_000
      else { throw .broken("\(call) asks for \(room.counts)") }
      capacity = room.counts
      if capacity.fits(in: room.capacity) {
        throw .broken(
          "\(call) gives LAYOUT_CAPACITY with room for \(room.capacity) and counts \(capacity), which fits; "
            + "count all that there is")
      }
    }
    throw .broken("\(call) failed: \(context.errorText ?? "it asks for more room each time")")
  }
}
