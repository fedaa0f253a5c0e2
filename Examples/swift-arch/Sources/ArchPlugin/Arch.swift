// SPDX-License-Identifier: Apache-2.0
//
// A layout in Swift, whole: rows that bend like the arch of a bridge.

import LayoutABI
import LayoutKit

final class Arch: Layout {
  let side = Property("itemSize", 44.0, minimum: 1, unit: "pt", help: "Side of an item's square.")
  let rise = Property("rise", 120.0, minimum: 0, unit: "pt", help: "Height of the arch.")
  var (width, columns, counts, firstRows) = (0.0, 1, [Int](), [0])
  var pitch: Double { side.value + 6 }

  override var properties: [AnyProperty] { [side, rise] }

  override func prepare(_ data: borrowing Snapshot, _ why: borrowing Invalidation) {
    (width, counts, firstRows) = (data.container.width, [], [0])
    columns = max(1, Int(width / pitch))
    for section in 0..<data.sectionCount {
      counts.append(data.itemCount(in: section))
      firstRows.append(firstRows[section] + (counts[section] + columns - 1) / columns)
    }
  }

  override var contentSize: Size {
    Size(width: width, height: Double(firstRows[counts.count]) * pitch + rise.value)
  }

  func frame(_ section: Int, _ item: Int) -> Rect {
    let (row, x) = (firstRows[section] + item / columns, Double(item % columns) + 0.5)
    let arch = 4 * (x / Double(columns)) * (1 - x / Double(columns))
    return Rect(
      x: x / Double(columns) * width - side.value / 2,
      y: Double(row) * pitch + rise.value * (1 - arch), width: side.value, height: side.value)
  }

  override func attributes(in rect: Rect, into answer: inout Answer) {
    func row(at y: Double) -> Int { Int(min(max(y / pitch, 0), Double(firstRows[counts.count]))) }
    let (low, end) = (row(at: rect.y - rise.value), row(at: rect.maxY) + 1)
    for section in counts.indices {
      let first = max(low - firstRows[section], 0) * columns
      let last = min((end - firstRows[section]) * columns, counts[section])
      for item in stride(from: first, to: last, by: 1) where frame(section, item).intersects(rect) {
        answer.cell(section, item, frame(section, item))
      }
    }
  }

  override func attributes(for element: ElementName, into answer: inout Answer) {
    let (section, item) = (Int(element.section), Int(element.item))
    guard element.category == 0, section < counts.count, item < counts[section] else { return }
    answer.cell(section, item, frame(section, item))
  }

  override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    change.old.width == change.new.width ? [] : .bounds
  }
}

@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.examples.arch", name: "Arch", version: "1.0.0",
    layouts: [.make(Arch.self, id: "arch", name: "Arch", help: "Rows that bend like an arch.")]
  ).table(for: abi)
}
