// SPDX-License-Identifier: Apache-2.0
//
// The counts of the data, read once for each of its states.

import LayoutModel
import LayoutRuntime

/// The collection view's knowledge of the data.
struct DataState {
  /// As last shown.
  var shape = DataShape()
  /// True when the data source has to be asked before the next frame.
  var isStale = true
  /// The last epoch given to a layout, shown or not: none is used twice.
  private var lastEpoch: UInt64 = 0

  /// An epoch that no layout was told of before.
  mutating func nextEpoch() -> UInt64 {
    lastEpoch += 1
    return lastEpoch
  }

  /// Reads every count. O(1) where the data source says one for all sections.
  ///
  /// - Throws: `data-source` when a count is negative or too large, or when the data source throws.
  static func readCounts(from supply: any DataSupply) throws(LayoutError) -> SectionCounts {
    let sectionCount = try count("numberOfSections(in:)") {
      try supply.numberOfSections()
    }
    let each = "numberOfItemsInEverySection(in:)"
    let uniform: Int?
    do { uniform = try supply.numberOfItemsInEverySection() } catch {
      throw DataSourceFailure.wrap(error, in: each)
    }
    guard let uniform else { return SectionCounts(try list(sectionCount, from: supply)) }
    return SectionCounts(repeating: try count(each) { uniform }, count: Int(sectionCount))
  }

  /// Asks for the count of each section.
  private static func list(
    _ sectionCount: UInt32, from supply: any DataSupply
  ) throws(LayoutError) -> [UInt32] {
    var counts: [UInt32] = []
    counts.reserveCapacity(Int(sectionCount))
    for section in 0..<Int(sectionCount) {
      counts.append(
        try count("collectionView(_:numberOfItemsInSection: \(section))") {
          try supply.numberOfItems(inSection: section)
        })
    }
    return counts
  }

  /// A count in the range of the ABI, whose largest value stands for "no path".
  private static func count(
    _ method: String, _ ask: () throws -> Int
  ) throws(LayoutError) -> UInt32 {
    let count: Int
    do { count = try ask() } catch { throw DataSourceFailure.wrap(error, in: method) }
    guard let exact = UInt32(exactly: count), exact < UInt32.max else {
      throw LayoutError(
        .dataSource,
        "\(method) of the data source returned \(count); "
          + "a count is between 0 and \(UInt32.max - 1)")
    }
    return exact
  }
}

/// Errors that come out of an app's data source.
enum DataSourceFailure {
  /// The app's error as one of ours: a `LayoutError` passes as it is, so that a failed dequeue keeps
  /// its own name.
  /// - Parameter element: What was asked for, when it was a view.
  static func wrap(
    _ error: any Error, in method: String, for element: String? = nil
  ) -> LayoutError {
    let place = element.map { "\($0): " } ?? ""
    if var error = error as? LayoutError {
      error.message = place + error.message
      return error
    }
    return LayoutError(.dataSource, "\(place)\(method) of the data source threw: \(error)")
  }
}
