// SPDX-License-Identifier: Apache-2.0
//
// The outcome of judging a file.

import LayoutModel

/// True when a file may be loaded, decided from its bytes alone.
public enum Verdict: Equatable, Sendable {
  /// It may. `unloads` says whether it can be taken out of the process again; `remarks` say why not,
  /// and what else a person should know.
  case loads(unloads: Bool, remarks: [String])
  /// It may not; the error names the file and the remedy.
  case refused(LayoutError)

  /// The reason for a refusal.
  public var refusal: LayoutError? {
    if case .refused(let error) = self { error } else { nil }
  }
}
