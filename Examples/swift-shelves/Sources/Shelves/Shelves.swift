import LayoutABI
import LayoutKit

/// Each section is a shelf of squares; the content scrolls both ways.
final class Shelves: Layout {
  private let side = Property<Double>("side", 180, minimum: 13, unit: "pt", help: "Of a square.")
  private var counts: [Int] = []
  override var properties: [AnyProperty] { [side] }

  override func prepare(_ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation) {
    counts = []
    for section in 0..<snapshot.sectionCount { counts.append(snapshot.itemCount(in: section)) }
  }
  override var contentSize: Size {
    Size(width: Double(counts.max() ?? 0) * side.value, height: Double(counts.count) * side.value)
  }
  override func attributes(in rect: Rect, into answer: inout Answer) {
    for section in squares(rect.y, rect.maxY, of: counts.count) {
      for item in squares(rect.x, rect.maxX, of: counts[section]) {
        let frame = frame(section, item)
        if frame.intersects(rect) { answer.cell(section, item, frame) }
      }
    }
  }
  override func attributes(for element: ElementID, into answer: inout Answer) {
    let (section, item) = (Int(element.section), Int(element.item))
    guard element.category == 0, section < counts.count, item < counts[section] else { return }
    answer.cell(section, item, frame(section, item))
  }
  private func frame(_ section: Int, _ item: Int) -> Rect {
    let (x, y) = (Double(item) * side.value, Double(section) * side.value)
    return Rect(x: x, y: y, width: side.value - 12, height: side.value - 12)
  }
  private func squares(_ low: Double, _ high: Double, of count: Int) -> Range<Int> {
    let first = min(max((low / side.value).rounded(.down), 0), Double(count))
    return Int(first)..<Int(min(max((high / side.value).rounded(.down) + 1, first), Double(count)))
  }
}

@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  let shelves = LayoutOffer.make(
    Shelves.self, id: "shelves", name: "Shelves", help: "A shelf for each section.")
  return Plugin(id: "org.example.shelves", name: "Shelves", version: "1.0.0", layouts: [shelves])
    .table(for: abi)
}
