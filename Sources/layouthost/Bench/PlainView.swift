// SPDX-License-Identifier: Apache-2.0
//
// The collection view in plain C over the benchmark scene.

import CBenchReference
import LayoutHost
import LayoutModel
import LayoutRuntime

/// A collection view in plain C, and the sizes that its layout reads.
final class PlainView {
  /// The layouts of plain C.
  enum Content {
    case flow(ContiguousArray<Size>, isSingle: Bool = false)
    case waterfall(ContiguousArray<Size>, columns: Int)
    /// Slots of ten columns and ten rows a page.
    case mosaic([Rect], itemCount: Int)
    case equal(Size, itemCount: Int)
    /// A flow over a counted tree, for inserts.
    case tree(ContiguousArray<Size>)

    fileprivate var itemCount: Int {
      switch self {
      case .flow(let sizes, _), .waterfall(let sizes, _), .tree(let sizes): sizes.count
      case .mosaic(_, let count), .equal(_, let count): count
      }
    }

    /// Words of custom fields an item.
    fileprivate var wordCount: UInt32 { if case .mosaic = self { 1 } else { 0 } }
  }

  private let host: OpaquePointer
  private let calls: bench_view_calls
  private let feed: UnsafeMutablePointer<bench_size_feed>
  /// The flow's tree, owned by the layout; nil for other contents.
  private let tree: OpaquePointer?
  /// True when a call failed.
  private var hasFailed = false

  /// Opens the layout, which reads all sizes.
  ///
  /// - Throws: `bad-benchmark` without memory.
  init(_ content: Content) throws(LayoutError) {
    feed = .allocate(capacity: 1)
    feed.initialize(to: bench_size_feed())
    calls = bench_views_make()
    let (layout, tree) = Self.open(content, feed)
    self.tree = tree
    guard let layout,
      let host = bench_host_make(
        layout, calls, Scene.viewport, 1, UInt32(content.itemCount), content.wordCount)
    else {
      throw LayoutError(.badBenchmark, "there is no memory for plain C")
    }
    self.host = host
  }

  deinit {
    bench_host_free(host)
    bench_views_free(calls)
    feed.deallocate()
  }

  private static func open(
    _ content: Content, _ feed: UnsafeMutablePointer<bench_size_feed>
  ) -> (UnsafePointer<layout_instance>?, OpaquePointer?) {
    let room = Scene.viewport.width
    func reading<Result>(
      _ sizes: ContiguousArray<Size>, isSingle: Bool = false,
      _ body: (bench_sizes, UInt32) -> Result
    ) -> Result {
      sizes.withUnsafeBufferPointer {
        feed.pointee.all = $0.baseAddress
        defer { feed.pointee.all = nil }
        return body(bench_sizes_from(feed, isSingle ? 1 : 0), UInt32($0.count))
      }
    }
    switch content {
    case .flow(let sizes, let isSingle):
      return (reading(sizes, isSingle: isSingle) { bench_flow_open($0, $1, room) }, nil)
    case .waterfall(let sizes, let columns):
      return (reading(sizes) { bench_waterfall_open($0, $1, UInt32(columns), room) }, nil)
    case .mosaic(let slots, let count):
      let unit = Size(width: room / 10, height: Scene.viewport.height / 10)
      let cells = slots.map {
        Rect(
          x: $0.x * unit.width, y: $0.y * unit.height, width: $0.width * unit.width,
          height: $0.height * unit.height)
      }
      return (
        bench_mosaic_open(cells, UInt32(cells.count), UInt32(count), Scene.viewport.height), nil
      )
    case .equal(let size, let count): return (bench_equal_open(size, UInt32(count), room), nil)
    case .tree(let sizes):
      let tree = reading(sizes) { bench_line_tree_open($0, $1, room) }
      return (tree.flatMap { bench_line_tree_layout($0) }, tree)
    }
  }

  /// Shows the content at the offset `y`.
  @inline(__always)
  func frame(_ y: Double) { hasFailed = bench_host_frame(host, y) != 0 || hasFailed }

  /// Opens the content again, shows it instead of the previous layout, and ends that one: the
  /// minimal cost of a swap of a layout.
  func replace(by sizes: ContiguousArray<Size>, at y: Double) {
    let (layout, _) = Self.open(.flow(sizes), feed)
    guard let layout else { return }
    bench_host_replace(host, layout)
    frame(y)
  }

  /// Inserts an item into the tree and shows the content at the offset `y`.
  @inline(__always)
  func insert(_ item: Int, size: Size, at y: Double) {
    guard let tree else { return }
    feed.pointee.next = size
    hasFailed = bench_line_tree_insert(tree, UInt32(item)) != 0 || hasFailed
    bench_host_inserted(host, UInt32(item))
    frame(y)
  }

  /// The cost of all frames so far.
  var counts: bench_view_counts { bench_host_counts(host) }

  /// The leaves and nodes of the tree that inserts wrote to.
  var touchedNodeCount: Int { tree.map { Int(bench_line_tree_touched($0)) } ?? 0 }

  /// The elements on screen, ascending. Valid until the next frame.
  var records: UnsafeBufferPointer<layout_attributes> {
    var count: UInt32 = 0
    let start = bench_host_records(host, &count)
    return UnsafeBufferPointer(start: start, count: Int(count))
  }

  /// Throws unless both views show the same elements at the same places, so that only equal work is
  /// compared.
  func requireSame(as view: CollectionView) throws(LayoutError) {
    try require(!hasFailed, "a call of plain C failed")
    let (ours, plain) = (view.visibleElements, records)
    try require(
      ours.count == plain.count,
      "plain C shows \(plain.count) elements, not \(ours.count)")
    for (element, record) in zip(ours, plain) {
      let (frame, other) = (element.attributes.frame, record.frame)
      let distance = max(
        max(abs(frame.x - other.x), abs(frame.y - other.y)),
        max(abs(frame.width - other.width), abs(frame.height - other.height)))
      try require(
        element.attributes.path == ItemPath(Int(record.section), Int(record.item))
          && distance <= 1e-9 * max(1000, abs(frame.y)),
        "plain C has \(record.section).\(record.item) at \(other), not "
          + "\(element.attributes.path) at \(frame)")
    }
  }
}
