// SPDX-License-Identifier: Apache-2.0
//
// Words for the picture files that could not be drawn, or not whole.

import LayoutRendering

extension Console {
  /// Names the picture files that are damaged or unreadable, a few of them one by one.
  func complain(ofPicturesIn renderer: Renderer) {
    let faults = renderer.pictureFaults
    for fault in faults.prefix(5) {
      complain("layouthost: \(fault.path): \(fault.reason); it is marked in the picture")
    }
    if faults.count > 5 {
      complain("layouthost: and \(counted(faults.count - 5, "other file")) like that")
    }
  }
}
