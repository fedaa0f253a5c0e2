// SPDX-License-Identifier: Apache-2.0
//
// Old copies are removed, once a day, and no other file is.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("Old images")
struct ImagePruningTests {
  private static let day: TimeInterval = 86_400
  private let directory: TemporaryDirectory
  private let store: ImageStore
  private let file: PluginFile
  /// The directory of the copies.
  private let images: String

  init() throws {
    directory = try TemporaryDirectory()
    store = ImageStoreTests.store(directory)
    file = try ImageStoreTests.file(in: directory)
    images = directory.path + "/layouthost/images"
  }

  private func setAge(_ name: String, days: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -days * Self.day)],
      ofItemAtPath: "\(images)/\(name)")
  }

  private func add(_ name: String, days: Double) throws {
    try directory.write([1], to: "layouthost/images/\(name)")
    try setAge(name, days: days)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: images).sorted()
  }

  @Test("copies that were not used for 30 days are removed, and younger ones and other files stay")
  func removes() throws {
    _ = try directory.makeDirectory("layouthost/images")
    let names = ["a", "b", "c"].map { String(repeating: $0, count: 64) + ".so" }
    try add(names[0], days: 31)
    try add(names[1], days: 29)
    try add(names[2], days: -2)
    try add(".new-1-2", days: 31)
    try add("notes.so", days: 400)
    try add(String(repeating: "A", count: 64) + ".so", days: 400)
    _ = try store.place(file)
    let kept = [
      ".pruned", names[1], names[2], "notes.so", String(repeating: "A", count: 64) + ".so",
      "\(file.hash).so",
    ]
    #expect(try self.names() == kept.sorted())
  }

  @Test("the copy in use stays at any age, and its time is renewed")
  func keepsTheOneAtHand() throws {
    let path = try store.place(file)
    try setAge("\(file.hash).so", days: 90)
    try setAge(".pruned", days: 2)
    #expect(try store.place(file) == path)
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    #expect(abs(try #require(date).timeIntervalSinceNow) < Self.day)
    try setAge(".pruned", days: 2)
    _ = try store.place(file)
    #expect(try names() == [".pruned", "\(file.hash).so"])
  }

  @Test(
    "old copies are searched for once a day, or if the stamp is far in the future",
    arguments: [(0.9, false), (1.1, true), (-0.9, false), (-30, true)])
  func looksDaily(_ days: Double, _ looks: Bool) throws {
    _ = try store.place(file)
    let old = String(repeating: "d", count: 64) + ".so"
    try add(old, days: 60)
    try setAge(".pruned", days: days)
    _ = try store.place(file)
    #expect(try names().contains(old) == !looks)
  }

  @Test("a failed removal or a failed stamp is not an error")
  func neverFails() throws {
    let path = try store.place(file)
    let old = String(repeating: "e", count: 64) + ".so"
    _ = try directory.makeDirectory("layouthost/images/\(old)")
    try setAge(old, days: 60)
    try setAge(".pruned", days: 2)
    #expect(try store.place(file) == path)
    try FileManager.default.removeItem(atPath: images + "/.pruned")
    _ = try directory.makeDirectory("layouthost/images/.pruned")
    try setAge(".pruned", days: 2)
    #expect(try store.place(file) == path)
    #expect(try names().contains(old))
  }
}
