// SPDX-License-Identifier: Apache-2.0
//
// Errors as scenarios and commands print them.

import LayoutJSON
import LayoutLoading
import LayoutModel

extension LayoutError {
  /// `{"code", "message"}`, with `plugin` and `call` where they are known.
  public var json: JSONObject {
    var object = JSONObject([
      .init("code", .string(code.rawValue)), .init("message", .string(message)),
    ])
    if let plugin { object["plugin"] = .string(plugin) }
    if let call { object["call"] = .string(call) }
    return object
  }
}
