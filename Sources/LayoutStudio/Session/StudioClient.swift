// SPDX-License-Identifier: Apache-2.0
//
// One tab: the data that it has, and the look of its sprites.

import LayoutModel
import LayoutRendering

/// A connected page, and the data that it has.
final class StudioClient {
  let socket: StudioSocket
  /// The text for which it must send a proof; nil before its own challenge.
  var nonce: String?
  /// True after it proved that it knows the token.
  var isKnown = false
  /// The colours of its sprites.
  private(set) var theme = Theme.light
  /// Pixels per point of its sprites.
  private(set) var scale = 1.0
  /// The frame on the page; nil before the first.
  var frame: Int?
  /// True when it got the message that there is something new, and has not sent a request since.
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
  /// Dropped sprites that the page has not been told to drop yet.
  private var forgotten: [Int] = []

  /// The memory for sprites of a page, bytes.
  private static let spriteBudget = 192 << 20

  /// The first number of sprites of the second session.
  private static let secondBase = 1 << 24

  init(_ socket: StudioSocket) { self.socket = socket }

  /// Changes the look of sprites. The sprites of the page are invalid then.
  func look(_ theme: Theme, scale: Double) {
    // In steps of an eighth, so that resizing a window does not redraw all sprites at every step.
    let scale = min(4, max(0.25, (scale * 8).rounded(.up) / 8))
    guard theme != self.theme || scale != self.scale else { return }
    (self.theme, self.scale) = (theme, scale)
    forgetAll()
  }

  /// Drops all sprites, because another session or another look is shown: its sprites have the same
  /// numbers.
  func forgetAll() {
    forgotten += sprites
    (sprites, spriteBytes, frame) = ([], 0, nil)
  }

  /// Sends the sprites of a frame that the page lacks.
  ///
  /// - Parameter isWhole: True when the page gets the whole frame, or only its changes.
  func sendSprites(of number: Int, from history: SessionHistory, isWhole: Bool) {
    send(history.sprites(of: number, isWhole: isWhole), from: history, base: 0)
    guard spriteBytes > Self.spriteBudget else { return }
    var used = history.sprites(of: number, isWhole: true)
    // A frame that is only peeked at must not take the sprites of the one on the page: the next
    // one may come as a difference from that.
    if let frame, history.numbers.contains(frame) {
      used.formUnion(history.sprites(of: frame, isWhole: true))
    }
    forgotten += sprites.subtracting(used)
    sprites.formIntersection(used)
    spriteBytes = Self.spriteBudget / 4
  }

  /// Sends the sprites of a frame of the second session that the page lacks, under separate
  /// numbers.
  func sendSecondSprites(of number: Int, from history: SessionHistory) {
    send(history.sprites(of: number, isWhole: true), from: history, base: Self.secondBase)
  }

  /// Drops the sprites of the second session, which is another one now: its sprites have the same
  /// numbers.
  func forgetSecond() {
    forgotten += sprites.filter { $0 >= Self.secondBase }
    sprites = sprites.filter { $0 < Self.secondBase }
    // The next answer must contain the frame, even if the page shows it already.
    frame = nil
  }

  private func send(_ keys: Set<Int>, from history: SessionHistory, base: Int) {
    let missing = keys.filter { !sprites.contains($0 + base) }.sorted()
    guard !missing.isEmpty else { return }
    // Sprites that cannot be drawn are left out; the page outlines their frames.
    let pictures = (try? history.sprites(missing, theme: theme, scale: scale)) ?? []
    for picture in pictures {
      socket.send(Self.message(picture, base))
      for sprite in picture.sprites {
        sprites.insert(sprite.number + base)
        spriteBytes += sprite.width * sprite.height * 4
      }
    }
  }

  /// Returns the sprites that the page can drop after the present frame.
  func takeForgotten() -> [Int] {
    defer { forgotten = [] }
    let kept = sprites
    return forgotten.filter { !kept.contains($0) }
  }

  /// Returns sprites in their binary form, little-endian: their count; for each its key, place and
  /// size in pixels, width, height and overhang in points; then the form of the pixels, and the pixels.
  private static func message(_ picture: SpritePicture, _ base: Int) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(8 + 32 * picture.sprites.count + picture.bytes.count)
    func write(_ word: UInt32) {
      withUnsafeBytes(of: word.littleEndian) { message.append(contentsOf: $0) }
    }
    func write(_ number: Int) { write(UInt32(truncatingIfNeeded: number)) }
    func write(_ length: Double) { write(Float(length).bitPattern) }
    write(picture.sprites.count)
    for sprite in picture.sprites {
      write(sprite.number + base)
      write(sprite.x)
      write(sprite.y)
      write(sprite.width)
      write(sprite.height)
      write(sprite.size.width)
      write(sprite.size.height)
      write(sprite.overhang)
    }
    write(picture.form.rawValue)
    message += picture.bytes
    return message
  }
}
