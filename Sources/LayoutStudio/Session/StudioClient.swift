// SPDX-License-Identifier: Apache-2.0
//
// One tab: what it has been sent, and how it wants to see it.

import LayoutModel
import LayoutRendering

/// A page that is connected, and what the server knows of it.
final class StudioClient {
  let socket: StudioSocket
  /// True once it said the token.
  var isKnown = false
  /// The colours of its sprites.
  private(set) var theme = Theme.light
  /// Pixels a point of its sprites.
  private(set) var scale = 1.0
  /// The frame that it shows; nil before the first.
  var frame: Int?
  /// True when it was told that there is something new, and has not asked since.
  var isWoken = false
  /// The revision of the facts that it has.
  var revision = -1
  /// The log entries that it has.
  var entryCount = 0
  /// The selection that it has.
  var selection: [String]?
  /// The sprites that it has.
  private var sprites: Set<Int> = []
  private var spriteBytes = 0
  /// The sprites to forget that it was not told of yet.
  private var forgotten: [Int] = []

  /// The memory of the sprites that a page keeps, bytes.
  private static let spriteBudget = 192 << 20

  /// The number from which on sprites are those of the second session.
  private static let secondBase = 1 << 24

  init(_ socket: StudioSocket) { self.socket = socket }

  /// Changes how sprites look. Those that it has are no use any more.
  func look(_ theme: Theme, scale: Double) {
    // Eighths, so that a window that is dragged does not draw everything at every step.
    let scale = min(4, max(0.25, (scale * 8).rounded(.up) / 8))
    guard theme != self.theme || scale != self.scale else { return }
    (self.theme, self.scale) = (theme, scale)
    forgetAll()
  }

  /// Another session is shown, or all of it in another look: its sprites have the same numbers as those
  /// before.
  func forgetAll() {
    forgotten += sprites
    (sprites, spriteBytes, frame) = ([], 0, nil)
  }

  /// Sends the sprites of a frame that the page lacks.
  ///
  /// - Parameter isWhole: Whether the page gets all of the frame, or only what changed.
  func sendSprites(of number: Int, from history: SessionHistory, isWhole: Bool) {
    send(history.sprites(of: number, isWhole: isWhole), from: history, base: 0)
    guard spriteBytes > Self.spriteBudget else { return }
    let used = history.sprites(of: number, isWhole: true)
    forgotten += sprites.subtracting(used)
    sprites.formIntersection(used)
    spriteBytes = Self.spriteBudget / 4
  }

  /// Sends the sprites of a frame of the second session that the page lacks, under numbers of their own.
  func sendSecondSprites(of number: Int, from history: SessionHistory) {
    send(history.sprites(of: number, isWhole: true), from: history, base: Self.secondBase)
  }

  /// Another session stands beside the first: its sprites have the same numbers and other looks.
  func forgetSecond() {
    forgotten += sprites.filter { $0 >= Self.secondBase }
    sprites = sprites.filter { $0 < Self.secondBase }
    // Asked for with the next frame, though that may be the one it shows.
    frame = nil
  }

  private func send(_ keys: Set<Int>, from history: SessionHistory, base: Int) {
    let missing = keys.filter { !sprites.contains($0 + base) }.sorted()
    guard !missing.isEmpty else { return }
    // What cannot be drawn is left out; the page outlines its frame.
    let pictures = (try? history.sprites(missing, theme: theme, scale: scale)) ?? []
    for picture in pictures {
      socket.send(Self.message(picture, base))
      for sprite in picture.sprites {
        sprites.insert(sprite.number + base)
        spriteBytes += sprite.width * sprite.height * 4
      }
    }
  }

  /// Takes the sprites that the page may forget, behind the frame under way.
  func takeForgotten() -> [Int] {
    defer { forgotten = [] }
    let kept = sprites
    return forgotten.filter { !kept.contains($0) }
  }

  /// Sprites on the wire, little-endian: their count; for each its key, place and size in pixels, width,
  /// height and overhang in points; then the form of the pixels, and these.
  private static func message(_ picture: SpritePicture, _ base: Int) -> [UInt8] {
    var words = [UInt32(truncatingIfNeeded: picture.sprites.count)]
    for sprite in picture.sprites {
      for number in [sprite.number + base, sprite.x, sprite.y, sprite.width, sprite.height] {
        words.append(UInt32(truncatingIfNeeded: number))
      }
      for length in [sprite.size.width, sprite.size.height, sprite.overhang] {
        words.append(Float(length).bitPattern)
      }
    }
    words.append(picture.form.rawValue)
    var message: [UInt8] = []
    message.reserveCapacity(4 * words.count + picture.bytes.count)
    for word in words { withUnsafeBytes(of: word.littleEndian) { message.append(contentsOf: $0) } }
    return message + picture.bytes
  }
}
