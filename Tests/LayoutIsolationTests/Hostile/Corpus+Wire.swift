// SPDX-License-Identifier: Apache-2.0
//
// The part of the corpus that answers in place of its worker: every kind of request, with every fault that a message
// can have.

import LayoutTesting

@testable import LayoutIsolation

/// A message that an exploited plugin sends.
struct Forgery: Sendable {
  /// The kind of fault; the raw value is the name in `TakenOver.h`.
  enum Form: String, CaseIterable, Sendable {
    case nothing, ones, fails, carries, asks
    case magic, version, kind, request, sequence, epoch, reserved, head, bulk

    /// The text after "it answers … with".
    var words: String {
      switch self {
      case .nothing: "nothing"
      case .ones: "15 MiB of ones"
      case .fails: "an error of 15 MiB"
      case .carries: "200 MiB that were not requested"
      case .asks: "a question that makes no sense"
      case .magic: "a message without its mark"
      case .version: "a message of another version"
      case .kind: "a message of no kind"
      case .request: "a request"
      case .sequence: "the answer to another request"
      case .epoch: "an answer for other data"
      case .reserved: "bits that mean nothing"
      case .head: "a head of 4 GiB"
      case .bulk: "bulk data of 8 EiB"
      }
    }

    /// The faults that look the same for each kind of request are sent for one of them.
    static let ofHeaders: [Form] = [
      .magic, .version, .kind, .request, .sequence, .epoch, .reserved, .head, .bulk,
    ]
  }

  let kind: WireKind
  let form: Form

  /// Compiles the plugin.
  func path() throws -> String {
    try FakeLayout.path(flags: [
      "-DALL_EXTENSIONS", "-DTAKEN_KIND=\(kind.rawValue)",
      "-DTAKEN_FORM=FORM_\(form.rawValue.uppercased())",
    ])
  }

  /// The steps of a session with a fake layout, in which the host makes the request.
  var steps: [String] {
    switch kind {
    case .setProperty: [#"{"do":"set","property":"title","value":"x"}"#]
    case .property, .saveState: [#"{"do":"swap","layout":"GOOD","hot":true}"#]
    case .attributesInRect: [#"{"do":"elements","rect":[0,2000,500,300]}"#]
    case .attributesForElement: [#"{"do":"item","path":[0,150]}"#]
    case .scrollTarget:
      [
        #"{"do":"drag","by":[0,-20],"at":[100,100],"seconds":0.05}"#,
        #"{"do":"release","velocity":[0,800]}"#,
      ]
    case .action: [#"{"do":"call","action":"add","arguments":[1,2]}"#]
    case .updateAttributes, .finalizeUpdates:
      [
        #"{"do":"batch","ops":[{"insert":[0,1],"size":[20,20]}],"seconds":0.3}"#,
        #"{"do":"advance","seconds":0.5}"#,
      ]
    case .notify: [#"{"do":"resize","container":[900,700],"seconds":0.3}"#]
    case .reorderingTarget, .reorderingAttributes:
      [#"{"do":"move","from":[0,1],"at":[30,30],"through":[[200,60]],"drop":false}"#]
    case .preferredSizes: [#"{"do":"reload"}"#]
    case .crossTrack: [#"{"do":"drag","by":[-40,0],"at":[100,100],"seconds":0.05}"#]
    case .crossTarget:
      [
        // A section of the fake layout scrolls over 800 points.
        #"{"do":"resize","container":[300,800]}"#,
        #"{"do":"drag","by":[-40,0],"at":[100,100],"seconds":0.05}"#,
        #"{"do":"release","velocity":[800,0]}"#,
      ]
    default: []
    }
  }
}

extension Corpus {
  /// Every kind of request that a worker answers, with every fault.
  static let forgeries: [Deed] = WireKind.requests.flatMap { kind in
    Forgery.Form.allCases.filter { kind == .frame || !Forgery.Form.ofHeaders.contains($0) }.map {
      Deed(Forgery(kind: kind, form: $0))
    }
  }
}

extension WireKind {
  /// The requests that a session makes; `inspect` is made by `list` and `info`.
  fileprivate static let requests = allCases.filter {
    $0.rawValue < WireKind.stop.rawValue && $0 != .inspect
  }
}

extension Deed {
  fileprivate init(_ forgery: Forgery) {
    self.init(
      "\(forgery.kind)-\(forgery.form)",
      "answers \"\(forgery.kind)\" with \(forgery.form.words) in place of its worker",
      forgery.ending, here: "not tried")
    self.forgery = forgery
  }
}

extension Forgery {
  /// The expected ending.
  fileprivate var ending: Ending {
    switch (form, kind) {
    // A property that cannot be read is left behind; the swap continues.
    case (.fails, .property): .harmless
    case (.fails, _): .failed("layout-failed")
    case (.ones, .reorderingTarget), (.ones, .crossTrack): .refused("path")
    case (.ones, .preferredSizes): .refused("marks")
    // The answer is correct, and the side messages are too large.
    case (.ones, .setProperty), (.ones, .scrollTarget), (.ones, .notify), (.ones, .saveState),
      (.ones, .loadState), (.ones, .finalizeUpdates), (.ones, .crossTarget):
      .failed("answer-too-large")
    case (.carries, .saveState): .failed("state-too-large")
    default: .refused("wire")
    }
  }
}
