// SPDX-License-Identifier: Apache-2.0
//
// The inner nodes of the line index: their children, and their sums.

/// Branches by number. A branch has up to 32 children, and stores the number of items and the length
/// of the lines of each side by side, so that a search reads three short pieces of memory per level.
struct BranchPool: ~Copyable {
  /// The maximal number of children of a branch.
  static var limit: Int { 32 }

  /// The data of a branch beside its children.
  struct Head {
    /// The branch above, or none.
    var parent = ItemLeaf.none
    /// The number of children.
    var count: Int32 = 0
  }

  private var heads: Room<Head>
  private var childNodes: Room<Int32>
  private var itemCounts: Room<UInt32>
  private var lineLengths: Room<FixedLength>
  private var freeBranch = ItemLeaf.none

  init() throws(LayoutError) {
    let heads = try Room<Head>(capacity: 16, usable: 0)
    let childNodes = try Room<Int32>(capacity: 16 * Self.limit, usable: 0)
    let itemCounts = try Room<UInt32>(capacity: 16 * Self.limit, usable: 0)
    let lineLengths = try Room<FixedLength>(capacity: 16 * Self.limit, usable: 0)
    self.heads = heads
    self.childNodes = childNodes
    self.itemCounts = itemCounts
    self.lineLengths = lineLengths
  }

  /// The memory of a branch, in bytes.
  static var byteCount: Int {
    MemoryLayout<Head>.stride + limit
      * (MemoryLayout<Int32>.stride + MemoryLayout<UInt32>.stride
        + MemoryLayout<FixedLength>.stride)
  }

  /// The number of branches, including the freed ones.
  var count: Int { heads.count }

  /// Makes room so that adding this many branches cannot fail.
  mutating func reserve(_ count: Int) throws(LayoutError) {
    try heads.reserve(count)
    try childNodes.reserve(count * Self.limit)
    try itemCounts.reserve(count * Self.limit)
    try lineLengths.reserve(count * Self.limit)
  }

  /// Adds a branch without children; there must be room.
  mutating func add() -> Int32 {
    if freeBranch != ItemLeaf.none {
      let number = freeBranch
      freeBranch = self[number].parent
      self[number] = Head()
      return number
    }
    heads.append(Head())
    childNodes.count += Self.limit
    itemCounts.count += Self.limit
    lineLengths.count += Self.limit
    return Int32(truncatingIfNeeded: heads.count - 1)
  }

  /// Frees a branch.
  mutating func free(_ branch: Int32) {
    self[branch].parent = freeBranch
    freeBranch = branch
  }

  /// The branch with this number, in place.
  subscript(branch: Int32) -> Head {
    @inline(__always) get { unsafe heads.place(Int(branch)).pointee }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe heads.place(Int(branch)) }
  }

  /// Returns the children of a branch.
  @inline(__always)
  func children(_ branch: Int32) -> UnsafeMutablePointer<Int32> {
    unsafe childNodes.start + Int(branch) * Self.limit
  }

  /// Returns the number of items below each child.
  @inline(__always)
  func items(_ branch: Int32) -> UnsafeMutablePointer<UInt32> {
    unsafe itemCounts.start + Int(branch) * Self.limit
  }

  /// Returns the length of the lines that start below each child.
  @inline(__always)
  func lengths(_ branch: Int32) -> UnsafeMutablePointer<FixedLength> {
    unsafe lineLengths.start + Int(branch) * Self.limit
  }

  /// Returns the index of a child among its siblings.
  func slot(of child: Int32, in branch: Int32) -> Int {
    let children = unsafe children(branch)
    var slot = 0
    while unsafe children[slot] != child { slot += 1 }
    return slot
  }

  /// Returns the sum of all children.
  func total(_ branch: Int32) -> (items: Int, length: FixedLength) {
    var total = (items: 0, length: FixedLength.zero)
    for slot in 0..<Int(self[branch].count) {
      unsafe total.items += Int(items(branch)[slot])
      unsafe total.length += lengths(branch)[slot]
    }
    return total
  }

  /// Makes room for a child before `slot`.
  func insert(_ child: Int32, at slot: Int, in branch: Int32) {
    let count = Int(self[branch].count)
    move(branch, slot, branch, slot + 1, count - slot)
    unsafe children(branch)[slot] = child
    self[branch].count += 1
  }

  /// Removes a child.
  func remove(at slot: Int, from branch: Int32) {
    let count = Int(self[branch].count)
    move(branch, slot + 1, branch, slot, count - slot - 1)
    self[branch].count -= 1
  }

  /// Copies children with their numbers; the two parts may overlap.
  func move(_ from: Int32, _ first: Int, _ to: Int32, _ target: Int, _ count: Int) {
    unsafe (children(to) + target).take(from: children(from) + first, count: count)
    unsafe (items(to) + target).take(from: items(from) + first, count: count)
    unsafe (lengths(to) + target).take(from: lengths(from) + first, count: count)
  }
}
