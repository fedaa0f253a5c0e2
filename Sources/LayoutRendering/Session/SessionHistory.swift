// SPDX-License-Identifier: Apache-2.0
//
// The frames of a running session, for showing any of them again, within a memory budget.

import LayoutHost
import LayoutLoading
import LayoutModel

/// Data about one frame that its picture does not show.
package struct FrameFigures: Sendable {
  /// The session's clock, seconds.
  package var time: Double
  /// The number of calls into the plugin.
  package var callCount = 0
  /// The time of the engine and the plugin, microseconds.
  package var microseconds = 0.0
  /// The calls, in order.
  package var calls: [FrameCall] = []
  /// The rectangle of the query, content coordinates; nil without a query.
  package var asked: Rect?
  /// The cell that keeps its place when content before it changes.
  package var anchor: ItemPath?
  /// The sizes of elements on screen before their views gave their preferred sizes.
  package var assumed: [FrameElementSize] = []
  /// The size of the content, points.
  package var contentSize = Size.zero
  /// True when the frame took longer than its budget.
  package var isSlow: Bool { microseconds > 1_000_000 / 60 }

  /// A frame at a time.
  package init(time: Double) { self.time = time }
}

/// A size of an element that is on screen.
package struct FrameElementSize: Sendable, Equatable {
  /// The category of the element.
  package var category: ElementCategory
  /// The item or the section of the element.
  package var path: ItemPath
  /// The size, points.
  package var size: Size

  /// A size of an element.
  package init(category: ElementCategory, path: ItemPath, size: Size) {
    (self.category, self.path, self.size) = (category, path, size)
  }
}

/// Calls into a layout in one exchange.
package struct FrameCall: Sendable, Equatable {
  /// Their names, as in the header.
  package var name: String
  /// The wall time of the exchange, microseconds.
  package var microseconds: Double

  /// Calls with their time.
  package init(_ name: String, microseconds: Double) {
    (self.name, self.microseconds) = (name, microseconds)
  }

  /// An estimate of the memory used, bytes. A name of more than 15 bytes is stored apart.
  var cost: Int {
    let length = name.utf8.count
    return 40 + (length > 15 ? 32 + length : 0)
  }
}

/// Stores the frames of a view. The oldest frames are dropped when the budget is exhausted.
package final class SessionHistory {
  /// Frames that start with a complete state.
  private struct Segment {
    let first: Int
    let start: [Int: SessionElement]
    var frames: [SessionFrame] = []
    var figures: [FrameFigures] = []
    /// An estimate of the memory used, bytes.
    var cost: Int
  }

  /// The number of frames after which another complete state is stored.
  private static let segmentLength = 60
  /// The memory of one element of a frame, including its share of the array, bytes.
  private static let elementCost = 320
  private static let frameCost = 400
  /// The number of looks that are kept without checking their use.
  private static let leastLookLimit = 4096

  let sheet = SpriteSheet()
  private let budget: Int
  /// An estimate of the memory of all frames, bytes.
  private(set) var cost = 0
  private var lookLimit = SessionHistory.leastLookLimit
  /// The number of stored looks.
  package var lookCount: Int { sheet.looks.count }
  private var tracker = FrameTracker()
  private var segments: [Segment] = []
  private var workshop = SpriteWorkshop()

  /// A history without a frame.
  ///
  /// - Parameter budget: The memory of the frames, bytes; the newest stay even if they need more.
  package init(budget: Int = 96 << 20) { self.budget = budget }

  /// The numbers of the stored frames.
  package var numbers: Range<Int> {
    guard let first = segments.first, let last = segments.last else { return 0..<0 }
    return first.first..<(last.first + last.frames.count)
  }

  /// Adds the current content of `view`.
  ///
  /// - Parameter isStill: True when the elements are those of the last frame, unchanged.
  /// - Returns: The number of the frame.
  /// - Complexity: O(visible elements), unless they are unchanged.
  @discardableResult
  package func record(
    _ view: CollectionView, _ figures: FrameFigures, isStill: Bool = false
  ) -> Int {
    let isFull = (segments.last?.frames.count ?? Self.segmentLength) >= Self.segmentLength
    let before = isFull ? tracker.shown : [:]
    let frame = tracker.frame(of: view, sheet, hold: 0, caption: -1, isStill: isStill)
    if isFull {
      let startCost = before.count * Self.elementCost
      segments.append(Segment(first: numbers.upperBound, start: before, cost: startCost))
      cost += startCost
    }
    let own =
      Self.frameCost + (frame.changes.count * Self.elementCost) + frame.moves.count * 24
      + figures.calls.reduce(0) { $0 + $1.cost } + figures.assumed.count * 40
    segments[segments.count - 1].frames.append(frame)
    segments[segments.count - 1].figures.append(figures)
    segments[segments.count - 1].cost += own
    cost += own
    while cost > budget, segments.count > 1 { cost -= segments.removeFirst().cost }
    if sheet.looks.count >= lookLimit { forgetLooks() }
    return numbers.upperBound - 1
  }

  /// Drops the looks that no frame uses any more.
  ///
  /// - Complexity: O(stored frames); it runs again only after the number of looks has doubled.
  private func forgetLooks() {
    var shown: Set<Int> = Set(tracker.shown.values.map(\.sprite))
    for segment in segments {
      shown.formUnion(segment.start.values.map(\.sprite))
      for frame in segment.frames { shown.formUnion(frame.changes.map(\.element.sprite)) }
    }
    sheet.forget(allBut: shown)
    lookLimit = max(Self.leastLookLimit, 2 * sheet.looks.count)
  }

  /// Returns the data of a stored frame.
  package func figures(of number: Int) -> FrameFigures {
    let (segment, index) = place(of: number)
    return segments[segment].figures[index]
  }

  /// Returns the number of the frame on screen at a time: the last of several; before the first
  /// one, the first.
  package func number(at time: Double) -> Int {
    guard time > 0 else { return numbers.lowerBound }
    // Times are written with six decimal places, and come back rounded.
    let time = time + 1e-6
    var (low, high) = (numbers.lowerBound, max(numbers.lowerBound, numbers.upperBound - 1))
    while low < high {
      let middle = (low + high + 1) / 2
      if figures(of: middle).time <= time { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Writes a frame as the difference from the one before it, for the player.
  package func writeDifference(_ number: Int, to json: inout JSONText) {
    let (segment, index) = place(of: number)
    segments[segment].frames[index].write(to: &json)
  }

  /// Writes a complete frame, as a difference from nothing.
  package func writeWhole(_ number: Int, to json: inout JSONText) { frame(number).write(to: &json) }

  /// Returns the numbers of the sprites in a frame.
  ///
  /// - Parameter isWhole: True to include all of its elements, false for changes only.
  package func sprites(of number: Int, isWhole: Bool) -> Set<Int> {
    let (segment, index) = place(of: number)
    let frame = isWhole ? frame(number) : segments[segment].frames[index]
    return Set(frame.changes.map(\.element.sprite))
  }

  /// Draws sprites, as many in one picture as fit. A dropped one is omitted.
  ///
  /// - Throws: `picture-failed`.
  package func sprites(
    _ numbers: [Int], theme: Theme, scale: Double
  ) throws(LayoutError) -> [SpritePicture] {
    let looks = numbers.compactMap { number in sheet.looks[number].map { (number, $0) } }
    return try workshop.draw(looks, theme: theme, scale: scale)
  }

  /// Returns a page that plays the stored frames.
  ///
  /// - Throws: `picture-failed`.
  package func player(title: String, layout: String) throws(LayoutError) -> String {
    // Consecutive numbers, and only looks that are shown.
    let sheet = SpriteSheet()
    var frames: [SessionFrame] = []
    for number in numbers {
      let (segment, index) = place(of: number)
      var frame = number == numbers.lowerBound ? frame(number) : segments[segment].frames[index]
      let next = min(number + 1, numbers.upperBound - 1)
      frame.hold = max(1.0 / 60, figures(of: next).time - figures(of: number).time)
      frame.caption = 0
      for index in frame.changes.indices {
        guard let key = self.sheet.looks[frame.changes[index].element.sprite] else { continue }
        frame.changes[index].element.sprite = sheet.number(of: key)
      }
      frames.append(frame)
    }
    let recorder = SessionRecorder(
      title: title, frames: frames, captions: [SessionCaption(layout: layout, text: title)],
      sheet: sheet)
    return try HTMLPlayer.page(recorder)
  }

  /// A frame with all of its elements.
  func frame(_ number: Int) -> SessionFrame {
    let (segment, last) = place(of: number)
    var elements = segments[segment].start
    for frame in segments[segment].frames[...last] {
      for id in frame.removed { elements[id] = nil }
      for change in frame.changes { elements[change.id] = change.element }
      for move in frame.moves { elements[move.id]?.frame.origin = move.origin }
    }
    var frame = segments[segment].frames[last]
    (frame.removed, frame.moves) = ([], [])
    frame.changes = elements.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return frame
  }

  private func place(of number: Int) -> (segment: Int, index: Int) {
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if segments[middle].first <= number { low = middle } else { high = middle - 1 }
    }
    return (low, number - segments[low].first)
  }
}

// MARK: - As pictures
//
// The stored frames, drawn again as complete pictures.

extension SessionHistory {
  /// The maximum duration of a film in seconds, and its maximum number of frames.
  private static let filmSeconds = 12.0
  private static let filmFrames = 240

  /// Returns the last seconds of the session as an animated WebP file.
  ///
  /// - Throws: `picture-size` or `picture-failed`.
  package func film(theme: Theme, scale: Double) throws(LayoutError) -> [UInt8] {
    let numbers = numbers
    guard let last = numbers.last else { return [] }
    let end = figures(of: last).time
    let chosen = numbers.filter { figures(of: $0).time >= end - Self.filmSeconds }
    let size = frame(last).viewportSize
    var frames: [FilmStrip.Frame] = []
    for number in chosen.suffix(Self.filmFrames) {
      let frame = frame(number)
      // A film has one size: it shows the frames since the last change of size.
      guard frame.viewportSize == size else {
        frames = []
        continue
      }
      let time = figures(of: number).time
      if let before = frames.last, time - before.time < 0.001 { frames.removeLast() }
      frames.append(FilmStrip.Frame(scene(of: frame), time: time))
    }
    let renderer = Renderer(RenderOptions(scale: scale, theme: theme))
    return try WebPAnimation.encode(frames, until: end + 0.5, with: renderer)
  }

  private func scene(of frame: SessionFrame) -> Scene {
    let elements = frame.changes.map(\.element).sorted {
      ($0.category.rawValue, $0.path, $0.rank) < ($1.category.rawValue, $1.path, $1.rank)
    }
    return Scene(
      elements.compactMap { element in
        guard var scene = sheet.looks[element.sprite]?.element else { return nil }
        scene.frame.origin = element.frame.origin
        (scene.alpha, scene.zIndex, scene.depth) = (element.alpha, element.zIndex, element.depth)
        (scene.category, scene.path, scene.transform) =
          (element.category, element.path, element.transform)
        return scene
      }, viewport: Rect(origin: frame.offset, size: frame.viewportSize))
  }
}
