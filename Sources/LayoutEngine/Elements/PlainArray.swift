// SPDX-License-Identifier: Apache-2.0
//
// A growing list of plain values for the frame path.

/// Memory for plain values that only grows: a list without copy on write, so that a write checks
/// neither uniqueness nor exclusivity. With standard arrays these checks took a fifth of the time
/// of a frame in which every element is replaced.
///
/// Shared by reference and bounds-checked. `BitwiseCopyable` excludes reference-counted types.
final class PlainArray<Element: BitwiseCopyable> {
  private(set) var count = 0
  private var capacity = 0
  private var base: UnsafeMutablePointer<Element>?

  init() {}

  deinit { base?.deallocate() }

  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> Element {
    get { element(index).pointee }
    set { element(index).pointee = newValue }
  }

  @inline(__always)
  private func element(_ index: Int) -> UnsafeMutablePointer<Element> {
    guard index >= 0, index < count, let base else {
      preconditionFailure("index \(index) of a list of \(count)")
    }
    return base + index
  }

  func append(_ value: Element) {
    if count == capacity { grow() }
    base?[count] = value
    count += 1
  }

  func popLast() -> Element? {
    guard count > 0, let base else { return nil }
    count -= 1
    return base[count]
  }

  /// Removes a value; the last one takes its place.
  func remove(at index: Int) {
    self[index] = self[count - 1]
    count -= 1
  }

  /// Removes all values and keeps the memory.
  func removeAll() { count = 0 }

  private func grow() {
    capacity = Swift.max(64, capacity * 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    if let base {
      larger.update(from: base, count: count)
      base.deallocate()
    }
    base = larger
  }
}

extension PlainArray: Sequence {
  func makeIterator() -> some IteratorProtocol<Element> {
    indices.lazy.map { self[$0] }.makeIterator()
  }
}
