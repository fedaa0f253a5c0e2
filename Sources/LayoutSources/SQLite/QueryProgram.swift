// SPDX-License-Identifier: Apache-2.0
//
// What SQLite compiled a query to: tells a query that only walks one table from all others.

import LayoutModel

/// The program of a query, as EXPLAIN shows it.
///
/// SQLite does not promise these programs to stay as they are. Nothing here needs that: what is not
/// recognised is copied instead, which is slower and as right.
struct QueryProgram {
  private struct Step {
    let opcode: String
    let p2: Int
    let p3: Int
  }
  private let steps: [Step]

  /// - Throws: `bad-query` when SQLite does not compile the text.
  init(of query: String, in database: Database) throws(LayoutError) {
    let statement = try database.statement("EXPLAIN \(query)")
    var steps: [Step] = []
    while try statement.step() {
      steps.append(
        Step(
          opcode: statement.text(1) ?? "", p2: Int(statement.integer(3) ?? 0),
          p3: Int(statement.integer(4) ?? 0)))
    }
    self.steps = steps
  }

  /// The first page of the one table or index of the file that is read; nil when it is not just one.
  var onlyRoot: Int64? {
    let opens = steps.filter { $0.opcode.hasPrefix("Open") || $0.opcode.hasPrefix("VOpen") }
    guard opens.count == 1, opens[0].opcode == "OpenRead", opens[0].p3 == 0 else { return nil }
    return Int64(opens[0].p2)
  }

  /// True when each row of what is read gives exactly one row of the result: a plain loop, in
  /// which no jump passes over the place where the row is given.
  var givesEachRowOnce: Bool {
    guard let result = onlyPlace(of: "ResultRow"), let rewind = onlyPlace(of: "Rewind"),
      let next = onlyPlace(of: "Next"), steps[next].p2 == rewind + 1, rewind < result, result < next
    else { return false }
    return steps.indices.allSatisfy { place in
      let step = steps[place]
      // The program's end leads back to its start.
      if step.opcode == "Goto" && place == steps.count - 1 { return step.p2 == 1 }
      if Self.plain.contains(step.opcode) { return true }
      // CASE, coalesce and the like: onwards, still to the same row.
      return Self.jumps.contains(step.opcode) && step.p2 > place && step.p2 <= result
    }
  }

  /// True when it seeks a key and goes on from there, sorting nothing.
  var seeksByKey: Bool {
    onlyPlace(of: "SeekGE") != nil && onlyPlace(of: "ResultRow") != nil
      && !steps.contains { $0.opcode == "Rewind" || $0.opcode.hasPrefix("Sort") }
  }

  private func onlyPlace(of opcode: String) -> Int? {
    let places = steps.indices.filter { steps[$0].opcode == opcode }
    return places.count == 1 ? places[0] : nil
  }

  private static let plain: Set<String> = [
    "Init", "Transaction", "Halt", "Explain", "Noop", "ReleaseReg", "OpenRead", "Rewind", "Next",
    "ResultRow", "Column", "Rowid", "IdxRowid", "Affinity", "RealAffinity", "CollSeq", "Integer",
    "Int64", "Real", "String", "String8", "Blob", "Null", "Copy", "SCopy", "Move", "Cast",
    "Function",
    "PureFunc", "Add", "Subtract", "Multiply", "Divide", "Remainder", "Concat", "BitAnd", "BitOr",
    "ShiftLeft", "ShiftRight", "BitNot", "And", "Or", "Not", "IsTrue",
  ]
  private static let jumps: Set<String> = [
    "Goto", "If", "IfNot", "IsNull", "NotNull", "Eq", "Ne", "Lt", "Le", "Gt", "Ge",
  ]
}
