// SPDX-License-Identifier: Apache-2.0
//
// Decoded pictures, kept while there is room.

import LayoutModel
import LayoutTypography

/// Pictures by path, each decoded once at the size it is needed in.
final class PictureCache {
  private struct Entry {
    /// Nil for what cannot be read.
    var image: Image?
    /// Of the file, pixels; nil for what is no picture.
    var own: Size?
    /// Of the file's own size.
    var scale: Double
    var lastUse: Int
  }

  /// Pixels a point.
  private let pixelScale: Double
  /// Bytes.
  private let capacity: Int
  private var entries: [String: Entry] = [:]
  private var byteCount = 0
  private var clock = 0

  /// An empty cache that keeps at most `capacity` bytes of pixels.
  init(pixelScale: Double, capacity: Int = 256 << 20) {
    self.pixelScale = pixelScale
    self.capacity = capacity
  }

  /// The picture, large enough to cover `size` points sharply; nil when it cannot be read.
  ///
  /// The file is opened for what is not kept, or not kept as large.
  func image(_ path: String, covering size: Size) -> Image? {
    clock += 1
    if var entry = entries[path], entry.scale >= scale(of: entry.own, size) {
      entry.lastUse = clock
      entries[path] = entry
      return entry.image
    }
    remove(path)
    let own = PictureFile.size(of: path)
    let wanted = scale(of: own, size)
    let image = wanted > 0 ? Image(path: path, scale: wanted) : nil
    entries[path] = Entry(
      image: image, own: own, scale: image == nil ? 1 : wanted, lastUse: clock)
    byteCount += image?.byteCount ?? 0
    makeRoom()
    return image
  }

  /// How much of the file's own size is needed, at most all of it; 0 when it cannot be read.
  private func scale(of own: Size?, _ size: Size) -> Double {
    guard let own else { return 0 }
    return min(1, max(size.width / own.width, size.height / own.height) * pixelScale)
  }

  /// Drops what was not used for longest. Uses are numbered, so no two are equal.
  private func makeRoom() {
    while byteCount > capacity, entries.count > 1,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      remove(oldest.key)
    }
  }

  private func remove(_ path: String) {
    byteCount -= entries.removeValue(forKey: path)?.image?.byteCount ?? 0
  }
}
