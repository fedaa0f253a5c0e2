// SPDX-License-Identifier: Apache-2.0
//
// The part of the corpus that reads information: about other processes, the machine and its owner.

extension Corpus {
  /// The secrets that a plugin could read, and the objects of all processes of the user that it could take.
  static let leaks = [
    reach("timesHost", "reads how much processor time the host has used"),
    reach("timesInit", "reads how much processor time process 1 has used"),
    reach("waitsOnHostClock", "waits for processor time of the host"),
    reach("readsHostLimits", "reads the limits of the host"),
    reach("readsHostProcessors", "reads which processors the host may use"),
    reach("readsHostName", "asks for the name of the machine"),
    reach("readsUptime", "asks how much memory the machine has, and how long it has been up"),
    reach("locksMapping", "maps memory that is never paged out"),
    reach("renamesItself", "takes another name in lists of processes"),
    reach("joinsBarriers", "asks for barriers in the memory of all processes"),
    reach("lendsPriority", "waits for a lock that a thread of the host is said to have"),
    reach("opensPath", "opens a file by its path alone, without reading it"),
    reach("readsBesideLibraries", "reads a file in a directory of libraries"),
    reach("readsOwnPath", "asks where it and its worker are kept"),
    reach("queuesSignals", "queues signals to itself, of which a user has so many"),
    reach("queuesWithValue", "queues signals with a value to itself"),
    reach("findsQueues", "finds room for queues, processes and memory that is never paged out"),
  ]

  /// An act that a process may do and a confined process may not.
  static func reach(_ name: String, _ does: String) -> Deed {
    Deed(name, does, .denied, worker: .done)
  }
}
