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
  /// Of a file, pixels; one with more is not decoded.
  private let pixelLimit: Int
  private var entries: [String: Entry] = [:]
  /// Of all pictures that were asked for, whether kept or not.
  private(set) var faults: [String: String] = [:]
  private var byteCount = 0
  private var clock = 0

  /// An empty cache that keeps at most `capacity` bytes of pixels.
  init(
    pixelScale: Double, pixelLimit: Int = RenderOptions.standardPixelLimit,
    capacity: Int = 256 << 20
  ) {
    self.pixelScale = pixelScale
    self.pixelLimit = pixelLimit
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
    let (image, fault) = decode(path, wanted)
    faults[path] = fault
    entries[path] = Entry(
      image: image, own: own, scale: image == nil ? 1 : wanted, lastUse: clock)
    byteCount += image?.byteCount ?? 0
    makeRoom()
    return image
  }

  /// The decoder's reason for a picture that was asked for and is not whole, or not there; nil for one
  /// that is.
  func fault(_ path: String) -> String? { faults[path] }

  private func decode(_ path: String, _ scale: Double) -> (Image?, String?) {
    do throws(PictureFault) {
      // What has no head is decoded too, for its reason.
      let image = try Image(path: path, scale: scale > 0 ? scale : 1, pixelLimit: pixelLimit)
      return (image, image.fault)
    } catch {
      return (nil, error.reason)
    }
  }

  /// Returns the share of the file's own size that is needed, at most all of it; 0 when it
  /// cannot be read.
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
