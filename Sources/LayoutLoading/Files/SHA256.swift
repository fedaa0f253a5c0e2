// SPDX-License-Identifier: Apache-2.0
//
// The hash that names an image, by libgcrypt.

import CGcrypt
import LayoutModel

/// SHA-256 in hexadecimal.
package enum SHA256 {
  /// True when libgcrypt was initialised; once in a process.
  private static let isReady = layout_gcrypt_start() != 0

  /// 64 lower-case hexadecimal digits.
  ///
  /// - Throws: `hash-unavailable` when libgcrypt is older than the headers it was compiled with.
  /// - Complexity: O(`bytes.count`).
  package static func hex(_ bytes: [UInt8]) throws(LayoutError) -> String {
    guard isReady else {
      throw LayoutError(
        .hashUnavailable,
        "libgcrypt is older than the one this program was built with; install libgcrypt20")
    }
    let algorithm = Int32(GCRY_MD_SHA256.rawValue)
    var digest = [UInt8](repeating: 0, count: Int(gcry_md_get_algo_dlen(algorithm)))
    gcry_md_hash_buffer(algorithm, &digest, bytes, bytes.count)
    return digest.reduce(into: "") { text, byte in
      text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
  }
}
