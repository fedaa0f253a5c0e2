// SPDX-License-Identifier: Apache-2.0
//
// Parsing and printing of JSON: order, kinds of numbers, digits, and the refusals.

import LayoutJSON
import LayoutLoading
import LayoutModel
import Testing

@Suite("JSONValue")
struct JSONValueTests {
  @Test("members keep their order, integers stay integers, text is complete")
  func parses() throws {
    let value = try JSONValue(
      parsing: #" {"z": 1, "a": 1.0, "m": [true, null, "ä\u0000\n"], "e": {}} "#)
    let expected: JSONValue = [
      "z": 1, "a": 1.0, "m": [true, nil, "ä\u{0}\n"], "e": .object(JSONObject()),
    ]
    #expect(value == expected)
    #expect(value.object?.keys == ["z", "a", "m", "e"])
    #expect(value.object?["z"]?.integer == 1 && value.object?["a"]?.integer == nil)
    #expect(value.object?["a"]?.double == 1)
  }

  @Test(
    "malformed text is refused with its place",
    arguments: [
      "", " ", "{", "[1,]", #"{"a":1,"a":2}"#, "1 2", "nul", #""\ud800""#, "1e999",
      "9223372036854775808", "NaN", "'a'", "[1, 2\n, x]",
    ])
  func refuses(_ text: String) {
    let error = #expect(throws: LayoutError.self) { try JSONValue(parsing: text) }
    #expect(error?.code == "bad-json")
    #expect(error?.message.isEmpty == false)
  }

  @Test("an error names line and column")
  func namesPlace() {
    let error = #expect(throws: LayoutError.self) { try JSONValue(parsing: "[1,\n  x]") }
    #expect(error?.message.contains("line 2, column 3") == true, "\(error?.message ?? "")")
  }

  @Test("text that is not UTF-8 is refused")
  func refusesBytes() {
    #expect(throws: LayoutError.self) { try JSONValue(parsing: [0x22, 0xff, 0x22]) }
    #expect(throws: LayoutError.self) { try JSONValue(parsing: [0x22, 0xc0, 0x80, 0x22]) }
  }

  @Test("nesting is limited and does not crash")
  func boundsNesting() throws {
    let deep = { (depth: Int) in
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: LayoutError.self) { try JSONValue(parsing: deep(100_000)) }
    #expect(try JSONValue(parsing: deep(1000)).serialised() == deep(1000))
  }

  @Test(
    "numbers print with the fewest digits that read back",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (0.1, "0.1"), (320, "320"), (-1.5, "-1.5"),
      (1e15, "1000000000000000"),
      (1e16, "1e+16"), (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"),
      (0.1 + 0.2, "0.30000000000000004"), (.nan, "null"), (.infinity, "null"),
    ] as [(Double, String)])
  func printsNumbers(_ value: Double, _ text: String) throws {
    #expect(JSONValue.number(value).serialised() == text)
  }

  @Test("every finite number reads back to the same bits, except the sign of zero")
  func numbersReadBack() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      let back = try JSONValue(parsing: JSONValue.number(value).serialised()).double
      #expect(back == value, "bits \(value.bitPattern)")
    }
  }

  @Test("printed values read back: text with every control character, nested values")
  func readsBack() throws {
    let text = String(String.UnicodeScalarView((0..<0x80).compactMap(Unicode.Scalar.init)))
    let value: JSONValue = [
      "text": .string(text + "日本🙂"), "empty": [], "none": .object(JSONObject()),
      "list": [1, [2.5, "x"], ["k": nil]], "big": .integer(.min),
    ]
    #expect(try JSONValue(parsing: value.serialised()) == value)
    #expect(try JSONValue(parsing: value.serialised(indented: true)) == value)
  }

  @Test("indented JSON keeps rows of numbers on one line")
  func indents() {
    let value: JSONValue = ["frame": [0, 0.5, 10], "list": [["a": 1]], "none": []]
    #expect(
      value.serialised(indented: true) == """
        {
          "frame": [0, 0.5, 10],
          "list": [
            {
              "a": 1
            }
          ],
          "none": []
        }
        """)
    #expect(value.serialised() == #"{"frame":[0,0.5,10],"list":[{"a":1}],"none":[]}"#)
  }

  @Test("members are set, replaced in place and removed")
  func editsObjects() {
    var object = JSONObject()
    object["b"] = 1
    object["a"] = 2
    object["b"] = 3
    object["c"] = nil
    #expect(JSONValue.object(object).serialised() == #"{"b":3,"a":2}"#)
    object["b"] = nil
    #expect(object.keys == ["a"])
  }
}
