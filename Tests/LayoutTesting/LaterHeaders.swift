// SPDX-License-Identifier: Apache-2.0
//
// Headers of a simulated later revision, for plugins of the future.

import Foundation
import LayoutLoading
import LayoutModel

public enum LaterHeaders {
  /// Returns the flags that compile a fixture with later headers: each table has members that this revision does not
  /// have.
  ///
  /// - Parameter seed: Another seed adds other members.
  public static func flags(seed: Int) throws -> [String] {
    let tool = CPlugin.sourceRoot + "/Tools/abi-later"
    // In the path, so that fixtures are compiled again when the tool or the headers change.
    let headers = CPlugin.sourceRoot + "/Sources/LayoutABI/include"
    let names = try FileManager.default.subpathsOfDirectory(atPath: headers).sorted()
    let text = try ([tool] + names.filter { $0.hasSuffix(".h") }.map { "\(headers)/\($0)" })
      .map { try Data(contentsOf: URL(fileURLWithPath: $0)) }.reduce(Data(), +)
    let name = try "later-\(seed)-" + SHA256.hex(Array(text)).prefix(12)
    let directory = CPlugin.sourceRoot + "/.build/\(name)"
    let scratch = directory + "-\(UUID().uuidString)"
    let command = try Command.run([tool, "\(seed)", scratch])
    guard command.status == 0 else { throw LayoutError("test-headers", command.errors) }
    // Another suite may make the same ones now; the second one finds them there.
    if rename(scratch, directory) != 0 {
      try FileManager.default.removeItem(atPath: scratch)
    }
    return ["-I", directory]
  }

  /// A C statement for the fake layout's tables: fills all members that this revision does not have with garbage.
  public static let garbage = """
    GARBAGE(plugin, plugin); GARBAGE(descriptor, descriptor); \
    GARBAGE(property_behaviour, property); GARBAGE(property_call, property); \
    GARBAGE(property_spacing, property); GARBAGE(property_title, property); \
    GARBAGE(property_stops, property); GARBAGE(query_size, query); GARBAGE(query_inset, query); \
    GARBAGE(query_height, query); GARBAGE(action_of_adding, action); \
    GARBAGE(action_of_touching, action); GARBAGE(event_touched, event); GARBAGE(field_style, field); \
    GARBAGE(field_place, field); GARBAGE(field_fill, field); GARBAGE(kind_cell, kind); \
    GARBAGE(kind_header, kind); GARBAGE(kind_backdrop, kind)
    """
  /// The same for an instance's table.
  public static let instanceGarbage = "GARBAGE(self->table, instance)"
}
