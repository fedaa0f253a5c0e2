// SPDX-License-Identifier: Apache-2.0
//
// The header says which call may follow which; a host may use all of it.

import Glibc

struct CallOrders: LayoutRule {
  let id = "call-orders"
  let sentence =
    "Every order of four legal calls succeeds, and the layout can be ended after any of them."

  func check(_ subject: Subject) throws(Finding) {
    var path = [0, 0, 0, 0]
    let calls = LegalCall.allCases
    for number in 0..<path.reduce(1, { product, _ in product * calls.count }) {
      var rest = number
      for place in path.indices { (path[place], rest) = (rest % calls.count, rest / calls.count) }
      let trial = try Trial(subject, World([2, 0, 9]))
      try trial.prepareFrame()
      for (place, call) in path.enumerated() {
        do throws(Finding) { try calls[call].make(on: trial) } catch {
          guard case .broken(let text) = error else { throw error }
          let before = path[..<place].map { calls[$0].rawValue }.joined(separator: ", ")
          throw .broken("\(text), after \(before.isEmpty ? "prepare" : before)")
        }
      }
    }
  }
}
