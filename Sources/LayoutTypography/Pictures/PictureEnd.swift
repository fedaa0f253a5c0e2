// SPDX-License-Identifier: Apache-2.0
//
// Looks for the end mark of a picture file. Decoders of JPEG and PNG fill up what is missing without
// a word.

import Glibc

/// Looks for the end mark of a file.
enum PictureEnd {
  /// Returns true when the file at `path` holds its format's end mark, for formats whose decoders tell by
  /// themselves, and for what is not built as expected, which is the decoder's to judge.
  ///
  /// - Complexity: O(bytes of the file).
  static func isReached(_ path: String, format: String) -> Bool {
    guard format == "jpeg" || format == "png", let bytes = read(path) else { return true }
    return format == "jpeg" ? isWholeJPEG(bytes) : isWholePNG(bytes)
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rbe") else { return nil }
    defer { fclose(file) }
    var status = stat()
    guard fstat(fileno(file), &status) == 0, status.st_size > 0 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { room, count in
      count = fread(room.baseAddress, 1, room.count, file)
    }
  }

  /// Walks over the segments of a JPEG up to the mark EOI (ITU-T T.81, annex B). What follows it, such as
  /// a film, does not matter.
  private static func isWholeJPEG(_ bytes: [UInt8]) -> Bool {
    var place = 2
    while place + 3 < bytes.count {
      guard bytes[place] == 0xFF else { return true }
      switch bytes[place + 1] {
      case 0xD9: return true
      case 0xFF: place += 1
      case 0x01, 0xD0...0xD8: place += 2
      case let mark:
        place += 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        if mark == 0xDA { place = endOfScan(bytes, place) }
      }
    }
    return place + 1 < bytes.count && bytes[place] == 0xFF && bytes[place + 1] == 0xD9
  }

  /// The first mark behind compressed data, in which 0xFF is followed by 0 or by a restart mark.
  private static func endOfScan(_ bytes: [UInt8], _ start: Int) -> Int {
    var place = start
    while place + 1 < bytes.count {
      if bytes[place] != 0xFF {
        place += 1
        continue
      }
      switch bytes[place + 1] {
      case 0, 0xD0...0xD7: place += 2
      case 0xFF: place += 1
      default: return place
      }
    }
    return bytes.count
  }

  /// Walks over the chunks of a PNG up to IEND (ISO/IEC 15948, clause 5).
  private static func isWholePNG(_ bytes: [UInt8]) -> Bool {
    var place = 8
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      if bytes[place + 4..<place + 8].elementsEqual("IEND".utf8) { return true }
      place += 12 + length
    }
    return false
  }
}
