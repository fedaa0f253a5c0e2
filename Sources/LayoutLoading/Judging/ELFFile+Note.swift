// SPDX-License-Identifier: Apache-2.0
//
// Finding the plugin's note among the notes of a file.

import LayoutABI
import LayoutModel

extension ELFFile {
  /// The description of the one note with the owner and type of a layout plugin.
  ///
  /// - Throws: `no-note`; `bad-note` when there are two or it is too long, or notes without end;
  ///   `truncated`.
  func layoutNote() throws(LayoutError) -> [UInt8] {
    var found: [Range<Int>] = []
    var count = 0
    for segment in segments where segment.type == SegmentType.note {
      // Notes of the GNU property kind are padded to eight bytes, all others to four.
      let alignment: UInt64 = segment.alignment == 8 ? 8 : 4
      var at = segment.offset
      let end = segment.offset + segment.fileSize
      while at + 12 <= end {
        let (description, next) = try note(at: at, in: at..<end, alignment)
        if let description { found.append(description) }
        at = next
        count += 1
        // Thousands of segments can all be the same bytes, each full of notes.
        guard count <= Self.noteLimit else {
          throw LayoutError(
            .badNote, "has more than \(Self.noteLimit) notes; build it again without them")
        }
      }
    }
    guard let description = found.first else {
      throw LayoutError(
        .noNote,
        "has no layout note, so it is not a layout plugin; add LAYOUT_NOTE({…}) from layout/note.h")
    }
    guard found.count == 1 else {
      throw LayoutError(.badNote, "has \(found.count) layout notes; keep one LAYOUT_NOTE")
    }
    guard description.count <= LAYOUT_NOTE_LIMIT else {
      throw LayoutError(
        .badNote,
        "has a layout note of \(description.count) bytes; at most \(LAYOUT_NOTE_LIMIT) are allowed")
    }
    return Array(reader.bytes[description])
  }

  /// Notes of all owners; a library has a handful.
  private static let noteLimit = 1024

  /// The description of the note at `at` when it is a layout plugin's, and where the next one starts.
  private func note(
    at: UInt64, in segment: Range<UInt64>, _ alignment: UInt64
  ) throws(LayoutError) -> (description: Range<Int>?, next: UInt64) {
    func padded(_ count: UInt64) -> UInt64 { (count + alignment - 1) / alignment * alignment }
    let nameCount = UInt64(try reader.load(UInt32.self, at: at))
    let count = UInt64(try reader.load(UInt32.self, at: at + 4))
    let type: UInt32 = try reader.load(at: at + 8)
    let start = at + padded(12 + nameCount)
    guard start + count <= segment.upperBound else {
      throw LayoutError(.badNote, "has a note that is longer than its segment; build it again")
    }
    let name = reader.bytes[try reader.range(at: at + 12, count: nameCount)]
    let isOurs = type == LAYOUT_NOTE_TYPE && name.elementsEqual(LAYOUT_NOTE_OWNER.utf8 + [0])
    let description = isOurs ? try reader.range(at: start, count: count) : nil
    return (description, start + padded(count))
  }
}
