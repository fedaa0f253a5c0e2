// SPDX-License-Identifier: Apache-2.0
//
// A session as the player reads it. Lengths are hundredths of a point; the page's `stage.js` is the reader.

import LayoutModel

extension SessionRecorder {
  /// The session and where each sprite is, without the pictures.
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

  /// [page, x, y, width, height, overhang]: pixels, the last one hundredths of a point. A sprite that
  /// does not have `scale` pixels a point both ways adds the width and the height that its pixels stand
  /// for, hundredths of a point.
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
      for length in [offset.x, offset.y, container.width, container.height] {
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
  /// [id, sprite, x, y, width, height, category, section, item, z, alpha, rank, depth, transform…]: what
  /// follows the item is left out when it is 0, 1, 0, 0 and none, what follows alpha when it is 0, 0 and
  /// none. A transform has six parts, in perspective nine.
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
