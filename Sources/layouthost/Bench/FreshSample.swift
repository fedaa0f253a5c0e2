// SPDX-License-Identifier: Apache-2.0
//
// One sample of a benchmark in a process of its own: this program again, told to take one.

import LayoutConformance
import LayoutLoading
import LayoutModel

enum FreshSample {
  /// The option that makes the child take one sample and print it.
  static let option = Option("sample", help: "Take one sample in this process and print it as JSON")

  /// Starts this program for one sample and waits for it.
  static func take(
    of name: String
  ) throws(LayoutError) -> (time: Double, counts: [(name: String, value: Double)]) {
    let text = try FreshProcess.output(
      of: ["/proc/self/exe", BenchCommand.name, "--\(option.name)", name])
    let object = try JSONValue(parsing: text).object ?? JSONObject()
    guard let time = object["time"]?.double else {
      throw LayoutError("bad-benchmark", "\(name): the process for a sample printed no time")
    }
    let counts = object["counts"]?.object?.members.map { ($0.key, $0.value.double ?? 0) } ?? []
    return (time, counts)
  }

  /// What the parent reads.
  static func print(
    _ sample: (time: Double, counts: [(name: String, value: Double)])
  ) -> String {
    let counts = JSONObject(sample.counts.map { .init($0.name, .number($0.value)) })
    return JSONValue.object(
      JSONObject([.init("time", .number(sample.time)), .init("counts", .object(counts))])
    ).serialised()
  }
}
