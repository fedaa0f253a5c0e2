// SPDX-License-Identifier: Apache-2.0
//
// The mosaic sample as sessions: pages, batches and other constants, by the published formulas.

import LayoutJSON
import LayoutLoading
import LayoutModel
import Testing

@Suite("the mosaic sample")
struct MosaicSessionTests {
  /// The sample's formulas, with its symbolic constants.
  private struct Formulas {
    var viewportSize: Size
    var padding = 8.0
    var columnWidth: Double?
    var rowHeight: Double?
    var largeSize: Size?
    var mediumHeight: Double?

    func pages(_ count: Int) -> Int { (count + 11) / 12 }

    func frame(_ item: Int) -> [Double] {
      let (page, slot) = item.quotientAndRemainder(dividingBy: 12)
      let column =
        [0, 3, 5].contains(slot)
        ? 0.0 : [1, 4, 6, 9].contains(slot) ? 1 : [2, 7, 10].contains(slot) ? 2 : 3
      let row =
        [0, 1, 2].contains(slot)
        ? 0.0 : [3, 4].contains(slot) ? 1 : [5, 6, 7, 8].contains(slot) ? 2 : 3
      let width = columnWidth ?? (viewportSize.width - 3 * padding) / 4
      let height = rowHeight ?? (viewportSize.height - 3 * padding) / 4
      let large = largeSize ?? Size(width: 2 * width + padding, height: 2 * height + padding)
      let size =
        slot == 2
        ? large
        : Size(width: width, height: slot == 5 ? mediumHeight ?? 2 * height + padding : height)
      return [
        Double(page) * viewportSize.width + (width + padding) * column, (height + padding) * row,
        size.width, size.height,
      ]
    }
  }

  @Test(
    "C126–C134: every frame of a session equals the formulas",
    arguments: Case.all("mosaic_sessions.jsonl"))
  func session(_ session: Case) throws {
    let steps = try #require(session.json["steps"]?.array).compactMap(\.object)
    let results = try Probe.results(.object(session.json))
    #expect(results.count == steps.count)
    var formulas = Formulas(viewportSize: try #require(Self.size(session.json["container"])))
    Self.read(session.json["properties"]?.object ?? JSONObject(), into: &formulas)
    var count = Int(try #require(session.json["sections"]?.array?[0].object?["count"]?.integer))
    for (number, (step, result)) in zip(steps, results).enumerated() {
      if let viewportSize = Self.size(step["container"]) { formulas.viewportSize = viewportSize }
      if let property = step["property"]?.string {
        Self.read(JSONObject().with(property, step["value"]), into: &formulas)
      }
      for op in step["ops"]?.array?.compactMap(\.object) ?? [] {
        count += op["insert"] != nil ? 1 : op["delete"] != nil ? -1 : 0
      }
      guard let elements = result["elements"]?.array?.compactMap(\.object) else { continue }
      var expected = Array(0..<count)
      if step["do"] == "elements" {
        #expect(
          result["contentSize"]?.numbers
            == [
              Double(formulas.pages(count)) * formulas.viewportSize.width,
              formulas.viewportSize.height,
            ])
      } else {
        let offset = try #require(result["contentOffset"]?.numbers)[0]
        expected.removeAll { item in
          let frame = formulas.frame(item)
          return frame[0] >= offset + formulas.viewportSize.width || frame[0] + frame[2] <= offset
        }
      }
      #expect(elements.map(\.key) == expected.map { "cell 0.\($0)" }, "step \(number)")
      for (element, item) in zip(elements, expected) {
        #expect(element["frame"]?.numbers == formulas.frame(item), "step \(number), item \(item)")
      }
    }
  }

  @Test("C126: the finger turns pages, one at a time")
  func turnsPages() throws {
    let session = try #require(Case.all("mosaic_sessions.jsonl").first)
    let results = try Probe.results(.object(session.json))
    #expect(results[4]["target"]?.numbers == [1024, 0])
    #expect(results[5]["contentOffset"]?.numbers == [1024, 0])
    #expect(results[6].frames.count == 12)
  }

  private static func size(_ json: JSONValue?) -> Size? {
    guard let numbers = json?.numbers, numbers.count == 2 else { return nil }
    return Size(width: numbers[0], height: numbers[1])
  }

  private static func read(_ properties: JSONObject, into formulas: inout Formulas) {
    for property in properties.members {
      switch property.key {
      case "padding": formulas.padding = property.value.double ?? formulas.padding
      case "columnWidth": formulas.columnWidth = property.value.double
      case "rowHeight": formulas.rowHeight = property.value.double
      case "largeSize": formulas.largeSize = size(property.value)
      case "mediumHeight": formulas.mediumHeight = property.value.double
      default: break
      }
    }
  }
}
