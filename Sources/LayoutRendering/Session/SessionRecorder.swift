// SPDX-License-Identifier: Apache-2.0
//
// A session, frame by frame: elements, places, and captions.

import LayoutHost
import LayoutModel

/// A caption of a part of a session.
public struct SessionCaption: Equatable, Sendable {
  /// The id of the layout.
  public var layout: String
  /// The event, in a sentence.
  public var text: String
  /// Numbers such as timings and counts.
  public var detail: String

  /// A caption.
  public init(layout: String, text: String, detail: String = "") {
    self.layout = layout
    self.text = text
    self.detail = detail
  }
}

/// Records a collection view after each of its frames, for an ``HTMLPlayer``.
public final class SessionRecorder {
  /// The name of the session.
  public let title: String
  let sheet: SpriteSheet
  private(set) var frames: [SessionFrame] = []
  private(set) var captions: [SessionCaption] = []
  private var tracker = FrameTracker()

  /// A recorder without a frame.
  public init(title: String) {
    self.title = title
    sheet = SpriteSheet()
  }

  /// A recorder of stored frames.
  init(title: String, frames: [SessionFrame], captions: [SessionCaption], sheet: SpriteSheet) {
    (self.title, self.frames, self.captions, self.sheet) = (title, frames, captions, sheet)
  }

  /// The number of frames so far.
  public var frameCount: Int { frames.count }

  /// The duration of the session, seconds.
  public var duration: Double { frames.reduce(0) { $0 + $1.hold } }

  /// The picture files that were unreadable or incomplete when its pages were drawn: paths in
  /// order, each with the reason.
  package var pictureFaults: [(path: String, reason: String)] {
    sheet.pictureFaults.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Adds numbers to the last caption, which were unknown when it was set.
  public func explain(_ detail: String) {
    guard !captions.isEmpty else { return }
    captions[captions.count - 1].detail = detail
  }

  /// Records the current content of `view`.
  ///
  /// - Parameters:
  ///   - caption: The caption from here on; nil keeps the last one.
  ///   - hold: The duration of the frame when it is played, seconds.
  /// - Complexity: O(visible elements); only changes are stored.
  public func record(
    _ view: CollectionView, caption: SessionCaption? = nil, hold: Double = 1.0 / 60
  ) {
    if let caption, caption != captions.last { captions.append(caption) }
    let frame = tracker.frame(of: view, sheet, hold: hold, caption: captions.count - 1)
    frames.append(frame)
  }
}

/// One frame as the difference from the one before.
struct SessionFrame {
  /// The duration, seconds.
  var hold: Double
  var offset: Point
  var viewportSize: Size
  /// The index of the caption; −1 before the first one.
  var caption: Int
  /// Numbers of views that left, ascending.
  var removed: [Int] = []
  /// Views that appeared or changed their look, in the order of their paths.
  var changes: [(id: Int, element: SessionElement)] = []
  /// Views that only moved.
  var moves: [(id: Int, origin: Point)] = []
}

/// The name of an element, by which equal names are counted.
struct ElementRank {
  var category: ElementCategory
  var path: ItemPath
  /// The number of elements with this category and path before it.
  var number: Int
}

/// An element of a frame.
struct SessionElement: Equatable {
  var sprite: Int
  var frame: Rect
  var alpha: Double
  var zIndex: Int
  var category: ElementCategory
  var path: ItemPath
  /// The number of elements with its category and path before it.
  var rank = 0
  /// The distance by which the transform moves it towards the viewer, points.
  var depth: Double
  var transform: Projection?

  /// - Parameters:
  ///   - sprite: The number of its look.
  ///   - last: The element before it, by category and path.
  init(_ visible: VisibleElement, sprite: Int, after last: ElementRank?) {
    let attributes = visible.attributes
    self.sprite = sprite
    frame = attributes.frame
    alpha = attributes.alpha
    zIndex = attributes.zIndex
    category = attributes.category
    path = attributes.path
    let turned = attributes.transform
    depth = turned?.depth ?? 0
    transform = turned.map(Projection.init)
    rank = rank(after: last)
  }

  /// The number of elements with its category and path before it, computed from the previous
  /// element.
  func rank(after last: ElementRank?) -> Int {
    guard let last, last.category == category, last.path == path else { return 0 }
    return last.number + 1
  }

  var ownRank: ElementRank { ElementRank(category: category, path: path, number: rank) }

  /// Returns true when the two differ only in place.
  func isMoved(to other: SessionElement) -> Bool {
    var moved = self
    moved.frame.origin = other.frame.origin
    return moved == other
  }
}

// MARK: - As the player reads it
//
// A session in the player's form. Lengths are hundredths of a point; the page's `stage.js` is the
// reader.

extension SessionRecorder {
  /// The session and the place of each sprite, without the pictures.
  func json(atlas: SpriteAtlas) -> String {
    var json = JSONText()
    json.object { json in
      json.key("title")
      json.string(title)
      json.key("scale")
      json.number(atlas.scale)
      json.key("sprites")
      json.array { json in
        for (key, place) in zip(sheet.keys, atlas.places) {
          Self.write(key, place, scale: atlas.scale, to: &json)
        }
      }
      json.key("captions")
      json.array { json in
        for caption in captions {
          json.array { json in
            json.string(caption.layout)
            json.string(caption.text)
            json.string(caption.detail)
          }
        }
      }
      json.key("frames")
      json.array { json in
        for frame in frames { frame.write(to: &json) }
      }
    }
    return json.text
  }

  /// [page, x, y, width, height, overhang]: pixels, the last one hundredths of a point. A sprite
  /// with another resolution than `scale` adds its width and height in hundredths of a point.
  private static func write(
    _ key: SpriteKey, _ place: SpritePlace, scale: Double, to json: inout JSONText
  ) {
    json.array { json in
      for number in [place.page, place.x, place.y, place.width, place.height] {
        json.integer(number)
      }
      json.hundredths(key.overhang)
      guard place.across != scale || place.down != scale else { return }
      json.hundredths(Double(place.width) / place.across)
      json.hundredths(Double(place.height) / place.down)
    }
  }
}

extension SessionFrame {
  /// [milliseconds, caption, x, y, width, height, [removed…], [change…], [id, x, y, …]].
  func write(to json: inout JSONText) {
    json.array { json in
      json.number((hold * 10_000).rounded() / 10)
      json.integer(caption)
      for length in [offset.x, offset.y, viewportSize.width, viewportSize.height] {
        json.hundredths(length)
      }
      json.array { json in
        for id in removed { json.integer(id) }
      }
      json.array { json in
        for change in changes { change.element.write(change.id, to: &json) }
      }
      json.array { json in
        for move in moves {
          json.integer(move.id)
          json.hundredths(move.origin.x)
          json.hundredths(move.origin.y)
        }
      }
    }
  }
}

extension SessionElement {
  /// [id, sprite, x, y, width, height, category, section, item, z, alpha, rank, depth, transform…]:
  /// the values after the item are omitted if they are 0, 1, 0, 0 and none, those after alpha if
  /// they are 0, 0 and none. A transform has six numbers, in perspective nine.
  func write(_ id: Int, to json: inout JSONText) {
    json.array { json in
      json.integer(id)
      json.integer(sprite)
      for length in [frame.x, frame.y, frame.width, frame.height] { json.hundredths(length) }
      json.integer(Int(category.rawValue))
      json.integer(path.section)
      json.integer(path.item)
      let isPlain = transform == nil && rank == 0
      guard zIndex != 0 || alpha != 1 || !isPlain else { return }
      json.integer(zIndex)
      json.number(alpha)
      guard !isPlain else { return }
      json.integer(rank)
      json.number(depth)
      guard let transform else { return }
      for part in Self.parts(of: transform) { json.number(part) }
    }
  }

  private static func parts(of transform: Projection) -> [Double] {
    if let flat = transform.affine { return [flat.a, flat.b, flat.c, flat.d, flat.x, flat.y] }
    return [
      transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty, transform.g,
      transform.h, transform.k,
    ]
  }
}
