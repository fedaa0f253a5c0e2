// SPDX-License-Identifier: Apache-2.0
//
// The memory of a simulated session: that which host and workers share, and the room for answers; and its faults.

import CLayoutSystem
import Glibc

/// Memory that can be had from the system, or cannot.
final class SimulatedMemory {
  /// A fault of an anonymous file.
  enum Fault: String, CaseIterable {
    /// No memory, or no descriptor, is left for a further file.
    case noFile, noDescriptor
    /// The file cannot be made as long as it has to be.
    case noLength
    /// The file cannot be mapped.
    case noMapping
    /// The file cannot be sealed.
    case noSeal

    /// A part of the message of the error.
    var words: String {
      switch self {
      case .noFile, .noDescriptor: "make an anonymous file"
      case .noLength: "reserve"
      case .noMapping: "map"
      case .noSeal: "seal"
      }
    }
  }

  /// The next fault, and the number of files before it.
  private var fault: (kind: Fault, after: Int)?
  /// The faults that happened.
  private(set) var struck: [Fault] = []

  /// Makes the next fault happen at one of the next files.
  func plan(_ kind: Fault, after count: Int) { fault = (kind, count) }

  /// Cancels a fault that has not happened.
  func cancelFault() { fault = nil }

  /// Makes a file by `make`, or one with a fault.
  ///
  /// - Returns: Its descriptor, or a negated errno.
  func file(_ make: () -> Int32) -> Int32 {
    guard let (kind, count) = fault else { return make() }
    guard count == 0 else {
      fault = (kind, count - 1)
      return make()
    }
    fault = nil
    struck.append(kind)
    switch kind {
    case .noFile: return -ENOMEM
    case .noDescriptor: return -EMFILE
    case .noLength: return sealed(make(), LAYOUT_SYS_SEAL_GROW)
    case .noMapping: return sealed(make(), Self.sealWrite)
    case .noSeal: return sealed(make(), LAYOUT_SYS_SEAL_SEAL)
    }
  }

  /// F_SEAL_WRITE of the kernel: no mapping may be written.
  private static let sealWrite: Int32 = 8

  /// Seals a file in advance: the call that this forbids fails then.
  private func sealed(_ file: Int32, _ seal: Int32) -> Int32 {
    _ = layout_sys_seal(file, UInt32(seal))
    return file
  }

  // MARK: Room for answers

  /// The number of allocations before one that fails; nil for none.
  private var allocationsLeft: Int?
  /// The allocations that failed.
  private(set) var failedCount = 0

  /// Makes one of the next allocations fail.
  func planFailure(after count: Int) { allocationsLeft = count }

  /// Cancels a failure that has not happened.
  func cancelFailure() { allocationsLeft = nil }

  /// Takes memory from the heap, or fails.
  func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
    guard let left = allocationsLeft else { return malloc(count) }
    guard left == 0 else {
      allocationsLeft = left - 1
      return malloc(count)
    }
    allocationsLeft = nil
    failedCount += 1
    return nil
  }
}
