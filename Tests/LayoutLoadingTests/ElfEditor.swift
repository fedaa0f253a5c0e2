// SPDX-License-Identifier: Apache-2.0
//
// Changes in the headers and tables of a shared library that no linker would make.

import LayoutLoading
import Testing

/// The bytes of a valid plugin, with access to its program headers and its dynamic section.
struct ElfEditor {
  var bytes: [UInt8]
  /// The address of the bytes that a test appends.
  static let address = 0x4000_0000

  init() throws { bytes = try JudgingTests.sound() }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func word(_ count: Int, at place: Int) -> Int { Self.word(bytes[place..<place + count]) }

  static func word(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  static func words(_ values: [Int], _ count: Int = 8) -> [UInt8] {
    values.flatMap { value in (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  }

  mutating func set(_ value: Int, _ count: Int = 8, at place: Int) {
    bytes.replaceSubrange(place..<place + count, with: Self.words([value], count))
  }

  // MARK: Segments

  /// Returns the place of each program header of a type.
  func headers(_ type: Int) -> [Int] {
    (0..<word(2, at: 56)).map { word(8, at: 32) + 56 * $0 }.filter { word(4, at: $0) == type }
  }

  /// The segments, 56 bytes each.
  var segments: [[UInt8]] {
    (0..<word(2, at: 56)).map { index in
      Array(bytes[(word(8, at: 32) + 56 * index)...].prefix(56))
    }
  }

  func segment(_ type: UInt8) -> [UInt8]? { segments.first { $0.starts(with: [type, 0, 0, 0]) } }

  /// A header: type, rights, offset, address, bytes in the file and in memory.
  static func segment(
    _ type: Int, _ flags: Int, at offset: Int, address: Int, _ size: Int, inMemory: Int? = nil
  ) -> [UInt8] {
    words([type, flags], 4) + words([offset, address, address, size, inMemory ?? size, 4096])
  }

  /// Puts a table of segments at the end of the file.
  mutating func setSegments(_ segments: [[UInt8]]) {
    // A header with the old place of the table would be wrong now.
    let kept = segments.filter { !$0.starts(with: [6, 0, 0, 0]) }
    set(bytes.count, at: 32)
    set(kept.count, 2, at: 56)
    bytes += kept.joined()
  }

  /// Appends bytes in a segment of their own, at ``address``.
  mutating func append(_ content: [UInt8], flags: Int = 4) {
    bytes += Array(repeating: 0, count: -bytes.count & 4095)
    let start = bytes.count
    bytes += content
    setSegments(
      segments + [Self.segment(1, flags, at: start, address: Self.address, content.count)])
  }

  // MARK: The dynamic section

  /// The entries: the place of each, its tag and its value.
  var dynamic: [(place: Int, tag: Int, value: Int)] {
    guard let segment = segment(2) else { return [] }
    let start = Self.word(segment[8..<16])
    return (0..<(Self.word(segment[32..<40]) / 16)).map { start + 16 * $0 }.map {
      ($0, word(8, at: $0), word(8, at: $0 + 8))
    }
  }

  func value(_ tag: Int) -> Int? { dynamic.first { $0.tag == tag }?.value }

  /// Changes an entry of the dynamic section.
  mutating func setDynamic(_ tag: Int, to newTag: Int, _ value: Int) throws {
    let place = try #require(dynamic.first { $0.tag == tag }).place
    set(newTag, at: place)
    set(value, at: place + 8)
  }

  /// Replaces the first entry that ends the section by a new entry; the linker leaves several.
  mutating func addDynamic(_ tag: Int, _ value: Int) throws { try setDynamic(0, to: tag, value) }

  /// The table of names, which has the same offset in the file as in memory.
  func strings() throws -> [UInt8] {
    let (start, count) = (try #require(value(5)), try #require(value(10)))
    return Array(bytes[start..<start + count])
  }

  /// Appends a longer table of names, and returns the place of the new name in it.
  mutating func addName(_ name: String) throws -> Int {
    let old = try strings()
    append(old + Array(name.utf8) + [0])
    try setDynamic(5, to: 5, Self.address)
    try setDynamic(10, to: 10, old.count + name.utf8.count + 1)
    return old.count
  }
}
