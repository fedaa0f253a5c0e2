// SPDX-License-Identifier: Apache-2.0
//
// Without an instance nothing else can be asked.

struct CreateWorks: LayoutRule {
  let id = "create-works"
  let sentence = "An instance can be made, its table is long enough and every slot is set."
  let isGate = true

  func check(_ subject: Subject) throws(Finding) {
    _ = try Trial(subject)
  }
}
