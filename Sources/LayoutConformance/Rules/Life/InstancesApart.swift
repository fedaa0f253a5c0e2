// SPDX-License-Identifier: Apache-2.0
//
// Two views in one app may have the same layout.

struct InstancesApart: LayoutRule {
  let id = "instances-apart"
  let sentence = "Instances do not touch each other."

  func check(_ subject: Subject) throws(Finding) {
    let first = try Trial(subject)
    let size = try first.makeReady()
    let before = try first.elements()
    do {
      let second = try Trial(subject, World([30, 2]))
      try second.makeReady()
      _ = try second.elements()
      try require(
        try first.elements() == before && first.contentSize().size == size,
        "another instance with other data changes what this one answers")
    }
    try require(
      try first.elements() == before && first.contentSize().size == size,
      "the end of another instance changes what this one answers")
  }
}
