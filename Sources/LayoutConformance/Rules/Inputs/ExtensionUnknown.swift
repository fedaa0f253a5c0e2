// SPDX-License-Identifier: Apache-2.0
//
// An id is matched as a whole: revision 10 is not revision 1.

struct ExtensionUnknown: LayoutRule {
  let id = "extension-unknown"
  let sentence = "Asked for an extension that it does not know, a layout answers null."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    let known = KnownExtension.allCases.map(\.rawValue)
    let strangers =
      ["", "layout", "org.example.unknown/1"] + known.map { $0 + "0" } + known.map { $0 + " " }
      + known.map { String($0.dropLast()) }
    for id in strangers {
      try require(
        trial.extensionTable(id) == nil, "asked for the extension '\(id)' it gives a table")
    }
  }
}
